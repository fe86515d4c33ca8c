package syntax

import "strconv"

// Kind is a node's kind, the same number in every grammar of this package. Its String is the name that the
// grammars of tree-sitter give it, apart from the tokens and the few kinds explained below.
//
// A node of the grammar without a kind here leaves no record, but its children do, as if they were its
// parent's: punctuation, keywords and rules that only group.
type Kind uint16

// The kinds.
const (
	// KindNone is no kind; no node has it.
	KindNone Kind = iota
	// KindError is a region which the grammar did not understand; its children are what it made of the parts.
	KindError
	// KindMissing is a token that is not in the text: the parser assumed it in order to go on. It is empty.
	KindMissing
	// KindOperator is an operator without a kind of its own; the text says which.
	KindOperator

	// Modules.
	KindProgram      // the file
	KindHashBangLine // #! and what follows, on the first line
	KindImportStatement
	KindImportClause
	KindNamedImports
	KindImportSpecifier
	KindNamespaceImport
	KindImportAttribute     // with {...} of an import
	KindImportRequireClause // A = require("m") of an import statement
	KindImportAlias         // import A = N.B
	KindExportStatement
	KindExportClause
	KindExportSpecifier
	KindNamespaceExport
	KindImport       // what a dynamic import calls; import.defer() calls a member_expression of it
	KindMetaProperty // new.target; import.meta is a member_expression of KindImport

	// Statements and what belongs to them.
	KindStatementBlock
	KindExpressionStatement
	KindLabeledStatement
	KindStatementIdentifier
	KindVariableDeclaration
	KindLexicalDeclaration
	KindVariableDeclarator
	KindIfStatement
	KindElseClause
	KindSwitchStatement
	KindSwitchBody
	KindSwitchCase
	KindSwitchDefault
	KindForStatement
	KindForInStatement
	KindWhileStatement
	KindDoStatement
	KindTryStatement
	KindCatchClause
	KindFinallyClause
	KindWithStatement
	KindReturnStatement
	KindThrowStatement
	KindBreakStatement
	KindContinueStatement
	KindDebuggerStatement

	// Functions and classes.
	KindFunctionDeclaration
	KindFunctionExpression
	KindGeneratorFunctionDeclaration
	KindGeneratorFunction
	KindArrowFunction
	KindMethodDefinition
	KindFormalParameters
	KindRequiredParameter
	KindOptionalParameter
	KindClassDeclaration
	KindClass // a class expression
	KindAbstractClassDeclaration
	KindClassHeritage
	KindExtendsClause
	KindClassBody
	KindFieldDefinition // a class field; TypeScript has its name as FieldName, JavaScript as FieldProperty
	KindClassStaticBlock
	KindDecorator

	// Expressions.
	KindCallExpression
	KindNewExpression
	KindArguments
	KindSpreadElement // ...x
	KindMemberExpression
	KindSubscriptExpression
	KindOptionalChain // ?.
	KindBinaryExpression
	KindUnaryExpression
	KindUpdateExpression
	KindAssignmentExpression
	KindAugmentedAssignmentExpression
	KindTernaryExpression
	KindSequenceExpression
	KindParenthesizedExpression
	KindAwaitExpression
	KindYieldExpression
	KindAsExpression            // x as T: the value comes first
	KindSatisfiesExpression     // x satisfies T: the value comes first
	KindNonNullExpression       // x!
	KindTypeAssertion           // <T>x: the value comes last
	KindInstantiationExpression // f<T> without a call
	KindObject                  // an object literal
	KindPair
	KindComputedPropertyName // a key in brackets
	KindArray

	// Names.
	KindIdentifier
	KindPropertyIdentifier
	KindPrivatePropertyIdentifier
	KindShorthandPropertyIdentifier
	KindShorthandPropertyIdentifierPattern
	KindNestedIdentifier
	KindThis
	KindSuper

	// Patterns.
	KindObjectPattern
	KindArrayPattern
	KindPairPattern
	KindRestPattern
	KindObjectAssignmentPattern
	KindAssignmentPattern

	// Literals.
	KindString
	KindStringFragment
	KindEscapeSequence
	KindHTMLCharacterReference
	KindTemplateString
	KindTemplateSubstitution
	KindRegex
	KindNumber
	KindTrue
	KindFalse
	KindNull
	KindUndefined

	// JSX.
	KindJSXElement
	KindJSXOpeningElement
	KindJSXClosingElement // without children
	KindJSXSelfClosingElement
	KindJSXAttribute
	KindJSXExpression // braces below JSX
	KindJSXNamespaceName
	KindJSXText

	// Declarations of TypeScript that leave code behind, or may hold some.
	KindEnumDeclaration
	KindEnumBody
	KindEnumAssignment
	KindInternalModule // namespace N {}
	KindModule         // module N {}, declare module "n" {}

	// Types. None of these leaves code behind: see Kind.IsType.
	KindAmbientDeclaration // declare ..., whatever is below it
	KindInterfaceDeclaration
	KindTypeAliasDeclaration
	KindFunctionSignature // an overload, or a function without a body
	KindAbstractMethodSignature
	KindMethodSignature
	KindIndexSignature
	KindImplementsClause
	KindExtendsTypeClause
	KindTypeAnnotation
	KindTypeArguments
	KindTypeParameters
	KindTypePredicateAnnotation
	KindAssertsAnnotation
	KindTypeIdentifier
	KindNestedTypeIdentifier
	KindPredefinedType
	KindGenericType
	KindTypeQuery
	KindLiteralType
	KindArrayType
	KindTupleType
	KindUnionType
	KindIntersectionType
	KindObjectType
	KindFunctionType
	KindConstructorType
	KindConditionalType
	KindLookupType
	KindIndexTypeQuery
	KindParenthesizedType
	KindReadonlyType
	KindTemplateLiteralType
	KindThisType
	KindInferType
	KindOptionalType
	KindRestType
	KindExistentialType
	KindFlowMaybeType
	KindTypePredicate

	// Tokens without a name in the grammars. Others are left out.
	KindTokenConst
	KindTokenLet
	KindTokenVar
	KindTokenDefault
	KindTokenAsync
	KindTokenGet
	KindTokenSet
	KindTokenStatic
	KindTokenType
	KindTokenTypeof
	KindTokenStar
	// KindTokenUsing stands in the assignment_expression for which TypeScript's grammars take `using x = y`.
	KindTokenUsing

	// Operators, emitted where they are their parent's FieldOperator (and TokenStar and TokenTypeof are, then).
	KindTokenPlus
	KindTokenOr
	KindTokenAnd
	KindTokenNullish
	KindTokenPlusAssign
	KindTokenOrAssign
	KindTokenAndAssign
	KindTokenNullishAssign
	KindTokenIn
	KindTokenOf
	KindTokenVoid
	KindTokenDelete

	// Comments.
	KindComment
	KindHTMLComment // <!-- or -->, comments in scripts

	kindCount
)

// IsType reports whether everything below a node of this kind is types, of which no code is left when the
// program runs. A call or an import() below it is a reference to a type: typeof import("m").
func (k Kind) IsType() bool { return k >= KindAmbientDeclaration && k <= KindTypePredicate }

// String is the kind's name: that of the grammar, the token itself in quotes, or a word in capitals for what
// no grammar has a name for.
func (k Kind) String() string {
	switch {
	case k == KindError:
		return "ERROR"
	case k == KindMissing:
		return "MISSING"
	case k == KindOperator:
		return "operator"
	case k >= kindCount:
		return "kind " + strconv.Itoa(int(k))
	case kindTable[k].token != "":
		return strconv.Quote(kindTable[k].token)
	}
	return kindTable[k].name
}
