package change

import (
	"path"
	"strings"
)

// Kind says what a file is for, from its path alone. Several may hold.
type Kind uint8

// The kinds.
const (
	KindTest      Kind = 1 << iota // tests, fixtures and benchmarks
	KindGenerated                  // the output of a bundler or generator
	KindVendored                   // somebody else's code, copied in
	KindBuild                      // runs when the project is built, released or configured
)

// Has reports whether all of other hold.
func (k Kind) Has(other Kind) bool { return k&other == other }

// Reason is why a finding in such a file weighs less, "" for ordinary code.
func (k Kind) Reason() string {
	switch {
	case k.Has(KindVendored):
		return "vendored code"
	case k.Has(KindTest):
		return "test code"
	case k.Has(KindGenerated):
		return "generated code"
	case k.Has(KindBuild):
		return "build script"
	}
	return ""
}

// KindOf classifies a path. Where a folder's name is ambiguous, application code wins: "src/scripts/x.ts" is
// not a build script, because calling it one would let a change weigh less than it should.
func KindOf(p string) Kind {
	var k Kind
	dirs := strings.Split(strings.ToLower(path.Dir(p)), "/")
	for i, d := range dirs {
		k |= folderKind(d, i, dirs)
	}
	return k | nameKind(strings.ToLower(path.Base(p)))
}

func folderKind(d string, depth int, dirs []string) Kind {
	switch d {
	case "vendor", "node_modules", "third_party", "bower_components", ".yarn":
		return KindVendored
	case "test", "tests", "__tests__", "spec", "specs", "e2e", "__mocks__", "__fixtures__", "testdata", "cypress",
		"playwright", "bench", "benches", "benchmark", "benchmarks":
		return KindTest
	case "dist", ".next", "__generated__":
		return KindGenerated
	case "scripts", "script", "build", ".github", ".circleci", ".husky", "ci", "gulp":
		if !inApplication(dirs[:depth]) {
			return KindBuild
		}
	case "tools":
		if depth == 0 {
			return KindBuild
		}
	}
	return 0
}

func inApplication(dirs []string) bool {
	for _, d := range dirs {
		if d == "src" || d == "lib" || d == "app" {
			return true
		}
	}
	return false
}

func nameKind(name string) Kind {
	stem := strings.TrimSuffix(name, path.Ext(name))
	var k Kind
	switch path.Ext(stem) {
	case ".test", ".spec", ".e2e", ".bench", ".cy", ".stories", ".test-d":
		k |= KindTest
	case ".min", ".bundle", ".generated", ".gen", ".pb":
		k |= KindGenerated
	case ".config", ".conf", ".workspace":
		k |= KindBuild
	}
	switch stem {
	case "gulpfile", "gruntfile", "jakefile", "karma.conf", ".eslintrc", ".prettierrc", ".babelrc":
		k |= KindBuild
	case ".pnp", ".pnp.loader":
		k |= KindVendored
	}
	if strings.HasSuffix(stem, "_test") || strings.HasSuffix(stem, "-test") {
		k |= KindTest
	}
	return k
}
