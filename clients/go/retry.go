package realmcatalog

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// retryPolicy says when a failed attempt is repeated: after which failures, and how long to wait.
type retryPolicy struct {
	retries                           int
	maxRetryAfter, minDelay, maxDelay time.Duration
}

var defaultRetryPolicy = retryPolicy{
	retries: 2, maxRetryAfter: time.Minute, minDelay: 300 * time.Millisecond, maxDelay: 8 * time.Second,
}

// delay is how long to wait before the next attempt; false if there is to be none. failed counts from 0.
func (p retryPolicy) delay(err error, failed int) (time.Duration, bool) {
	var failure *Error
	if failed >= p.retries || !errors.As(err, &failure) || !mayPass(failure) || failure.RetryAfter > p.maxRetryAfter {
		return 0, false
	}
	longest := p.maxDelay
	if failed < 32 && p.minDelay<<failed < longest && p.minDelay<<failed >= p.minDelay {
		longest = p.minDelay << failed
	}
	// Full jitter: clients that failed together do not come back together.
	wait := randomBelow(longest)
	if failure.RetryAfter > wait {
		wait = failure.RetryAfter
	}
	return wait, true
}

// randomBelow asks the system: math/rand gives every process the same numbers before Go 1.20.
func randomBelow(longest time.Duration) time.Duration {
	if longest <= 0 {
		return 0
	}
	number, err := rand.Int(rand.Reader, big.NewInt(int64(longest)))
	if err != nil {
		return longest / 2
	}
	return time.Duration(number.Int64())
}

// mayPass says whether the same request may succeed a little later: nobody knows what became of it, or the catalog did
// not take it.
func mayPass(failure *Error) bool {
	return isOutcomeUnknown(failure) || failure.Status == 408 || failure.Status == 429 || failure.Status == 503
}

// isOutcomeUnknown says whether the request may have had its effect all the same.
func isOutcomeUnknown(err error) bool {
	var failure *Error
	if !errors.As(err, &failure) {
		return false
	}
	var syntax *json.SyntaxError // half of a JSON text
	return errors.As(failure.Err, &syntax) || failure.Kind == ErrNetwork || failure.Kind == ErrTimeout ||
		failure.Status == 502 || failure.Status == 504
}

var (
	wholeSeconds = regexp.MustCompile(`^\d+$`)
	resetSeconds = regexp.MustCompile(`^\d{1,12}$`)
)

// retryAfterOf is how long a response asks to wait: by Retry-After, in seconds or as a date, or else by the end of a
// rate limit's window. Dates are by the catalog's clock.
func retryAfterOf(header http.Header, status int) (time.Duration, bool) {
	now, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		now = time.Now()
	}
	text := strings.TrimSpace(header.Get("Retry-After"))
	if wholeSeconds.MatchString(text) {
		return secondsOf(text), true
	}
	if date, err := http.ParseTime(text); err == nil {
		return notNegative(date.Sub(now)), true
	}
	reset := header.Get("X-RateLimit-Reset")
	if status == http.StatusTooManyRequests && resetSeconds.MatchString(reset) {
		seconds, _ := strconv.ParseInt(reset, 10, 64)
		return notNegative(time.Unix(seconds, 0).Sub(now)), true
	}
	return 0, false
}

func secondsOf(text string) time.Duration {
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil || seconds > math.MaxInt64/int64(time.Second) {
		return forever
	}
	return time.Duration(seconds) * time.Second
}

func notNegative(wait time.Duration) time.Duration {
	if wait < 0 {
		return 0
	}
	return wait
}
