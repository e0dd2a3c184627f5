package realmcatalog

import (
	"net/http"
	"strconv"
	"time"
)

// RateLimit is what a response says of the caller's hourly limit.
type RateLimit struct {
	// Limit is how many requests are allowed in the window.
	Limit     int64 `json:"limit"`
	Remaining int64 `json:"remaining"`
	// Reset is when the window ends, in Unix seconds.
	Reset int64 `json:"reset"`
}

// ResetAt is when the window ends.
func (r RateLimit) ResetAt() time.Time { return time.Unix(r.Reset, 0) }

func rateLimitOf(header http.Header) *RateLimit {
	var limit RateLimit
	for name, field := range map[string]*int64{"Limit": &limit.Limit, "Remaining": &limit.Remaining, "Reset": &limit.Reset} {
		number, err := strconv.ParseInt(header.Get("X-RateLimit-"+name), 10, 64)
		if err != nil {
			return nil
		}
		*field = number
	}
	return &limit
}
