package git

// Within finds which of some folders a path lies in. Path and roots are absolute and clean, the roots without symbolic
// links. Real is the path without symbolic links as far as it exists. It is asked before anything is read: a path that
// lies in none of them, or leads through a link to nothing, is not within, whether there is something or not.
func Within(path string, dirs []string) (real, dir string, ok bool) {
	real, known := whereabouts(path)
	for _, dir := range dirs {
		if known && inside(real, dir) {
			return real, dir, true
		}
	}
	return "", "", false
}
