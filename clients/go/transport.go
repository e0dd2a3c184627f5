package realmcatalog

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"
)

const (
	defaultAttemptTimeout = 30 * time.Second
	defaultTotalTimeout   = 120 * time.Second
)

// transport sends requests within limits of time, and again where a failure may pass and asking twice does no harm.
type transport struct {
	// api is the address of the API, and origin is the one that the token goes to.
	api, origin string
	http        *http.Client
	userAgent   string
	call        callSettings
	rateLimit   atomic.Pointer[RateLimit]
}

func openTransport(api string, s settings) *transport {
	client := s.http
	if client == nil {
		client = &http.Client{}
		if standard, ok := http.DefaultTransport.(*http.Transport); ok {
			client.Transport = standard.Clone()
		}
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	address, _ := url.Parse(api)
	return &transport{api: api, origin: originOf(address), http: client, userAgent: s.userAgent, call: s.call}
}

// send returns a response whose body is read, unless the request is streamed: then closing the body ends the limits. The
// response is nil where what need not be there is not there.
func (t *transport) send(ctx context.Context, out outgoing, s callSettings, read reader) (*http.Response, error) {
	total := newTimeLimit(ctx, orDefault(s.total, defaultTotalTimeout), out.shown())
	sent := out
	for failed := 0; ; failed++ {
		limit := newTimeLimit(total.ctx, orDefault(s.attempt, defaultAttemptTimeout), out.shown())
		response, err := t.attempt(limit, sent, s, read)
		if err == nil && out.isStreamed {
			limit.stopClock()
			total.stopClock()
			response.Body = &limitedBody{response.Body, []*timeLimit{limit, total}}
			return response, nil
		}
		err = t.afterAttempt(limit, total, err)
		limit.end()
		if err == nil || errors.Is(err, errNotThere) {
			total.end()
			if err != nil {
				return nil, nil
			}
			return response, nil
		}
		if total.fault() == nil && out.isRepeatable {
			// What the catalog does not find then was deleted by the attempt before, whose response was lost.
			sent.isOptional = sent.isOptional || out.method == http.MethodDelete && isOutcomeUnknown(err)
			if err = t.waitToRepeat(total, err, failed, s); err == nil {
				continue
			}
		}
		total.end()
		return nil, err
	}
}

// afterAttempt gives the limit that made an attempt fail in place of what it has made fail.
func (t *transport) afterAttempt(limit, total *timeLimit, err error) error {
	var failure *Error
	if err == nil || errors.Is(err, errNotThere) {
		return err
	}
	if fault := total.fault(); fault != nil {
		return fault
	}
	if fault := limit.fault(); fault != nil && errors.As(err, &failure) && failure.Kind == ErrNetwork {
		return fault
	}
	return err
}

// waitToRepeat waits before a request is sent again, or returns the error if it is not to be.
func (t *transport) waitToRepeat(limit *timeLimit, err error, failed int, s callSettings) error {
	wait, may := s.retry.delay(err, failed)
	if !may || !limit.allows(wait) {
		return err
	}
	return limit.pause(wait)
}

func orDefault(given, other time.Duration) time.Duration {
	if given == 0 {
		return other
	}
	return given
}

// limitedBody ends the limits of its response when it is closed.
type limitedBody struct {
	io.ReadCloser
	limits []*timeLimit
}

func (b *limitedBody) Close() error {
	err := b.ReadCloser.Close()
	for _, limit := range b.limits {
		limit.end()
	}
	return err
}
