package archive

import (
	"bufio"
	"compress/flate"
	"errors"
	"io"
)

// Source is the file of an archive.
type Source interface {
	io.ReaderAt
}

// counter counts the bytes that the inflater takes. It reads one at a time from it, so that the count is exact.
type counter struct {
	reader *bufio.Reader
	count  int64
}

func (c *counter) ReadByte() (byte, error) {
	b, err := c.reader.ReadByte()
	if err == nil {
		c.count++
	}
	return b, err
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.reader.Read(p)
	c.count += int64(n)
	return n, err
}

// inflater gives the bytes of one deflate stream, and knows how many compressed bytes it had.
type inflater struct {
	flate  io.ReadCloser
	packed *counter
	entry  []byte
}

func inflate(source Source, from, to int64, entry []byte) *inflater {
	buffered := to - from // most of 10,000 members are small
	if buffered > 64<<10 {
		buffered = 64 << 10
	}
	packed := &counter{reader: bufio.NewReaderSize(io.NewSectionReader(source, from, to-from), int(buffered))}
	return &inflater{flate: flate.NewReader(packed), packed: packed, entry: entry}
}

func (i *inflater) Read(p []byte) (int, error) {
	n, err := i.flate.Read(p)
	var corrupt flate.CorruptInputError
	if errors.As(err, &corrupt) || errors.Is(err, io.ErrUnexpectedEOF) {
		reason := "holds packed data that is damaged or cut off"
		if i.entry == nil {
			return n, refuse(reason)
		}
		return n, refuseEntry(i.entry, reason)
	}
	return n, err
}

// readAt gives the bytes from an offset; fewer where the file ends.
func readAt(source Source, size, at int64, length int) ([]byte, error) {
	if rest := size - at; int64(length) > rest {
		length = int(rest)
	}
	if length <= 0 {
		return nil, nil
	}
	bytes := make([]byte, length)
	_, err := io.ReadFull(io.NewSectionReader(source, at, int64(length)), bytes)
	return bytes, err
}
