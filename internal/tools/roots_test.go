package tools

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sentinel/internal/mcp"
)

// folderTree makes folders below one temporary folder, which has no symbolic links in its path.
func folderTree(t *testing.T, dirs ...string) string {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return top
}

// TestClientsNarrowAndNeverWiden is roots/list against --root.
func TestClientsNarrowAndNeverWiden(t *testing.T) {
	top := folderTree(t, "a/x", "a/y", "b", "a-evil", "c")
	if err := os.Symlink(filepath.Join(top, "c"), filepath.Join(top, "a", "out")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(top, "a"), filepath.Join(top, "to-a")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name        string
		theirs      []string
		want        []string
		unallowable bool
	}{
		{"a client without roots", nil, []string{"a", "b"}, false},
		{"the same", []string{"a", "b"}, []string{"a", "b"}, false},
		{"less, in the client's order", []string{"b", "a/x"}, []string{"b", "a/x"}, false},
		{"more", []string{"."}, []string{"a", "b"}, false},
		{"by another name", []string{"to-a"}, []string{"a"}, false},
		{"partly elsewhere", []string{"c", "a/y"}, []string{"a/y"}, false},
		{"twice", []string{"a", "to-a", "a"}, []string{"a"}, false},
		{"elsewhere", []string{"c"}, nil, true},
		{"a name that begins alike", []string{"a-evil"}, nil, true},
		{"a link that leads out", []string{"a/out"}, nil, true},
		{"what is not there", []string{"a/nothing"}, nil, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			under := func(dirs []string) (list []string) {
				for _, dir := range dirs {
					list = append(list, filepath.Join(top, dir))
				}
				return list
			}
			d := &door{roots: under([]string{"a", "b"})}
			got, err := d.rootsFor(t.Context(), mcp.Call{Roots: func(context.Context) ([]string, error) { return under(test.theirs), nil }})
			if (err != nil) != test.unallowable || !slices.Equal(got, under(test.want)) {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

// TestAClientThatDoesNotAnswerIsRefused: what it wanted left alone is not known.
func TestAClientThatDoesNotAnswerIsRefused(t *testing.T) {
	_, o := fixture(t)
	_, err := serve(t, o)["check"].Call(t.Context(), mcp.Call{
		Arguments: json.RawMessage(`{"dir":"repo"}`),
		Roots:     func(context.Context) ([]string, error) { return nil, context.DeadlineExceeded },
	})
	if told := (*mcp.ToolError)(nil); !errors.As(err, &told) || told.Code != "E_ROOTS" {
		t.Errorf("got %v", err)
	}
}

func TestNarrowedRootsHoldForTheCall(t *testing.T) {
	root, o := fixture(t)
	check := serve(t, o)["check"]
	if _, err := ask(t.Context(), check, `{"scope":"all"}`, filepath.Join(root, "repo")); err != nil {
		t.Errorf("the first root is what the client has open: %v", err)
	}
	_, err := ask(t.Context(), check, `{"dir":"`+filepath.Join(root, "broken")+`"}`, filepath.Join(root, "repo"))
	if err == nil || !strings.HasPrefix(err.Error(), "E_PATH_OUTSIDE_ROOT: ") {
		t.Errorf("the operator's other folders are still open: %v", err)
	}
}

func TestRootsHaveToBeFolders(t *testing.T) {
	top := folderTree(t, "a")
	file := filepath.Join(top, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, roots := range [][]string{nil, {file}, {filepath.Join(top, "nothing")}} {
		if _, err := New(Options{Roots: roots}); err == nil {
			t.Errorf("roots %q are taken", roots)
		}
	}
}

// TestARootThatIsNotThereAnyMore is told of as such, and leads nowhere else.
func TestARootThatIsNotThereAnyMore(t *testing.T) {
	root, o := fixture(t)
	outside := folderTree(t, "x")
	served := serve(t, o)
	calls := map[string]string{
		"check": `{}`, "check_text": `{"path":"x.ts","text":""}`, "analyze_file": `{"path":"x.ts"}`,
		"analyze_directory": `{}`, "inspect_repository": `{"repo_path":"."}`,
	}
	refused := func(what, code string, roots ...string) {
		for name, arguments := range calls {
			_, err := ask(t.Context(), served[name], arguments, roots...)
			told := (*mcp.ToolError)(nil)
			if !errors.As(err, &told) || told.Code != code || strings.Contains(told.Error(), `""`) {
				t.Errorf("%s: %s is told: %v", what, name, err)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(root, "file"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	refused("a client that works in a file", "E_ROOTS", filepath.Join(root, "file"))
	if err := os.Rename(root, root+"-moved"); err != nil {
		t.Fatal(err)
	}
	refused("no root", "E_ROOTS")
	if err := os.Symlink(outside, root); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	refused("a link in place of the root", "E_PATH_OUTSIDE_ROOT")
}
