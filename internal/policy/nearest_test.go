package policy

import "testing"

func TestNearest(t *testing.T) {
	flags := []string{"report", "range", "remote", "staged", "fail-on", "fail-on-incomplete", "v", "C"}
	for word, want := range map[string]string{
		"reprot":             "report",
		"stage":              "staged",
		"fail_on":            "fail-on",
		"fail-on-incomplet":  "fail-on-incomplete",
		"format":             "",
		"x":                  "",
		"completely-another": "",
	} {
		if got := Nearest(word, flags); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
