package realmcatalog

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
)

// New makes the client of the catalog at this address, with or without “/v1”. It asks for nothing.
func New(baseURL string, options ...Option) (*Client, error) {
	api, err := apiAddress(baseURL)
	if err != nil {
		return nil, err
	}
	s := settings{call: callSettings{retry: defaultRetryPolicy}}
	for _, option := range options {
		if err := option.apply(&s); err != nil {
			return nil, err
		}
	}
	c := &Client{transport: openTransport(api, s)}
	c.addServices()
	return c, nil
}

// RateLimit is the hourly limit of the caller, as the last response had it; nil before the first.
func (c *Client) RateLimit() *RateLimit { return c.transport.rateLimit.Load() }

var apiPrefix = regexp.MustCompile(`^(?:/?v1(?:/api)?(?:/|$))?/?`)

// Request asks for any path below /v1/api, whose spelling may be part of the path. The body is sent as JSON unless it is
// nil, and the answer is decoded into what is pointed to unless that is nil. It is repeated if it is a read, a deletion,
// or has an idempotency key.
func (c *Client) Request(ctx context.Context, method, path string, query url.Values, body, answer any, options ...CallOption) error {
	address := c.transport.api + "/" + apiPrefix.ReplaceAllString(path, "")
	if text := query.Encode(); text != "" {
		address += "?" + text
	}
	s := c.transport.call.with(options)
	out, err := outgoingJSON(method, address, body, body != nil, false, s)
	if err != nil {
		return err
	}
	read := func(response *http.Response) error { return nil }
	if method != http.MethodHead {
		read = func(response *http.Response) error { return readJSON(response, answer) }
	}
	_, err = c.transport.send(ctx, out, s, read)
	return err
}

// Ptr gives a pointer to a value, as the bodies of changes have them.
func Ptr[T any](value T) *T { return &value }
