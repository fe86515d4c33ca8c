package finding

// Explain is the code in words, completing "failed: ...".
func (c FaultCode) Explain() string {
	switch c {
	case FaultRead:
		return "the content could not be read"
	case FaultMissing:
		return "the object is not in this clone, which is partial or damaged"
	case FaultParse:
		return "the parser gave no tree"
	case FaultTimeout:
		return "a time limit ended it"
	case FaultBudget:
		return "a time budget ended before it was done"
	case FaultCheck:
		return "the check ended with an error"
	case FaultPanic:
		return "the check crashed"
	case FaultGit:
		return "git failed"
	case FaultBase:
		return "the base side could not be looked at"
	case FaultUnmerged:
		return "a merge conflict, there is no one content to look at"
	case FaultLimit:
		return "a limit on how much is looked for ended it"
	}
	return string(c)
}
