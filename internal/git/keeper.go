package git

import (
	"strings"
	"sync"
)

// keptProcesses is how many processes a Keeper has at most: as many repositories as one agent works in, and more.
const keptProcesses = 4

// Keeper keeps the processes that read objects from one opening of a repository to the next: to start one takes as long
// as to read a dozen files. It is for programs that open repositories again and again. An object never changes, so an
// old process answers as a new one does; what it does not find, a new one is asked for, because it may have come by a
// way that the old one does not know.
type Keeper struct {
	mu     sync.Mutex
	kept   []*catFile // the longest unused first
	closed bool
}

// NewKeeper is a Keeper that has nothing yet. The caller closes it, after the repositories that it was given to.
func NewKeeper() *Keeper { return &Keeper{} }

// Close ends what is kept.
func (k *Keeper) Close() {
	k.mu.Lock()
	kept := k.kept
	k.kept, k.closed = nil, true
	k.mu.Unlock()
	for _, c := range kept {
		c.kill()
	}
}

// take gives a process that reads the same objects in the same way, nil if there is none.
func (k *Keeper) take(key string) *catFile {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for i := len(k.kept) - 1; i >= 0; i-- {
		if c := k.kept[i]; c.key == key {
			k.kept = append(k.kept[:i], k.kept[i+1:]...)
			c.old = true
			return c
		}
	}
	return nil
}

// give keeps a process that nobody asks any more, and ends the one that was unused for the longest time if there are
// too many. It reports whether the process is kept.
func (k *Keeper) give(c *catFile) bool {
	if k == nil || c.key == "" {
		return false
	}
	k.mu.Lock()
	if k.closed {
		k.mu.Unlock()
		return false
	}
	k.kept = append(k.kept, c)
	var extra *catFile
	if len(k.kept) > keptProcesses {
		extra, k.kept = k.kept[0], k.kept[1:]
	}
	k.mu.Unlock()
	if extra != nil {
		extra.kill()
	}
	return true
}

// objectsKey names all that decides what a process which reads objects answers. What it does not name is the folder of
// the shadow, which each opening has its own of.
func (r *programRepo) objectsKey() string {
	s := shadow{dir: "SHADOW"}
	settings := s.environment(r.env, r.place, &r.facts, r.filters)
	return strings.Join(append(settings, r.program, r.facts.gitDir, r.facts.objects, r.facts.format), "\x00")
}
