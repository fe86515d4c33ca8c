package proc

import "context"

type urgentKey struct{}

// WithUrgency is a context in which a command that has to end, for whatever reason, loses the time that it has for that
// once urgent is closed: all of it is made to end at once. A context can be cancelled only once, and whoever interrupts
// a program a second time wants more than that.
func WithUrgency(ctx context.Context, urgent <-chan struct{}) context.Context {
	return context.WithValue(ctx, urgentKey{}, urgent)
}

// urgentOf is closed once nothing has time to end any more; nil, which is never closed, where ctx does not say.
func urgentOf(ctx context.Context) <-chan struct{} {
	urgent, _ := ctx.Value(urgentKey{}).(<-chan struct{})
	return urgent
}
