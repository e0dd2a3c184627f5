package realmcatalog

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
)

// request is a call of an operation, as a generated method describes it.
type request struct {
	method, path string
	parameters   []string
	// query is a pointer to a struct, or a list of pairs.
	query any
	// body is a pointer to a struct.
	body    any
	picture []byte
	// takesKey: the operation recognizes a retry by a key.
	takesKey bool
	// hasSlashes: the last parameter keeps its slashes.
	hasSlashes bool
	// marks are the fields by which its answer is known.
	marks []string
}

func (r request) address(t *transport) (string, error) {
	path, err := filledPath(r.path, r.parameters, r.hasSlashes)
	if err != nil {
		return "", err
	}
	pairs, ok := r.query.([]pair)
	if !ok {
		pairs = pairsOf(r.query)
	}
	return t.api + path + queryText(pairs), nil
}

func (r request) outgoing(t *transport, s callSettings) (outgoing, error) {
	address, err := r.address(t)
	if err != nil {
		return outgoing{}, err
	}
	if r.picture != nil {
		out, err := outgoingJSON(r.method, address, nil, false, false, s)
		out.header.Set("Content-Type", "application/octet-stream")
		out.body = bytesBody(r.picture)
		out.isRepeatable = true
		return out, err
	}
	return outgoingJSON(r.method, address, r.body, r.body != nil, r.takesKey, s)
}

// outgoingJSON: the key is the same for every attempt.
func outgoingJSON(method, address string, body any, hasBody, takesKey bool, s callSettings) (outgoing, error) {
	key := s.idempotencyKey
	if key == "" && takesKey {
		var err error
		if key, err = randomText(); err != nil {
			return outgoing{}, err
		}
	}
	out := outgoing{method: method, url: address, header: http.Header{}}
	if key != "" {
		out.header.Set("Idempotency-Key", key)
	}
	isSafe := method == http.MethodGet || method == http.MethodHead || method == http.MethodDelete
	out.isRepeatable = isSafe || key != ""
	if !hasBody {
		return out, nil
	}
	text := []byte("{}")
	if value := reflect.ValueOf(body); value.Kind() != reflect.Pointer || !value.IsNil() {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return out, err
		}
	}
	out.body = bytesBody(text)
	return out, nil
}

func randomText() (string, error) {
	random := make([]byte, 16)
	_, err := rand.Read(random)
	return hex.EncodeToString(random), err
}

func bytesBody(text []byte) func(*timeLimit) (io.Reader, int64) {
	return func(*timeLimit) (io.Reader, int64) { return bytes.NewReader(text), int64(len(text)) }
}

func (c *Client) ask(ctx context.Context, r request, options []CallOption, change func(*outgoing), read reader) (*http.Response, error) {
	s := c.transport.call.with(options)
	out, err := r.outgoing(c.transport, s)
	if err != nil {
		return nil, err
	}
	if change != nil {
		change(&out)
	}
	return c.transport.send(ctx, out, s, read)
}

func ask[Answer any](ctx context.Context, c *Client, r request, options []CallOption) (*Answer, error) {
	answer := new(Answer)
	_, err := c.ask(ctx, r, options, nil, func(response *http.Response) error {
		*answer = *new(Answer) // an attempt before may have left half of one
		return readJSON(response, answer, r.marks...)
	})
	if err != nil {
		return nil, err
	}
	return answer, nil
}

func askNothing(ctx context.Context, c *Client, r request, options []CallOption) error {
	_, err := c.ask(ctx, r, options, nil, func(response *http.Response) error { return readJSON(response, nil) })
	return err
}

func askWhether(ctx context.Context, c *Client, r request, options []CallOption) (bool, error) {
	isOptional := func(out *outgoing) { out.isOptional = true }
	response, err := c.ask(ctx, r, options, isOptional, func(response *http.Response) error {
		switch response.StatusCode {
		case http.StatusNoContent:
			return nil
		case http.StatusNotModified:
			return notModified(response)
		}
		return unexpected(response, "neither yes nor no", nil)
	})
	return response != nil, err
}

// askResponse leaves the body to the caller, and keeps the token from whoever prints the response.
func askResponse(ctx context.Context, c *Client, r request, options []CallOption) (*http.Response, error) {
	response, err := c.ask(ctx, r, options, func(out *outgoing) { out.isStreamed = true }, nil)
	if err == nil {
		response.Request = response.Request.Clone(ctx)
		response.Request.Header.Del("Authorization")
	}
	return response, err
}

// askText asks a series for its rows as CSV.
func askText(ctx context.Context, c *Client, r request, options []CallOption) (string, error) {
	r.query = append(pairsOf(r.query), pair{"format", "csv"})
	text := ""
	_, err := c.ask(ctx, r, options, nil, func(response *http.Response) error {
		found, err := readText(response, maxTextBytes)
		if media := mediaType(response); err == nil && media != "text/csv" && media != "text/plain" {
			return unexpected(response, orElse(media, "no media type")+" instead of CSV", nil)
		}
		text = string(found)
		return err
	})
	return text, err
}
