package archive

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strconv"
)

const blockBytes = 512

// tarHeader is what a header block says. It is parsed strictly: what two readers could understand differently is refused.
type tarHeader struct {
	name      []byte
	size      int64
	kind      byte
	hasTarget bool
	mode      uint32
}

// Only POSIX headers have a prefix: GNU writes times there, and old headers end with the link.
var dialects = map[string]string{"ustar\x0000": "ustar", "ustar  \x00": "gnu", "\x00\x00\x00\x00\x00\x00\x00\x00": "v7"}

func parseHeader(block []byte, at int64) (*tarHeader, error) {
	where := fmt.Sprintf(" at byte %s", grouped(at))
	if sum, ok := tarNumber(block[148:156]); !ok || sum != checksum(block) {
		return nil, refuse("has a wrong checksum in the tar header" + where)
	}
	dialect, ok := dialects[string(block[257:265])]
	if !ok {
		return nil, refuse("has an unknown kind of tar header" + where)
	}
	// The star dialect writes times and its own signature here, and has a shorter prefix than POSIX.
	if dialect == "ustar" && !isZero(block[500:]) {
		return nil, refuse("has unknown fields in the tar header" + where)
	}
	// Some readers take a prefix from these bytes in every dialect, so they must be zero.
	if dialect != "ustar" && !isZero(block[345:]) {
		return nil, refuse("has bytes where other readers find a prefix in the tar header" + where)
	}
	name, okName := fieldText(block[:100])
	target, okTarget := fieldText(block[157:257])
	prefix, okPrefix := []byte(nil), true
	if dialect == "ustar" {
		prefix, okPrefix = fieldText(block[345:500])
	}
	if !okName || !okTarget || !okPrefix {
		return nil, refuse("hides bytes behind a name in the tar header" + where)
	}
	if len(prefix) > 0 {
		name = append(append(append([]byte{}, prefix...), '/'), name...)
	}
	header := &tarHeader{name: append([]byte{}, name...), kind: block[156], hasTarget: len(target) > 0}
	if header.kind == 0 {
		header.kind = '0'
	}
	if header.size, ok = tarNumber(block[124:136]); !ok {
		return nil, refuseEntry(header.name, "has a size that is no number")
	}
	mode, ok := tarNumber(block[100:108])
	if !ok && len(bytes.Trim(block[100:108], " \x00")) > 0 {
		return nil, refuseEntry(header.name, "has permissions that are no number")
	}
	header.mode = uint32(mode)
	return header, nil
}

// fieldText is what stands before a NUL, behind which nothing may be hidden.
func fieldText(field []byte) ([]byte, bool) {
	end := bytes.IndexByte(field, 0)
	if end < 0 {
		return field, true
	}
	return field[:end], isZero(field[end:])
}

// checksum is the sum of unsigned bytes, as POSIX defines it, with blanks in place of the sum itself.
func checksum(block []byte) int64 {
	sum := int64(8 * ' ')
	for at, b := range block {
		if at < 148 || at >= 156 {
			sum += int64(b)
		}
	}
	return sum
}

var octal = regexp.MustCompile(`^ *([0-7]+)[ \x00]*$`)

// tarNumber reads octal digits, or base 256 as GNU writes large numbers.
func tarNumber(field []byte) (int64, bool) {
	if field[0] == 0x80 {
		value := int64(0)
		for _, b := range field[1:] {
			if value > math.MaxInt64>>8 {
				return 0, false
			}
			value = value<<8 | int64(b)
		}
		return value, value < 1<<53
	}
	found := octal.FindSubmatch(field)
	if found == nil {
		return 0, false
	}
	value, err := strconv.ParseInt(string(found[1]), 8, 64)
	return value, err == nil
}

var paxLength = regexp.MustCompile(`^[1-9][0-9]*$`)

// parsePax reads the records of a pax header, “length key=value\n” each.
func parsePax(body []byte) (map[string][]byte, error) {
	records := map[string][]byte{}
	for at := 0; at < len(body); {
		rest := body[at:]
		blank := bytes.IndexByte(rest, ' ')
		if blank < 0 || blank > 8 || !paxLength.Match(rest[:blank]) {
			return nil, refuse("has a pax header that cannot be read")
		}
		length, _ := strconv.Atoi(string(rest[:blank]))
		if length > len(rest) || length <= blank || rest[length-1] != '\n' {
			return nil, refuse("has a pax header that cannot be read")
		}
		record := rest[blank+1 : length-1]
		equals := bytes.IndexByte(record, '=')
		if equals < 1 {
			return nil, refuse("has a pax header that cannot be read")
		}
		key := string(record[:equals])
		if _, ok := records[key]; ok {
			return nil, refuse("has a pax header that gives one key twice")
		}
		records[key] = record[equals+1:]
		at += length
	}
	return records, nil
}

func isZero(bytes []byte) bool {
	for _, b := range bytes {
		if b != 0 {
			return false
		}
	}
	return true
}
