package gittest

import (
	"os"
)

// configurations have settings that git understands and other readers stumble over.
func configurations() []Situation {
	dirty := func(r *Repo) {
		r.Write("a.txt", "changed\n", "u", "x\n")
		r.Add("a.txt")
	}
	odd := func(name, text string) Situation {
		return special("configuration: "+name, func(r *Repo) {
			appendTo(r, ".git/config", text)
			dirty(r)
		})
	}
	return []Situation{
		special("configuration: odd syntax", func(r *Repo) {
			appendTo(r, ".git/config", "[core]\n\tautocrlf = in\\\nput ; a comment\n\tsafecrlf\n[old.style]\n\tkey\n[remote \"x\"]\n\tfetch = nonsense\n")
			r.Write("a.txt", "one\r\n")
		}),
		special("configuration: byte order mark", func(r *Repo) {
			text, err := os.ReadFile(r.Path(".git/config"))
			r.Must(err)
			r.Write(".git/config", "\ufeff"+string(text))
			dirty(r)
		}),
		odd("remote without an address", "[remote \"origin\"]\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n"),
		odd("merge with a pattern", "[branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/.*\n"),
		odd("merge with a short name", "[branch \"main\"]\n\tremote = origin\n\tmerge = main\n"),
		odd("section of the old style", "[branch.main]\n\tkey = value\n"),
		odd("invalid refspec", "[remote \"origin\"]\n\turl = nowhere\n\tfetch = refs/heads/*:refs/remotes/origin/x\n"),
		odd("status as the user likes it", "[status]\n\tshort\n\tbranch\n\tshowStash\n\trelativePaths\n\tshowUntrackedFiles = no\n\trenames = false\n"),
		odd("differences as the user likes them", "[diff]\n\trenames = copies\n\tnoprefix\n\tmnemonicPrefix\n\torderFile = /dev/null\n\tignoreSubmodules = all\n[core]\n\tquotePath = false\n\tpager = false\n[color]\n\tui = always\n"),
		special("submodules file without address and path", func(r *Repo) {
			r.Write(".gitmodules", "[submodule \"x\"]\n\tbranch = main\n")
			dirty(r)
		}),
		special("submodules file that is damaged", func(r *Repo) {
			r.Write(".gitmodules", "[submodule \"x\n\tpath = x\n")
			dirty(r)
		}),
	}
}

func appendTo(r *Repo, name, text string) {
	r.t.Helper()
	old, err := os.ReadFile(r.Path(name))
	r.Must(err)
	r.Write(name, string(old)+text)
}
