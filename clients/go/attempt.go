package realmcatalog

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

const (
	maxReadRedirects  = 20
	maxWriteRedirects = 5
)

// outgoing is a request as it is sent, as often as it takes.
type outgoing struct {
	method, url string
	header      http.Header
	// body is called for each attempt. It may restart the limit whenever bytes were sent.
	body func(limit *timeLimit) (io.Reader, int64)
	// isRepeatable: an attempt may follow one whose outcome is unknown.
	isRepeatable bool
	// isOptional: what is asked for need not be there; then “not found” is an answer. A 404 that is no problem of a
	// catalog comes from another server, and is an error all the same.
	isOptional bool
	// hasOwnCredential: a signed link or an upload, to which the client's token is not sent.
	hasOwnCredential bool
	uploadToken      string
	// isStreamed: the body of the response is read after the call, whose limits of time end with the headers.
	isStreamed bool
}

// shown is what errors say of the request: a signed link has a secret in its query.
func (o outgoing) shown() string {
	address, _, _ := strings.Cut(o.url, "?")
	if !o.hasOwnCredential {
		address = o.url
	}
	return o.method + " " + address
}

// reader takes from a response what the call answers with.
type reader func(*http.Response) error

var errNotThere = errors.New("what need not be there is not there")

// attempt sends a request once. The token goes where it belongs, and a failure becomes an *Error.
func (t *transport) attempt(limit *timeLimit, out outgoing, s callSettings, read reader) (*http.Response, error) {
	token, err := t.tokenFor(limit.ctx, out, s)
	if err != nil {
		return nil, err
	}
	header, err := t.headerOf(out, s, token)
	if err != nil {
		return nil, err
	}
	response, err := t.fetch(limit, out, header)
	if err != nil {
		return nil, err
	}
	rateLimit := rateLimitOf(response.Header)
	if rateLimit != nil {
		t.rateLimit.Store(rateLimit)
	}
	if s.response != nil {
		*s.response = Response{Status: response.StatusCode, Header: response.Header.Clone(), RateLimit: rateLimit}
	}
	isGood := response.StatusCode < 300 || response.StatusCode == http.StatusNotModified
	if isGood && out.isStreamed {
		return response, nil
	}
	defer response.Body.Close()
	if isGood {
		return response, read(response)
	}
	err = errorOf(response)
	if out.isOptional && errors.Is(err, ErrNotFound) {
		return response, errNotThere
	}
	return nil, err
}

func (t *transport) tokenFor(ctx context.Context, out outgoing, s callSettings) (string, error) {
	token := out.uploadToken
	address, err := url.Parse(out.url)
	if err != nil || address.Host == "" {
		return "", noAddress()
	}
	if token == "" && !out.hasOwnCredential && originOf(address) == t.origin && s.token != nil {
		if token, err = s.token(ctx); err != nil {
			return "", err
		}
	}
	if strings.IndexFunc(token, func(r rune) bool { return r < '!' || r > '~' }) >= 0 {
		return "", invalid("The token is not valid.")
	}
	return token, nil
}

func noAddress() error {
	return &Error{Kind: ErrNetwork, Code: string(ErrNetwork), Message: "The catalog gave a link that is no address."}
}

var headerName = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

func (t *transport) headerOf(out outgoing, s callSettings, token string) (http.Header, error) {
	header := http.Header{}
	// A GET with a media type would cost browsers a preflight.
	if out.body != nil {
		header.Set("Content-Type", "application/json")
	}
	if t.userAgent != "" {
		header.Set("User-Agent", t.userAgent)
	}
	for _, more := range []http.Header{out.header, s.header} {
		for name, values := range more {
			header[http.CanonicalHeaderKey(name)] = values
		}
	}
	if address, err := url.Parse(out.url); err != nil || originOf(address) != t.origin {
		deleteCredentials(header) // those that the caller gave for the catalog
	}
	for name, values := range header {
		isBad := func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }
		if !headerName.MatchString(name) || strings.IndexFunc(strings.Join(values, ""), isBad) >= 0 {
			return nil, invalid("A header is not valid.") // a cause would show the value
		}
	}
	if token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	return header, nil
}

// deleteCredentials takes away what another origin must not see.
func deleteCredentials(header http.Header) {
	for _, name := range []string{"Authorization", "Cookie", "Proxy-Authorization"} {
		header.Del(name)
	}
}

// fetch asks without giving what is written to another server: a read follows redirects, with its token to the same
// origin alone, and a write only those that stay on its origin.
func (t *transport) fetch(limit *timeLimit, out outgoing, header http.Header) (*http.Response, error) {
	isRead := out.method == http.MethodGet || out.method == http.MethodHead
	address, err := url.Parse(out.url)
	if err != nil {
		return nil, noAddress()
	}
	origin := originOf(address)
	for redirects := 0; ; redirects++ {
		response, err := t.fetchOnce(limit, out, address, header)
		if err != nil {
			return nil, err
		}
		target, isRedirect := redirectOf(response, isRead)
		if !isRedirect {
			return response, nil
		}
		response.Body.Close()
		status := response.StatusCode
		keepsMethod := status == http.StatusTemporaryRedirect || status == http.StatusPermanentRedirect
		switch {
		case target == nil:
			return nil, networkError(address.Host, errors.New("a redirect to what is no address"))
		case isRead && redirects == maxReadRedirects:
			return nil, networkError(address.Host, errors.New("too many redirects"))
		case !isRead && (!keepsMethod || originOf(target) != origin || redirects == maxWriteRedirects):
			return nil, unexpected(response, fmt.Sprintf("a redirect to %s%s", originOf(target), target.EscapedPath()), nil)
		case originOf(target) != originOf(address):
			header = header.Clone()
			deleteCredentials(header)
		}
		address = target
	}
}

// redirectOf says where a response leads; nil if nowhere that can be asked.
func redirectOf(response *http.Response, isRead bool) (*url.URL, bool) {
	status, location := response.StatusCode, response.Header.Get("Location")
	switch {
	case isRead && location == "":
		return nil, false
	case isRead && status != 301 && status != 302 && status != 303 && status != 307 && status != 308:
		return nil, false
	case status < 300 || status >= 400:
		return nil, false
	}
	target, err := response.Request.URL.Parse(location)
	if err != nil || target.Host == "" || target.Scheme != "http" && target.Scheme != "https" {
		return nil, true
	}
	target.User = nil
	return target, true
}

func (t *transport) fetchOnce(limit *timeLimit, out outgoing, address *url.URL, header http.Header) (*http.Response, error) {
	request, err := http.NewRequestWithContext(limit.ctx, out.method, address.String(), nil)
	if err != nil {
		return nil, networkError(address.Host, withoutAddress(err))
	}
	request.URL.User = nil
	request.Header = header
	if out.body != nil {
		body, size := out.body(limit)
		request.Body, request.ContentLength = io.NopCloser(body), size
		if size == 0 {
			request.Body = http.NoBody
		}
	}
	response, err := t.http.Do(request)
	if err != nil {
		return nil, networkError(address.Host, withoutAddress(err))
	}
	if response.Request == nil { // a round tripper of the caller may leave it out
		response.Request = request
	}
	return response, nil
}

// withoutAddress: the error of the standard library names the address, whose query may hold a secret.
func withoutAddress(err error) error {
	var named *url.Error
	if errors.As(err, &named) {
		return named.Err
	}
	return err
}
