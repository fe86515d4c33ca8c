package report

import (
	"encoding/json"
	"strings"

	"sentinel/internal/finding"
)

// The paths that break reporters: each is a legal file name in git.
const (
	pathNewline   = "src/two\nlines.ts"
	pathQuote     = `src/"quoted" and 'so'.ts`
	pathBytes     = "src/latin1-\xe9.ts"
	pathBidi      = "src/\u202egpj.exe\u202c.ts"
	pathEscape    = "src/\x1b[31mred\x1b]0;owned\x07.ts"
	pathColon     = "a:b.ts"
	pathSpecial   = "src/100% #1 a?b&c.ts"
	pathUnicode   = "src/größe/日本語 😀.ts"
	pathBack      = `src/back\x0aslash.ts`
	hostileModule = "calls \u200bexec\x1b[2J of [module](http://evil.example) in <b>\"x\"</b>"
)

func hostilePaths() []string {
	return []string{pathNewline, pathQuote, pathBytes, pathBidi, pathEscape, pathColon, pathSpecial, pathUnicode, pathBack}
}

// rich is a result with every kind of thing a reporter may meet.
func rich() finding.Result {
	r := finding.Result{
		SchemaVersion: finding.SchemaVersion,
		Tool:          finding.Tool{Name: "sentinel", Version: "1.2.3"},
		Scope: finding.Scope{
			Kind: finding.ScopeRange, Description: "changes from 1111111 to 2222222",
			Base: strings.Repeat("1", 40), Head: strings.Repeat("2", 40), Paths: []string{"src", pathColon},
			Backend: "go-git", Unverified: []string{"whether a clean filter changes what would be committed"},
			Files: 31, Bytes: 1234567, Unmatched: 4,
		},
		Verdict: finding.Verdict{
			Outcome: finding.Blocked, ExitCode: finding.ExitBlocked, FailOn: finding.Error,
			Reasons: []string{"2 findings at or above error", "9 faults: something could not be looked at"},
		},
		Capabilities: richCapabilities(),
		Findings:     richFindings(),
		Suppressed:   richSuppressed(),
		Policy: []finding.Setting{
			{Source: "flags", Key: "rules.structure/crypto", Value: "off", Uses: 1},
			{Source: ".sentinel.yaml at 1111111111", Key: "exclude", Value: "vendor/**", Uses: 12},
			{Source: ".sentinel.yaml at 1111111111", Key: "rules.\u202e::error::x", Value: "| `note` @everyone", Uses: 0},
		},
		Incomplete: []finding.Incomplete{
			{Check: "structure", Artifact: finding.ArtifactOf("src/broken.ts"), Line: 40, Reason: "syntax the grammar does not know"},
			{Check: "structure", Artifact: finding.ArtifactOf(pathBytes), Reason: "nested deeper than the limit"},
		},
		Skips:    richSkips(),
		Faults:   richFaults(),
		Coverage: []finding.Coverage{{Check: "structure", Files: 27, Complete: 10, Incomplete: 2, Skipped: 7, Unreadable: 8, Bytes: 1200000}},
		Warnings: []string{"the policy of the base side raises structure/net-connect to error", "hostile \x1b]0;title\x07 and \u202ebidi"},
		Rules:    richRules(),
		Documents: []finding.Document{
			{Check: "structure", Artifact: finding.ArtifactOf("src/build.ts"), Data: json.RawMessage(`{"imports":["node:child_process"],"note":"a < b"}`)},
		},
	}
	count(&r)
	return r
}

func richCapabilities() []finding.Gain {
	process := finding.Capability{Name: "process", Phrase: "starts processes"}
	files := finding.Capability{Name: "file-delete", Phrase: "deletes files"}
	net := finding.Capability{Name: "network", Phrase: "opens connections"}
	oldHome := finding.ArtifactOf("src/old-home.ts")
	return []finding.Gain{
		{Artifact: finding.ArtifactOf(pathUnicode), Capability: net, Level: finding.Warning, Findings: 1},
		{Artifact: finding.ArtifactOf("src/new-home.ts"), Capability: files, Level: finding.Note, Findings: 1, MovedFrom: &oldHome},
		{Artifact: finding.ArtifactOf("src/build.ts"), Capability: files, Level: finding.Warning, Findings: 1},
		{Artifact: finding.ArtifactOf("src/build.ts"), Capability: net, Level: finding.Note, Findings: 1},
		{Artifact: finding.ArtifactOf("src/build.ts"), Capability: process, Level: finding.Error, Findings: 2},
	}
}

func richFindings() []finding.Finding {
	moved := at("structure/file-delete", finding.Warning, "src/new-home.ts", 7, "deletes files with fs.rm")
	oldHome := finding.ArtifactOf("src/old-home.ts")
	moved.Attribution, moved.MovedFrom = finding.Existing, &oldHome
	existing := at("structure/net-connect", finding.Note, "src/build.ts", 90, "connects with net.connect")
	existing.Attribution = finding.Existing
	unknown := at("structure/net-connect", finding.Note, pathSpecial, 3, "connects with tls.connect")
	unknown.Attribution = finding.Unknown
	lowered := at("structure/process-exec", finding.Error, "test/run.ts", 4, "calls child_process.spawn")
	lowered.Adjust(finding.Warning, "the file is a test")
	lowered.Adjust(finding.Note, "the file had this capability before")
	raised := at("structure/net-connect", finding.Note, pathUnicode, 8, "connects with WebSocket")
	raised.Adjust(finding.Warning, "the operator raised this rule")
	whole := finding.Finding{RuleID: "changes/too-large", Level: finding.Note, Message: "touches 31 files", Attribution: finding.Introduced, Fingerprint: "v1:whole"}
	findings := []finding.Finding{
		at("structure/net-connect", finding.Note, "src/build.ts", 2, "connects with net.connect"),
		at("structure/process-exec", finding.Error, "src/build.ts", 12, "calls child_process.exec"),
		at("structure/file-delete", finding.Warning, "src/build.ts", 105, "deletes files with fs.rm"),
		at("structure/process-exec", finding.Error, pathColon, 1, hostileModule),
		at("structure/net-connect", finding.Note, "src/long.ts", 1, strings.Repeat("imports a module with a very long name ", 60)),
		moved, existing, unknown, lowered, raised, whole,
	}
	for _, path := range hostilePaths()[:5] {
		findings = append(findings, at("structure/net-connect", finding.Note, path, 5, "connects with net.connect"))
	}
	return append(findings, at("structure/net-connect", finding.Note, pathBack, 5, "connects with net.connect"))
}

// richSuppressed has every way to disagree, and two directives that are new in the change.
func richSuppressed() []finding.Suppressed {
	process := func(path string, line int) finding.Finding {
		return at("structure/process-exec", finding.Error, path, line, "calls child_process.exec")
	}
	return []finding.Suppressed{
		{Finding: process("src/build.ts", 40), By: finding.ByDirective, Reason: "only builds our own code", Line: 39},
		{Finding: process("src/release.ts", 7), By: finding.ByDirective, Reason: "goes away with v2", Until: "2027-01-31", Line: 6, New: true},
		{Finding: process(pathQuote, 9), By: finding.ByDirective, Reason: "::warning::`x` | <b>@everyone</b> \x1b[2J", Line: 8, New: true},
		{Finding: process("src/old.ts", 3), By: finding.ByBaseline, Reason: ".sentinel-baseline.json"},
		{Finding: at("structure/crypto", finding.Note, "src/hash.ts", 2, "calls createHash"), By: finding.ByPolicy, Reason: "flags"},
	}
}

// at is an introduced finding at the start of a line.
func at(rule string, level finding.Level, path string, line int, message string) finding.Finding {
	return finding.Finding{
		RuleID: rule, Level: level, Message: message, Artifact: finding.ArtifactOf(path),
		Region:      finding.Region{StartLine: line, StartColumn: 3, EndLine: line, EndColumn: 20},
		Fingerprint: "v1:0123456789abcdef", Attribution: finding.Introduced,
	}
}

func richSkips() []finding.Skip {
	reasons := []finding.SkipReason{
		finding.SkipBinary, finding.SkipBinary, finding.SkipTooLarge, finding.SkipLFSPointer, finding.SkipSymlink,
		finding.SkipSubmodule, finding.SkipNested, finding.SkipNotRegular, finding.SkipExcluded,
	}
	var skips []finding.Skip
	for i, reason := range reasons {
		skips = append(skips, finding.Skip{Check: "structure", Artifact: finding.ArtifactOf("data/" + string(rune('a'+i)) + ".js"), Reason: reason})
	}
	skips[2].Detail = "1048577 bytes"
	skips[0].Check, skips[5].Check = "", ""
	return skips
}

func richFaults() []finding.Fault {
	codes := []finding.FaultCode{
		finding.FaultRead, finding.FaultMissing, finding.FaultParse, finding.FaultTimeout, finding.FaultBudget,
		finding.FaultCheck, finding.FaultPanic, finding.FaultBase, finding.FaultUnmerged,
	}
	var faults []finding.Fault
	for i, code := range codes {
		path := hostilePaths()[i%len(hostilePaths())]
		faults = append(faults, finding.Fault{Check: "structure", Artifact: finding.ArtifactOf(path), Code: code, Message: "it went wrong: " + code.Explain()})
	}
	return append(faults, finding.Fault{Code: finding.FaultGit, Message: "git ended with status 128: fatal: \x1b[1mbad object\x1b[0m"})
}

func richRules() []finding.Rule {
	network := &finding.Capability{Name: "network", Phrase: "opens connections"}
	return []finding.Rule{
		{ID: "changes/too-large", Title: "The change is too large to be read", Level: finding.Note},
		{ID: "structure/file-delete", Title: "Deletes files", Level: finding.Warning, SecuritySeverity: 5.5, Tags: []string{"files"},
			Help: "## What it finds\n\nCode that deletes files or whole\ndirectories."},
		{ID: "structure/net-connect", Title: "Opens network connections", Level: finding.Note, Capability: network, Tags: []string{"network"},
			Help: "Code that connects to `other` machines."},
		{ID: "structure/process-exec", Title: "Starts processes", Level: finding.Error, SecuritySeverity: 8,
			Capability: &finding.Capability{Name: "process", Phrase: "starts processes"},
			Tags:       []string{"security", "process", "external/cwe/cwe-78"},
			Help:       "Code that starts other programs.\n\nRead what it starts, and with which arguments.",
			Bad:        []finding.Example{{Path: "build.ts", Text: "import { exec } from 'node:child_process'\nexec('make')\n"}},
			Good:       []finding.Example{{Path: "build.ts", Text: "const text = `a ```fence``` in code`\n"}}},
	}
}

// count fills in what the engine counts.
func count(r *finding.Result) {
	for _, f := range r.Findings {
		switch {
		case f.Attribution == finding.Existing:
			r.Counts.Existing++
		case f.Level == finding.Error:
			r.Counts.Errors++
		case f.Level == finding.Warning:
			r.Counts.Warnings++
		default:
			r.Counts.Notes++
		}
	}
	for _, s := range r.Suppressed {
		if s.By == finding.ByBaseline {
			r.Counts.Baseline++
		} else {
			r.Counts.Suppressed++
		}
	}
	r.Counts.Incomplete, r.Counts.Skips, r.Counts.Faults = len(r.Incomplete), len(r.Skips), len(r.Faults)
}

// clean is a result in which nothing was found and nothing failed.
func clean() finding.Result {
	return finding.Result{
		SchemaVersion: finding.SchemaVersion,
		Tool:          finding.Tool{Name: "sentinel", Version: "1.2.3"},
		Scope:         finding.Scope{Kind: finding.ScopeStaged, Description: "staged changes against HEAD", Backend: "git 2.39.5", Files: 3, Bytes: 812},
		Verdict:       finding.Verdict{Outcome: finding.Passed, FailOn: finding.Error},
	}
}
