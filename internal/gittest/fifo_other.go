//go:build !unix

package gittest

// FIFO skips the test: there are no named pipes here.
func (r *Repo) FIFO(string) {
	r.t.Helper()
	r.t.Skip("there are no FIFOs here")
}
