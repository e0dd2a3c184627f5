package realmcatalog

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// A server that cuts every connection after a few bytes must not be asked for ever.
const maxConnections = 50

// DownloadTo counts one download, and writes the archive. It is not done before its size and its SHA-256 are verified:
// what was written before an error is worth nothing. A nil query asks for the newest version.
func (s *RealmsService) DownloadTo(ctx context.Context, slug string, query *DownloadRealmQuery, to io.Writer, options ...CallOption) (*Download, error) {
	link, err := s.Download(ctx, slug, query, options...)
	if err != nil {
		return nil, err
	}
	return link, s.client.DownloadArchive(ctx, link, to, options...)
}

// DownloadArchive writes the bytes behind a link of Realms.Download. After a break it goes on where it was, and it fails
// at its end with ErrIntegrity unless size and SHA-256 are as promised. The client's token is not sent.
func (c *Client) DownloadArchive(ctx context.Context, link *Download, to io.Writer, options ...CallOption) error {
	if link.Size < 0 || link.Size > MaxArchiveBytes { // a catalog may say anything
		return integrity("No archive has %d bytes.", link.Size)
	}
	own := callSettings{}.with(options)
	settings := c.transport.call.with(options)
	settings.total = forever
	settings.idempotencyKey = ""
	limit := newTimeLimit(ctx, orDefault(own.total, forever), "The archive")
	defer limit.end()
	d := &download{client: c, link: link, to: to, settings: settings, limit: limit, hash: sha256.New()}
	if err := d.run(); err != nil {
		return err
	}
	if found := hex.EncodeToString(d.hash.Sum(nil)); found != link.SHA256 {
		return integrity("The archive has the SHA-256 %s, not %s.", found, link.SHA256)
	}
	return nil
}

type download struct {
	client   *Client
	link     *Download
	to       io.Writer
	settings callSettings
	limit    *timeLimit
	hash     hash.Hash
	received int64
	// etag of the first response, which the others must be of, too.
	etag string
	// isRepeated: the last response began with bytes that were there.
	isRepeated bool
}

// finalError ends a download at once.
type finalError struct{ error }

// run reads as many responses as it takes. An attempt that brought bytes is not one of the failed ones, unless it
// brought others once more: a server could send those again and again.
func (d *download) run() error {
	failed := 0
	for connections := 1; ; connections++ {
		begun := d.received
		err := d.readResponse()
		var final *finalError
		if errors.As(err, &final) {
			return final.error
		}
		if fault := d.limit.fault(); fault != nil {
			return fault
		}
		if d.received >= d.link.Size {
			return nil // it may have broken after the last byte
		}
		if err == nil {
			cause := fmt.Errorf("it ended after %d of %d bytes", d.received, d.link.Size)
			err = networkError(hostOf(d.link.DownloadURL), cause)
		}
		if d.received > begun && !d.isRepeated {
			failed = 0
		}
		if connections == maxConnections {
			return err
		}
		if err := d.client.transport.waitToRepeat(d.limit, err, failed, d.settings); err != nil {
			return err
		}
		failed++
	}
}

func hostOf(address string) string {
	if parsed, err := url.Parse(address); err == nil {
		return parsed.Host
	}
	return "the server"
}

// readResponse takes the bytes of one response that are still missing. Only time without a byte counts.
func (d *download) readResponse() error {
	attempt := orDefault(d.settings.attempt, defaultAttemptTimeout)
	limit := newTimeLimit(d.limit.ctx, attempt, "A chunk of the archive")
	defer limit.end()
	response, err := d.client.transport.send(limit.ctx, d.outgoing(), d.settings, nil)
	if err != nil {
		return timeoutOr(limit, err)
	}
	defer response.Body.Close()
	start, err := d.firstByte(response)
	if err != nil {
		return err
	}
	toSkip := d.received - start
	d.isRepeated = toSkip > 0
	chunk := make([]byte, 64<<10)
	for {
		limit.restart()
		n, err := response.Body.Read(chunk)
		limit.stopClock()
		if n > 0 {
			skipped := toSkip
			if skipped > int64(n) {
				skipped = int64(n)
			}
			toSkip -= skipped
			if err := d.take(chunk[skipped:n]); err != nil {
				return &finalError{err}
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return timeoutOr(limit, networkError(response.Request.URL.Host, withoutAddress(err)))
		}
	}
}

func (d *download) take(bytes []byte) error {
	if len(bytes) == 0 {
		return nil
	}
	if d.received+int64(len(bytes)) > d.link.Size {
		return integrity("The archive has more than %d bytes.", d.link.Size)
	}
	if _, err := d.to.Write(bytes); err != nil {
		return err
	}
	d.received += int64(len(bytes))
	d.hash.Write(bytes)
	if d.settings.progress != nil {
		d.settings.progress(d.received, d.link.Size)
	}
	return nil
}

// timeoutOr tells a chunk that takes too long from a break. The limit around it is asked by the caller.
func timeoutOr(limit *timeLimit, err error) error {
	if limit.isOver.Load() {
		return limit.fault()
	}
	return err
}

func (d *download) outgoing() outgoing {
	header := http.Header{"Accept-Encoding": {"identity"}}
	if d.received > 0 {
		header.Set("Range", fmt.Sprintf("bytes=%d-", d.received))
		if d.etag != "" {
			header.Set("If-Range", d.etag)
		}
	}
	return outgoing{method: http.MethodGet, url: d.link.DownloadURL, header: header, hasOwnCredential: true, isStreamed: true}
}

var contentRange = regexp.MustCompile(`^bytes (\d+)-\d+/(\d+)?`)

// firstByte says where the bytes of a response begin in the archive: a server that knows no ranges sends all of them.
func (d *download) firstByte(response *http.Response) (int64, error) {
	for _, encoding := range []string{"gzip", "deflate", "br", "zstd"} {
		if response.Uncompressed || strings.Contains(response.Header.Get("Content-Encoding"), encoding) {
			return 0, integrity("The archive is encoded.")
		}
	}
	if etag := response.Header.Get("ETag"); d.etag == "" && strings.HasPrefix(etag, `"`) {
		d.etag = etag
	}
	if response.StatusCode != http.StatusPartialContent {
		return 0, nil
	}
	start, total := d.received, d.link.Size
	if found := contentRange.FindStringSubmatch(response.Header.Get("Content-Range")); found != nil {
		var err error
		if start, err = strconv.ParseInt(found[1], 10, 64); err != nil {
			start = d.received + 1
		}
		if found[2] != "" {
			total, _ = strconv.ParseInt(found[2], 10, 64)
		}
	}
	if start > d.received || total != d.link.Size {
		return 0, integrity("The archive goes on at another byte.")
	}
	return start, nil
}
