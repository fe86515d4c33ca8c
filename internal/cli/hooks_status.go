package cli

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"sentinel/hooks"
	"sentinel/internal/finding"
)

// hookStatus says which hooks git would run in this work tree.
func (inv *invocation) hookStatus(c *cli.Context, names []string) error {
	if len(names) == 0 {
		names = hooks.Names()
	}
	folder, err := hooksFolder(c.Context, c.String("C"))
	if err != nil {
		return err
	}
	text, live, err := describeHooks(folder, names)
	if err != nil {
		return err
	}
	if !live {
		inv.code = finding.ExitBlocked
		text += "whether sentinel is started all the same, by another tool's hook, says: sentinel doctor\n"
	}
	_, err = fmt.Fprint(inv.stdout, text)
	return err
}

// describeHooks is one line for the folder and one or more for each hook. live says that a hook of ours is installed
// and that each of them would run.
func describeHooks(folder hooks.Folder, names []string) (text string, live bool, err error) {
	var b strings.Builder
	line := func(format string, args ...any) {
		b.WriteString(finding.Printable(fmt.Sprintf(format, args...)) + "\n")
	}
	line("hooks: %s", cmp.Or(folder.Path, "none"))
	if folder.Off != "" {
		line("  off: %s", folder.Off)
		return b.String(), false, nil
	}
	if folder.Risk != "" {
		line("  note: %s", folder.Risk)
	}
	good, bad := 0, 0
	for _, name := range names {
		h, err := folder.Look(name)
		if err != nil {
			return "", false, err
		}
		line("  %-11s %s", name, hookText(h))
		if h.Chained != "" {
			line("  %-11s %s", "", chainedText(h))
		}
		for _, path := range h.Displaced {
			line("  %-11s sentinel's is now %s: another tool took its place, and may run it or not; put it back with: sentinel hooks install %s", "", filepath.Base(path), name)
		}
		switch {
		case h.State == hooks.Ours && h.Trouble() == "":
			good++
		case h.State == hooks.Ours || h.State == hooks.Edited:
			bad++
		}
	}
	return b.String(), good > 0 && bad == 0, nil
}

func hookText(h hooks.Hook) string {
	switch h.State {
	case hooks.Absent:
		return "none"
	case hooks.Foreign:
		if !h.Executable {
			return "somebody else's, and not executable, so git passes over it"
		}
		return "somebody else's"
	case hooks.Edited:
		return "sentinel's, but edited since"
	}
	if trouble := h.Trouble(); trouble != "" {
		return "DEAD: " + trouble
	}
	program, other, own := h.Runs()
	switch {
	case own:
		return "live, runs this sentinel"
	case other == "":
		return fmt.Sprintf("live, runs %s, whose version is not known", program)
	case other == version():
		return fmt.Sprintf("live, runs %s, the same version as this", program)
	}
	return fmt.Sprintf("live, runs %s, which is %s and not %s as this", program, other, version())
}

func chainedText(h hooks.Hook) string {
	name := keptName(h.Chained)
	switch {
	case len(h.Displaced) > 0:
		return name + " is what sentinel's replaced"
	case h.State == hooks.Foreign || h.State == hooks.Absent:
		return name + " is left from an earlier install, and nothing runs it; hooks install or hooks uninstall sees to that"
	case !hooks.IsExecutable(h.Chained):
		return name + " is not executable, so it is passed over, as git did"
	}
	return "runs " + name + " first"
}

// keptName is a kept hook by its folder and its name.
func keptName(path string) string {
	return filepath.Join(filepath.Base(filepath.Dir(path)), filepath.Base(path))
}
