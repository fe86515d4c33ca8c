package explain_test

import (
	"strings"
	"testing"

	"sentinel/checks/all"
	"sentinel/internal/explain"
)

func TestTopicKnowsChecksRulesAndCodes(t *testing.T) {
	for name, want := range map[string]string{
		"structure":              "## Rules",
		"structure/process-exec": "# structure/process-exec",
		"process-exec":           "# structure/process-exec",
		"E_PATH_OUTSIDE_ROOT":    "outside of the folders that are allowed.",
		"W_SHALLOW_CLONE":        "The clone is shallow.",
		"too-large":              "Larger than the limit for parsing.",
		"read-failed":            "The content could not be read.",
	} {
		if text, ok := explain.Topic(name, all.Checks()); !ok || !strings.Contains(text, want) {
			t.Errorf("Topic(%q) = %v %q, want %q in it", name, ok, text, want)
		}
	}
	for _, name := range []string{"", "E_NOTHING", "structure/", "no-such-rule"} {
		if text, ok := explain.Topic(name, all.Checks()); ok {
			t.Errorf("Topic(%q) = %q", name, text)
		}
	}
}

func TestNearestFindsWhatWasMeant(t *testing.T) {
	for name, want := range map[string]string{
		"structure/proces-exec": "structure/process-exec",
		"proces-exec":           "process-exec",
		"E_PATH_OUTSIDE_ROTT":   "E_PATH_OUTSIDE_ROOT",
		"zzzzzzzz":              "",
	} {
		if got := explain.Nearest(name, all.Checks()); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}
