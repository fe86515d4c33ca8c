package gittest

import (
	"fmt"
	"strings"
)

// OddNames are names that are more than one line, look like an option, or are no text at all.
func OddNames() []string {
	return []string{"with space", "quote\"s", "new\nline", "tab\there", "back\\slash", "\u00fcn\u00efcode", "-dash", ":(glob)x",
		"non-\xff\xfe-utf8", "trail ", "R100", "?? evil", "--output=x", "star*", "\x01\x1b[31m"}
}

func paths() []Situation {
	return []Situation{
		plain("odd names", func(r *Repo) {
			for _, name := range OddNames() {
				r.Write(name, "x\n", "d/"+name, "y\n")
			}
			r.Commit()
			for i, name := range OddNames() {
				r.Write(name, fmt.Sprintf("changed %d\n", i), "u/"+name, "u\n")
			}
			r.Add("-u")
			r.Git("mv", "d", "e")
		}),
		special("names that differ only in what is no text", func(r *Repo) {
			r.Commit("x\xff", "1\n", "x\xfe", "2\n")
			r.Write("x\xff", "changed\n", "x\xfe", "changed, too\n", "u\xff", "", "u\xfe", "")
			r.Add("x\xfe")
		}),
		plain("names like git's own", func(r *Repo) {
			r.Write("HEAD", "x\n", "refs/heads/main", "y\n", "d/config", "z\n")
			r.Add("-A")
		}),
		special("names that are almost .git", func(r *Repo) {
			r.Config("core.protectNTFS", "false")
			r.Config("core.protectHFS", "false")
			r.Write("d/.GIT", "x\n", "d/git~1", "y\n", ".git-x/f", "z\n", ".gitx", "z\n")
			r.Add(".gitx", "d/git~1")
		}),
		plain("very long paths", func(r *Repo) {
			deep := strings.Repeat(strings.Repeat("n", 200)+"/", 12)
			r.Write(deep+"file", "x\n")
			r.Add("-A")
			r.Write(deep+"other", "x\n")
		}),
		special("nested repository, not tracked", func(r *Repo) {
			r.Git("init", "-q", "nested")
			r.Write("nested/n", "x\n", "u/v", "y\n")
			r.Git("-C", "nested", "add", "n")
			r.Git("-C", "nested", "commit", "-q", "-m", "n")
		}).readable(),
		special("nested repository without a commit", func(r *Repo) {
			r.Git("init", "-q", "d/nested")
			r.Write("d/nested/n", "x\n")
		}),
		special("started in a subfolder", func(r *Repo) {
			r.Write("a.txt", "changed\n", "dir/u", "x\n", "v", "x\n")
			r.Add("a.txt")
			r.Dir = r.Path("dir")
		}).readable(),
	}
}
