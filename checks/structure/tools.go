package structure

import (
	"fmt"

	"sentinel/checks"
	"sentinel/internal/change"
	"sentinel/internal/finding"
	"sentinel/internal/syntax"
)

// How many files analyze_directory lists, unless it is told, and at most: what an agent gets, it pays for.
const (
	defaultListed = 50
	maxListed     = 1000
)

// maxTarget is how long the name that comes with content may be, in bytes: no file system has longer paths.
const maxTarget = 4096

// languageNames are the values of the argument language, and the extension of a file in each.
func languageNames() []string {
	return []string{string(syntax.JavaScript), string(syntax.TypeScript), string(syntax.TSX)}
}

func extensionOf(l syntax.Language) string {
	switch l {
	case syntax.TypeScript:
		return ".ts"
	case syntax.TSX:
		return ".tsx"
	}
	return ".js"
}

// tools are how agents ask for the map of code, of a file, and of a folder.
func tools() []checks.Tool {
	sets := []string{"core", "structure"}
	return []checks.Tool{
		{
			Name: "analyze_code", Title: "Map of code",
			Description: "What code you have can do, before it is in a file: risk, imports, exports, routes, dangerous calls " +
				"with lines. Nothing is run or written.",
			Toolsets: sets,
			Arguments: []checks.Argument{
				{Name: "code", Type: checks.ArgumentString, Required: true, Description: "source text, up to 1 MiB"},
				{Name: "target", Type: checks.ArgumentString, Description: "file name, for its extension; never opened"},
				{Name: "language", Type: checks.ArgumentString, Enum: languageNames(), Description: "default: from target, else javascript"},
			},
			Output: fileOutput, Ask: askCode, Answer: answerCode,
		},
		{
			Name: "analyze_file", Title: "Map of a file",
			Description: "What a JavaScript or TypeScript file can do, without reading it all: risk, imports, exports, routes, " +
				"environment, dangerous calls with lines. Low means no pattern was found, not safe.",
			Toolsets: sets,
			Arguments: []checks.Argument{
				{Name: "path", Type: checks.ArgumentString, Required: true, Description: "absolute, or relative to the first allowed root"},
			},
			Output: fileOutput, Ask: askFile, Answer: answerFile,
		},
		{
			Name: "analyze_directory", Title: "Map of a folder",
			Description: "The riskiest JavaScript and TypeScript files of a folder first, to choose what to read. Look at " +
				"incomplete, skipped and truncated before you trust it.",
			Toolsets: sets,
			Arguments: []checks.Argument{
				{Name: "path", Type: checks.ArgumentString, Description: "folder; default: the first allowed root"},
				{Name: "max_files", Type: checks.ArgumentInteger, Min: 1, Max: maxListed,
					Description: fmt.Sprintf("files to list, default %d; all are analysed", defaultListed)},
				{Name: "recursive", Type: checks.ArgumentBoolean, Description: "default true"},
				{Name: "cursor", Type: checks.ArgumentString, Description: "nextCursor of the last answer, for more"},
			},
			Output: directoryOutput, Ask: askDirectory, Answer: answerDirectory,
		},
	}
}

// fileOutput and directoryOutput name the keys of the answers. What is in them is described in structure.md: an agent
// pays for a schema in every conversation.
const (
	fileOutput = `{"type":"object","properties":{` +
		`"analysisStatus":{"enum":["complete","incomplete"]},"language":{"type":"string"},"mission":{"type":"object"},` +
		`"world":{"type":"object"},"constraints":{"type":"array"},"forbidden":{"type":"array"},"summary":{"type":"object"},` +
		`"facts":{"type":"object"},"omitted":{"type":"object"}},` +
		`"required":["analysisStatus","language","mission","world","constraints","forbidden","summary","facts"]}`
	directoryOutput = `{"type":"object","properties":{` +
		`"analyzed":{"type":"integer"},"truncated":{"type":"boolean"},"riskCounts":{"type":"object"},` +
		`"statusCounts":{"type":"object"},"incomplete":{"type":"array"},"skipped":{"type":"object"},"files":{"type":"array"},` +
		`"total":{"type":"object"},"omitted":{"type":"integer"},"nextCursor":{"type":"string"}},` +
		`"required":["analyzed","truncated","riskCounts","statusCounts","incomplete","skipped","files","total","omitted"]}`
)

func askFile(v checks.Values) (checks.Ask, error) {
	spec := change.Spec{Kind: finding.ScopeFiles, Expect: change.ExpectFile}
	return checks.Ask{Path: v.Text("path"), Spec: spec}, nil
}

func askDirectory(v checks.Values) (checks.Ask, error) {
	if _, err := parseCursor(v.Text("cursor")); err != nil {
		return checks.Ask{}, err
	}
	spec := change.Spec{Kind: finding.ScopeFiles, Expect: change.ExpectFolder, Flat: !v.Flag("recursive", true)}
	return checks.Ask{Path: v.Text("path"), Spec: spec}, nil
}

func askCode(v checks.Values) (checks.Ask, error) {
	code, target := v.Text("code"), v.Text("target")
	switch {
	case len(code) > syntax.MaxBytes:
		return checks.Ask{}, refusal(finding.ErrorTooLarge, "give it in parts",
			"code is %d bytes, and the limit is %d", len(code), syntax.MaxBytes)
	case len(target) > maxTarget:
		return checks.Ask{}, refusal(finding.ErrorArguments, "give a file name",
			"target is %d bytes, and the limit is %d", len(target), maxTarget)
	}
	spec := change.Spec{Kind: finding.ScopeFiles, OverlayPath: labelOf(target, v.Text("language")), OverlayText: []byte(code)}
	return checks.Ask{Spec: spec}, nil
}

// labelOf is the name that code is looked at under. Its extension says the language, so that of a target which says
// another one, or none, gets one more.
func labelOf(target, language string) string {
	own, known := syntax.LanguageOf(target)
	want := syntax.Language(language)
	switch {
	case language == "" && known:
		want = own
	case language == "":
		want = syntax.JavaScript
	}
	switch {
	case target == "":
		return "code" + extensionOf(want)
	case known && own == want:
		return target
	}
	return target + extensionOf(want)
}

// refusal is the error of a caller who asked for what cannot be given.
func refusal(code finding.DiagnosticCode, hint, format string, args ...any) error {
	return &finding.Failure{Exit: finding.ExitUsage, Code: code, Err: fmt.Errorf(format, args...), Hint: hint}
}
