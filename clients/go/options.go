package realmcatalog

import (
	"context"
	"errors"
	"math"
	"net/http"
	"time"
)

// Option is given to New.
type Option interface{ apply(*settings) error }

// CallOption is given to a method. Given to New, it holds for every call.
type CallOption func(*callSettings)

func (o CallOption) apply(s *settings) error {
	o(&s.call)
	if s.call.idempotencyKey != "" || s.call.response != nil || s.call.upload != nil {
		return errors.New("realm catalog: New was given an option that is good for one call alone")
	}
	return nil
}

type clientOption func(*settings) error

func (o clientOption) apply(s *settings) error { return o(s) }

type settings struct {
	http      *http.Client
	userAgent string
	call      callSettings
}

const forever = time.Duration(math.MaxInt64)

type callSettings struct {
	token          func(context.Context) (string, error)
	header         http.Header
	idempotencyKey string
	max            int
	// Zero where none is given.
	attempt, total time.Duration
	retry          retryPolicy
	response       *Response
	progress       func(transferred, total int64)
	upload         *upload
}

// with gives these settings, changed by options.
func (s callSettings) with(options []CallOption) callSettings {
	s.header = s.header.Clone()
	for _, option := range options {
		option(&s)
	}
	return s
}

// WithHTTPClient sends requests by this client, in whose place redirects are followed here. Its Timeout also ends
// downloads.
func WithHTTPClient(client *http.Client) Option {
	return clientOption(func(s *settings) error {
		copied := *client
		s.http = &copied
		return nil
	})
}

// WithRoundTripper sends requests by this.
func WithRoundTripper(transport http.RoundTripper) Option {
	return WithHTTPClient(&http.Client{Transport: transport})
}

// WithUserAgent says what the program calls itself.
func WithUserAgent(userAgent string) Option {
	return clientOption(func(s *settings) error {
		s.userAgent = userAgent
		return nil
	})
}

// WithToken is the credential: an API key, a JWT or an access token. It is sent to the catalog alone, and never after a
// redirect to another server.
func WithToken(token string) CallOption {
	return WithTokenSource(func(context.Context) (string, error) { return token, nil })
}

// WithTokenSource asks for the credential before each attempt. An empty one is none.
func WithTokenSource(source func(context.Context) (string, error)) CallOption {
	return func(s *callSettings) { s.token = source }
}

// WithHeader sends a further header; Authorization and Cookie to the catalog alone, as the token.
func WithHeader(name, value string) CallOption {
	return func(s *callSettings) {
		if s.header == nil {
			s.header = http.Header{}
		}
		s.header.Set(name, value)
	}
}

// WithIdempotencyKey is the key by which the catalog recognizes a call that is made again. An operation that takes one
// gets one of its own for each call without it.
func WithIdempotencyKey(key string) CallOption {
	return func(s *callSettings) { s.idempotencyKey = key }
}

// WithMax ends an iteration after so many items.
func WithMax(items int) CallOption {
	return func(s *callSettings) {
		if s.max = items; items <= 0 {
			s.max = -1
		}
	}
}

// WithAttemptTimeout is how long one attempt may take, 30 seconds unless it is given; of an archive, how long it may
// stand still (of an upload, 120 seconds, in which the catalog inspects it). Zero has no end.
func WithAttemptTimeout(timeout time.Duration) CallOption {
	return func(s *callSettings) { s.attempt = orForever(timeout) }
}

// WithTotalTimeout is how long a call may take with its retries, 120 seconds unless it is given. Archives have such a
// limit only if it is given with the call. Zero has no end.
func WithTotalTimeout(timeout time.Duration) CallOption {
	return func(s *callSettings) { s.total = orForever(timeout) }
}

func orForever(timeout time.Duration) time.Duration {
	if timeout <= 0 {
		return forever
	}
	return timeout
}

// WithRetries is how many attempts may follow the first, 2 unless it is given.
func WithRetries(retries int) CallOption {
	return func(s *callSettings) { s.retry.retries = retries }
}

// WithMaxRetryAfter is the longest wait that the catalog may ask for, a minute unless it is given. An error that asks
// for a longer one is returned at once.
func WithMaxRetryAfter(longest time.Duration) CallOption {
	return func(s *callSettings) { s.retry.maxRetryAfter = longest }
}

// WithRetryDelays are the limits of the random waits between attempts: of the first, which doubles with each attempt,
// and of every one; 300 milliseconds and 8 seconds unless they are given.
func WithRetryDelays(first, longest time.Duration) CallOption {
	return func(s *callSettings) { s.retry.minDelay, s.retry.maxDelay = first, longest }
}

// WithResponse puts what the last response said beside its data here.
func WithResponse(response *Response) CallOption {
	return func(s *callSettings) { s.response = response }
}

// WithProgress is told of the bytes of an archive, by one goroutine at a time. After a break it begins again at what is
// there.
func WithProgress(progress func(transferred, total int64)) CallOption {
	return func(s *callSettings) { s.progress = progress }
}

// WithUpload publishes by an upload that was opened before: by Realms.Create or Realms.OpenUpload.
func WithUpload(uploadURL, uploadToken string) CallOption {
	return func(s *callSettings) { s.upload = &upload{url: uploadURL, token: uploadToken} }
}

// Response is what a response says beside its data.
type Response struct {
	Status int
	Header http.Header
	// RateLimit is nil where the response does not tell it.
	RateLimit *RateLimit
}
