package all_test

import (
	"testing"

	"sentinel/checks"
	"sentinel/checks/all"
)

func TestEveryCheckIsWholeAndDocumented(t *testing.T) {
	if err := checks.Validate(all.Checks()); err != nil {
		t.Error(err)
	}
}
