package gittest

import (
	"fmt"
	"slices"
	"testing"
)

// Situation is a state that a repository can be in.
type Situation struct {
	Name string
	// Plain ones the go-git library can read as well.
	Plain bool
	// Since is the first git that can make and read it; the zero Version is any.
	Since Version
	// Base is the revision that what is committed is compared with; "" is the first parent of HEAD.
	Base string
	// Broken ones git itself refuses to compare with the work tree.
	Broken bool
	// OnPurpose is why, and how, the right answer is not the one that git gives when asked without more.
	OnPurpose Difference

	build func(t testing.TB, p Program) *Repo
}

// Difference is a way to ask git that gives the right answer.
type Difference struct {
	Reason string
	// Env are variables, and Flags options of git status and git diff, that make git answer so.
	Env, Flags []string
}

// Build makes a repository in this situation. The test is skipped where git is too old for it.
func (s Situation) Build(t testing.TB, p Program) *Repo {
	t.Helper()
	if text, have := p.Version(t); have.Before(s.Since) {
		t.Skipf("git %s cannot make this; %d.%d can", text, s.Since.Major, s.Since.Minor)
	}
	return s.build(t, p)
}

// Situations are all of them.
func Situations() []Situation {
	return slices.Concat(basic(), renames(), copies(), types(), flags(), sparse(), indexes(), times(), conversions(), filters(), ignores(), excludes(),
		configurations(), paths(), layouts(), submodules(), clones(), shallows(), formats(), histories(), damaged())
}

// Seeded is a repository with a commit: a file, one in a folder, and a larger one that renames can be seen by.
func Seeded(t testing.TB, p Program) *Repo {
	t.Helper()
	r := Init(t, p)
	r.Commit("a.txt", "one\n", "dir/b.txt", "two\n", "long.txt", Lines(40))
	return r
}

// plain is a situation of a seeded repository that go-git can read.
func plain(name string, change func(r *Repo)) Situation {
	s := special(name, change)
	s.Plain = true
	return s
}

// special is a situation of a seeded repository that go-git cannot read, or not rightly.
func special(name string, change func(r *Repo)) Situation {
	return from(name, func(t testing.TB, p Program) *Repo {
		r := Seeded(t, p)
		change(r)
		return r
	})
}

// from is a situation that starts from nothing.
func from(name string, build func(t testing.TB, p Program) *Repo) Situation {
	return Situation{Name: name, build: build}
}

func (s Situation) since(major, minor int) Situation {
	s.Since = Version{major, minor}
	return s
}

func (s Situation) against(base string) Situation {
	s.Base = base
	return s
}

func (s Situation) readable() Situation {
	s.Plain = true
	return s
}

func (s Situation) broken() Situation {
	s.Broken = true
	return s
}

func (s Situation) unless(reason string, d Difference) Situation {
	d.Reason = reason
	s.OnPurpose = d
	return s
}

// configured are the variables that give git a configuration, as pairs of key and value.
func configured(pairs ...string) []string {
	env := []string{fmt.Sprintf("GIT_CONFIG_COUNT=%d", len(pairs)/2)}
	for i := 0; i+1 < len(pairs); i += 2 {
		env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", i/2, pairs[i]), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", i/2, pairs[i+1]))
	}
	return env
}
