package realmcatalog

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"strings"
)

const (
	// maxEntries are listed files and folders.
	maxEntries = 10000
	// maxHeaderBytes may stand between two files of a tar: extended headers, which its reader holds in memory.
	maxHeaderBytes = 64 << 10
	// maxPaddingBytes of zeros may stand behind the end: tar fills its last record, which has 10 KiB by default.
	maxPaddingBytes = 1 << 20
	// maxDirectoryBytes are enough for 10,000 long names in the directory of a zip, which its reader holds in memory.
	maxDirectoryBytes = 16 << 20
)

// archiveEntry is a file or a folder.
type archiveEntry struct {
	name         string
	isFolder     bool
	isExecutable bool
	size         int64
	open         func() (io.ReadCloser, error)
}

// readEntries passes on the entries in their order. Only its end tells whether the archive is whole.
func readEntries(file *os.File, size int64, take func(archiveEntry) error) error {
	start := make([]byte, 2)
	if _, err := file.ReadAt(start, 0); err != nil && err != io.EOF {
		return err
	}
	switch string(start) {
	case "PK":
		return readZip(file, size, take)
	case "\x1f\x8b":
		return readTar(io.NewSectionReader(file, 0, size), take)
	}
	return refuse("is not gzip, and not a zip either")
}

func readZip(file io.ReaderAt, size int64, take func(archiveEntry) error) error {
	bounded := &boundedReaderAt{ReaderAt: file, left: maxDirectoryBytes}
	reader, err := zip.NewReader(bounded, size)
	if err != nil {
		return unreadable(err)
	}
	bounded.left = -1
	for _, one := range reader.File {
		mode := one.ExternalAttrs >> 16
		isFolder := strings.HasSuffix(one.Name, "/")
		expected := uint32(0o100000)
		if isFolder {
			expected = 0o040000
		}
		switch kind := mode & 0o170000; {
		case kind != 0 && kind != expected:
			return refuseEntry(one.Name, "is a link, a device, or no such file as its name says")
		case one.Flags&1 != 0:
			return refuseEntry(one.Name, "is encrypted")
		case one.UncompressedSize64 > maxUnpackedBytes:
			return refuseEntry(one.Name, tooLarge)
		}
		entry := archiveEntry{one.Name, isFolder, mode&0o111 != 0, int64(one.UncompressedSize64), one.Open}
		if err := take(entry); err != nil {
			return err
		}
	}
	return nil
}

// boundedReaderAt ends the reading of a directory that is too large, and what is not in the file. It is bounded while
// left is not negative.
type boundedReaderAt struct {
	io.ReaderAt
	left int
}

func (b *boundedReaderAt) ReadAt(p []byte, offset int64) (int, error) {
	if offset < 0 {
		return 0, refuse("has a place that is before its beginning")
	}
	n, err := b.ReaderAt.ReadAt(p, offset)
	if b.left < 0 {
		return n, err
	}
	if n > b.left {
		return 0, refuse("has a central directory of more than 16 MiB")
	}
	b.left -= n
	return n, err
}

func readTar(packed io.Reader, take func(archiveEntry) error) error {
	source := bufio.NewReader(packed)
	inflated, err := gzip.NewReader(source)
	if err != nil {
		return unreadable(err)
	}
	inflated.Multistream(false)
	stream := &boundedReader{Reader: inflated, left: maxHeaderBytes}
	reader := tar.NewReader(stream)
	for {
		header, err := reader.Next()
		if err == io.EOF {
			return readEnd(stream, source)
		}
		if err != nil {
			return unreadable(err)
		}
		if header.Typeflag == tar.TypeXGlobalHeader {
			continue
		}
		isFolder := header.Typeflag == tar.TypeDir || strings.HasSuffix(header.Name, "/")
		if header.Typeflag != tar.TypeDir && header.Typeflag != tar.TypeReg || isSparse(header) {
			return refuseEntry(header.Name, "is a link, a device, or something else that is no file")
		}
		stream.left = header.Size + maxHeaderBytes
		content := func() (io.ReadCloser, error) { return io.NopCloser(reader), nil }
		entry := archiveEntry{header.Name, isFolder, header.Mode&0o111 != 0, header.Size, content}
		if err := take(entry); err != nil {
			return err
		}
	}
}

// isSparse: the reader of tar fills the holes of such files, which are no bytes of the archive.
func isSparse(header *tar.Header) bool {
	for key := range header.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			return true
		}
	}
	return false
}

// readEnd reads to the end of the gzip, where its checksum is. Behind a tar there are zeros alone, and behind the gzip
// nothing.
func readEnd(stream *boundedReader, source *bufio.Reader) error {
	stream.left = maxPaddingBytes
	chunk := make([]byte, 32<<10)
	for {
		n, err := stream.Read(chunk)
		for _, b := range chunk[:n] {
			if b != 0 {
				return refuse("has data behind the end of its tar")
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return unreadable(err)
		}
	}
	if _, err := source.Peek(1); err != io.EOF {
		return refuse("has data behind the end of its gzip stream")
	}
	return nil
}

// boundedReader ends the reading of headers that are too large.
type boundedReader struct {
	io.Reader
	left int64
}

func (b *boundedReader) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, refuse("has headers of too many bytes")
	}
	return n, err
}

// unreadable is the refusal of what the readers of the standard library cannot read. Faults of the disk stay as they are.
func unreadable(err error) error {
	var refusal *Refusal
	var fault *os.PathError
	if errors.As(err, &refusal) || errors.As(err, &fault) {
		return err
	}
	return refuse("cannot be read (" + err.Error() + ")")
}
