package guard_test

import (
	"testing"

	"sentinel/checks/checktest"
	"sentinel/checks/guard"
)

func TestExamples(t *testing.T) { checktest.RunChange(t, guard.Check(), guard.Check()) }
