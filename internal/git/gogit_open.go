package git

import "fmt"

// openGoGit opens a place with go-git.
func openGoGit(p *place) (Repository, error) {
	return nil, fmt.Errorf("open %s: %w", p.link, ErrUnsupported)
}
