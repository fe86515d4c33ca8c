package mcpbench

import (
	"runtime"
	"slices"
	"testing"
	"time"
)

// TestManyCallsAtOnce: none is lost, none is answered with another's answer, and nothing of them stays in memory.
func TestManyCallsAtOnce(t *testing.T) {
	calls := 10_000
	if testing.Short() {
		calls = 1_000
	}
	own, err := Own()
	if err != nil {
		t.Fatal(err)
	}
	measure := func(calls int) uint64 {
		if _, err := Calls(own, calls, 16); err != nil {
			t.Fatal(err)
		}
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	measure(calls / 10) // whatever is made once
	goroutines := runtime.NumGoroutine()
	before, after := measure(calls/10), measure(calls)
	if after > before+1<<20 {
		t.Errorf("%d bytes after %d calls, %d after %d", before, calls/10, after, calls)
	}
	if now := runtime.NumGoroutine(); now > goroutines {
		t.Errorf("%d goroutines became %d", goroutines, now)
	}
}

// BenchmarkSequential compares one call after the other; BenchmarkInFlight sixteen at once. The bare server is measured
// in turn with ours, because the machine's speed changes. overhead is the ratio of the medians.
func BenchmarkSequential(b *testing.B) { compare(b, 1) }
func BenchmarkInFlight(b *testing.B)   { compare(b, 16) }

func compare(b *testing.B, inFlight int) {
	own, err := Own()
	if err != nil {
		b.Fatal(err)
	}
	var ours, theirs []time.Duration
	for b.Loop() {
		for _, side := range []struct {
			serve Serve
			times *[]time.Duration
		}{{own, &ours}, {Bare(), &theirs}} {
			d, err := Calls(side.serve, 2000, inFlight)
			if err != nil {
				b.Fatal(err)
			}
			*side.times = append(*side.times, d)
		}
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	own50, bare50 := ours[len(ours)/2], theirs[len(theirs)/2]
	b.ReportMetric(float64(own50.Nanoseconds())/2000, "own-ns/call")
	b.ReportMetric(float64(bare50.Nanoseconds())/2000, "bare-ns/call")
	b.ReportMetric(float64(own50)/float64(bare50), "overhead")
}
