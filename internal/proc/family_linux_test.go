package proc

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// nothingLives fails for each process that still is there: of those that reported, those that have the FIFO among
// their arguments, and those that are dead but were not taken note of.
func nothingLives(t *testing.T, r *reports, ids []int) {
	t.Helper()
	for _, id := range ids {
		if p, err := readProcess(id); err == nil {
			t.Errorf("process %d is still there: %+v", id, p)
			_ = unix.Kill(id, unix.SIGKILL)
		}
	}
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if text, _ := os.ReadFile(file); bytes.Contains(text, []byte(r.path)) {
			t.Errorf("%s is still there: %q", file, text)
		}
	}
	table, _, err := readTable()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range table.below(os.Getpid()) {
		if p.session != table[os.Getpid()].session {
			t.Errorf("an orphan is still there: %+v", p)
		}
	}
}

func TestNothingEscapes(t *testing.T) {
	for role, reporting := range map[string]int{
		"sleep": 1, "deaf": 1, "deaf-child": 2, "session-child": 2, "double-fork": 2, "storm": 30,
	} {
		t.Run(role, func(t *testing.T) {
			r, reports := NewRunner(), newReports(t)
			r.grace = 100 * time.Millisecond
			ctx, cancel := context.WithCancel(context.Background())
			ended := make(chan Outcome)
			c := helperCommand(t, role, reports.path)
			go func() { ended <- r.Run(ctx, c) }()
			ids := reports.next(t, reporting)
			cancel()
			if o := <-ended; o.Status != Cancelled || o.Reason != "it was cancelled" {
				t.Errorf("got %+v", o)
			}
			nothingLives(t, reports, ids)
		})
	}
}

func TestWhatIsLeftBehindIsEndedAndCounted(t *testing.T) {
	for _, role := range []string{"deaf-child-exits", "session-child-exits", "double-fork-exits"} {
		t.Run(role, func(t *testing.T) {
			r, reports := NewRunner(), newReports(t)
			r.grace = 100 * time.Millisecond
			o := r.Run(context.Background(), helperCommand(t, role, reports.path))
			if o.Status != Passed || o.Left != 1 || o.Reason != "1 process that it left behind had to be ended" {
				t.Errorf("got %+v", o)
			}
			nothingLives(t, reports, reports.next(t, 1))
		})
	}
}

func TestOrphansThatEndedAreForgottenMeanwhile(t *testing.T) {
	f, err := newFamily()
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	reports := newReports(t)
	c := helperCommand(t, "session-child-exits", reports.path)
	command, err := os.StartProcess(c.Argv[0], c.Argv, &os.ProcAttr{Files: []*os.File{nil, nil, nil}, Sys: &syscall.SysProcAttr{Setsid: true}})
	if err != nil {
		t.Fatal(err)
	}
	f.adopt(command)
	orphan := reports.next(t, 1)[0]
	if _, err := command.Wait(); err != nil {
		t.Fatal(err)
	}
	if err := unix.Kill(orphan, unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	waitForEnd(t, orphan)
	if p, err := readProcess(orphan); err != nil || !p.dead || p.parent != os.Getpid() {
		t.Fatalf("it is not a dead orphan: %+v, %v", p, err)
	}
	f.reap()
	nothingLives(t, reports, []int{orphan})
}

// waitForEnd waits until a process has ended, whether or not its parent has taken note.
func waitForEnd(t *testing.T, id int) {
	t.Helper()
	fd, err := unix.PidfdOpen(id, 0)
	if err != nil {
		return // it is gone
	}
	defer unix.Close(fd)
	poll := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	for {
		n, err := unix.Poll(poll, 30_000)
		if err == unix.EINTR {
			continue
		}
		if n != 1 || err != nil {
			_ = unix.Kill(id, unix.SIGKILL)
			t.Fatalf("process %d still runs: %d, %v", id, n, err)
		}
		return
	}
}

func TestOtherChildrenAreLeftAlone(t *testing.T) {
	reports := newReports(t)
	for _, session := range []bool{true, false} {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		other := exec.Command(self, "helper", "sleep", reports.path)
		other.SysProcAttr = &syscall.SysProcAttr{Setsid: session, Setpgid: !session}
		if err := other.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := other.Process.Kill(); err != nil {
				t.Error("it was ended:", err)
			}
			_ = other.Wait()
		}()
		id := reports.next(t, 1)[0]
		r, more := NewRunner(), newReports(t)
		r.grace = 100 * time.Millisecond
		if o := r.Run(context.Background(), helperCommand(t, "session-child-exits", more.path)); o.Left != 1 {
			t.Errorf("got %+v", o)
		}
		if p, err := readProcess(id); err != nil || p.dead {
			t.Errorf("another child (session of its own: %v) was ended: %+v, %v", session, p, err)
		}
	}
}

func TestTheCommandDiesWithThisProcess(t *testing.T) {
	reports := newReports(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	sentinel := exec.Command(self, "helper", "sentinel", reports.path)
	if err := sentinel.Start(); err != nil {
		t.Fatal(err)
	}
	command := reports.next(t, 1)[0]
	if err := sentinel.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = sentinel.Wait()
	waitForEnd(t, command)
}

func TestAdoptingEndsWithTheCommand(t *testing.T) {
	adopts := func() bool {
		var on int32
		if _, _, errno := unix.Syscall6(unix.SYS_PRCTL, unix.PR_GET_CHILD_SUBREAPER, uintptr(unsafe.Pointer(&on)), 0, 0, 0, 0); errno != 0 {
			t.Fatal(errno)
		}
		return on != 0
	}
	if adopts() {
		t.Fatal("it adopts before")
	}
	missing := helperCommand(t, "exit", "0")
	missing.Argv[0] = "/dev/null/nothing"
	for _, c := range []Command{helperCommand(t, "exit", "0"), missing} {
		NewRunner().Run(context.Background(), c)
		if adopts() {
			t.Error("it adopts after", c.Argv)
		}
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0) }()
	NewRunner().Run(context.Background(), helperCommand(t, "exit", "0"))
	if !adopts() {
		t.Error("what was on before is off after")
	}
}

func TestParseStat(t *testing.T) {
	const rest = " 10 20 30 0 -1 4194560 9 0 0 0 0 0 0 0 20 0 %T 0 99 0 0"
	for line, want := range map[string]process{
		"7 (sh) S" + strings.Replace(rest, "%T", "1", 1):             {7, 10, 20, 30, false},
		"7 (a) Z (b\n) c) R" + strings.Replace(rest, "%T", "1", 1):   {7, 10, 20, 30, false},
		"7 (gone) Z" + strings.Replace(rest, "%T", "1", 1):           {7, 10, 20, 30, true},
		"7 (leader is gone) Z" + strings.Replace(rest, "%T", "4", 1): {7, 10, 20, 30, false},
	} {
		if got, err := parseStat(7, []byte(line)); err != nil || got != want {
			t.Errorf("%q: got %+v, %v", line, got, err)
		}
	}
	for _, line := range []string{"", "7", "7 (sh", "7 (sh) S 1 2", "7 (sh) S x" + rest} {
		if _, err := parseStat(7, []byte(line)); err == nil {
			t.Errorf("%q is taken", line)
		}
	}
}
