package realmcatalog

import (
	"fmt"
	"time"
)

// Kind is what went wrong, as errors.Is takes it.
type Kind string

// The kinds of errors.
const (
	ErrNotFound Kind = "not_found"
	// ErrUnauthorized: the credential is missing, unknown or expired.
	ErrUnauthorized Kind = "unauthorized"
	// ErrForbidden: the credential is good and may not do this; or a quota is used up.
	ErrForbidden Kind = "forbidden"
	ErrConflict  Kind = "conflict"
	// ErrInvalidRequest: the catalog refuses the content of the request, or the client does before it sends anything.
	ErrInvalidRequest Kind = "invalid_request"
	ErrRateLimited    Kind = "rate_limited"
	// ErrUnavailable: a status of 500 or above, or the catalog gave up waiting for the request (408).
	ErrUnavailable Kind = "unavailable"
	// ErrNetwork: no response, or a part of one.
	ErrNetwork Kind = "network"
	// ErrTimeout: an attempt, or the call with its retries, took longer than it may.
	ErrTimeout Kind = "timeout"
	// ErrUnexpectedResponse: a response that no catalog sends, such as a proxy's HTML page.
	ErrUnexpectedResponse Kind = "unexpected_response"
	// ErrIntegrity: the bytes of an archive are not those that the catalog has named.
	ErrIntegrity Kind = "integrity"
	// ErrOther is every other status.
	ErrOther Kind = "other"
	// ErrNotModified is a 304, which a header If-None-Match asks for. Its error is an ErrUnexpectedResponse as well.
	ErrNotModified Kind = "not_modified"
)

func (k Kind) Error() string { return "realm catalog: " + string(k) }

// FieldError is what the catalog says is wrong with a field of a request.
type FieldError struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Error is every error of the catalog, of the network and of the client.
type Error struct {
	Kind Kind
	// Code is the stable code of the catalog's problem, such as “quota_exceeded”; without a response, the kind.
	Code string
	// Status of the response; 0 without one.
	Status int
	// RequestID is in the catalog's log as well; empty without a response.
	RequestID string
	Message   string
	// Errors has each field that is wrong.
	Errors []FieldError
	// RetryAfter is how long the catalog asks to wait before the next try, and ResetAt when that is over. Both are zero
	// where it does not say.
	RetryAfter time.Duration
	ResetAt    time.Time
	// Host that gave no response, of an ErrNetwork.
	Host string
	// Err is the cause, if there is one.
	Err error
}

func (e *Error) Error() string {
	if e.Code == "" || e.Code == string(e.Kind) {
		return fmt.Sprintf("realm catalog: %s (%s)", e.Message, e.Kind)
	}
	return fmt.Sprintf("realm catalog: %s (%s, %s)", e.Message, e.Kind, e.Code)
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is says whether the target is the kind of this error.
func (e *Error) Is(target error) bool {
	kind, ok := target.(Kind)
	return ok && (kind == e.Kind || kind == ErrNotModified && e.Status == 304)
}

func invalid(message string) *Error {
	return &Error{Kind: ErrInvalidRequest, Code: string(ErrInvalidRequest), Message: message}
}

func integrity(format string, values ...any) *Error {
	return &Error{Kind: ErrIntegrity, Code: string(ErrIntegrity), Message: fmt.Sprintf(format, values...)}
}

func networkError(host string, cause error) *Error {
	message := fmt.Sprintf("No response from %s: %v", host, cause)
	return &Error{Kind: ErrNetwork, Code: string(ErrNetwork), Message: message, Host: host, Err: cause}
}
