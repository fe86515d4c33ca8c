package suppression_test

import (
	"testing"

	"sentinel/checks/checktest"
	"sentinel/checks/structure"
	"sentinel/checks/suppression"
)

func TestExamples(t *testing.T) {
	checktest.RunChange(t, suppression.Check(), structure.Check(), suppression.Check())
}
