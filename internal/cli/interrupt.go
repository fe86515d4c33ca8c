package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"sentinel/internal/proc"
)

// patience is how long a run has to end after a second Ctrl-C: to make an operator's commands end takes a moment, even
// many of them, and what takes longer hangs.
const patience = 2 * time.Second

// untilInterrupted is a context that the first Ctrl-C ends, Ctrl-\, or a terminal that is closed, so that temporary
// files are removed, no report is left half-written, and no command of the operator's lives on. A second one takes from
// such commands the time that they have to end, and closes tired when the run has not ended soon after it either.
// From then on signals do again what they do by default: a third one kills the process. A signal that whoever
// started it has it ignore, as nohup(1) does, stays ignored. SIGABRT is left to the Go runtime, which then says where
// the process hangs.
func untilInterrupted() (ctx context.Context, tired <-chan struct{}, release func()) {
	var signals []os.Signal
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) {
			signals = append(signals, s)
		}
	}
	arrived := make(chan os.Signal, 2)
	if len(signals) > 0 { // Notify takes none for all
		signal.Notify(arrived, signals...)
	}
	urgent, late := make(chan struct{}), make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	ended, end := context.WithCancel(context.Background())
	go func() {
		for _, react := range []func(){cancel, func() { close(urgent) }} {
			select {
			case <-arrived:
				react()
			case <-ended.Done():
				return
			}
		}
		signal.Stop(arrived)
		select {
		case <-time.After(patience):
			close(late)
		case <-ended.Done():
		}
	}()
	return proc.WithUrgency(ctx, urgent), late, func() {
		signal.Stop(arrived)
		cancel()
		end()
	}
}
