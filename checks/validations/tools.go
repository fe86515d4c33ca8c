package validations

import "sentinel/checks"

// tools are how agents ask for a run. Which commands there are to choose from is the operator's to say.
func tools() []checks.Tool {
	return []checks.Tool{checks.ReviewTool(checks.Tool{
		Name:        "run_validations",
		Title:       "Run validations",
		Toolsets:    []string{"core", "git"},
		Description: "Run the operator's commands, such as tests, in the work tree, and say what changed. ok is true only if all pass.",
		Arguments: []checks.Argument{
			{Name: "validations", Type: checks.ArgumentStrings, Required: true, Min: 1, Validations: true},
		},
	}, "changes", "validations")}
}
