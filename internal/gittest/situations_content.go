package gittest

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func conversions() []Situation {
	return []Situation{
		special("text=auto, CRLF on disk", func(r *Repo) {
			r.Commit(".gitattributes", "* text=auto\n")
			r.Write("a.txt", "one\r\n", "long.txt", strings.ReplaceAll(Lines(41), "\n", "\r\n"))
		}),
		special("text=auto, CRLF on disk, nothing else changed", func(r *Repo) {
			r.Commit(".gitattributes", "* text=auto\n")
			r.Write("a.txt", "one\r\n")
			r.Older("a.txt")
		}),
		special("core.autocrlf=true, CRLF on disk", func(r *Repo) {
			r.Config("core.autocrlf", "true")
			r.Write("a.txt", "one\r\n")
		}),
		special("eol=crlf attribute", func(r *Repo) {
			r.Commit(".gitattributes", "*.txt eol=crlf\n")
			r.Write("a.txt", "one\r\n")
		}),
		special("ident attribute", func(r *Repo) {
			r.Commit(".gitattributes", "*.id ident\n", "x.id", "$Id$\n", "y.id", "$Id$\n")
			r.Remove("x.id", "y.id")
			r.Git("checkout", "-q", "x.id", "y.id")
			r.Older("x.id")
			r.Write("y.id", "$Id: 1234 $\nmore\n")
		}),
		special("working-tree-encoding attribute", func(r *Repo) {
			r.Commit(".gitattributes", "*.u16 working-tree-encoding=UTF-16LE\n", "x.u16", "h\x00i\x00\n\x00", "y.u16", "h\x00i\x00\n\x00")
			r.Older("x.u16")
			r.Write("y.u16", "h\x00o\x00\n\x00")
		}),
		plain("binary and empty files", func(r *Repo) {
			r.Write("bin", "\x00\x01\xff\xfe"+strings.Repeat("\x00", 100000), "empty", "")
			r.Add("bin", "empty")
		}),
		special("large file", func(r *Repo) {
			r.Write("big", "")
			r.Must(os.Truncate(r.Path("big"), 30<<20))
			r.Add("big")
			r.Must(os.Truncate(r.Path("big"), 31<<20))
		}),
	}
}

func filters() []Situation {
	return []Situation{
		special("clean filter", func(r *Repo) {
			r.Config("filter.upper.clean", "tr a-z A-Z")
			r.Config("filter.upper.required", "true")
			r.Commit(".gitattributes", "*.up filter=upper\n", "same.up", "text\n", "changed.up", "text\n")
			r.Older("same.up")
			r.Write("changed.up", "other\n")
		}).unless("a filter is a program that the repository names: the file is listed, and said to be unverified",
			Difference{Env: configured("filter.upper.clean", "", "filter.upper.required", "false")}),
		special("clean filter that is not configured", func(r *Repo) {
			r.Commit(".gitattributes", "*.up filter=upper\n", "x.up", "text\n")
			r.Write("x.up", "other\n")
		}),
		special("LFS, content in the work tree", func(r *Repo) {
			lfs(r)
			r.Write("changed.bin", "another content")
		}),
		special("LFS, content in the work tree, changed only in time", func(r *Repo) {
			lfs(r)
			r.Older("same.bin", "changed.bin")
		}),
		special("LFS, pointers in the work tree", func(r *Repo) {
			lfs(r)
			r.Write("same.bin", Pointer("content"))
			r.Older("same.bin")
		}),
	}
}

// Pointer is the Git LFS pointer of a content.
func Pointer(content string) string {
	return fmt.Sprintf("version https://git-lfs.github.com/spec/v1\noid sha256:%x\nsize %d\n", sha256.Sum256([]byte(content)), len(content))
}

// lfs commits two files through a filter that does what Git LFS does when it cleans: to leave pointers alone, and to
// make one of anything else.
func lfs(r *Repo) {
	r.t.Helper()
	r.Config("filter.lfs.clean", r.Script("clean", `cat >"$TMPDIR/content.$$"
if head -c 8 "$TMPDIR/content.$$" | grep -q '^version '; then cat "$TMPDIR/content.$$"; else
sum=$(sha256sum <"$TMPDIR/content.$$")
size=$(wc -c <"$TMPDIR/content.$$")
printf 'version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize %d\n' "${sum%% *}" "$size"
fi`))
	r.Config("filter.lfs.required", "true")
	r.Commit(".gitattributes", "*.bin filter=lfs\n", "same.bin", "content", "changed.bin", "content, too")
	if got := r.Answer("cat-file", "blob", "HEAD:same.bin"); got != Pointer("content") {
		r.t.Fatalf("the filter made %q", got)
	}
}

func ignores() []Situation {
	return []Situation{
		plain("ignore rules", func(r *Repo) {
			r.Write(".gitignore", "*.log\nbuild/\n!keep.log\n/only-top\n", "x.log", "", "keep.log", "", "build/x", "",
				"only-top", "", "d/only-top", "", "d/.gitignore", "!x.log\n*.tmp\r\n", "d/x.log", "", "d/y.tmp", "")
		}),
		special("ignore rules: blanks, escapes, ranges", func(r *Repo) {
			r.Write(".gitignore", "trailing   \nkept\\ \n\\#hash\n\\!bang\n[a-c]x\n[!a-c]y\n**/deep/*.o\nmid/**/end\n", "trailing", "", "kept ", "", "kept", "",
				"#hash", "", "!bang", "", "ax", "", "dx", "", "ay", "", "dy", "", "p/q/deep/z.o", "", "deep/z.o", "", "mid/end", "", "mid/1/2/end", "")
		}),
		plain("ignored folder with a negated child", func(r *Repo) {
			r.Write(".gitignore", "out/\n!out/keep\n", "out/keep", "", "out/drop", "")
		}),
		plain("ignored folder with many files", func(r *Repo) {
			r.Write(".gitignore", "node_modules/\n")
			for i := range 2000 {
				r.Write(fmt.Sprintf("node_modules/p%d/f%d", i/20, i), "")
			}
		}),
		plain("tracked file that is ignored", func(r *Repo) {
			r.Write(".gitignore", "a.txt\n", "a.txt", "changed\n")
		}),
		plain("ignored file that is added by force", func(r *Repo) {
			r.Write(".gitignore", "*.log\n", "x.log", "")
			r.Add("-f", "x.log")
		}),
		special("FIFO among untracked files", func(r *Repo) {
			r.FIFO(r.Path("pipe"))
			r.Write("u", "x\n")
		}),
		special("untracked folder that nobody may read, and links in a ring", func(r *Repo) {
			r.Write("closed/f", "x\n", "u", "x\n")
			r.Link("ring2", "ring1")
			r.Link("ring1", "ring2")
			r.Link(".", "self")
			r.Must(os.Chmod(r.Path("closed"), 0))
			r.t.Cleanup(func() { os.Chmod(r.Path("closed"), 0o755) }) //nolint:errcheck // a test as root needs no permission
		}),
	}
}

// excludes are rules to ignore that lie elsewhere than in a .gitignore.
func excludes() []Situation {
	return []Situation{
		plain("info/exclude", func(r *Repo) {
			r.Write(".git/info/exclude", "*.priv\n", "k.priv", "", "seen", "")
		}),
		special("info/exclude, in a linked work tree", func(r *Repo) {
			r.Write(".git/info/exclude", "*.priv\n")
			linked(r)
			r.Write("k.priv", "", "seen", "")
		}),
		special("core.excludesFile of the repository", func(r *Repo) {
			r.Must(os.WriteFile(filepath.Join(r.Outside, "rules"), []byte("*.priv\n"), 0o600))
			r.Config("core.excludesFile", filepath.Join(r.Outside, "rules"))
			r.Write("k.priv", "", "seen", "")
		}),
		special("core.excludesFile, in an included file", func(r *Repo) {
			r.Must(os.WriteFile(filepath.Join(r.Outside, "rules"), []byte("*.priv\n"), 0o600))
			r.Must(os.WriteFile(filepath.Join(r.Outside, "inc"), []byte("[core]\nexcludesFile = "+filepath.Join(r.Outside, "rules")+"\n"), 0o600))
			r.Config("include.path", filepath.Join(r.Outside, "inc"))
			r.Write("k.priv", "", "seen", "")
		}),
		special("the user's own ignore file", func(r *Repo) {
			r.Must(os.MkdirAll(filepath.Join(r.home(), ".config/git"), 0o755))
			r.Must(os.WriteFile(filepath.Join(r.home(), ".config/git/ignore"), []byte("*.swp\n"), 0o600))
			r.Write("k.swp", "", "seen", "")
		}),
	}
}
