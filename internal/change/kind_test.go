package change

import "testing"

func TestKindOf(t *testing.T) {
	for path, want := range map[string]Kind{
		"src/index.ts":                      0,
		"src/scripts/run.ts":                0,
		"lib/build/x.js":                    0,
		"packages/core/src/tools/shell.ts":  0,
		"src/latest/contest.ts":             0,
		"test/a.js":                         KindTest,
		"src/a.test.ts":                     KindTest,
		"packages/x/__tests__/a.tsx":        KindTest,
		"scripts/release.mjs":               KindBuild,
		"packages/x/scripts/build.js":       KindBuild,
		"vite.config.ts":                    KindBuild,
		"Gruntfile.js":                      KindBuild,
		".github/x.js":                      KindBuild,
		"tools/gen.ts":                      KindBuild,
		"node_modules/a/b.js":               KindVendored,
		".yarn/releases/yarn.cjs":           KindVendored,
		"dist/main.js":                      KindGenerated,
		"public/jquery.min.js":              KindGenerated,
		"vendor/x/test/y.js":                KindVendored | KindTest,
		"src/config.ts":                     0,
		"app/ci/deploy.ts":                  0,
		"dayjs.min.js":                      KindGenerated,
		"e2e/x.config.ts":                   KindTest | KindBuild,
		"unusual.path/with.dots/thing.ts":   0,
		"packages/server/src/vendor/lib.js": KindVendored,
	} {
		if got := KindOf(path); got != want {
			t.Errorf("KindOf(%q) = %b (%s), want %b", path, got, got.Reason(), want)
		}
	}
}
