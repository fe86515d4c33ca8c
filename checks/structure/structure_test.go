package structure_test

import (
	"testing"

	"sentinel/checks/checktest"
	"sentinel/checks/structure"
)

func TestExamples(t *testing.T) { checktest.Run(t, structure.Check()) }
