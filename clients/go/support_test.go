package realmcatalog_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	realmcatalog "realm-catalog.invalid/client"
)

var ctx = context.Background()

// quick retries come at once.
var quick = realmcatalog.WithRetryDelays(time.Millisecond, time.Millisecond)

// serve starts a server that ends with the test, and a client of it.
func serve(t *testing.T, handler http.HandlerFunc, options ...realmcatalog.Option) (*httptest.Server, *realmcatalog.Client) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	client, err := realmcatalog.New(server.URL, append([]realmcatalog.Option{quick}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return server, client
}

func answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}

func problem(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"status": status, "code": code, "detail": "It is so."})
}

// cut ends the connection without more.
func cut(w http.ResponseWriter) {
	connection, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		connection.Close()
	}
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// targz packs these entries.
func targz(t *testing.T, entries ...tar.Header) []byte {
	t.Helper()
	var packed bytes.Buffer
	zipper := gzip.NewWriter(&packed)
	writer := tar.NewWriter(zipper)
	for _, entry := range entries {
		entry := entry
		content := []byte(nil)
		if entry.Typeflag == tar.TypeReg {
			content = []byte("content of " + entry.Name)
			entry.Size = int64(len(content))
		}
		if err := writer.WriteHeader(&entry); err != nil {
			t.Fatal(err)
		}
		if _, err := writer.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipper.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

func regular(name string) tar.Header {
	return tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o644, Format: tar.FormatPAX}
}
