package mcp

import "context"

// workers run the requests of one connection, each as soon as it comes. They are kept for the next request, up to
// maxCalls of them: reading JSON needs a deep stack, and a new goroutine spends as long on growing one as on the rest of
// a small call.
type workers struct {
	jobs chan func()
	idle chan struct{} // holds one element for each worker that waits
}

func newWorkers() *workers {
	return &workers{jobs: make(chan func()), idle: make(chan struct{}, maxCalls)}
}

// run lets a worker do the job, and returns at once. Workers that wait end with ctx.
func (w *workers) run(ctx context.Context, job func()) {
	select {
	case w.jobs <- job:
	default:
		go w.work(ctx, job)
	}
}

func (w *workers) work(ctx context.Context, job func()) {
	for {
		job()
		select {
		case w.idle <- struct{}{}:
		default:
			return
		}
		select {
		case job = <-w.jobs:
			<-w.idle
		case <-ctx.Done():
			return
		}
	}
}
