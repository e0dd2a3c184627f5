package realmcatalog_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	realmcatalog "realm-catalog.invalid/client"
)

func TestOneClientServesManyGoroutines(t *testing.T) {
	var requests atomic.Int64
	_, client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		count := requests.Add(1)
		w.Header().Set("X-RateLimit-Limit", "100")
		w.Header().Set("X-RateLimit-Remaining", fmt.Sprint(count))
		w.Header().Set("X-RateLimit-Reset", "1790000000")
		if count%3 == 0 {
			problem(w, 503, "unavailable")
			return
		}
		answer(w, 200, map[string]any{"id": "1", "slug": strings.TrimPrefix(r.URL.Path, "/v1/api/realms/")})
	}, realmcatalog.WithToken("secret"), realmcatalog.WithRetries(20))
	var group sync.WaitGroup
	for at := 0; at < 50; at++ {
		slug := fmt.Sprintf("realm-%d", at)
		group.Add(1)
		go func() {
			defer group.Done()
			var response realmcatalog.Response
			realm, err := client.Realms.Get(ctx, slug, realmcatalog.WithResponse(&response), realmcatalog.WithHeader("X-At", slug))
			if err != nil || realm.Slug != slug || response.Status != 200 || client.RateLimit().Limit != 100 {
				t.Error(err, realm, response)
			}
		}()
	}
	group.Wait()
}

func TestTheTokenIsNeverShown(t *testing.T) {
	const token = "rlm_key_hidden"
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			t.Error("the token went to another server")
		}
		problem(w, 404, "not_found")
	}))
	defer elsewhere.Close()
	_, client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Authorization") != "Bearer "+token:
			t.Error("the catalog got no token")
		case strings.HasSuffix(r.URL.Path, "/redirected"):
			http.Redirect(w, r, elsewhere.URL+"/?secret="+token, http.StatusFound)
		default:
			cut(w)
		}
	}, realmcatalog.WithToken(token))
	var shown []string
	for _, slug := range []string{"redirected", "cut"} {
		_, err := client.Realms.Get(ctx, slug)
		if err == nil {
			t.Fatal("there is no such realm")
		}
		shown = append(shown, err.Error(), fmt.Sprintf("%v %+v %#v", err, err, err), fmt.Sprint(errors.Unwrap(err)))
	}
	link := &realmcatalog.Download{DownloadURL: "http://127.0.0.1:1/?signature=" + token, Size: 1}
	shown = append(shown, client.DownloadArchive(ctx, link, &strings.Builder{}, realmcatalog.WithRetries(0)).Error())
	_, err := client.Stats.Get(ctx, realmcatalog.WithToken(token+"\n"))
	shown = append(shown, err.Error())
	_, err = client.Stats.Get(ctx, realmcatalog.WithHeader("X-Key", token+"\n"))
	shown = append(shown, err.Error())
	_, err = realmcatalog.New("ftp://alice:" + token + "@catalog.example")
	shown = append(shown, err.Error())
	for _, reply := range []any{
		realmcatalog.OpenedUpload{UploadToken: token}, &realmcatalog.CreatedKey{Key: token}, realmcatalog.Session{Token: token},
		realmcatalog.RecoveryCodes{Codes: []string{token}}, []realmcatalog.Download{{DownloadURL: token}},
	} {
		text := fmt.Sprintf("%v", reply)
		if !strings.Contains(text, "…") {
			t.Error(text)
		}
		shown = append(shown, text, fmt.Sprintf("%+v %#v %s", reply, reply, reply))
	}
	asJSON, _ := json.Marshal(client)
	option := realmcatalog.WithToken(token)
	shown = append(shown, string(asJSON), fmt.Sprintf("%v %+v %#v %v", client, client, client, option))
	for _, text := range shown {
		if strings.Contains(text, token) {
			t.Error(text)
		}
	}
}

func TestAFileHasNoTokenInItsResponse(t *testing.T) {
	_, client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "" {
			t.Error("the catalog got no token")
		}
		_, _ = w.Write([]byte("text"))
	}, realmcatalog.WithToken("hidden"))
	response, err := client.Realms.File(ctx, "blog", "1.0.0", "README.md")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.Request.URL.Path == "" || response.Request.Header.Get("Authorization") != "" {
		t.Error(response.Request.Header)
	}
}

// bare answers without more than a RoundTripper has to.
type bare struct{}

func (bare) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("text"))}, nil
}

func TestARoundTripperMayLeaveOutTheRequest(t *testing.T) {
	client, err := realmcatalog.New("http://catalog.example", realmcatalog.WithRoundTripper(bare{}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Realms.Get(ctx, "blog"); !errors.Is(err, realmcatalog.ErrUnexpectedResponse) {
		t.Error(err)
	}
}

func TestAnErrorHasItsKindItsFieldsAndItsWait(t *testing.T) {
	_, client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.Header().Set("X-Request-Id", "r-1")
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(429)
		_, _ = w.Write([]byte(`{"code":"rate_limited","detail":"Too often.","errors":[{"field":"q","message":"is odd"}]}`))
	})
	started := time.Now()
	_, err := client.Realms.List(ctx, nil)
	var failure *realmcatalog.Error
	if !errors.As(err, &failure) || !errors.Is(err, realmcatalog.ErrRateLimited) || errors.Is(err, realmcatalog.ErrNotFound) {
		t.Fatal(err)
	}
	if failure.RetryAfter != time.Hour || failure.ResetAt.Before(started.Add(time.Hour)) || failure.RequestID != "r-1" ||
		failure.Code != "rate_limited" || failure.Status != 429 || failure.Errors[0].Field != "q" {
		t.Errorf("%+v", failure)
	}
}

func TestAnErrorOfAHeadIsToldByItsStatus(t *testing.T) {
	status := 0
	_, client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", "r-1")
		w.Header().Set("Content-Length", "99")
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(status)
	}, realmcatalog.WithRetries(0))
	for expected, kind := range map[int]realmcatalog.Kind{
		401: realmcatalog.ErrUnauthorized, 404: realmcatalog.ErrNotFound, 409: realmcatalog.ErrConflict,
		418: realmcatalog.ErrOther, 429: realmcatalog.ErrRateLimited,
	} {
		status = expected
		err := client.Request(ctx, http.MethodHead, "/realms/a", nil, nil, nil)
		var failure *realmcatalog.Error
		if !errors.As(err, &failure) || failure.Kind != kind || failure.Code != string(kind) || failure.Status != status ||
			failure.RequestID != "r-1" {
			t.Error(status, err)
		}
	}
}

func TestALongerWaitThanAllowedIsNotWaitedFor(t *testing.T) {
	requests := 0
	_, client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		requests++
		w.Header().Set("Retry-After", "1")
		problem(w, 503, "unavailable")
	}, realmcatalog.WithMaxRetryAfter(999*time.Millisecond))
	if _, err := client.Stats.Get(ctx); !errors.Is(err, realmcatalog.ErrUnavailable) || requests != 1 {
		t.Error(err, requests)
	}
	_, err := client.Stats.Get(ctx, realmcatalog.WithMaxRetryAfter(time.Second), realmcatalog.WithRetries(1))
	if err == nil || requests != 3 {
		t.Error(err, requests)
	}
}

func TestACallEndsWithItsContextAndItsLimits(t *testing.T) {
	stop := make(chan struct{})
	_, client := serve(t, func(http.ResponseWriter, *http.Request) { <-stop })
	defer close(stop)
	ending, end := context.WithTimeout(ctx, 30*time.Millisecond)
	defer end()
	if _, err := client.Stats.Get(ending); err != context.DeadlineExceeded {
		t.Error(err)
	}
	short := realmcatalog.WithAttemptTimeout(20 * time.Millisecond)
	if _, err := client.Stats.Get(ctx, short); !errors.Is(err, realmcatalog.ErrTimeout) {
		t.Error(err)
	}
	short = realmcatalog.WithTotalTimeout(20 * time.Millisecond)
	if _, err := client.Stats.Get(ctx, short); !errors.Is(err, realmcatalog.ErrTimeout) {
		t.Error(err)
	}
}

func TestATokenSourceIsAskedBeforeEachAttempt(t *testing.T) {
	var tokens []string
	_, client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		tokens = append(tokens, r.Header.Get("Authorization"))
		problem(w, 503, "unavailable")
	}, realmcatalog.WithTokenSource(func(context.Context) (string, error) { return fmt.Sprint(len(tokens)), nil }))
	_, _ = client.Stats.Get(ctx)
	if strings.Join(tokens, " ") != "Bearer 0 Bearer 1 Bearer 2" {
		t.Error(tokens)
	}
	locked := errors.New("the keychain is locked")
	source := realmcatalog.WithTokenSource(func(context.Context) (string, error) { return "", locked })
	if _, err := client.Stats.Get(ctx, source); err != locked {
		t.Error(err)
	}
}

func TestAnIterationEndsWhenItsCallerDoesAndAtAnError(t *testing.T) {
	requests := 0
	_, client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if requests++; requests == 3 {
			problem(w, 500, "internal")
			return
		}
		realms := []map[string]any{{"id": fmt.Sprint(requests, "a")}, {"id": fmt.Sprint(requests, "b")}}
		answer(w, 200, map[string]any{"realms": realms, "pagination": map[string]any{"hasMore": true}})
	})
	var ids []string
	client.Realms.All(ctx, nil)(func(realm *realmcatalog.RealmSummary, err error) bool {
		ids = append(ids, realm.ID)
		return len(ids) < 3
	})
	if len(ids) != 3 || requests != 2 {
		t.Error(ids, requests)
	}
	var last error
	items := 0
	client.Realms.All(ctx, nil, realmcatalog.WithRetries(0))(func(_ *realmcatalog.RealmSummary, err error) bool {
		items, last = items+1, err
		return true
	})
	if items != 1 || !errors.Is(last, realmcatalog.ErrUnavailable) {
		t.Error(items, last)
	}
}

func TestAChangeTellsNothingFromZero(t *testing.T) {
	var body map[string]any
	_, client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body = nil
		_ = json.NewDecoder(r.Body).Decode(&body)
		answer(w, 200, map[string]any{"id": "1"})
	})
	for _, one := range []struct {
		change   *realmcatalog.UpdateRealmBody
		expected string
	}{
		{nil, `{}`},
		{&realmcatalog.UpdateRealmBody{}, `{}`},
		{&realmcatalog.UpdateRealmBody{License: realmcatalog.Ptr(""), Tags: []string{}}, `{"license":"","tags":[]}`},
		{&realmcatalog.UpdateRealmBody{Deprecated: realmcatalog.Null[realmcatalog.UpdateRealmDeprecated]()}, `{"deprecated":null}`},
		{&realmcatalog.UpdateRealmBody{Deprecated: realmcatalog.Value(realmcatalog.UpdateRealmDeprecated{
			Message: realmcatalog.Ptr("Use the other.")})}, `{"deprecated":{"message":"Use the other."}}`},
	} {
		if _, err := client.Realms.Update(ctx, "blog", one.change); err != nil {
			t.Fatal(err)
		}
		if sent, _ := json.Marshal(body); string(sent) != one.expected {
			t.Error(string(sent), one.expected)
		}
	}
}

func TestNewRefusesWhatIsNoAddressAndOptionsOfOneCall(t *testing.T) {
	for _, address := range []string{"", "catalog.example", "ftp://catalog.example", "http://", "%"} {
		if _, err := realmcatalog.New(address); !errors.Is(err, realmcatalog.ErrInvalidRequest) {
			t.Error(address, err)
		}
	}
	if _, err := realmcatalog.New("https://catalog.example", realmcatalog.WithIdempotencyKey("k")); err == nil {
		t.Error("a key is good for one call")
	}
}
