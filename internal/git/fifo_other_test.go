//go:build !unix

package git

func fifo(f *fixture, _ string) {
	f.Helper()
	f.Skip("there are no FIFOs here")
}
