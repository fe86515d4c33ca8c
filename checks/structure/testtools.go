package structure

import "sentinel/internal/syntax"

// testModules are the libraries that have the functions below; all but expect of chai and of Playwright are
// also globals of their test runners.
var testModules = map[string]bool{
	"vitest": true, "@jest/globals": true, "bun:test": true, "chai": true, "expect": true, "@playwright/test": true,
}

// isTestTool recognises functions of test libraries that look at what they are given and do not use it:
// expect(spawn), vi.mocked(spawn), jest.spyOn(cp, "spawn"). A function that the file has under such a name,
// or from elsewhere, is none.
func (a *analysis) isTestTool(callee int32) bool {
	root := callee
	switch a.lastName(callee) {
	case "expect":
	case "mocked", "spyOn", "isMockFunction":
		root = int32(a.tree.Child(int(callee), syntax.FieldObject))
		if root < 0 || !a.nodeIs(root, "vi") && !a.nodeIs(root, "jest") {
			return false
		}
	default:
		return false
	}
	return !a.isDeclared(root) || testModules[a.originOf(root)]
}
