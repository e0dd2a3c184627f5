// The command scenariorunner runs the scenarios that all clients share (clients/README.md) with this client: they come on
// stdin, and a line of results of each goes to stdout. It decides nothing.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"time"

	realmcatalog "realm-catalog.invalid/client"
)

type values = map[string]any

type step struct {
	Call      string         `json:"call"`
	Arguments values         `json:"arguments"`
	Options   stepOptions    `json:"options"`
	Collect   *int           `json:"collect"`
	Archive   []byte         `json:"archive"`
	Unpack    bool           `json:"unpack"`
	Save      map[string]any `json:"save"`
}

type stepOptions struct {
	IdempotencyKey string `json:"idempotencyKey"`
	Token          string `json:"token"`
}

type clientOptions struct {
	BaseURL string `json:"baseUrl"`
	Token   string `json:"token"`
	Retry   struct {
		Retries                           *int
		MinDelay, MaxDelay, MaxRetryAfter *float64
	} `json:"retry"`
	Timeout struct{ Attempt, Total *float64 } `json:"timeout"`
}

type scenario struct {
	Name   string            `json:"name"`
	Client clientOptions     `json:"client"`
	Steps  []json.RawMessage `json:"steps"`
}

func main() {
	var input struct {
		Scenarios []scenario
		Variables values
	}
	if err := json.NewDecoder(os.Stdin).Decode(&input); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	output := json.NewEncoder(os.Stdout)
	for _, one := range input.Scenarios {
		if err := output.Encode(values{"name": one.Name, "steps": run(one, input.Variables)}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func run(one scenario, variables values) []values {
	known := values{}
	for name, value := range variables {
		known[name] = value
	}
	outcomes := []values{}
	client, err := newClient(one.Client)
	for _, text := range one.Steps {
		var result any
		var step step
		if err == nil {
			err = json.Unmarshal(filled(text, known), &step)
		}
		if err == nil {
			result, err = resultOf(context.Background(), client, step)
		}
		if err != nil {
			outcomes = append(outcomes, values{"error": errorOf(err)})
			err = nil
			continue
		}
		result = plain(result)
		for variable, field := range step.Save {
			if fields, ok := result.(values); ok {
				known[variable] = fields[fmt.Sprint(field)]
			}
		}
		outcomes = append(outcomes, values{"result": result})
	}
	return outcomes
}

// plain is the result as JSON has it.
func plain(result any) any {
	text, err := json.Marshal(result)
	if err != nil {
		return err.Error()
	}
	var value any
	_ = json.Unmarshal(text, &value)
	return value
}

func newClient(options clientOptions) (*realmcatalog.Client, error) {
	var all []realmcatalog.Option
	if options.Token != "" {
		all = append(all, realmcatalog.WithToken(options.Token))
	}
	if retry := options.Retry; retry.Retries != nil {
		all = append(all, realmcatalog.WithRetries(*retry.Retries))
	}
	if retry := options.Retry; retry.MinDelay != nil && retry.MaxDelay != nil {
		all = append(all, realmcatalog.WithRetryDelays(duration(*retry.MinDelay), duration(*retry.MaxDelay)))
	}
	if longest := options.Retry.MaxRetryAfter; longest != nil {
		all = append(all, realmcatalog.WithMaxRetryAfter(duration(*longest)))
	}
	if attempt := options.Timeout.Attempt; attempt != nil {
		all = append(all, realmcatalog.WithAttemptTimeout(duration(*attempt)))
	}
	if total := options.Timeout.Total; total != nil {
		all = append(all, realmcatalog.WithTotalTimeout(duration(*total)))
	}
	return realmcatalog.New(options.BaseURL, all...)
}

func duration(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

func errorOf(err error) values {
	var failure *realmcatalog.Error
	if !errors.As(err, &failure) {
		var refusal *realmcatalog.Refusal
		if !errors.As(err, &refusal) {
			fmt.Fprintln(os.Stderr, err)
		}
		return values{"kind": "other", "code": "other", "status": 0, "requestId": "", "retryAfterMs": nil, "errors": []any{}}
	}
	wait := any(nil)
	if !failure.ResetAt.IsZero() {
		wait = failure.RetryAfter.Milliseconds()
	}
	fields := failure.Errors
	if fields == nil {
		fields = []realmcatalog.FieldError{}
	}
	return values{
		"kind": failure.Kind, "code": failure.Code, "status": failure.Status, "requestId": failure.RequestID,
		"retryAfterMs": wait, "errors": fields,
	}
}

var variable = regexp.MustCompile(`"\$\{(\w+)\}"|\$\{(\w+)\}`)

// filled puts in the variables; a text that is one name alone becomes its value.
func filled(text []byte, known values) []byte {
	return variable.ReplaceAllFunc(text, func(found []byte) []byte {
		names := variable.FindSubmatch(found)
		value, ok := known[string(names[1])+string(names[2])]
		if !ok {
			return found
		}
		written, _ := json.Marshal(value)
		if _, isText := value.(string); isText && len(names[1]) == 0 {
			return written[1 : len(written)-1]
		}
		return written
	})
}
