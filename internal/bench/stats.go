package main

import (
	"cmp"
	"slices"
	"time"
)

// sample is what one run of a command took.
type sample struct {
	wall time.Duration
	// cpu is user and system time of the process and of the processes it waited for.
	cpu time.Duration
	// peak is the largest resident set among them, in bytes; 0 where the system does not tell.
	peak int64
	// files and bytes are what a command that reports says it has looked at.
	files int
	bytes int64
}

// series is the samples of one command.
type series struct {
	name    string
	samples []sample
}

func (s series) wall() time.Duration { return median(s.values(sample.wallOf)) }
func (s series) cpu() time.Duration  { return median(s.values(sample.cpuOf)) }

func (s series) leastWall() time.Duration { return slices.Min(s.values(sample.wallOf)) }

// peak is the highest of all samples: a bound on memory must hold every time.
func (s series) peak() int64 {
	var highest int64
	for _, one := range s.samples {
		highest = max(highest, one.peak)
	}
	return highest
}

func (s series) values(of func(sample) time.Duration) []time.Duration {
	values := make([]time.Duration, len(s.samples))
	for i, one := range s.samples {
		values[i] = of(one)
	}
	return values
}

func (s sample) wallOf() time.Duration { return s.wall }
func (s sample) cpuOf() time.Duration  { return s.cpu }

// median is the middle value, the upper one of two; zero without values.
func median[T cmp.Ordered](values []T) T {
	var zero T
	if len(values) == 0 {
		return zero
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

func ratio(a, b time.Duration) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// perSecond is megabytes (of a million bytes) a second.
func perSecond(bytes int64, d time.Duration) float64 {
	if d == 0 {
		return 0
	}
	return float64(bytes) / 1e6 / d.Seconds()
}

// verdict compares a figure with the limit that the project promises for it.
type verdict struct {
	what    string
	figure  float64
	limit   float64
	atLeast bool // the limit is the least allowed; else the most
	unit    string
}

func (v verdict) holds() bool {
	if v.atLeast {
		return v.figure >= v.limit
	}
	return v.figure <= v.limit
}
