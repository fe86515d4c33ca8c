package git

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
)

// helperVariable makes the test binary a hook: it writes what a commit would change to the file the variable names.
const helperVariable = "SENTINEL_TEST_HOOK_OUTPUT"

func TestMain(m *testing.M) {
	if output := os.Getenv(helperVariable); output != "" {
		os.Exit(asHook(output))
	}
	for _, pair := range os.Environ() {
		if name, _, _ := strings.Cut(pair, "="); strings.HasPrefix(name, "GIT_") {
			os.Unsetenv(name) //nolint:errcheck // the name is one that was there
		}
	}
	os.Exit(m.Run())
}

func asHook(output string) int {
	r, err := Open(context.Background(), Options{HookEnv: true, Backend: Backend(os.Getenv("SENTINEL_TEST_BACKEND"))})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	deltas, err := r.DiffIndex(context.Background())
	if err == nil {
		err = os.WriteFile(output, []byte(strings.Join(rawLines(deltas), "\n")), 0o600)
	}
	if closing := r.Close(); err == nil {
		err = closing
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
