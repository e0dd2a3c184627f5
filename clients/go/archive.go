package realmcatalog

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"sync"
)

// MaxArchiveBytes is how large an archive may be: 100 MiB.
const MaxArchiveBytes = 100 << 20

// Archive is what is uploaded: a .tar.gz or a .zip.
type Archive struct {
	// Size in bytes.
	Size int64
	// SHA256 in hexadecimal. Where it is empty, the archive is read once more for it.
	SHA256 string
	// Open is called for each attempt.
	Open func() (io.ReadCloser, error)
}

// ArchiveBytes is an archive in memory.
func ArchiveBytes(content []byte) *Archive {
	return ArchiveReaderAt(bytes.NewReader(content), int64(len(content)))
}

// ArchiveReaderAt is an archive of this size that is read where it is.
func ArchiveReaderAt(reader io.ReaderAt, size int64) *Archive {
	return &Archive{Size: size, Open: func() (io.ReadCloser, error) {
		return io.NopCloser(io.NewSectionReader(reader, 0, size)), nil
	}}
}

// ArchiveFile is an archive on the disk.
func ArchiveFile(path string) (*Archive, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &os.PathError{Op: "open", Path: path, Err: fmt.Errorf("it is no file")}
	}
	return &Archive{Size: info.Size(), Open: func() (io.ReadCloser, error) { return os.Open(path) }}, nil
}

// ArchiveReader reads all of an archive into memory, since it may have to be sent twice.
func ArchiveReader(reader io.Reader) (*Archive, error) {
	content, err := io.ReadAll(io.LimitReader(reader, MaxArchiveBytes+1))
	if err != nil {
		return nil, err
	}
	if len(content) > MaxArchiveBytes {
		return nil, invalid("The archive is larger than 100 MiB.")
	}
	return ArchiveBytes(content), nil
}

// digest ends with the limit: it takes time for a large archive.
func (a *Archive) digest(limit *timeLimit) ([]byte, error) {
	if a.SHA256 != "" {
		digest, err := hex.DecodeString(a.SHA256)
		if err != nil || len(digest) != sha256.Size {
			return nil, invalid("The SHA-256 of the archive is none.")
		}
		return digest, nil
	}
	opened, err := a.Open()
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, readerFunc(func(p []byte) (int, error) {
		if err := limit.fault(); err != nil {
			return 0, err
		}
		return opened.Read(p)
	})); err != nil {
		return nil, err
	}
	return hash.Sum(nil), nil
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// watchedBody is the body of an upload, whose every chunk is progress and lets the time of the attempt begin again. What
// fails in it is the caller's. Once it is stopped, it reads nothing more: a request may go on after its response.
type watchedBody struct {
	archive  *Archive
	limit    *timeLimit
	progress func(transferred, total int64)
	// chunks come through a pipe, which ends at once also where the archive itself stands still.
	chunks *io.PipeReader

	lock        sync.Mutex
	transferred int64
	isStopped   bool
	failure     error
}

// openWatchedBody: the archive is read by a goroutine, which closes it at its end, or at the next chunk after the stop.
func openWatchedBody(archive *Archive, limit *timeLimit, progress func(transferred, total int64)) *watchedBody {
	chunks, sink := io.Pipe()
	w := &watchedBody{archive: archive, limit: limit, progress: progress, chunks: chunks}
	go func() { sink.CloseWithError(copyArchive(sink, archive)) }()
	go func() {
		<-limit.ctx.Done()
		_ = w.stop() // the request ends when its body does
	}()
	return w
}

func copyArchive(to io.Writer, archive *Archive) error {
	opened, err := archive.Open()
	if err != nil {
		return err
	}
	defer opened.Close()
	_, err = io.Copy(to, opened)
	return err
}

func (w *watchedBody) Read(p []byte) (int, error) {
	n, err := w.chunks.Read(p)
	w.lock.Lock()
	defer w.lock.Unlock()
	if w.isStopped {
		return 0, io.ErrClosedPipe
	}
	w.transferred += int64(n)
	if err == io.EOF && w.transferred < w.archive.Size || w.transferred > w.archive.Size {
		err = invalid(fmt.Sprintf("The archive has not the %d bytes that it is said to have.", w.archive.Size))
	}
	if err != nil && err != io.EOF {
		w.failure = err
	}
	if n > 0 && w.failure == nil {
		w.limit.restart()
		if w.progress != nil {
			w.progress(w.transferred, w.archive.Size)
		}
	}
	return n, err
}

// stop gives what has failed.
func (w *watchedBody) stop() error {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.isStopped = true
	w.chunks.Close()
	return w.failure
}
