package realmcatalog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

const (
	// The longest answer is a diff with 1 MiB of text, of which JSON may write each byte as six.
	maxTextBytes = 8 << 20
	// A problem has a few sentences, which are shown.
	maxProblemBytes = 64 << 10
)

// readText reads a body, which must not be longer than this.
func readText(response *http.Response, max int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(response.Body, max+1))
	if err != nil {
		return nil, networkError(response.Request.URL.Host, withoutAddress(err))
	}
	if int64(len(text)) > max {
		return nil, unexpected(response, "too much", nil)
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), nil
}

// readJSON decodes the body into what is pointed to, unless that is nil. Without marks, nothing will do, too.
func readJSON(response *http.Response, answer any, marks ...string) error {
	text, err := readText(response, maxTextBytes)
	switch {
	case err != nil:
		return err
	case response.StatusCode == http.StatusNoContent && len(marks) > 0:
		return unexpected(response, "nothing instead of JSON", nil)
	case response.StatusCode == http.StatusNoContent:
		return nil
	case response.StatusCode == http.StatusNotModified:
		return notModified(response)
	case answer == nil:
		answer = new(json.RawMessage)
	}
	if err := decode(response, text, answer); err != nil || len(marks) == 0 {
		return err
	}
	return checkMarks(response, text, marks)
}

// checkMarks says whether JSON is an object that has the fields by which it is known, and lists without gaps.
func checkMarks(response *http.Response, text []byte, marks []string) error {
	var fields map[string]any
	_ = json.Unmarshal(text, &fields)
	for _, mark := range marks {
		if fields[mark] == nil {
			return unexpected(response, fmt.Sprintf("nothing that has “%s”", mark), nil)
		}
	}
	for _, field := range fields {
		items, _ := field.([]any)
		for _, item := range items {
			if item == nil {
				return unexpected(response, "a list that has null in it", nil)
			}
		}
	}
	return nil
}

func decode(response *http.Response, text []byte, answer any) error {
	if media := mediaType(response); !strings.HasSuffix(media, "/json") && !strings.HasSuffix(media, "+json") {
		return unexpected(response, orElse(media, "no media type")+" instead of JSON", nil)
	}
	if err := json.Unmarshal(text, answer); err != nil {
		return unexpected(response, "broken JSON", err)
	}
	return nil
}

func notModified(response *http.Response) error {
	return &Error{
		Kind: ErrUnexpectedResponse, Code: string(ErrUnexpectedResponse), Status: response.StatusCode,
		RequestID: response.Header.Get("X-Request-Id"), Message: "Not modified.",
	}
}

func mediaType(response *http.Response) string {
	media, _, _ := strings.Cut(response.Header.Get("Content-Type"), ";")
	return strings.TrimSpace(media)
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

func unexpected(response *http.Response, what string, cause error) *Error {
	message := fmt.Sprintf("%s answered with %s (status %d). Is this the address of a catalog?",
		response.Request.URL.Host, what, response.StatusCode)
	return &Error{
		Kind: ErrUnexpectedResponse, Code: string(ErrUnexpectedResponse), Status: response.StatusCode,
		RequestID: response.Header.Get("X-Request-Id"), Message: message, Err: cause,
	}
}

func kindOf(status int) Kind {
	switch status {
	case 400, 413, 415, 422, 431:
		return ErrInvalidRequest
	case 401:
		return ErrUnauthorized
	case 403:
		return ErrForbidden
	case 404:
		return ErrNotFound
	case 408:
		return ErrUnavailable
	case 409:
		return ErrConflict
	case 429:
		return ErrRateLimited
	}
	if status >= 500 {
		return ErrUnavailable
	}
	return ErrOther
}

type problem struct {
	Code, Title, Detail, RequestID string
	Errors                         []FieldError
}

// errorOf is the error that a response tells. What answers a HEAD has no body, and tells it by its status.
func errorOf(response *http.Response) error {
	told, err := readProblem(response)
	if err != nil {
		return err
	}
	status := response.StatusCode
	isHead := response.Request.Method == http.MethodHead
	isByStatus := isHead || status == 429 || status == 408 || status >= 500 // these also come from proxies
	if told.Code == "" && !isByStatus {
		return unexpected(response, orElse(mediaType(response), "no media type")+" instead of a problem", nil)
	}
	failure := &Error{
		Kind: kindOf(status), Code: told.Code, Status: status, Errors: told.Errors,
		RequestID: orElse(told.RequestID, response.Header.Get("X-Request-Id")),
		Message:   orElse(orElse(told.Detail, told.Title), fmt.Sprintf("%s answered with the status %d.", response.Request.URL.Host, status)),
	}
	if failure.Code == "" {
		failure.Code = string(failure.Kind)
	}
	if wait, ok := retryAfterOf(response.Header, status); ok {
		failure.RetryAfter, failure.ResetAt = wait, time.Now().Add(wait)
	}
	return failure
}

// readProblem reads what a problem says, as far as it is one.
func readProblem(response *http.Response) (problem, error) {
	var told problem
	text, err := readText(response, maxProblemBytes)
	if err != nil {
		if errors.Is(err, ErrUnexpectedResponse) {
			err = nil
		}
		return told, err
	}
	var fields map[string]json.RawMessage
	if decode(response, text, &fields) != nil {
		return told, nil
	}
	for name, field := range map[string]*string{
		"code": &told.Code, "title": &told.Title, "detail": &told.Detail, "requestId": &told.RequestID,
	} {
		if json.Unmarshal(fields[name], field) != nil {
			*field = ""
		}
	}
	var errors []json.RawMessage
	_ = json.Unmarshal(fields["errors"], &errors)
	for _, one := range errors {
		var said struct{ Field, Message *string }
		if json.Unmarshal(one, &said) == nil && said.Field != nil && said.Message != nil {
			told.Errors = append(told.Errors, FieldError{Field: *said.Field, Message: *said.Message})
		}
	}
	return told, nil
}
