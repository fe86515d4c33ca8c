// Package proc runs programs for an operator: no shell, a clean environment, a time limit, output of bounded size,
// and nothing of what was started left behind.
package proc

import "time"

// Command is one program to run. No shell is ever involved.
type Command struct {
	// Argv is the program and its arguments. Argv[0] is an absolute path, or a name to find in the PATH of Env.
	Argv []string
	// Dir is the folder to run in, absolute.
	Dir string
	// Env is the program's whole environment; see Environment. PATH in it is where the program is looked for, and
	// reaches it without the entries that Avoid rules out.
	Env []string
	// Timeout is how long it may take. 0 sets no limit but that of the context; less is a limit that is over already.
	Timeout time.Duration
	// Limit is how much is kept of each of its two outputs.
	Limit Limit
	// Avoid are folders whose programs are never started, such as the repository under inspection: an entry of PATH
	// that is relative, or lies in one of them once symbolic links are followed, does not count.
	Avoid []string
}

// Status says how a command ended.
type Status string

// The statuses.
const (
	Passed     Status = "passed"      // it exited with code 0
	Failed     Status = "failed"      // it exited with another code, or a signal that is not ours ended it
	TimedOut   Status = "timed_out"   // its time limit, or the context's deadline, ended it
	SpawnError Status = "spawn_error" // it could not be started
	Cancelled  Status = "cancelled"   // the context was cancelled
)

// Outcome is what became of a command.
type Outcome struct {
	Status Status
	// ExitCode is nil when it did not exit by itself.
	ExitCode *int
	// Signal is the name of the signal that ended it, such as "SIGKILL"; empty when none did.
	Signal string
	// Duration is the time from its start to its end.
	Duration       time.Duration
	Stdout, Stderr Captured
	// Reason says what ExitCode and Signal do not: why it could not be started, what made us end it, what it left
	// behind.
	Reason string
	// Left counts the processes that were still there half a second after it had exited by itself, and were ended.
	// Where they cannot be counted (see Runner), it is at least 1.
	Left int
}

// Captured is what a command wrote to one of its outputs, as a terminal would show it; its head and its tail where it is over the limit.
type Captured struct {
	Text string
	// Bytes is how much the command wrote.
	Bytes int64
	// Dropped is how many bytes of the cleaned text are not in Text.
	Dropped int64
	// Truncated reports whether anything was dropped.
	Truncated bool
}
