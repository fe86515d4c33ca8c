package finding

// explained says in words what each code means, sorted as the codes are declared.
func explained() []struct {
	code DiagnosticCode
	text string
} {
	return []struct {
		code DiagnosticCode
		text string
	}{
		{ErrorNotARepository, "there is no repository with a work tree here"},
		{ErrorBaseUnknown, "the base revision does not name a commit"},
		{ErrorNoMergeBase, "HEAD and the base have no commit in common"},
		{ErrorGitFailed, "git failed"},
		{ErrorGitTimeout, "git took longer than it may"},
		{ErrorOutsideRoot, "the repository is outside of the folders that are allowed"},
		{ErrorArguments, "the arguments cannot be understood"},
		{ErrorConfigInvalid, "the configuration is not valid"},
		{ErrorValidationUnknown, "no validation has this name"},
		{ErrorCursor, "the cursor is not one of this answer, or the answer has changed since"},
		{ErrorRoots, "the folders that the client works in are not known, or none of them is allowed"},
		{ErrorInternal, "an internal error, a bug in sentinel"},
		{ErrorNotFound, "nothing has this path"},
		{ErrorNotAFile, "the path is not that of a file with content of its own"},
		{ErrorNotAFolder, "the path is not that of a folder"},
		{ErrorUnsupported, "no check reads files of this kind"},
		{ErrorTooLarge, "the content is larger than what is looked at"},
		{ErrorUnreadable, "the file could not be read or analysed"},
		{ErrorValidationDenied, "a validation was not run"},
		{ErrorValidationTimeout, "a validation took longer than it may"},
		{ErrorValidationSpawn, "a validation could not be started"},
		{ErrorValidationFailed, "a validation failed"},
		{WarnNoCommits, "there is no commit yet"},
		{WarnNoBase, "no base branch was found, the committed section is not inspected"},
		{WarnNoMergeBase, "the base that was found has no commit in common with HEAD, the committed section is not inspected"},
		{WarnMergeBases, "HEAD and the base have several merge bases"},
		{WarnShallow, "the clone is shallow"},
		{WarnDetachedHead, "HEAD is detached"},
		{WarnUnmerged, "there are merge conflicts"},
		{WarnSubmodules, "submodules are not looked into"},
		{WarnRenamesLimited, "there are too many files to find all renames"},
		{WarnFiltered, "a filter that would change content was not run"},
		{WarnHidden, "git was told not to look at some paths"},
		{WarnUnverified, "something could not be known without git"},
		{WarnTruncated, "parts of the review are left out"},
		{WarnRepositoryConfig, "a configuration in the repository is ignored"},
		{WarnNeutralised, "the repository's git configuration names programs, which are not run"},
		{WarnWorkTreeChanged, "the work tree changed while validations ran"},
		{WarnProcessesLeft, "a validation left processes behind, which were ended"},
		{WarnWorkTreeUnchecked, "it is not known whether the work tree changed while validations ran"},
	}
}

// DiagnosticCodes are all the codes, in the order of their declaration.
func DiagnosticCodes() []DiagnosticCode {
	var codes []DiagnosticCode
	for _, e := range explained() {
		codes = append(codes, e.code)
	}
	return codes
}

// Explain is the code in words, one sentence in lower case without a full stop.
func (c DiagnosticCode) Explain() string {
	for _, e := range explained() {
		if e.code == c {
			return e.text
		}
	}
	return string(c)
}
