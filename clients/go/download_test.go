package realmcatalog_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	realmcatalog "realm-catalog.invalid/client"
)

var content = bytes.Repeat([]byte("0123456789"), 30000)

// linkTo answers a download with a link to /archive of the same server.
func linkTo(w http.ResponseWriter, r *http.Request, content []byte) {
	answer(w, 200, map[string]any{
		"downloadUrl": "http://" + r.Host + "/archive?signature=hidden", "version": "1.0.0", "size": len(content), "sha256": digest(content),
	})
}

func TestADownloadGoesOnWhereItWasCut(t *testing.T) {
	var ranges []string
	_, client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/archive" {
			linkTo(w, r, content)
			return
		}
		if r.Header.Get("Authorization") != "" {
			t.Error("a signed link gets no token")
		}
		ranges = append(ranges, r.Header.Get("Range"))
		start := 0
		if _, err := fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &start); err == nil {
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", start, len(content)-1, len(content)))
			w.WriteHeader(206)
		}
		end := start + 70000
		if end > len(content) {
			end = len(content)
		}
		_, _ = w.Write(content[start:end])
		w.(http.Flusher).Flush()
		cut(w)
	}, realmcatalog.WithToken("secret"), realmcatalog.WithRetries(1))
	var got bytes.Buffer
	last := int64(0)
	progress := realmcatalog.WithProgress(func(transferred, total int64) { last = transferred })
	link, err := client.Realms.DownloadTo(ctx, "blog", nil, &got, progress)
	if err != nil || !bytes.Equal(got.Bytes(), content) || link.Version != "1.0.0" || last != int64(len(content)) {
		t.Fatal(err, got.Len(), last)
	}
	if len(ranges) < 5 || ranges[0] != "" || !strings.HasPrefix(ranges[1], "bytes=") {
		t.Error(ranges)
	}
}

func TestADownloadTakesNoCredentialsOfTheCallerToAnotherOrigin(t *testing.T) {
	other, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" || r.Header.Get("Cookie") != "" || r.Header.Get("X-Own") != "shown" {
			t.Error(r.Header)
		}
		_, _ = w.Write(content)
	})
	_, client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "" || r.Header.Get("Cookie") == "" {
			t.Error(r.Header)
		}
		answer(w, 200, map[string]any{"downloadUrl": other.URL, "size": len(content), "sha256": digest(content)})
	}, realmcatalog.WithHeader("Authorization", "Basic hidden"), realmcatalog.WithHeader("Cookie", "hidden"),
		realmcatalog.WithHeader("X-Own", "shown"))
	if _, err := client.Realms.DownloadTo(ctx, "blog", nil, &bytes.Buffer{}); err != nil {
		t.Error(err)
	}
}

func TestADownloadIsNotDoneBeforeItIsVerified(t *testing.T) {
	for name, handle := range map[string]http.HandlerFunc{
		"other bytes": func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write(bytes.Repeat([]byte("x"), len(content))) },
		"more bytes": func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write(append(content[:len(content):len(content)], 'x'))
		},
		"encoded": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			zipper := gzip.NewWriter(w)
			_, _ = zipper.Write(content)
			_ = zipper.Close()
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, client := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/archive" {
					handle(w, r)
				} else {
					linkTo(w, r, content)
				}
			})
			folder := t.TempDir()
			path := filepath.Join(folder, "archive.tar.gz")
			if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := client.Realms.DownloadFile(ctx, "blog", nil, path)
			if !errors.Is(err, realmcatalog.ErrIntegrity) {
				t.Error(err)
			}
			if names := namesIn(t, folder); len(names) != 1 {
				t.Error(names)
			}
			if left, _ := os.ReadFile(path); string(left) != "old" {
				t.Error("the file that was there is gone")
			}
		})
	}
}

func TestNoMoreIsWrittenThanWasPromised(t *testing.T) {
	server, client := serve(t, func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write(content) })
	var got bytes.Buffer
	link := &realmcatalog.Download{DownloadURL: server.URL, Size: 10, SHA256: digest(content[:10])}
	if err := client.DownloadArchive(ctx, link, &got); !errors.Is(err, realmcatalog.ErrIntegrity) || got.Len() > 10 {
		t.Error(err, got.Len())
	}
}

func TestADownloadGoesIntoAFolderWhole(t *testing.T) {
	packed := targz(t, regular("app/README.md"), regular("app/src/main.go"))
	downloads := 0
	_, client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/archive" {
			_, _ = w.Write(packed)
			return
		}
		downloads++
		linkTo(w, r, packed)
	})
	folder := filepath.Join(t.TempDir(), "blog")
	realm, err := client.Realms.DownloadFolder(ctx, "blog", nil, folder)
	if err != nil || realm.Version != "1.0.0" || realm.SHA256 != digest(packed) || len(realm.Files) != 2 {
		t.Fatal(realm, err)
	}
	if _, err := client.Realms.DownloadFolder(ctx, "blog", nil, folder); err == nil || downloads != 1 {
		t.Error("a filled folder is refused before anything is asked", downloads, err)
	}
}

func TestADownloadEndsWhenNoByteComesAndWithItsContext(t *testing.T) {
	stop := make(chan struct{})
	server, client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(content[:10])
		w.(http.Flusher).Flush()
		<-stop
	}, realmcatalog.WithRetries(0))
	defer close(stop)
	link := &realmcatalog.Download{DownloadURL: server.URL, Size: 100, SHA256: "x"}
	err := client.DownloadArchive(ctx, link, &bytes.Buffer{}, realmcatalog.WithAttemptTimeout(50*time.Millisecond))
	if !errors.Is(err, realmcatalog.ErrTimeout) {
		t.Error(err)
	}
	ending, end := context.WithCancel(ctx)
	write := writerFunc(func(bytes []byte) (int, error) { end(); return len(bytes), nil })
	if err := client.DownloadArchive(ending, link, write); err != context.Canceled {
		t.Error(err)
	}
	full := errors.New("the disk is full")
	write = func([]byte) (int, error) { return 0, full }
	if err := client.DownloadArchive(ctx, link, write); err != full {
		t.Error(err)
	}
	link.Size = realmcatalog.MaxArchiveBytes + 1
	if err := client.DownloadArchive(ctx, link, write); !errors.Is(err, realmcatalog.ErrIntegrity) {
		t.Error(err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(bytes []byte) (int, error) { return f(bytes) }
