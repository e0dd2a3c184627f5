package realmcatalog_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	realmcatalog "realm-catalog.invalid/client"
)

// uploads is a catalog with one realm, which tells what it got.
type uploads struct {
	// attempts handle the archive one after the other; the last of them for ever.
	attempts  []http.HandlerFunc
	received  [][]byte
	opened    int
	published []map[string]any
}

func (u *uploads) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodPost:
		u.opened++
		answer(w, 201, map[string]any{"uploadUrl": "http://" + r.Host + "/upload", "uploadToken": "once"})
	case r.Method == http.MethodGet:
		answer(w, 200, map[string]any{"versions": u.published})
	case r.Header.Get("Authorization") != "Bearer once":
		problem(w, 401, "unauthorized")
	case r.ContentLength == 1:
		if len(u.published) > 0 {
			problem(w, 401, "unauthorized")
		} else {
			problem(w, 422, "unprocessable")
		}
	default:
		content, err := io.ReadAll(r.Body)
		if err != nil {
			cut(w)
			return
		}
		u.received = append(u.received, content)
		handle := u.attempts[0]
		if len(u.attempts) > 1 {
			u.attempts = u.attempts[1:]
		}
		handle(w, r)
	}
}

func (u *uploads) accept(w http.ResponseWriter, r *http.Request) {
	content := u.received[len(u.received)-1]
	version := map[string]any{"slug": "blog", "version": fmt.Sprintf("1.0.%d", len(u.published)), "size": len(content), "sha256": digest(content)}
	u.published = append(u.published, version)
	answer(w, 201, version)
}

func TestAnArchiveIsPublishedFromBytesAFileAndReaders(t *testing.T) {
	u := &uploads{}
	u.attempts = []http.HandlerFunc{u.accept}
	_, client := serve(t, u.ServeHTTP, realmcatalog.WithToken("mine"))
	path := filepath.Join(t.TempDir(), "archive")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := realmcatalog.ArchiveFile(path)
	if err != nil {
		t.Fatal(err)
	}
	read, err := realmcatalog.ArchiveReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	at := realmcatalog.ArchiveReaderAt(bytes.NewReader(content), int64(len(content)))
	for _, archive := range []*realmcatalog.Archive{realmcatalog.ArchiveBytes(content), file, read, at} {
		u.published = nil
		var steps []int64
		progress := realmcatalog.WithProgress(func(transferred, total int64) { steps = append(steps, transferred) })
		version, err := client.Realms.Publish(ctx, "blog", archive, progress)
		if err != nil || version.SHA256 != digest(content) || steps[0] != 0 || steps[len(steps)-1] != int64(len(content)) {
			t.Error(err, version, steps)
		}
	}
	if u.opened != 4 {
		t.Error(u.opened)
	}
}

func TestAPublicationIsNotSentAgainIfOnlyItsAnswerWasCut(t *testing.T) {
	u := &uploads{}
	u.attempts = []http.HandlerFunc{func(w http.ResponseWriter, r *http.Request) {
		u.published = append(u.published, map[string]any{"version": "1.0.0", "sha256": digest(content)})
		cut(w)
	}}
	_, client := serve(t, u.ServeHTTP)
	version, err := client.Realms.Publish(ctx, "blog", realmcatalog.ArchiveBytes(content))
	if err != nil || version.Version != "1.0.0" || version.Slug != "blog" || len(u.received) != 1 || u.opened != 1 {
		t.Error(err, version, len(u.received), u.opened)
	}
}

func TestAPublicationThatDidNotHappenIsSentAgain(t *testing.T) {
	u := &uploads{}
	u.attempts = []http.HandlerFunc{func(w http.ResponseWriter, r *http.Request) { cut(w) }, u.accept}
	_, client := serve(t, u.ServeHTTP)
	version, err := client.Realms.Publish(ctx, "blog", realmcatalog.ArchiveBytes(content), realmcatalog.WithUpload("", "once"))
	if err == nil {
		t.Error("an upload without an address")
	}
	version, err = client.Realms.Publish(ctx, "blog", realmcatalog.ArchiveBytes(content))
	if err != nil || version.Version != "1.0.0" || len(u.received) != 2 || len(u.published) != 1 {
		t.Error(err, version, len(u.received))
	}
}

func TestWhatTheArchiveFailsWithIsTheError(t *testing.T) {
	u := &uploads{}
	u.attempts = []http.HandlerFunc{u.accept}
	_, client := serve(t, u.ServeHTTP)
	broken := errors.New("the disk is broken")
	archive := &realmcatalog.Archive{Size: 1 << 20, SHA256: digest(nil), Open: func() (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(strings.NewReader("some"), readerFunc(func([]byte) (int, error) { return 0, broken }))), nil
	}}
	if _, err := client.Realms.Publish(ctx, "blog", archive); err != broken {
		t.Error(err)
	}
	archive.Open = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("short")), nil }
	if _, err := client.Realms.Publish(ctx, "blog", archive); !errors.Is(err, realmcatalog.ErrInvalidRequest) {
		t.Error(err)
	}
	if len(u.published) > 0 {
		t.Error(u.published)
	}
}

// standstill is an archive whose first bytes come, and then none until the end of the test.
func standstill(t *testing.T) *realmcatalog.Archive {
	released := make(chan struct{})
	// A client that waits for the archive fails, and leaves the other tests alone.
	late := time.AfterFunc(20*time.Second, func() { t.Error("the call waits for the archive"); close(released) })
	t.Cleanup(func() {
		if late.Stop() {
			close(released)
		}
	})
	return &realmcatalog.Archive{Size: 1 << 20, SHA256: digest(nil), Open: func() (io.ReadCloser, error) {
		rest := readerFunc(func([]byte) (int, error) { <-released; return 0, io.EOF })
		return io.NopCloser(io.MultiReader(strings.NewReader("some"), rest)), nil
	}}
}

func TestAPublicationEndsAlsoWhileItsArchiveStandsStill(t *testing.T) {
	ending, end := context.WithCancel(ctx)
	isCancelled := false
	server, client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		first := make([]byte, 4)
		if _, err := io.ReadFull(r.Body, first); err != nil || string(first) != "some" {
			t.Error(err, first)
		}
		if isCancelled {
			end()
			_, _ = io.Copy(io.Discard, r.Body) // until the client has left
			return
		}
		problem(w, 422, "unprocessable")
	}, realmcatalog.WithRetries(0))
	upload := realmcatalog.WithUpload(server.URL+"/upload", "once")
	if _, err := client.Realms.Publish(ending, "blog", standstill(t), upload); !errors.Is(err, realmcatalog.ErrInvalidRequest) {
		t.Error("the catalog has answered", err)
	}
	isCancelled = true
	if _, err := client.Realms.Publish(ending, "blog", standstill(t), upload); err != context.Canceled {
		t.Error("the caller has cancelled", err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(bytes []byte) (int, error) { return f(bytes) }
