package structure

import "sentinel/internal/finding"

// ruleTable is what is fixed of every rule; prose and examples are in rules/NAME.txtar.
// Levels follow what can go wrong: running code that did not come with the repository blocks,
// deleting files and hidden module names warn, what any program does is noted.
var ruleTable = []finding.Rule{
	{
		ID: "structure/computed-module", Title: "A module is loaded whose name is only known at run time",
		Level: finding.Warning, SecuritySeverity: 6.0, Tags: []string{"external/cwe/cwe-829", "security"},
		Capability: &finding.Capability{Name: "computed-modules", Phrase: "loads modules whose names are only known at run time"},
	},
	{
		ID: "structure/crypto", Title: "Cryptography is used",
		Level: finding.Note, Tags: []string{"security"},
		Capability: &finding.Capability{Name: "crypto", Phrase: "uses cryptography"},
	},
	{
		ID: "structure/dynamic-code", Title: "Text is run as code",
		Level: finding.Error, SecuritySeverity: 9.0,
		Tags:       []string{"external/cwe/cwe-094", "external/cwe/cwe-095", "security"},
		Capability: &finding.Capability{Name: "dynamic-code", Phrase: "runs text as code"},
	},
	{
		ID: "structure/file-delete", Title: "Files are deleted",
		Level: finding.Warning, SecuritySeverity: 5.5, Tags: []string{"external/cwe/cwe-073", "security"},
		Capability: &finding.Capability{Name: "file-delete", Phrase: "deletes files"},
	},
	{
		ID: "structure/file-write", Title: "Files are written, moved or given other permissions",
		Level: finding.Note, Tags: []string{"security"},
		Capability: &finding.Capability{Name: "file-write", Phrase: "writes files"},
	},
	{
		ID: "structure/native-code", Title: "Native code is loaded into the process",
		Level: finding.Error, SecuritySeverity: 8.0, Tags: []string{"external/cwe/cwe-114", "security"},
		Capability: &finding.Capability{Name: "native-code", Phrase: "loads native code"},
	},
	{
		ID: "structure/network-connect", Title: "A connection to the network is opened",
		Level: finding.Note, Tags: []string{"security"},
		Capability: &finding.Capability{Name: "network-connect", Phrase: "opens network connections"},
	},
	{
		ID: "structure/network-listen", Title: "Connections from the network are accepted",
		Level: finding.Note, Tags: []string{"security"},
		Capability: &finding.Capability{Name: "network-listen", Phrase: "accepts network connections"},
	},
	{
		ID: "structure/process-exec", Title: "Another process is started",
		Level: finding.Error, SecuritySeverity: 8.5, Tags: []string{"external/cwe/cwe-078", "security"},
		Capability: &finding.Capability{Name: "process", Phrase: "starts processes"},
	},
	{
		ID: "structure/remote-code", Title: "Code is loaded from the network while the program runs",
		Level: finding.Error, SecuritySeverity: 8.5, Tags: []string{"external/cwe/cwe-494", "external/cwe/cwe-829", "security"},
		Capability: &finding.Capability{Name: "remote-code", Phrase: "loads code from the network while it runs"},
	},
	{
		ID: "structure/remote-import", Title: "A module is imported from the network",
		Level: finding.Warning, SecuritySeverity: 6.0, Tags: []string{"external/cwe/cwe-494", "external/cwe/cwe-829", "security"},
		Capability: &finding.Capability{Name: "remote-imports", Phrase: "imports modules from the network"},
	},
	{
		ID: "structure/unsafe-deserialize", Title: "Data is decoded by something that runs code found in it",
		Level: finding.Error, SecuritySeverity: 9.0, Tags: []string{"external/cwe/cwe-502", "security"},
		Capability: &finding.Capability{Name: "deserialize", Phrase: "decodes data that can carry code"},
	},
}
