package git

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// The empty tree's ids. Git knows these objects without storing them.
const (
	emptyTree    OID = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
	emptyTree256 OID = "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
)

func (r *programRepo) emptyTree() OID {
	if r.facts.format == "sha256" {
		return emptyTree256
	}
	return emptyTree
}

// rawDiff are the flags of the raw differences. Copies are looked for among the changed files only, as git
// does by default. A submodule's configured "ignore" must not hide its entry; its folder is not looked into.
func rawDiff(similarity string) []string {
	return []string{"--raw", "-z", "--no-abbrev", "--find-renames=" + similarity, "--find-copies=" + similarity,
		"-l" + renameLimitText(), "--ignore-submodules=dirty", "--no-ext-diff", "--no-textconv"}
}

// half is git's own threshold for renames and copies; exact finds only those without a change, which needs no blob.
const (
	half  = "50%"
	exact = "100%"
)

// onlyExact is what a partial clone cannot know.
const onlyExact = "Renames and copies with changes were not looked for, because objects they depend on are not in this clone."

// DiffTrees compares two trees.
func (r *programRepo) DiffTrees(ctx context.Context, a, b OID) ([]Delta, error) {
	r.warm()
	return r.diffTrees(ctx, a, b)
}

func (r *programRepo) diffTrees(ctx context.Context, a, b OID) ([]Delta, error) {
	from, err := r.treeish(a)
	if err != nil {
		return nil, err
	}
	to, err := r.treeish(b)
	if err != nil || from == to {
		return nil, err
	}
	list, err := r.diff(ctx, r.withoutIndex, func(similarity string) []string {
		return append(append([]string{"diff-tree", "-r"}, rawDiff(similarity)...), string(from), string(to))
	})
	if err != nil {
		return nil, fmt.Errorf("compare %s with %s: %w", from, to, r.unfetched(r.absent(ctx, err, a, b), "git diff --name-only "+string(from)+" "+string(to)))
	}
	return list, nil
}

func (r *programRepo) treeish(id OID) (OID, error) {
	if id == "" {
		return r.emptyTree(), nil
	}
	if !id.valid() {
		return "", fmt.Errorf("%w: %q is no object id", ErrUnknownRevision, clip(string(id)))
	}
	return id, nil
}

// DiffIndex compares HEAD with the index.
func (r *programRepo) DiffIndex(ctx context.Context) ([]Delta, error) {
	r.warm()
	return r.diffIndex(ctx)
}

func (r *programRepo) diffIndex(ctx context.Context) ([]Delta, error) {
	head := r.facts.head
	if head == "" {
		head = r.emptyTree()
	}
	list, err := r.diff(ctx, r.onIndex, func(similarity string) []string {
		args := append([]string{"diff-index", "--cached", "--ita-invisible-in-index"}, rawDiff(similarity)...)
		return append(args, string(head), "--")
	})
	if err != nil {
		return nil, fmt.Errorf("compare HEAD with the index: %w", r.unfetched(r.absent(ctx, err, r.facts.head), "git status"))
	}
	return list, nil
}

// warm starts a reader while the first difference is computed: what differs is going to be read.
func (r *programRepo) warm() {
	if _, err := r.shadow(); err == nil {
		r.objects.warm()
	}
}

// diff runs a raw difference, and once more without comparing contents when a blob is not in this clone.
func (r *programRepo) diff(ctx context.Context, git func(context.Context, ...string) ([]byte, error), args func(similarity string) []string) ([]Delta, error) {
	out, err := git(ctx, args(half)...)
	if r.lacksContent(err) {
		var again error
		if out, again = git(ctx, args(exact)...); again != nil {
			return nil, err
		}
		r.doubt(onlyExact)
	} else if err != nil {
		return nil, err
	}
	return parseRaw(out)
}

// lacksContent reports whether a comparison may have failed because the content of a file is not in this clone. Any
// other failure is not to be had again without its renames, but to be told.
func (r *programRepo) lacksContent(err error) bool {
	var exit *exitError
	return errors.As(err, &exit) && (r.facts.config.partial() || strings.Contains(exit.stderr, "unable to read"))
}

// unfetched makes an AbsentError of a failure that the objects of a partial clone explain.
func (r *programRepo) unfetched(failure error, command string) error {
	var exit *exitError
	if !errors.As(failure, &exit) || !r.facts.config.partial() || !objectLess(exit.stderr) {
		return failure
	}
	return &AbsentError{Command: command, Err: failure}
}

// objectLess reports whether git's words are about an object that it has not got.
func objectLess(stderr string) bool {
	for _, words := range []string{"unable to read", "bad tree object", "bad object", "could not read", "not a tree object", "not a valid object"} {
		if strings.Contains(stderr, words) {
			return true
		}
	}
	return false
}

// Files lists a tree or the index.
func (r *programRepo) Files(ctx context.Context, tree OID) ([]Entry, error) {
	if tree == "" {
		out, err := r.git(ctx, nil, "ls-files", "-s", "-z", "--full-name")
		if err != nil {
			return nil, fmt.Errorf("list the index: %w", err)
		}
		return parseIndex(out)
	}
	if _, err := r.treeish(tree); err != nil {
		return nil, err
	}
	out, err := r.withoutIndex(ctx, "ls-tree", "-r", "-z", "--full-tree", string(tree))
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", tree, r.unfetched(r.absent(ctx, err, tree), "git ls-tree -r --name-only "+string(tree)))
	}
	return parseTree(out)
}

// ReadObject reads a blob.
func (r *programRepo) ReadObject(ctx context.Context, id OID, limit int64) ([]byte, error) {
	got, err := r.object(ctx, id, limit)
	if err != nil {
		return nil, err
	}
	if got.kind != "blob" {
		return nil, fmt.Errorf("read object %s: it is a %s, not a file's content", id, got.kind)
	}
	return got.data, nil
}

// object reads any object.
func (r *programRepo) object(ctx context.Context, id OID, limit int64) (content, error) {
	if !id.valid() {
		return content{}, fmt.Errorf("%w: %q is no object id", ErrUnknownRevision, clip(string(id)))
	}
	return r.objects.read(ctx, id, limit)
}
