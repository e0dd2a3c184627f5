package archive

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
)

const (
	trailerBytes   = 8
	maxHeaderBytes = 64 << 10
)

// gunzipper reads the gzip around a tar (RFC 1952): one member from the first byte of the file to the last, with the
// right checksum. The reader of the standard library would go on with a second member.
type gunzipper struct {
	source   Source
	size     int64
	from     int64
	inflater *inflater
	sum      uint32
	count    uint32
}

func gunzip(source Source, size int64) (*gunzipper, error) {
	header, err := readAt(source, size, 0, maxHeaderBytes)
	if err != nil {
		return nil, err
	}
	from, err := endOfHeader(header)
	if err != nil {
		return nil, err
	}
	return &gunzipper{source: source, size: size, from: from, inflater: inflate(source, from, size, nil)}, nil
}

func (g *gunzipper) Read(p []byte) (int, error) {
	n, err := g.inflater.Read(p)
	g.sum = crc32.Update(g.sum, crc32.IEEETable, p[:n])
	g.count += uint32(n)
	if err == io.EOF {
		if fault := g.checkTrailer(); fault != nil {
			return n, fault
		}
	}
	return n, err
}

func (g *gunzipper) checkTrailer() error {
	end := g.from + g.inflater.packed.count
	trailer, err := readAt(g.source, g.size, end, trailerBytes)
	if err != nil {
		return err
	}
	if len(trailer) < trailerBytes {
		return refuse("is cut off: its gzip stream has no end")
	}
	if binary.LittleEndian.Uint32(trailer) != g.sum {
		return refuse("is damaged: its gzip checksum is wrong")
	}
	if binary.LittleEndian.Uint32(trailer[4:]) != g.count {
		return refuse("is damaged: its gzip length is wrong")
	}
	rest, err := readAt(g.source, g.size, end+trailerBytes, 3)
	if err != nil {
		return err
	}
	if bytes.Equal(rest, []byte{0x1f, 0x8b, 8}) {
		return refuse("has a second gzip stream behind the first")
	}
	if len(rest) > 0 {
		return refuse("has data behind the end of its gzip stream")
	}
	return nil
}

func endOfHeader(header []byte) (int64, error) {
	if len(header) < 2 || header[0] != 0x1f || header[1] != 0x8b {
		return 0, refuse("is not gzip, and not a zip either")
	}
	if len(header) < 3 || header[2] != 8 {
		return 0, refuse("is packed by an unknown gzip method")
	}
	if len(header) < 10 {
		return 0, refuse("is cut off, or too long, in its gzip header")
	}
	flags, at := header[3], 10
	if flags&0b1110_0000 != 0 {
		return 0, refuse("has gzip flags that nobody has defined")
	}
	tooLong := len(header) + 1
	if flags&4 != 0 {
		if at+2 > len(header) {
			at = tooLong
		} else {
			at += 2 + int(binary.LittleEndian.Uint16(header[at:]))
		}
	}
	for _, flag := range []byte{8, 16} {
		if flags&flag != 0 && at <= len(header) {
			end := bytes.IndexByte(header[at:], 0)
			if end < 0 {
				at = tooLong
			} else {
				at += end + 1
			}
		}
	}
	if flags&2 != 0 {
		if at+2 > len(header) || uint32(binary.LittleEndian.Uint16(header[at:])) != crc32.ChecksumIEEE(header[:at])&0xffff {
			return 0, refuse("is damaged: the checksum of its gzip header is wrong")
		}
		at += 2
	}
	if at > len(header) {
		return 0, refuse("is cut off, or too long, in its gzip header")
	}
	return int64(at), nil
}
