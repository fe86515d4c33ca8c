package git

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestInertKeys: what the repository says is named, what the user says is not, and neither way of reading it differs.
func TestInertKeys(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Git("config", "--global", "core.sshCommand", "mine")
	f.Git("config", "--global", "filter.mine.clean", "mine")
	named := [][2]string{
		{"Core.FSMonitor", "true"}, {"core.hooksPath", "x"}, {"core.gitProxy", "x"}, {"diff.external", "x"},
		{"filter.A b=c.Clean", "x"}, {"filter.lfs.process", "x"}, {"diff.x.textconv", "x"}, {"merge.x.y.driver", "x"},
		{"credential.https://a.example.helper", "x"}, {"credential.helper", "x"}, {"gpg.ssh.program", "x"},
		{"alias.x", "!x"}, {"hook.x.command", "x"}, {"uploadpack.packObjectsHook", "x"}, {"sequence.editor", "x"},
		{"filter.\x1b[2J.smudge", "x"}, {"filter." + strings.Repeat("y", 200) + ".clean", "x"}, {"pager.log", "x"},
		{"submodule.x.update", "!x"}, {"remote.x.uploadpack", "x"},
	}
	for _, pair := range append(named, [][2]string{
		{"core.editor", ""}, {"alias.y", "status"}, {"pager.diff", "false"}, {"user.name", "x"}, {"filter.z.required", "true"},
		{"submodule.y.update", "none"}, {"diff.x.binary", "true"}, {"core.autocrlf", "false"},
	}...) {
		f.Config(pair[0], pair[1])
	}
	want := []string{
		"alias.x", "core.fsmonitor", "core.gitproxy", "core.hookspath", "credential.helper",
		"credential.https://a.example.helper", "diff.external", "diff.x.textconv", `filter."\x1b[2J".smudge`,
		"filter.A b=c.clean", "filter.lfs.process", "gpg.ssh.program", "hook.x.command", "merge.x.y.driver", "pager.log",
		"remote.x.uploadpack", "sequence.editor", "submodule.x.update", "uploadpack.packobjectshook",
	}
	want = append(want, printableKey("filter."+strings.Repeat("y", 200)+".clean"))
	slices.Sort(want)
	for _, backend := range []Backend{BackendGit, BackendGoGit} {
		opts := f.options()
		opts.Backend = backend
		if got := f.openWith(opts).Info().Inert; !slices.Equal(got, want) {
			t.Errorf("%s:\n got  %q\n want %q", backend, got, want)
		}
	}
}

func TestAMonitorThatIsOffIsNoCommand(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"false", "off", "no", "0", ""} {
		f := seeded(t)
		f.Config("core.fsmonitor", value)
		if got := f.open().Info().Inert; len(got) > 0 {
			t.Errorf("core.fsmonitor=%q: %q", value, got)
		}
	}
}

// TestInertKeysOfOtherFiles: a work tree's own configuration and what is included belong to the repository, but of a
// file outside the roots nothing is told.
func TestInertKeysOfOtherFiles(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Config("extensions.worktreeConfig", "true")
	f.Git("config", "--worktree", "core.pager", "x")
	f.Write(".git/more", "[core]\n\teditor = x\n")
	f.Config("include.path", "more")
	far := filepath.Join(f.Outside, "far")
	f.Must(os.WriteFile(far, []byte("[filter \"secret\"]\n\tclean = x\n"), 0o600))
	f.Git("config", "--add", "include.path", far)
	opts := f.options()
	if got, want := f.openWith(opts).Info().Inert, []string{"core.editor", "core.pager", "filter.secret.clean"}; !slices.Equal(got, want) {
		t.Errorf("without roots: %q, want %q", got, want)
	}
	opts.Roots = []string{f.Dir}
	if got, want := f.openWith(opts).Info().Inert, []string{"core.editor", "core.pager"}; !slices.Equal(got, want) {
		t.Errorf("with a root: %q, want %q", got, want)
	}
}
