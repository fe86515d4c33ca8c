package gittest

import (
	"math/rand/v2"
	"testing"
)

// RandomBase is the branch that a random repository's commits are counted from.
const RandomBase = "base"

// Random makes a repository in a state that nobody thought of: all that is done to it is drawn, and the same seed
// draws the same. It has a branch RandomBase that HEAD parted from.
func Random(t testing.TB, p Program, seed uint64) *Repo {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	var options []string
	if rng.IntN(8) == 0 {
		options = append(options, "--object-format=sha256")
	}
	d := &drawn{Repo: Init(t, p, options...), Rand: rng}
	d.configure()
	d.times(10, 6, d.create)
	d.Commit()
	d.Git("branch", RandomBase)
	d.times(0, 3, d.committed)
	if d.one(2) {
		d.merge()
	}
	if d.one(5) {
		d.nested()
	}
	d.times(2, 8, d.edit)
	d.times(1, 6, d.stage)
	d.times(0, 8, d.edit)
	if d.one(3) {
		d.times(1, 2, d.stage)
	}
	return d.Repo
}

// drawn is a repository and the dice that decide about it. What git refuses to do is not done: that is a state, too.
type drawn struct {
	*Repo
	*rand.Rand
}

// try runs git, with paths taken as they are.
func (d *drawn) try(args ...string) {
	d.Try(append([]string{"--literal-pathspecs"}, args...)...) //nolint:errcheck // see drawn
}

// one says yes one time in n.
func (d *drawn) one(n int) bool { return d.IntN(n) == 0 }

// times does something at least so many times, and up to so many more.
func (d *drawn) times(least, more int, do func()) {
	for range least + d.IntN(more+1) {
		do()
	}
}

// configure draws what an index and a work tree can be like.
func (d *drawn) configure() {
	settings := [][2]string{
		{"index.version", "4"}, {"core.fileMode", "false"}, {"core.symlinks", "true"}, {"core.untrackedCache", "true"},
		{"core.splitIndex", "true"}, {"core.checkStat", "minimal"}, {"core.autocrlf", "true"}, {"core.autocrlf", "input"}, {"core.trustctime", "false"},
		{"diff.renames", "false"}, {"status.renames", "false"}, {"core.quotePath", "false"},
	}
	if d.one(2) {
		s := settings[d.IntN(len(settings))]
		d.Config(s[0], s[1])
	}
	if d.one(4) {
		d.Write(".gitattributes", pick(d, []string{"* text=auto\n", "*.txt text eol=crlf\n", "* -text\n", "d/* binary\n*.log ident\n"}))
	}
	if d.one(2) {
		d.Write(".gitignore", pick(d, []string{"*.log\n", "d/\n!d/a\n", "/u*\n", "a\n", "*\n!*.txt\n", "d/e\n\\#*\n"}))
	}
}

// committed is a commit of a few edits, here or on a branch that is merged or only stays there.
func (d *drawn) committed() {
	if d.one(4) {
		d.Git("checkout", "-q", RandomBase)
		d.times(1, 2, d.edit)
		d.Commit()
		d.Git("checkout", "-q", "main")
		return
	}
	d.times(1, 5, d.edit)
	d.Commit()
}

// merge merges a branch that parted a commit ago. A conflict stays, or is resolved by taking everything as it is, or
// the merge is left before its commit.
func (d *drawn) merge() {
	both := d.file()
	side := func() {
		d.times(0, 4, d.edit)
		if both != "" && d.one(2) {
			d.room(both)
			d.Write(both, d.text())
		}
		d.Commit()
	}
	d.Git("checkout", "-q", "-b", "side")
	side()
	d.Git("checkout", "-q", "main")
	side()
	_, err := d.Try("merge", "-q", "--no-ff", "--no-commit", "side")
	if err != nil && d.one(8) || err == nil && d.one(2) {
		d.Commit()
	}
}

// nested puts another repository into this one, which may be an entry of its own index.
func (d *drawn) nested() {
	path := "nested" + pick(d, []string{"", ".d", " x"})
	d.Git("init", "-q", path)
	inner := d.At(d.Path(path))
	if d.one(4) {
		inner.Write("f", "x\n")
		return
	}
	inner.Commit("f", "x\n")
	if d.one(2) {
		d.try("add", "-f", path)
		if d.one(2) {
			d.try("commit", "-q", "-m", "nested")
		}
		inner.Commit("f", "y\n")
	}
}

// pick draws one of a list.
func pick[T any](d *drawn, list []T) T { return list[d.IntN(len(list))] }
