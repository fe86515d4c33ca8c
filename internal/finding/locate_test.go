package finding_test

import (
	"strings"
	"testing"
	"time"

	"sentinel/internal/finding"
)

func TestRegionCountsCodePointsFromOne(t *testing.T) {
	text := "ab\ré\r\n𝒳y\n\nlast"
	tests := []struct {
		at   string
		want finding.Region
	}{
		{"ab", finding.Region{StartLine: 1, StartColumn: 1, EndLine: 1, EndColumn: 3}},
		{"é", finding.Region{StartLine: 1, StartColumn: 4, EndLine: 1, EndColumn: 5}},
		{"y", finding.Region{StartLine: 2, StartColumn: 2, EndLine: 2, EndColumn: 3}},
		{"last", finding.Region{StartLine: 4, StartColumn: 1, EndLine: 4, EndColumn: 5}},
		{"y\n\nla", finding.Region{StartLine: 2, StartColumn: 2, EndLine: 4, EndColumn: 3}},
	}
	locator := finding.NewLocator([]byte(text))
	for _, order := range []string{"forwards", "backwards"} {
		for i := range tests {
			tt := tests[i]
			if order == "backwards" {
				tt = tests[len(tests)-1-i]
			}
			start := strings.Index(text, tt.at)
			got := locator.Region(finding.Span{Start: start, End: start + len(tt.at)})
			if got != tt.want {
				t.Errorf("%s: region of %q = %+v, want %+v", order, tt.at, got, tt.want)
			}
		}
	}
}

func TestRegionOutsideTheText(t *testing.T) {
	locator := finding.NewLocator([]byte("ab\n"))
	want := finding.Region{StartLine: 1, StartColumn: 1, EndLine: 2, EndColumn: 1}
	if got := locator.Region(finding.Span{Start: -4, End: 99}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestRegionsOfOneLongLineTakeLinearTime(t *testing.T) {
	text := []byte(strings.Repeat("eval(x);", 1<<17))
	locator := finding.NewLocator(text)
	start := time.Now()
	for i := 0; i < len(text); i += 8 {
		locator.Region(finding.Span{Start: i, End: i + 4})
	}
	if d := time.Since(start); d > 2*time.Second {
		t.Errorf("131,072 regions on one line took %v", d)
	}
}
