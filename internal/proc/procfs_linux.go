package proc

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// process is a row of the process table.
type process struct {
	pid, parent, group, session int
	// dead says that it has exited and its parent has not taken note of that yet.
	dead bool
}

// processTable is every process that can be seen, by id.
type processTable map[int]process

// readTable reads /proc. That is no snapshot: processes come and go meanwhile. Whole says that none went, and that
// the parent of each is in the table.
func readTable() (table processTable, whole bool, err error) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil, false, err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil, false, err
	}
	table, whole = make(processTable, len(names)), true
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		switch p, err := readProcess(pid); {
		case err == nil:
			table[pid] = p
		case isGone(err):
			whole = false
		default:
			return nil, false, err
		}
	}
	return table, whole && table.connect(), nil
}

// connect looks again at processes whose parents are not in the table: a parent that was gone when its turn came has
// been replaced by whoever adopted its children, one that came later is added. It says whether all have one now. The
// process whose parent is 0 is the first one, or came in from outside the PID namespace.
func (t processTable) connect() (connected bool) {
	var open []int
	for pid, p := range t {
		if _, ok := t[p.parent]; !ok && p.parent != 0 {
			open = append(open, pid)
		}
	}
	connected = true
	for len(open) > 0 {
		pid := open[len(open)-1]
		open = open[:len(open)-1]
		p, err := readProcess(pid)
		if err != nil {
			delete(t, pid)
			connected = false
			continue
		}
		t[pid] = p
		// A parent is older than its child, so this ends, at the first process if not before.
		if _, ok := t[p.parent]; !ok && p.parent != 0 {
			open = append(open, p.parent)
		}
	}
	return connected
}

// below lists the processes that descend from pid, in no order.
func (t processTable) below(pid int) []process {
	children := make(map[int][]process)
	for _, p := range t {
		children[p.parent] = append(children[p.parent], p)
	}
	found := children[pid]
	for i := 0; i < len(found); i++ {
		found = append(found, children[found[i].pid]...)
	}
	return found
}

// readProcess reads /proc/PID/stat; see proc_pid_stat(5).
func readProcess(pid int) (process, error) {
	fd, err := unix.Open("/proc/"+strconv.Itoa(pid)+"/stat", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return process{}, err
	}
	defer unix.Close(fd)
	var buf [1024]byte
	n, err := unix.Read(fd, buf[:])
	if err != nil {
		return process{}, err
	}
	return parseStat(pid, buf[:n])
}

// parseStat reads the line "PID (NAME) STATE PPID PGRP SESSION ...". The name can hold anything, parentheses too.
func parseStat(pid int, line []byte) (process, error) {
	const state, parent, group, session, threads = 0, 1, 2, 3, 17
	fields := bytes.Fields(line[bytes.LastIndexByte(line, ')')+1:])
	if len(fields) <= threads {
		return process{}, fmt.Errorf("a line of /proc/PID/stat is not as expected: %q", line)
	}
	var numbers [threads + 1]int
	for _, i := range []int{parent, group, session, threads} {
		n, err := strconv.Atoi(string(fields[i]))
		if err != nil {
			return process{}, fmt.Errorf("a line of /proc/PID/stat is not as expected: %w", err)
		}
		numbers[i] = n
	}
	return process{
		pid: pid, parent: numbers[parent], group: numbers[group], session: numbers[session],
		// A process whose first thread has ended looks like a dead one as long as it has others.
		dead: fields[state][0] == 'X' || fields[state][0] == 'Z' && numbers[threads] <= 1,
	}, nil
}

// isGone reports whether a process ended while it was looked at.
func isGone(err error) bool { return errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ESRCH) }
