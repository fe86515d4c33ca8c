package cli

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"
)

func TestProgressWaitsAndLeavesNoTrace(t *testing.T) {
	for ran, want := range map[time.Duration]string{
		progressDelay - time.Millisecond: "",
		progressDelay + time.Millisecond: eraseLine + "checking: 3 of 7 files" + eraseLine,
	} {
		synctest.Test(t, func(t *testing.T) {
			var screen bytes.Buffer
			m := newMeter(&screen)
			m.set(3, 7)
			go m.show()
			time.Sleep(ran) // on the fake clock
			m.finish()
			if screen.String() != want {
				t.Errorf("after %s the screen got %q, want %q", ran, screen.String(), want)
			}
		})
	}
}
