package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"sentinel/checks"
	"sentinel/internal/engine"
	"sentinel/internal/finding"
	"sentinel/internal/mcp"
)

// lookTime is how long a call may look at things: an agent waits for it, and clients give up after a minute. When it
// ends, what was not reached is in the answer.
const lookTime = 60 * time.Second

// validationTime is how long validations may take together, or the longest of their own limits where that is more: the
// engine's default, which is set here because the call has to end after it.
const validationTime = 5 * time.Minute

// caller is what the server calls.
func (d *door) caller(t tool) func(context.Context, mcp.Call) (mcp.Answer, error) {
	return func(ctx context.Context, call mcp.Call) (mcp.Answer, error) {
		v, err := valuesOf(t.Arguments, call.Arguments)
		if err != nil {
			return mcp.Answer{}, t.told(err, nil, v)
		}
		roots, err := d.rootsFor(ctx, call)
		if err != nil {
			return mcp.Answer{}, t.told(err, nil, v)
		}
		result, err := d.run(ctx, t, call, roots, v)
		if err != nil {
			return mcp.Answer{}, t.told(err, roots, v)
		}
		answer, err := t.answer(result, v)
		if err != nil {
			return mcp.Answer{}, t.told(err, roots, v)
		}
		return answer, nil
	}
}

// run asks the engine.
func (d *door) run(ctx context.Context, t tool, call mcp.Call, roots folders, v checks.Values) (finding.Result, error) {
	ask, err := t.Ask(v)
	if err != nil {
		return finding.Result{}, asked(err)
	}
	req, err := d.requestFor(t, ask, roots)
	if err != nil {
		return finding.Result{}, err
	}
	req.Documents = t.lean == nil || !t.lean(v)
	req.Progress = func(done, total int) {
		call.Progress(float64(done), float64(total), fmt.Sprintf("%d of %d files", done, total))
	}
	budget := lookTime
	if t.acts {
		req.Validations.Total = totalOf(req.Validations)
		budget += req.Validations.Total
	}
	ctx, release := engine.WithBudget(ctx, budget)
	defer release()
	return engine.Run(ctx, req, d.list)
}

// asked is an error of a tool's Ask, which is the caller's unless it says otherwise.
func asked(err error) error {
	if f := (*finding.Failure)(nil); errors.As(err, &f) {
		return err
	}
	return &finding.Failure{Exit: finding.ExitUsage, Err: err}
}

// answer makes the answer of a result, within the tool's budget.
func (t tool) answer(result finding.Result, v checks.Values) (mcp.Answer, error) {
	structured, text, err := t.Answer(result, v)
	if err != nil {
		return mcp.Answer{}, err
	}
	whole, err := json.Marshal(structured)
	if err != nil {
		return mcp.Answer{}, fmt.Errorf("encode the answer: %w", err)
	}
	p, err := t.page(visibly(whole), result, v)
	if err != nil {
		return mcp.Answer{}, err
	}
	if text == "" {
		if text, err = reportAs("text", result); err != nil {
			return mcp.Answer{}, err
		}
	}
	if p.from > 0 { // the first page had the text
		text = lastLine(text)
	}
	return mcp.Answer{Text: shortened(text, p.note()), Structured: p.JSON}, nil
}
