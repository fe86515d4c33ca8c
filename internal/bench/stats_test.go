package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestMedianIgnoresOutliers(t *testing.T) {
	for _, c := range []struct {
		values []int
		want   int
	}{
		{nil, 0}, {[]int{7}, 7}, {[]int{9, 1, 5}, 5}, {[]int{1, 2, 3, 1000}, 3}, {[]int{1000, 1, 2, 3, 1000}, 3},
	} {
		if got := median(c.values); got != c.want {
			t.Errorf("median(%v) = %d, want %d", c.values, got, c.want)
		}
	}
}

func TestSeriesTellsMedianTimeAndHighestMemory(t *testing.T) {
	s := series{samples: []sample{
		{wall: 30 * time.Millisecond, cpu: 3 * time.Millisecond, peak: 10},
		{wall: 10 * time.Millisecond, cpu: 1 * time.Millisecond, peak: 30},
		{wall: 20 * time.Millisecond, cpu: 2 * time.Millisecond, peak: 20},
	}}
	if s.wall() != 20*time.Millisecond || s.leastWall() != 10*time.Millisecond || s.cpu() != 2*time.Millisecond || s.peak() != 30 {
		t.Errorf("wall %v, least %v, cpu %v, peak %d", s.wall(), s.leastWall(), s.cpu(), s.peak())
	}
}

func TestVerdictsKnowTheirDirection(t *testing.T) {
	for _, c := range []struct {
		v    verdict
		want bool
	}{
		{verdict{figure: 0.30, limit: 0.33}, true},
		{verdict{figure: 0.34, limit: 0.33}, false},
		{verdict{figure: 0.90, limit: 0.85, atLeast: true}, true},
		{verdict{figure: 0.80, limit: 0.85, atLeast: true}, false},
	} {
		if c.v.holds() != c.want {
			t.Errorf("%+v holds: %v", c.v, !c.want)
		}
	}
}

func TestABrokenLimitIsCountedAndShown(t *testing.T) {
	var out bytes.Buffer
	p := printer{out: &out}
	p.section(section{title: "x", verdicts: []verdict{{what: "fast", figure: 2, limit: 1}, {what: "small", figure: 1, limit: 1}}})
	p.section(section{title: "y", unmeasured: []string{"needs -ts DIR"}})
	if p.broken != 1 || p.missing != 1 {
		t.Errorf("broken %d, missing %d, want 1 and 1", p.broken, p.missing)
	}
	for _, want := range []string{"fast 2.00, at most 1.00: BROKEN", "small 1.00, at most 1.00: holds", "not measured: needs -ts DIR"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, out.String())
		}
	}
}
