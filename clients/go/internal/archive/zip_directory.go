package archive

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

const (
	endRecordBytes = 22
	maxComment     = 0xffff
	// Enough for 10,000 long names with their extra fields.
	maxDirectoryBytes = 16 << 20
)

// headerFields stand twice in a zip: in the local header and in the central directory.
type headerFields struct {
	name         []byte
	flags        uint16
	method       uint16
	crc          uint32
	packed, size int64
}

type member struct {
	headerFields
	kind kind
	mode uint32
	// offset is the position of its local header.
	offset int64
}

// readDirectory reads the end record and the central directory strictly: there must be one of each.
func readDirectory(source Source, size int64, limits Limits) ([]*member, int64, error) {
	end, err := readZipEnd(source, size)
	if err != nil {
		return nil, 0, err
	}
	if end.count > limits.Entries {
		return nil, 0, refuse("has more than " + grouped(int64(limits.Entries)) + " entries")
	}
	if end.size > maxDirectoryBytes {
		return nil, 0, refuse("has a central directory of more than 16 MiB")
	}
	directory, err := readAt(source, size, end.offset, int(end.size))
	if err != nil {
		return nil, 0, err
	}
	var members []*member
	at := 0
	for at < len(directory) && len(members) <= end.count {
		one, next, err := readMember(directory, at)
		if err != nil {
			return nil, 0, err
		}
		members = append(members, one)
		at = next
	}
	if len(members) != end.count || at != int(end.size) {
		return nil, 0, refuse("has a central directory with another number of entries than its end says")
	}
	return members, end.offset, nil
}

type zipEnd struct {
	offset, size int64
	count        int
}

// readZipEnd reads the last end record of the file, which every reader finds that searches from the end. Other end
// signatures may be in the data of members (a zip in a zip), but not after it: its comment must reach the end.
func readZipEnd(source Source, size int64) (zipEnd, error) {
	var none zipEnd
	start, err := readAt(source, size, 0, 2)
	if err != nil {
		return none, err
	}
	if size < endRecordBytes || string(start) != "PK" {
		return none, refuse("is not a zip, or has data before its first entry")
	}
	from := size - endRecordBytes - maxComment
	if from < 0 {
		from = 0
	}
	tail, err := readAt(source, size, from, endRecordBytes+maxComment)
	if err != nil {
		return none, err
	}
	signature := []byte("PK\x05\x06")
	at := bytes.LastIndex(tail[:len(tail)-endRecordBytes+len(signature)], signature)
	if at < 0 {
		return none, refuse("is not a zip, or is cut off: it has no end of central directory")
	}
	number := func(field int) uint16 { return binary.LittleEndian.Uint16(tail[at+field:]) }
	if bytes.LastIndex(tail, signature) != at || at+endRecordBytes+int(number(20)) != len(tail) {
		return none, refuse("has data behind its end, or a second end in its comment")
	}
	count, directory, offset := number(10), binary.LittleEndian.Uint32(tail[at+12:]), binary.LittleEndian.Uint32(tail[at+16:])
	isZip64 := at >= 20 && string(tail[at-20:at-16]) == "PK\x06\x07"
	if isZip64 || count == 0xffff || directory == 0xffffffff || offset == 0xffffffff {
		return none, refuse("is a Zip64, which an archive of this size does not need")
	}
	if number(4) != 0 || number(6) != 0 || number(8) != count {
		return none, refuse("is one of several disks")
	}
	if int64(offset)+int64(directory) != from+int64(at) {
		return none, refuse("has a central directory that does not end where its end begins")
	}
	return zipEnd{offset: int64(offset), size: int64(directory), count: int(count)}, nil
}

func readMember(directory []byte, at int) (*member, int, error) {
	unreadable := refuse("has a central directory that cannot be read")
	if at+46 > len(directory) || string(directory[at:at+4]) != "PK\x01\x02" {
		return nil, 0, unreadable
	}
	number := func(field int) int { return int(binary.LittleEndian.Uint16(directory[at+field:])) }
	nameEnd := at + 46 + number(28)
	extraEnd := nameEnd + number(30)
	end := extraEnd + number(32)
	if end > len(directory) {
		return nil, 0, unreadable
	}
	fields := readFields(directory[at+8:], directory[at+46:nameEnd])
	hasUnicodePath, err := checkExtra(directory[nameEnd:extraEnd], fields.name)
	if err != nil {
		return nil, 0, err
	}
	// Info-ZIP and macOS write UTF-8 without the flag for it. From other systems such bytes are of some code page.
	system := directory[at+5]
	isUnix := system == 3 || system == 19
	if !hasUnicodePath && !isUnix && fields.flags&0x800 == 0 && !isASCII(fields.name) {
		return nil, 0, refuseEntry(fields.name, "is not marked as named in UTF-8")
	}
	if number(34) != 0 {
		return nil, 0, refuseEntry(fields.name, "begins on another disk")
	}
	attributes := binary.LittleEndian.Uint32(directory[at+38:])
	k, err := kindOf(fields.name, attributes)
	offset := int64(binary.LittleEndian.Uint32(directory[at+42:]))
	return &member{headerFields: fields, kind: k, mode: attributes >> 16, offset: offset}, end, err
}

// readFields: flags, method, time, checksum and sizes have the same order in the central directory and in local headers.
func readFields(bytes []byte, name []byte) headerFields {
	return headerFields{
		name:   name,
		flags:  binary.LittleEndian.Uint16(bytes),
		method: binary.LittleEndian.Uint16(bytes[2:]),
		crc:    binary.LittleEndian.Uint32(bytes[8:]),
		packed: int64(binary.LittleEndian.Uint32(bytes[12:])),
		size:   int64(binary.LittleEndian.Uint32(bytes[16:])),
	}
}

func isASCII(name []byte) bool {
	for _, b := range name {
		if b > 0x7f {
			return false
		}
	}
	return true
}

// kindOf: the name decides the kind, and the attributes must not contradict it, whatever system wrote them.
func kindOf(name []byte, attributes uint32) (kind, error) {
	k := file
	if bytes.HasSuffix(name, []byte("/")) {
		k = folder
	}
	agrees := true
	switch attributes >> 16 & 0o170000 {
	case 0:
	case 0o100000:
		agrees = k == file
	case 0o040000:
		agrees = k == folder
	case 0o120000:
		return k, refuseEntry(name, "is a symbolic link")
	default:
		return k, refuseEntry(name, "is a device, a FIFO or of an unknown type")
	}
	if attributes&0x08 != 0 {
		return k, refuseEntry(name, "is the label of a volume")
	}
	if !agrees || k == file && attributes&0x10 != 0 {
		return k, refuseEntry(name, "is a file by its name and a folder by its attributes, or the other way round")
	}
	return k, nil
}

// checkExtra refuses extra fields with a size, a link or another name; times and owners are allowed. It says whether
// the name is repeated as UTF-8.
func checkExtra(extra, name []byte) (bool, error) {
	hasUnicodePath := false
	for len(extra) >= 4 {
		id, length := binary.LittleEndian.Uint16(extra), int(binary.LittleEndian.Uint16(extra[2:]))
		extra = extra[4:]
		if length > len(extra) {
			return false, refuseEntry(name, "has extra fields that cannot be read")
		}
		data := extra[:length]
		switch id {
		case 0x0001:
			return false, refuseEntry(name, "has Zip64 sizes, which an archive of this size does not need")
		case 0x000d, 0x756e:
			return false, refuseEntry(name, "has an extra field that may hold a link")
		case 0x7075:
			isSame := len(data) > 5 && data[0] == 1 && binary.LittleEndian.Uint32(data[1:]) == crc32.ChecksumIEEE(name)
			if !isSame || !bytes.Equal(data[5:], name) {
				return false, refuseEntry(name, "has another name in an extra field")
			}
			hasUnicodePath = true
		}
		extra = extra[length:]
	}
	if len(extra) > 0 {
		return false, refuseEntry(name, "has extra fields that cannot be read")
	}
	return hasUnicodePath, nil
}
