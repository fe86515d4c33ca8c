package finding

// SkipReason says why a file was not looked at. The list is fixed.
type SkipReason string

// The reasons.
const (
	SkipBinary     SkipReason = "binary"      // a NUL byte in the content
	SkipTooLarge   SkipReason = "too-large"   // over the size limit for parsing
	SkipLFSPointer SkipReason = "lfs-pointer" // the repository holds a Git LFS pointer; the content is elsewhere
	SkipSymlink    SkipReason = "symlink"     // links are not followed
	SkipSubmodule  SkipReason = "submodule"   // another repository's commit
	SkipNested     SkipReason = "nested-repository"
	SkipNotRegular SkipReason = "not-regular" // a FIFO, socket or device
	SkipExcluded   SkipReason = "excluded"    // left out by a configuration
	SkipFolder     SkipReason = "folder"      // a folder that seldom has the project's own code, and was not named
)

// Explain is the reason in words, completing "not looked at: ...".
func (r SkipReason) Explain() string {
	switch r {
	case SkipBinary:
		return "binary content"
	case SkipTooLarge:
		return "larger than the limit for parsing"
	case SkipLFSPointer:
		return "a Git LFS pointer, the content is not here"
	case SkipSymlink:
		return "a symbolic link, links are not followed"
	case SkipSubmodule:
		return "a submodule, check it in its own repository"
	case SkipNested:
		return "a repository inside this one, check it on its own"
	case SkipExcluded:
		return "left out by the configuration"
	case SkipNotRegular:
		return "not a regular file"
	case SkipFolder:
		return "a folder that seldom has code of the project, name it to look into it"
	}
	return string(r)
}

// Skip is a file that was deliberately not looked at.
type Skip struct {
	// Check is empty where no check could have looked.
	Check string `json:"check,omitempty"`
	Artifact
	Reason SkipReason `json:"reason"`
	// Detail has the number behind the reason, such as the size: "1048577 bytes".
	Detail string `json:"detail,omitempty"`
}

// FaultCode says what failed. The list is fixed.
type FaultCode string

// The codes.
const (
	FaultRead     FaultCode = "read-failed"    // the content could not be read
	FaultMissing  FaultCode = "object-missing" // the object is not in this clone (partial or damaged)
	FaultParse    FaultCode = "parse-failed"   // the parser gave no tree
	FaultTimeout  FaultCode = "timeout"        // the time limit for one file ended it
	FaultBudget   FaultCode = "time-budget"    // a time budget ended before it was done
	FaultCheck    FaultCode = "check-failed"   // the check returned an error
	FaultPanic    FaultCode = "check-panicked"
	FaultGit      FaultCode = "git-failed"
	FaultBase     FaultCode = "base-unavailable" // the base side of one file could not be looked at
	FaultUnmerged FaultCode = "unmerged"         // a conflict: there is no one content to look at
	FaultLimit    FaultCode = "limit-reached"    // a limit on how much is looked for ended it
)

// Fault is something that was tried and failed. A run with a Fault never exits 0.
type Fault struct {
	Check string `json:"check,omitempty"`
	Artifact
	Code    FaultCode `json:"code"`
	Message string    `json:"message"`
}

// Incomplete is a file that was looked at in part: what the check says of it holds,
// what it does not say proves nothing.
type Incomplete struct {
	Check string `json:"check"`
	Artifact
	// Line is where understanding first stopped, from 1; 0 when there is no position.
	Line   int    `json:"line,omitempty"`
	Reason string `json:"reason"`
}

// Coverage counts what became of the files that one check wanted, on the new side of the change:
// Complete + Incomplete + Skipped + Unreadable = Files.
type Coverage struct {
	Check      string `json:"check"`
	Files      int    `json:"files"`
	Complete   int    `json:"complete"`
	Incomplete int    `json:"incomplete"`
	Skipped    int    `json:"skipped"`
	Unreadable int    `json:"unreadable"`
	// Bytes of content that the check has looked at.
	Bytes int64 `json:"bytes"`
}
