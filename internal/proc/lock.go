package proc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// lockPoll is how often a lock that somebody else holds is tried again. Locks of files tell nobody that they are free.
const lockPoll = 50 * time.Millisecond

// Acquire takes the lock of a work tree, of which there is one at a time on this machine: two commands that run in one
// work tree would see each other's half-made files. It is a lock on the tree's folder itself, so that it is the
// same one by whatever path, mount or user the folder is reached; nothing is written for it.
//
// Where a folder cannot be locked, as on Windows and on some network file systems, it is one on a file in the folder
// fallback, which lies outside any repository and is created, for its user only, if it is not there. It keeps apart
// those that give the same real path of the work tree and the same fallback.
//
// If somebody else has the lock, waiting is called once (it may be nil), and Acquire waits until it is free or ctx
// ends. A process that dies loses its locks. Release may be called more than once.
func Acquire(ctx context.Context, fallback, workTree string, waiting func()) (release func(), err error) {
	release, err = take(ctx, flock.New(workTree, flock.SetFlag(os.O_RDONLY)), waiting)
	if err != nil && ctx.Err() == nil {
		release, err = acquireFile(ctx, fallback, workTree, waiting)
	}
	switch {
	case err == nil:
		return release, nil
	case ctx.Err() != nil:
		return nil, fmt.Errorf("another process runs commands in %s, and the wait for it ended: %w", workTree, ctx.Err())
	}
	return nil, fmt.Errorf("the lock for %s cannot be taken: %w", workTree, err)
}

func acquireFile(ctx context.Context, folder, key string, waiting func()) (release func(), err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("the folder for locks cannot be made: %w", err)
	}
	hash := sha256.Sum256([]byte(key))
	return take(ctx, flock.New(filepath.Join(folder, hex.EncodeToString(hash[:16])+".lock")), waiting)
}

func take(ctx context.Context, lock *flock.Flock, waiting func()) (release func(), err error) {
	held, err := lock.TryLock()
	if err == nil && !held {
		if waiting != nil {
			waiting()
		}
		held, err = lock.TryLockContext(ctx, lockPoll)
	}
	if !held {
		lock.Close()
		return nil, err
	}
	return sync.OnceFunc(func() { lock.Close() }), nil
}
