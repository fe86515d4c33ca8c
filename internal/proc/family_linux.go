package proc

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// family is a command with everything that descends from it. It is found by descent from this process, which adopts
// what loses its parent, and told from this process's other children by session: sessions cannot be joined, so none
// of the family is ever in one that was there before.
type family struct {
	self     int
	command  int          // its process id, 0 before it is started
	sessions map[int]bool // of this process and what descends from it otherwise
	adopted  bool         // whether this process adopted orphans before
	blind    error        // why the last look failed
}

// newFamily begins to adopt; close ends that.
func newFamily() (*family, error) {
	f := &family{self: os.Getpid(), sessions: map[int]bool{}}
	self, err := readProcess(f.self)
	if err != nil {
		return nil, fmt.Errorf("the process table cannot be read: %w", err)
	}
	f.sessions[self.session] = true
	if !childless() {
		table, _, err := readTable()
		if err != nil {
			return nil, fmt.Errorf("the process table cannot be read: %w", err)
		}
		for _, p := range table.below(f.self) {
			f.sessions[p.session] = true
		}
	}
	var before int32
	_, _, errno := unix.Syscall6(unix.SYS_PRCTL, unix.PR_GET_CHILD_SUBREAPER, uintptr(unsafe.Pointer(&before)), 0, 0, 0, 0)
	if errno != 0 {
		return nil, fmt.Errorf("orphaned processes cannot be adopted: %w", errno)
	}
	f.adopted = before != 0
	return f, f.subreaper(true)
}

func (f *family) subreaper(on bool) error {
	var value uintptr
	if on {
		value = 1
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, value, 0, 0, 0); err != nil {
		return fmt.Errorf("orphaned processes cannot be adopted: %w", err)
	}
	return nil
}

func (f *family) close() {
	if !f.adopted {
		_ = f.subreaper(false) // what could be switched on can be switched off
	}
}

// attributes start the command in a session of its own, and end it when this process is killed.
func (f *family) attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
}

func (f *family) adopt(command *os.Process) { f.command = command.Pid }

// members lists the family, the dead included, but not the command itself if dead: somebody waits for it already. Whole
// is as for readTable.
func (f *family) members() (members []process, whole bool) {
	table, whole, err := readTable()
	if f.blind = err; err != nil {
		return nil, false
	}
	members = slices.DeleteFunc(table.below(f.self), func(p process) bool {
		return f.sessions[p.session] || p.dead && p.pid == f.command
	})
	return members, whole
}

// living takes note of the dead and lists the others. An empty list is a proof as far as looks is not exhausted: what
// starts another process and ends, over and over, can be missed by one look at a table that is no snapshot.
func (f *family) living() []process {
	const looks = 10
	for range looks {
		if childless() {
			f.blind = nil
			return nil
		}
		members, whole := f.members()
		living := slices.DeleteFunc(slices.Clone(members), func(p process) bool { return p.dead })
		if f.bury(members); len(living) > 0 {
			return living
		}
		if whole && len(members) == 0 {
			return nil
		}
	}
	return nil
}

// childless reports whether this process has no children at all, which says that nothing descends from it.
func childless() bool {
	err := unix.Waitid(unix.P_ALL, 0, nil, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT|unix.WALL, nil)
	return err == unix.ECHILD
}

// bury takes note of orphans that ended, which are this process's children now, so that the system forgets them.
func (f *family) bury(members []process) {
	for _, p := range members {
		if p.dead && p.parent == f.self {
			_, _ = unix.Wait4(p.pid, nil, unix.WNOHANG, nil)
		}
	}
}

// reap takes note of orphans that ended.
func (f *family) reap() {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_ALL, 0, &info, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT|unix.WALL, nil)
	if err != nil || info.Signo == 0 {
		return // nothing ended, as nearly always: no need to look at all processes
	}
	members, _ := f.members()
	f.bury(members)
}

// others counts the living but the command itself.
func (f *family) others() int {
	return len(slices.DeleteFunc(f.living(), func(p process) bool { return p.pid == f.command }))
}

// terminate asks all of the family to end. What is stopped has to go on for that.
func (f *family) terminate() {
	living := f.living()
	signalGroups(living, unix.SIGTERM)
	signalGroups(living, unix.SIGCONT)
}

// kill makes all of the family end and waits until it has. It says what remains, "" when nothing does.
func (f *family) kill(c *child) (remaining string) {
	for deadline := time.Now().Add(lastResort); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		f.freeze()
		living := f.living()
		if len(living) == 0 && f.blind == nil && c.hasExited() {
			return ""
		}
		if !c.hasExited() {
			living = append(living, process{group: f.command}) // even when blind
		}
		signalGroups(living, unix.SIGKILL)
	}
	var ids []string
	for _, p := range f.living() {
		ids = append(ids, strconv.Itoa(p.pid))
	}
	slices.Sort(ids)
	switch {
	case f.blind != nil:
		return fmt.Sprintf("processes that may be left could not be looked for (%v) and", f.blind)
	case len(ids) > 0:
		return fmt.Sprintf("%s (%s)", processes(len(ids)), strings.Join(ids, ", "))
	case !c.hasExited():
		return "the command"
	}
	return ""
}

// freeze stops all of the family, until no look finds one more: what is stopped starts no other, so that killing them
// all leaves none.
func (f *family) freeze() {
	const looks = 100
	stopped := map[int]bool{}
	for range looks {
		fresh := slices.DeleteFunc(f.living(), func(p process) bool { return stopped[p.pid] })
		if len(fresh) == 0 {
			return
		}
		signalGroups(fresh, unix.SIGSTOP)
		for _, p := range fresh {
			stopped[p.pid] = true
		}
	}
}

// signalGroups signals the process groups of members, and so even those that came after members was read: a signal
// reaches a whole group at once. A group lies within one session, so all of it is family.
func signalGroups(members []process, signal unix.Signal) {
	signalled := map[int]bool{}
	for _, p := range members {
		if !signalled[p.group] && p.group > 1 {
			signalled[p.group] = true
			_ = unix.Kill(-p.group, signal) // what is gone or may not be signalled is found by the next look
		}
	}
}
