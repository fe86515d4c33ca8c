package git

import (
	"slices"
	"strconv"
	"strings"
)

// inertKeys are the sorted names of the settings in a repository's own configuration that name a command. believed
// says which files count; the settings of others are not told of.
func (c config) inertKeys(believed func(origin string) bool) []string {
	var names []string
	for _, s := range c.settings {
		if s.own && namesCommand(s.key, s.value) && believed(s.origin) {
			names = append(names, printableKey(s.key))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// cutKey takes a key apart. Section and variable are in lower case, what is between them is as it was written.
func cutKey(key string) (section, middle, variable string) {
	first, last := strings.IndexByte(key, '.'), strings.LastIndexByte(key, '.')
	if first < 0 {
		return key, "", ""
	}
	if first != last {
		middle = key[first+1 : last]
	}
	return strings.ToLower(key[:first]), middle, strings.ToLower(key[last+1:])
}

// namesCommand reports whether git would run what a setting says, or something in the folder that it names. An empty
// value takes a command away.
func namesCommand(key, value string) bool {
	section, middle, variable := cutKey(key)
	if value == "" {
		return false
	}
	switch section {
	case "alias":
		return strings.HasPrefix(value, "!")
	case "pager":
		return !isBoolean(value)
	}
	name := section + "." + variable
	switch {
	case name == "core.fsmonitor":
		return !isFalse(value) // "true" starts a process that stays
	case middle == "":
		return plainCommands()[name]
	case name == "submodule.update":
		return strings.HasPrefix(value, "!")
	}
	return familyCommands()[name]
}

// plainCommands are the keys without a middle part that name a command, by git-config(1).
func plainCommands() map[string]bool {
	return setOf("core.hookspath", "core.sshcommand", "core.gitproxy", "core.askpass", "core.editor", "core.pager",
		"core.alternaterefscommand", "credential.helper", "diff.external", "gpg.program", "imap.tunnel",
		"init.templatedir", "interactive.difffilter", "sendemail.cccmd", "sendemail.headercmd",
		"sendemail.sendmailcmd", "sendemail.tocmd", "sequence.editor", "uploadpack.packobjectshook")
}

// familyCommands are the keys with a middle part that name a command, without it.
func familyCommands() map[string]bool {
	return setOf("browser.cmd", "browser.path", "credential.helper", "diff.command", "diff.textconv", "difftool.cmd",
		"difftool.path", "filter.clean", "filter.process", "filter.smudge", "gpg.defaultkeycommand", "gpg.program",
		"guitool.cmd", "hook.command", "man.cmd", "man.path", "merge.driver", "mergetool.cmd", "mergetool.path",
		"remote.receivepack", "remote.uploadpack", "remote.vcs", "sendemail.cccmd", "sendemail.headercmd",
		"sendemail.sendmailcmd", "sendemail.tocmd", "tar.command", "trailer.cmd", "trailer.command")
}

func setOf(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, word := range words {
		set[word] = true
	}
	return set
}

func isFalse(v string) bool {
	switch strings.ToLower(v) {
	case "false", "no", "off", "0", "":
		return true
	}
	return false
}

func isBoolean(v string) bool { return isTrue(v) || isFalse(v) }

// printableKey makes a key fit to be shown: a middle part may be of any bytes and any length.
func printableKey(key string) string {
	section, middle, variable := cutKey(key)
	if middle == "" {
		return section + "." + variable
	}
	middle = clip(middle)
	if quoted := strconv.Quote(middle); quoted != `"`+middle+`"` {
		middle = quoted
	}
	return section + "." + middle + "." + variable
}
