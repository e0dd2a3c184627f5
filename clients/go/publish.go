package realmcatalog

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"time"
)

const (
	// An archive may take as long as it moves. After its last byte the catalog inspects it.
	uploadAttemptTimeout = 120 * time.Second
	// How often a running upload is asked for, with pauses of 1, 2, 4 … seconds.
	maxPolls = 7
)

// upload is where an archive goes, and with which token.
type upload struct{ url, token string }

// outgoing: what became of an attempt without a response is for the caller to find out.
func (u upload) outgoing() outgoing {
	header := http.Header{"Content-Type": {"application/octet-stream"}}
	return outgoing{method: http.MethodPut, url: u.url, header: header, hasOwnCredential: true, uploadToken: u.token}
}

// Publish opens an upload and sends the archive. After a break it first finds out what became of it: nothing is
// published twice. A version that is there with the same files is returned as it is; one with other files is an
// ErrConflict.
func (s *RealmsService) Publish(ctx context.Context, slug string, archive *Archive, options ...CallOption) (*UploadedVersion, error) {
	settings, limit := s.client.transfer(ctx, options)
	defer limit.end()
	digest, err := archive.digest(limit)
	if err != nil {
		return nil, limit.faultOr(err)
	}
	p := &publication{client: s.client, slug: slug, archive: archive, digest: digest, limit: limit, settings: settings}
	p.options = append(options[:len(options):len(options)], WithIdempotencyKey(""), func(s *callSettings) { s.upload = nil })
	if settings.upload != nil {
		p.upload = *settings.upload
	} else {
		opened, err := s.OpenUpload(limit.ctx, slug, options...)
		if err != nil {
			return nil, limit.faultOr(err)
		}
		p.upload = upload{url: opened.UploadURL, token: opened.UploadToken}
	}
	return p.run()
}

type publication struct {
	client   *Client
	slug     string
	archive  *Archive
	digest   []byte
	upload   upload
	limit    *timeLimit
	settings callSettings
	options  []CallOption
}

// run: an upload token is good for one version, so that an archive that is sent again is not published again.
func (p *publication) run() (*UploadedVersion, error) {
	for failed := 0; ; failed++ {
		version, err := p.client.sendArchive(p.limit, p.upload, p.archive, p.digest, p.settings)
		if err == nil {
			return version, nil
		}
		if fault := p.limit.fault(); fault != nil {
			return nil, fault
		}
		isUsed := failed > 0 && errors.Is(err, ErrUnauthorized)
		if isOutcomeUnknown(err) {
			used, problem := p.isTokenUsed()
			if problem != nil {
				return nil, p.limit.faultOr(problem)
			}
			isUsed = used
		}
		if isUsed {
			return p.published(err)
		}
		if err := p.client.transport.waitToRepeat(p.limit, err, failed, p.settings); err != nil {
			return nil, err
		}
	}
}

// published finds the version that has this archive, or gives the error, also where the versions cannot be read.
func (p *publication) published(err error) (*UploadedVersion, error) {
	list, problem := p.client.Realms.Versions(p.limit.ctx, p.slug, p.options...)
	if problem != nil {
		return nil, p.limit.faultOr(err)
	}
	for _, one := range list.Versions {
		if one.SHA256 == hex.EncodeToString(p.digest) {
			version := &UploadedVersion{Slug: p.slug, Version: one.Version, Size: one.Size, SHA256: one.SHA256, FilesSHA256: one.FilesSHA256}
			return version, nil
		}
	}
	return nil, err
}

// isTokenUsed says whether an upload that broke was published all the same. While the catalog is still at it, this waits.
func (p *publication) isTokenUsed() (bool, error) {
	// One byte is no archive: it is refused, and the token stays good; a used token is refused before, and a running
	// upload has locked it.
	out := p.upload.outgoing()
	out.body = bytesBody([]byte{0})
	out.isRepeatable = true
	settings := p.client.transport.call.with(p.options)
	for polls := 0; ; polls++ {
		_, err := p.client.transport.send(p.limit.ctx, out, settings, func(response *http.Response) error { return readJSON(response, nil) })
		switch {
		case err == nil || errors.Is(err, ErrUnauthorized):
			return true, nil
		case errors.Is(err, ErrInvalidRequest):
			return false, nil
		case !errors.Is(err, ErrConflict) || polls == maxPolls:
			return false, err
		}
		if err := p.limit.pause(time.Second << polls); err != nil {
			return false, err
		}
	}
}

// transfer gives the limit of a whole transfer: time counts only if the call says so, since an archive may take as long
// as it moves.
func (c *Client) transfer(ctx context.Context, options []CallOption) (callSettings, *timeLimit) {
	own := callSettings{}.with(options)
	settings := c.transport.call.with(options)
	settings.attempt = orDefault(own.attempt, uploadAttemptTimeout)
	total := orDefault(own.total, forever)
	settings.total = total
	return settings, newTimeLimit(ctx, total, "The archive")
}

// faultOr gives why the limit has ended in place of what that has made fail.
func (l *timeLimit) faultOr(err error) error {
	if fault := l.fault(); fault != nil {
		return fault
	}
	return err
}

// sendOnce sends an archive once.
func sendOnce(ctx context.Context, c *Client, r request, archive *Archive, uploadToken string, options []CallOption) (*UploadedVersion, error) {
	address, err := r.address(c.transport)
	if err != nil {
		return nil, err
	}
	settings, limit := c.transfer(ctx, options)
	defer limit.end()
	digest, err := archive.digest(limit)
	if err != nil {
		return nil, limit.faultOr(err)
	}
	version, err := c.sendArchive(limit, upload{url: address, token: uploadToken}, archive, digest, settings)
	if err != nil {
		return nil, limit.faultOr(err)
	}
	return version, nil
}

func (c *Client) sendArchive(limit *timeLimit, to upload, archive *Archive, digest []byte, s callSettings) (*UploadedVersion, error) {
	if s.progress != nil {
		s.progress(0, archive.Size)
	}
	out := to.outgoing()
	out.header.Set("Content-Digest", "sha-256=:"+base64.StdEncoding.EncodeToString(digest)+":")
	var body *watchedBody
	stop := func() error {
		if body == nil {
			return nil
		}
		return body.stop()
	}
	out.body = func(limit *timeLimit) (io.Reader, int64) {
		stop() // a redirect sends it once more
		body = openWatchedBody(archive, limit, s.progress)
		return body, archive.Size
	}
	version := new(UploadedVersion)
	_, err := c.transport.send(limit.ctx, out, s, func(response *http.Response) error { return readJSON(response, version, "slug") })
	if failure := stop(); failure != nil && err != nil {
		return nil, failure // that of the caller, and not what it has made fail
	}
	if err != nil {
		return nil, err
	}
	return version, nil
}
