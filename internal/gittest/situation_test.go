package gittest

import "testing"

// The names tell situations apart in every test that goes through them, and issue 4 promises a number of them.
func TestSituationsHaveNames(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, s := range Situations() {
		if s.Name == "" || seen[s.Name] {
			t.Errorf("%q is no name of its own", s.Name)
		}
		if (len(s.OnPurpose.Env) > 0 || len(s.OnPurpose.Flags) > 0) != (s.OnPurpose.Reason != "") {
			t.Errorf("%s differs on purpose, and it is not said why or how", s.Name)
		}
		seen[s.Name] = true
	}
	if len(seen) < 110 {
		t.Errorf("only %d situations", len(seen))
	}
}
