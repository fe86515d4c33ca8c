package git

import (
	"os"
	"path/filepath"
	"slices"
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
	if back, err := linkOf(gitDir); err != nil || back != link {
		return ""
	}
	return commonDir
}

// linkOf is the .git file of the linked work tree that a repository keeps the folder gitDir about.
func linkOf(gitDir string) (string, error) {
	text, err := readRegular(filepath.Join(gitDir, "gitdir"), linkLimit)
	if err != nil {
		return "", err
	}
	return against(gitDir, strings.TrimRight(string(text), "\r\n")), nil
}

// folders are those of a repository that is not open yet; see Info.Folders.
func (p *place) folders() []string {
	return Info{Top: p.level, GitDir: p.gitDir, CommonDir: p.commonDir}.Folders()
}

// Folders are those that hold anything of the repository: its git directories and all of its work trees, that is this
// one, the main one where its git directory is the .git in it, and the linked ones whose .git file confirms what the
// repository says of them. A repository cannot make a folder out of any other that way.
func (i Info) Folders() []string {
	var list []string
	add := func(folder string) {
		if folder != "" && !slices.Contains(list, folder) {
			list = append(list, folder)
		}
	}
	add(i.Top)
	add(i.GitDir)
	add(i.CommonDir)
	if filepath.Base(i.CommonDir) == ".git" {
		add(filepath.Dir(i.CommonDir))
	}
	common := realPath(i.CommonDir)
	kept, _ := os.ReadDir(filepath.Join(common, "worktrees")) // without it there are none
	for _, entry := range kept {
		link, err := linkOf(filepath.Join(common, "worktrees", entry.Name()))
		if top := filepath.Dir(link); err == nil && LinkedTo(top) == common {
			add(top)
		}
	}
	return list
}
