package git

import (
	"os"
	"path/filepath"
	"strings"
)

// LinkedTo is the common git directory of the repository that has top for a linked work tree, "" where top is none.
// A .git file says where its repository is, and anybody can write one; so the repository has to say the same: the
// folder that it keeps about the work tree names that .git file. Whoever can only write into top cannot bring it to.
func LinkedTo(top string) string {
	link := filepath.Join(realPath(top), ".git")
	if info, err := os.Lstat(link); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	gitDir, commonDir, err := follow(link, nil)
	if err != nil || gitDir == commonDir {
		return ""
	}
	gitDir, commonDir = realPath(gitDir), realPath(commonDir)
	if filepath.Dir(gitDir) != filepath.Join(commonDir, "worktrees") {
		return ""
	}
	back, err := readRegular(filepath.Join(gitDir, "gitdir"), linkLimit)
	if err != nil || against(gitDir, strings.TrimRight(string(back), "\r\n")) != link {
		return ""
	}
	return commonDir
}
