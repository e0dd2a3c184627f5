package archive

import (
	"bytes"
	"io"
	"regexp"
	"strconv"
)

const (
	// Extended headers hold paths and attributes.
	maxExtensionBytes      = 1 << 20
	maxTotalExtensionBytes = 16 * maxExtensionBytes
	// git archive writes one pax header for the whole archive. An archive with hundreds is an attack.
	maxGlobalHeaders = 100
	// Zeros after the end: tar fills its last record, which has 10 KiB by default.
	maxPaddingBytes = 1 << 20
	utf8Charset     = "ISO-IR 10646 2000 UTF-8"
)

// extension has the fields of the extended headers before an entry.
type extension struct {
	path      []byte
	size      *int64
	hasTarget bool
	// types are the letters of these headers; each may come once.
	types string
}

type tarReader struct {
	stream   io.Reader
	position int64
	ledger   *ledger
	chunk    []byte
	// extended counts the bytes of extended headers, and globals those of all entries.
	extended int64
	globals  int
}

func readTar(stream io.Reader, l *ledger) error {
	t := &tarReader{stream: stream, ledger: l, chunk: make([]byte, 64<<10)}
	pending := extension{}
	for {
		at := t.position
		block, err := t.read(blockBytes)
		if err != nil {
			return err
		}
		if len(block) < blockBytes {
			return refuse("is cut off: the two blocks of zeros at the end of a tar are missing")
		}
		if isZero(block) {
			break
		}
		header, err := parseHeader(block, at)
		if err != nil {
			return err
		}
		switch header.kind {
		case 'x', 'g', 'L', 'K':
			pending, err = t.extend(header, pending)
		default:
			err = t.readEntry(header, pending)
			pending = extension{}
		}
		if err != nil {
			return err
		}
	}
	if pending.types != "" {
		return refuse("ends with a header that belongs to no entry")
	}
	return t.readEnd()
}

func (t *tarReader) readEntry(header *tarHeader, before extension) error {
	name := header.name
	if before.path != nil {
		name = before.path
	}
	if header.kind != '0' && header.kind != '5' {
		what, ok := tarTypes[header.kind]
		if !ok {
			what = "of an unknown type"
		}
		return refuseEntry(name, "is "+what)
	}
	if header.hasTarget || before.hasTarget {
		return refuseEntry(name, "is a file with the target of a link")
	}
	if before.size != nil && *before.size != header.size {
		return refuseEntry(name, "has two different sizes")
	}
	k := file
	if header.kind == '5' || bytes.HasSuffix(name, []byte("/")) {
		k = folder
	}
	if k == folder && header.size > 0 {
		return refuseEntry(name, "is a folder that holds data")
	}
	if err := t.ledger.enter(name, k, header.mode); err != nil {
		return err
	}
	size, err := t.pass(header.size, t.ledger.add)
	if err != nil {
		return err
	}
	padding := -header.size & (blockBytes - 1)
	passed, err := t.pass(padding, func([]byte) error { return nil })
	if err == nil && (size < header.size || passed < padding) {
		return refuseEntry(name, "is cut off")
	}
	return err
}

var tarTypes = map[byte]string{
	'1': "a hard link", '2': "a symbolic link", '3': "a character device", '4': "a block device", '6': "a FIFO",
	'7': "a contiguous file", 'D': "a list of a folder for incremental backups", 'M': "the rest of a file of another volume",
	'S': "a sparse file", 'V': "the label of a volume",
}

// extend reads an extended header of the next entry (pax x, GNU L and K) or of all entries (pax g).
func (t *tarReader) extend(header *tarHeader, before extension) (extension, error) {
	t.extended += header.size
	if header.size > maxExtensionBytes || t.extended > maxTotalExtensionBytes {
		return before, refuse("has extended headers of too many bytes")
	}
	if header.kind == 'g' {
		if t.globals++; t.globals > maxGlobalHeaders {
			return before, refuse("has too many global pax headers")
		}
	}
	if bytes.IndexByte([]byte(before.types), header.kind) >= 0 {
		return before, refuse("has two extended headers of one kind for one entry")
	}
	body, err := t.read(int(header.size + -header.size&(blockBytes-1)))
	if err != nil {
		return before, err
	}
	if int64(len(body)) < header.size {
		return before, refuseEntry(header.name, "is cut off in an extended header")
	}
	body = body[:header.size]
	after := before
	if header.kind != 'g' {
		after.types += string(rune(header.kind))
	}
	switch header.kind {
	case 'K':
		after.hasTarget = true
		return after, nil
	case 'L':
		return after, after.named(bytes.TrimSuffix(body, []byte{0}))
	}
	return after, after.addPax(body, header.kind)
}

func (e *extension) named(path []byte) error {
	if e.path != nil {
		return refuseEntry(path, "is named by two extended headers")
	}
	e.path = append([]byte{}, path...)
	return nil
}

var (
	sparse  = regexp.MustCompile(`(?i)^(GNU|SUN)\.(sparse|holesdata)`)
	paxSize = regexp.MustCompile(`^[0-9]{1,15}$`)
)

func (e *extension) addPax(body []byte, kind byte) error {
	records, err := parsePax(body)
	if err != nil {
		return err
	}
	path, hasPath := records["path"]
	size, hasSize := records["size"]
	_, hasTarget := records["linkpath"]
	for key := range records {
		if sparse.MatchString(key) {
			if !hasPath {
				path = []byte("GNU.sparse")
			}
			return refuseEntry(path, "is a sparse file")
		}
	}
	if charset, ok := records["hdrcharset"]; ok && string(charset) != utf8Charset {
		return refuse("has names in another charset than UTF-8 (hdrcharset)")
	}
	if kind == 'g' && (hasPath || hasSize || hasTarget) {
		return refuse("has a global pax header that names or sizes every entry")
	}
	if hasSize {
		if !paxSize.Match(size) {
			return refuseEntry(path, "has a pax size that is no number")
		}
		number, _ := strconv.ParseInt(string(size), 10, 64)
		e.size = &number
	}
	e.hasTarget = e.hasTarget || hasTarget
	if !hasPath {
		return nil
	}
	return e.named(path)
}

// readEnd: after the first block of zeros there must be another one, and then nothing but zeros: no second archive.
func (t *tarReader) readEnd() error {
	mustBeZero := func(bytes []byte) error {
		if !isZero(bytes) {
			return refuse("has data behind the end of its tar")
		}
		return nil
	}
	second, err := t.pass(blockBytes, mustBeZero)
	if err != nil {
		return err
	}
	if second < blockBytes {
		return refuse("is cut off: the two blocks of zeros at the end of a tar are missing")
	}
	padding, err := t.pass(maxPaddingBytes+1, mustBeZero)
	if err == nil && padding > maxPaddingBytes {
		return refuse("has more than 1 MiB of zeros behind the end of its tar")
	}
	return err
}

// read gives the next bytes; fewer where the stream ends.
func (t *tarReader) read(length int) ([]byte, error) {
	var all []byte
	_, err := t.pass(int64(length), func(bytes []byte) error {
		all = append(all, bytes...)
		return nil
	})
	return all, err
}

// pass gives the next bytes a piece at a time, and says how many there were.
func (t *tarReader) pass(length int64, take func([]byte) error) (int64, error) {
	passed := int64(0)
	for passed < length {
		piece := t.chunk
		if rest := length - passed; rest < int64(len(piece)) {
			piece = piece[:rest]
		}
		n, err := t.stream.Read(piece)
		passed += int64(n)
		t.position += int64(n)
		if n > 0 {
			if err := take(piece[:n]); err != nil {
				return passed, err
			}
		}
		if err == io.EOF {
			return passed, nil
		}
		if err != nil {
			return passed, err
		}
	}
	return passed, nil
}
