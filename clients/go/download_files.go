package realmcatalog

import (
	"context"
	"os"
	"path/filepath"
)

// DownloadedRealm is what DownloadFolder has unpacked.
type DownloadedRealm struct {
	Version string
	// SHA256 of the archive, in hexadecimal.
	SHA256 string
	Files  []ArchivedFile
}

// DownloadFile counts one download, and writes the archive to a file: all of it, verified, or nothing. A file that is
// there is replaced.
func (s *RealmsService) DownloadFile(ctx context.Context, slug string, query *DownloadRealmQuery, path string, options ...CallOption) (*Download, error) {
	random, err := randomText()
	if err != nil {
		return nil, err
	}
	draft, err := os.OpenFile(path+"."+random+".part", os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	defer os.Remove(draft.Name())
	defer draft.Close()
	link, err := s.DownloadTo(ctx, slug, query, draft, options...)
	if err != nil {
		return nil, err
	}
	if err := draft.Sync(); err != nil {
		return nil, err
	}
	if err := draft.Close(); err != nil {
		return nil, err
	}
	return link, os.Rename(draft.Name(), path)
}

// DownloadFolder counts one download, verifies the archive and unpacks it as Unpack does. A folder with something in it
// is refused before anything is asked.
func (s *RealmsService) DownloadFolder(ctx context.Context, slug string, query *DownloadRealmQuery, folder string, options ...CallOption) (*DownloadedRealm, error) {
	if err := refuseFilled(folder); err != nil {
		return nil, err
	}
	temporary, err := os.MkdirTemp("", "realm-download-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temporary)
	path := filepath.Join(temporary, "archive")
	link, err := s.DownloadFile(ctx, slug, query, path, options...)
	if err != nil {
		return nil, err
	}
	files, err := Unpack(ctx, path, folder)
	if err != nil {
		return nil, err
	}
	return &DownloadedRealm{Version: link.Version, SHA256: link.SHA256, Files: files}, nil
}
