package finding

// FailedReview is the review of a run that could not look at anything: one fatal diagnostic, and nothing else.
func FailedReview(d Diagnostic, detail Detail) Review {
	return Review{
		SchemaVersion: SchemaVersion, Detail: detail, Diagnostics: []Diagnostic{d},
	}.WithoutNil()
}
