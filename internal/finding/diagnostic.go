package finding

// Severity says how much a Diagnostic takes from a result.
type Severity string

// The severities. Fatal means that nothing could be inspected.
const (
	SeverityFatal   Severity = "fatal"
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
)

// DiagnosticCode is a stable name for a state that a reader of the result must know about. The list is fixed.
type DiagnosticCode string

// The codes of what ended an inspection.
const (
	ErrorNotARepository    DiagnosticCode = "E_NOT_A_REPO"
	ErrorBaseUnknown       DiagnosticCode = "E_BASE_REF_UNKNOWN"
	ErrorNoMergeBase       DiagnosticCode = "E_NO_MERGE_BASE"
	ErrorGitFailed         DiagnosticCode = "E_GIT_FAILED"
	ErrorGitTimeout        DiagnosticCode = "E_GIT_TIMEOUT"
	ErrorOutsideRoot       DiagnosticCode = "E_PATH_OUTSIDE_ROOT"
	ErrorArguments         DiagnosticCode = "E_ARGS"
	ErrorConfigInvalid     DiagnosticCode = "E_CONFIG_INVALID"
	ErrorValidationUnknown DiagnosticCode = "E_VALIDATION_UNKNOWN"
	ErrorCursor            DiagnosticCode = "E_CURSOR"
	ErrorRoots             DiagnosticCode = "E_ROOTS"
	ErrorInternal          DiagnosticCode = "E_INTERNAL"
)

// The codes of a path that cannot be looked at as it was asked for.
const (
	ErrorNotFound    DiagnosticCode = "E_NOT_FOUND"
	ErrorNotAFile    DiagnosticCode = "E_NOT_A_FILE"
	ErrorNotAFolder  DiagnosticCode = "E_NOT_A_DIRECTORY"
	ErrorUnsupported DiagnosticCode = "E_UNSUPPORTED"
	ErrorTooLarge    DiagnosticCode = "E_TOO_LARGE"
	ErrorUnreadable  DiagnosticCode = "E_UNREADABLE"
)

// The codes of validations that did not pass.
const (
	ErrorValidationDenied  DiagnosticCode = "E_VALIDATION_DENIED"
	ErrorValidationTimeout DiagnosticCode = "E_VALIDATION_TIMEOUT"
	ErrorValidationSpawn   DiagnosticCode = "E_VALIDATION_SPAWN"
	ErrorValidationFailed  DiagnosticCode = "E_VALIDATION_FAILED"
)

// The codes of degraded states: the result holds, for less than was asked.
const (
	WarnNoCommits         DiagnosticCode = "W_NO_COMMITS"
	WarnNoBase            DiagnosticCode = "W_NO_BASE_REF"
	WarnNoMergeBase       DiagnosticCode = "W_NO_MERGE_BASE" // of a base that was found, not asked for
	WarnMergeBases        DiagnosticCode = "W_SEVERAL_MERGE_BASES"
	WarnShallow           DiagnosticCode = "W_SHALLOW_CLONE"
	WarnDetachedHead      DiagnosticCode = "W_DETACHED_HEAD"
	WarnUnmerged          DiagnosticCode = "W_UNMERGED_PATHS"
	WarnSubmodules        DiagnosticCode = "W_SUBMODULE_UNINSPECTED"
	WarnRenamesLimited    DiagnosticCode = "W_RENAMES_LIMITED"
	WarnFiltered          DiagnosticCode = "W_FILTER_NOT_RUN"
	WarnHidden            DiagnosticCode = "W_HIDDEN_PATHS"
	WarnUnverified        DiagnosticCode = "W_UNVERIFIED"
	WarnTruncated         DiagnosticCode = "W_TRUNCATED"
	WarnRepositoryConfig  DiagnosticCode = "W_REPO_CONFIG_IGNORED"
	WarnNeutralised       DiagnosticCode = "W_REPO_EXEC_CONFIG_NEUTRALISED"
	WarnWorkTreeChanged   DiagnosticCode = "W_WORK_TREE_CHANGED"   // while validations ran
	WarnProcessesLeft     DiagnosticCode = "W_PROCESSES_LEFT"      // by a validation, and ended
	WarnWorkTreeUnchecked DiagnosticCode = "W_WORK_TREE_UNCHECKED" // whether it changed is not known
)

// Diagnostic is one state that is no finding about the code, and that a reader must know about.
type Diagnostic struct {
	Code     DiagnosticCode `json:"code"`
	Severity Severity       `json:"severity"`
	// Message is one sentence without a full stop.
	Message string `json:"message"`
	// Hint says what to do.
	Hint string `json:"hint,omitempty"`
}
