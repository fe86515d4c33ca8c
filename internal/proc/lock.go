package proc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// lockPoll is how often a lock that somebody else holds is tried again. Locks of files tell nobody that they are free.
const lockPoll = 50 * time.Millisecond

// Acquire takes the lock for key, of which there is one at a time among all processes of this user that give the same
// folder: two commands that run in one work tree would see each other's half-made files. The key is the real path
// of the work tree. The folder lies outside any repository and is created, for its user only, if it is not there.
//
// If somebody else has the lock, waiting is called once (it may be nil), and Acquire waits until it is free or ctx
// ends; the error then names the process that has it. A process that dies loses its locks. Release may be called
// more than once.
func Acquire(ctx context.Context, folder, key string, waiting func()) (release func(), err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("the folder for locks cannot be made: %w", err)
	}
	hash := sha256.Sum256([]byte(key))
	base := filepath.Join(folder, hex.EncodeToString(hash[:16]))
	// The holder is in a file of its own: Windows lets nobody read one that is locked.
	lock, holder := flock.New(base+".lock"), base+".pid"

	held, err := lock.TryLock()
	if err == nil && !held {
		if waiting != nil {
			waiting()
		}
		held, err = lock.TryLockContext(ctx, lockPoll)
	}
	if held {
		return keep(lock, holder)
	}
	lock.Close()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%s runs commands in %s, and the wait for it ended: %w", holderOf(holder), key, ctx.Err())
	}
	return nil, fmt.Errorf("the lock for %s cannot be taken: %w", key, err)
}

// keep notes who holds the lock.
func keep(lock *flock.Flock, holder string) (release func(), err error) {
	if err := os.WriteFile(holder, []byte(strconv.Itoa(os.Getpid())+"\n"), 0o600); err != nil {
		lock.Close()
		return nil, fmt.Errorf("the holder of a lock cannot be noted: %w", err)
	}
	return sync.OnceFunc(func() {
		os.Remove(holder)
		lock.Close()
	}), nil
}

// holderOf names who holds a lock, as far as that is known: it may just be changing hands.
func holderOf(file string) string {
	text, err := os.ReadFile(file)
	pid, atoiErr := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || atoiErr != nil {
		return "another process"
	}
	return fmt.Sprintf("process %d", pid)
}
