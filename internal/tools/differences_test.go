package tools

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"sentinel/checks"
	"sentinel/internal/finding"
)

// TestDefaultDifferences pins in what an agent's answer differs from the command line's by default. In all else the two
// are equal: testdata/script/mcp_parity.txtar.
func TestDefaultDifferences(t *testing.T) {
	_, o := fixture(t)
	tools := serve(t, o)
	summary, full := checks.Values{}, checks.Values{"detail": "full"}
	review := limitsOf(t, o, "inspect_repository", summary)
	for _, row := range []struct {
		what                 string
		commandLine, over    any
		gotCommand, gotAgent any
	}{
		{"detail", "full", "summary", string(finding.LimitsFor(finding.DetailFull).Detail), string(review.Detail)},
		{"entries of a section", 1000, 50, finding.LimitsFor(finding.DetailFull).Files, review.Files},
		{"bytes of a stream", 32 << 10, 4 << 10, finding.LimitsFor(finding.DetailFull).Stream, review.Stream},
		{"lines of a stream", 2000, 200, finding.LimitsFor(finding.DetailFull).Lines, review.Lines},
		{"bytes of a review", 256 << 10, 16 << 10, finding.LimitsFor(finding.DetailFull).Total, review.Total},
		{"bytes of a full review", 256 << 10, 64 << 10, finding.LimitsFor(finding.DetailFull).Total, limitsOf(t, o, "inspect_repository", full).Total},
		{"bytes of a result", "any", 16 << 10, "any", budgetFor(summary)},
		{"bytes of a full result", "any", 64 << 10, "any", budgetFor(full)},
		{"bytes of text", "any", 2 << 10, "any", maxText},
		{"time to look", "any", time.Minute, "any", lookTime},
	} {
		if row.gotCommand != row.commandLine || row.gotAgent != row.over {
			t.Errorf("%s: %v on the command line, %v over MCP; want %v and %v", row.what, row.gotCommand, row.gotAgent, row.commandLine, row.over)
		}
	}

	// What the command line can, and an agent cannot ask for.
	for name, tool := range tools {
		for _, only := range []string{"push", "validate", "baseline", "config", "suppressions", "cache", "timeout", "allow_repo_config"} {
			if strings.Contains(string(tool.Input), `"`+only) {
				t.Errorf("an agent can ask %s for %s", name, only)
			}
		}
	}
	var schema object
	if err := json.Unmarshal(tools["check"].Input, &schema); err != nil {
		t.Fatal(err)
	}
	if names := schema.Properties["checks"].Items.Enum; slices.Contains(names, "validations") || !slices.Contains(names, "structure") {
		t.Errorf("the tool check, which only looks, runs %v", names)
	}
}

// limitsOf are the limits that a tool asks the engine for.
func limitsOf(t *testing.T, o Options, name string, v checks.Values) finding.Limits {
	t.Helper()
	for _, c := range o.Checks {
		for _, tool := range c.Tools {
			if tool.Name == name {
				ask, err := tool.Ask(v)
				if err != nil {
					t.Fatal(err)
				}
				return ask.Limits
			}
		}
	}
	t.Fatalf("there is no tool %s", name)
	return finding.Limits{}
}
