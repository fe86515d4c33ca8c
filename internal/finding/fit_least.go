package finding

import (
	"fmt"
	"strings"
)

// clipFrame is the last resort: it clips what is otherwise never cut, little at first, until there is room for it.
func (f *fitting) clipFrame() {
	before := frameSize(f.r)
	clip := func(text, words int) func() { return func() { f.clip(text, words) } }
	for _, step := range []func(){clip(2048, 64), clip(512, 16), clip(128, 8), f.mergeDiagnostics, f.dropReasons, clip(24, 2), f.dropCommands} {
		if f.least() <= f.budget {
			break
		}
		step()
	}
	f.dropped += before - frameSize(f.r)
}

// clip limits every text to a number of bytes of JSON, and every command to a number of words.
func (f *fitting) clip(text, words int) {
	part := func(field string, texts ...*string) {
		for _, s := range texts {
			if clipped := clipText(*s, text); clipped != *s {
				*s = clipped
				f.summarise(field)
			}
		}
	}
	for i := range f.r.Validations {
		v := &f.r.Validations[i]
		argv := append([]string{}, f.argv[i][:min(len(f.argv[i]), words)]...)
		if left := len(f.argv[i]) - words; left > 0 {
			argv = append(argv, fmt.Sprintf("… %d more", left))
			f.summarise("validations")
		}
		for j := range argv {
			part("validations", &argv[j])
		}
		v.Argv = argv
		part("validations", &v.ID, &v.Reason)
		if v.Signal != nil {
			signal := *v.Signal
			part("validations", &signal)
			v.Signal = &signal
		}
	}
	for i := range f.r.Diagnostics {
		d := &f.r.Diagnostics[i]
		part("diagnostics", &d.Message, &d.Hint)
	}
	f.clipRepository(part)
}

func (f *fitting) clipRepository(part func(field string, texts ...*string)) {
	if f.r.Repository == nil {
		return
	}
	repository := *f.r.Repository
	part("repository", &repository.Path, &repository.Head.Branch, &repository.Head.SHA)
	if repository.Base != nil {
		base := *repository.Base
		part("repository", &base.Ref, &base.SHA, &base.MergeBase)
		if base.Requested != nil {
			requested := *base.Requested
			part("repository", &requested)
			base.Requested = &requested
		}
		repository.Base = &base
	}
	f.r.Repository = &repository
}

// dropReasons leaves it to the status to say how a validation went.
func (f *fitting) dropReasons() {
	for i := range f.r.Validations {
		f.r.Validations[i].Reason = ""
	}
	f.summarise("validations")
}

// dropCommands leaves it to the name to say what ran.
func (f *fitting) dropCommands() {
	for i := range f.r.Validations {
		f.r.Validations[i].Argv = []string{}
	}
	f.summarise("validations")
}

// mergeDiagnostics makes one diagnostic of all of one code, as severe as the most severe of them: what they say one by
// one, the validations say again.
func (f *fitting) mergeDiagnostics() {
	of := map[DiagnosticCode][]Diagnostic{}
	for _, d := range f.r.Diagnostics {
		of[d.Code] = append(of[d.Code], d)
	}
	merged := make([]Diagnostic, 0, len(of))
	for _, d := range f.r.Diagnostics {
		all := of[d.Code]
		delete(of, d.Code)
		if len(all) > 1 {
			for _, other := range all[1:] {
				if other.Severity.rank() < d.Severity.rank() {
					d.Severity = other.Severity
				}
			}
			d.Message = fmt.Sprintf("%d times, first: %s", len(all), d.Message)
			f.summarise("diagnostics")
		}
		if len(all) > 0 {
			merged = append(merged, d)
		}
	}
	f.r.Diagnostics = merged
}

// rank orders severities: 0 is the worst.
func (s Severity) rank() int {
	switch s {
	case SeverityFatal:
		return 0
	case SeverityError:
		return 1
	}
	return 2
}

// summarise names a part as cut, and none of what is in it.
func (f *fitting) summarise(field string) {
	for name := range f.fields {
		if strings.HasPrefix(name, field+".") {
			delete(f.fields, name)
		}
	}
	f.fields[field] = true
}
