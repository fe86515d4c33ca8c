package report

import (
	"bytes"
	"fmt"
	"io"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"sentinel/internal/finding"
)

// GitHub's limits for code scanning, from its "SARIF support for code scanning". A file over a hard limit
// is rejected whole, so that one finding too many would hide all the others.
const (
	// maxResults is how many results GitHub keeps of a run, the most serious ones (25,000 is the hard limit).
	// A file with as many, and notifications, stays under 1 MB compressed; GitHub takes 10 MB.
	maxResults = 5000
	// maxRules is the hard limit of rules of a run.
	maxRules = 25000
	// maxTags is how many tags of a rule are kept.
	maxTags = 10
	// maxText is the limit for a rule's descriptions in characters. It is held in bytes, and for messages
	// too: no way of counting characters gives more.
	maxText = 1024
	// maxName is the limit for a rule's name.
	maxName = 255
	// maxNotifications is our own limit for each of faults, incomplete files and skips: a checkout of
	// pictures should not make a file of megabytes.
	maxNotifications = 1000
)

// schemaURI is the schema's own id, at OASIS; go-sarif names a branch of a repository.
const schemaURI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// writeSARIF writes one run in SARIF 2.1.0, inside the limits of GitHub code scanning.
//
// It holds what the change is answerable for: introduced findings, and those of which it is not known
// whether they are new. GitHub ignores baselineState and suppressions and opens an alert for every result
// it is given, so existing findings are left out; a notification and the run's properties count them.
// In a scope without a base side (all) there is nothing existing, and every finding is a result.
//
// The category that GitHub keeps alerts by (automationDetails.id) names the kind of scope, so that a run
// over a change does not close the alerts of a run over everything.
//
// Whatever was not looked at is a notification, and executionSuccessful is false if anything failed.
//
// The only fingerprint is our own: GitHub's upload computes primaryLocationLineHash itself, and warns
// wherever a tool has supplied another one. There is no version control provenance, because the address
// of the repository is not known here.
func writeSARIF(w io.Writer, r finding.Result, _ Options) error {
	driver := sarif.NewDriver(r.Tool.Name).WithVersion(r.Tool.Version)
	results, left := selectResults(r)
	rules := rulesFor(r.Rules, results)
	for _, rule := range rules {
		driver.Rules = append(driver.Rules, sarifRule(rule))
	}
	run := sarif.NewRun(sarif.Tool{Driver: driver})
	run.ColumnKind = "unicodeCodePoints"
	run.AutomationDetails = sarif.NewRunAutomationDetails().WithID("sentinel/" + string(r.Scope.Kind) + "/")
	run.Results = sarifResults(results, rules, anchor(r))
	notices := noticesOf(r, left)
	driver.Notifications = noticeDescriptors(notices)
	run.AddInvocations(sarifInvocation(r, notices))
	run.Properties = sarif.Properties{
		"scope": r.Scope, "verdict": withoutNilLists(r).Verdict, "counts": r.Counts, "coverage": list(r.Coverage),
		"policy": list(r.Policy),
	}
	return writeRun(w, run)
}

func writeRun(w io.Writer, run *sarif.Run) error {
	log, err := sarif.New(sarif.Version210)
	if err != nil {
		return fmt.Errorf("write SARIF: %w", err)
	}
	log.Schema = schemaURI
	log.AddRun(run)
	var out bytes.Buffer
	if err := encode(&out, log); err != nil {
		return err
	}
	if err := refuseNull(out.Bytes()); err != nil {
		return err
	}
	if _, err := w.Write(out.Bytes()); err != nil {
		return fmt.Errorf("write SARIF: %w", err)
	}
	return nil
}
