package archive

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"sort"
)

const (
	stored   = 0
	deflated = 8
	// descriptorFlag: sizes and checksum stand behind the data.
	descriptorFlag = 1 << 3
	// The level of compression, a data descriptor, names in UTF-8. Others mean encryption or patches, or are reserved.
	allowedFlags = 0b110 | descriptorFlag | 0x800
)

// zipReader reads a zip from its first byte to its central directory. Other readers rely on the directory alone. Here
// the members must follow each other without gap or overlap, and their local headers must agree with the directory: so
// every reader sees the same files, and no byte counts twice.
type zipReader struct {
	source Source
	size   int64
	ledger *ledger
	chunk  []byte
}

func (z *zipReader) readAll(limits Limits) error {
	members, offset, err := readDirectory(z.source, z.size, limits)
	if err != nil {
		return err
	}
	starts, err := z.layout(members, offset)
	if err != nil {
		return err
	}
	for at, one := range members {
		if err := z.ledger.enter(one.name, one.kind, one.mode); err != nil {
			return err
		}
		if err := z.readData(one, starts[at]); err != nil {
			return err
		}
	}
	return nil
}

// layout says where the data of each member begins, whose order it makes that of the file. It checks that the members
// fill the file, before a byte of them is inflated.
func (z *zipReader) layout(members []*member, offset int64) ([]int64, error) {
	sort.SliceStable(members, func(i, j int) bool { return members[i].offset < members[j].offset })
	starts := make([]int64, len(members))
	at := int64(0)
	for index, one := range members {
		if err := one.check(at); err != nil {
			return nil, err
		}
		from, err := z.readLocalHeader(one)
		if err != nil {
			return nil, err
		}
		to := from + one.packed
		if to > offset {
			return nil, refuseEntry(one.name, "overlaps the central directory")
		}
		length, err := z.descriptorLength(one, to)
		if err != nil {
			return nil, err
		}
		starts[index], at = from, to+length
	}
	if at != offset {
		return nil, refuse("has data between its last entry and its central directory")
	}
	return starts, nil
}

func (m *member) check(at int64) error {
	why := ""
	switch {
	case m.offset < at:
		why = "overlaps the entry before it"
	case m.offset > at:
		why = "has data before it that belongs to no entry"
	case m.flags&1 != 0:
		why = "is encrypted"
	case m.flags&^allowedFlags != 0:
		why = "has flags for encryption, patches or something unknown"
	case m.method != stored && m.method != deflated:
		why = fmt.Sprintf("is packed by a method other than deflate (%d)", m.method)
	case m.method == stored && m.packed != m.size:
		why = "has two different sizes"
	// A reader that streams the zip finds no end of such data, and may take its content for further entries.
	case m.method == stored && m.flags&descriptorFlag != 0 && m.size > 0:
		why = "is stored without its size before it"
	case m.kind == folder && m.size > 0:
		why = "is a folder that holds data"
	default:
		return nil
	}
	return refuseEntry(m.name, why)
}

// readLocalHeader says where the data begins. If a data descriptor follows, sizes and checksum may be zero here.
func (z *zipReader) readLocalHeader(m *member) (int64, error) {
	fixed, err := readAt(z.source, z.size, m.offset, 30)
	if err != nil {
		return 0, err
	}
	if len(fixed) < 30 || string(fixed[:4]) != "PK\x03\x04" {
		return 0, refuseEntry(m.name, "has no local header")
	}
	nameLength, extraLength := int(binary.LittleEndian.Uint16(fixed[26:])), int(binary.LittleEndian.Uint16(fixed[28:]))
	rest, err := readAt(z.source, z.size, m.offset+30, nameLength+extraLength)
	if err != nil {
		return 0, err
	}
	if len(rest) < nameLength+extraLength {
		return 0, refuseEntry(m.name, "is cut off")
	}
	local := readFields(fixed[6:], rest[:nameLength])
	mayBeZero := m.flags&descriptorFlag != 0
	agrees := func(one, other int64) bool { return one == other || mayBeZero && one == 0 }
	switch {
	case !bytes.Equal(local.name, m.name):
		return 0, refuseEntry(m.name, "has another name in its local header")
	case local.flags != m.flags:
		return 0, refuseEntry(m.name, "has other flags in its local header")
	case local.method != m.method:
		return 0, refuseEntry(m.name, "has another method in its local header")
	case !agrees(local.packed, m.packed) || !agrees(local.size, m.size):
		return 0, refuseEntry(m.name, "has other sizes in its local header")
	case !agrees(int64(local.crc), int64(m.crc)):
		return 0, refuseEntry(m.name, "has another checksum in its local header")
	}
	_, err = checkExtra(rest[nameLength:], local.name)
	return m.offset + 30 + int64(nameLength+extraLength), err
}

func (z *zipReader) readData(m *member, from int64) error {
	var reader io.Reader = io.NewSectionReader(z.source, from, m.packed)
	var packed *inflater
	if m.method == deflated {
		packed = inflate(z.source, from, from+m.packed, m.name)
		reader = packed
	}
	size, sum := int64(0), uint32(0)
	for {
		n, err := reader.Read(z.chunk)
		if size += int64(n); size > m.size {
			return refuseEntry(m.name, "holds more than it declares")
		}
		sum = crc32.Update(sum, crc32.IEEETable, z.chunk[:n])
		if n > 0 {
			if err := z.ledger.add(z.chunk[:n]); err != nil {
				return err
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
	}
	switch {
	case packed != nil && packed.packed.count != m.packed:
		return refuseEntry(m.name, "has data behind the end of its packed data")
	case size != m.size:
		return refuseEntry(m.name, "holds less than it declares")
	case sum != m.crc:
		return refuseEntry(m.name, "is damaged: its checksum is wrong")
	}
	return nil
}

// descriptorLength: the data descriptor, with or without its signature, must repeat the directory.
func (z *zipReader) descriptorLength(m *member, at int64) (int64, error) {
	if m.flags&descriptorFlag == 0 {
		return 0, nil
	}
	expected := make([]byte, 16)
	copy(expected, "PK\x07\x08")
	for index, value := range []uint32{m.crc, uint32(m.packed), uint32(m.size)} {
		binary.LittleEndian.PutUint32(expected[4+4*index:], value)
	}
	found, err := readAt(z.source, z.size, at, 16)
	switch {
	case err != nil:
		return 0, err
	case bytes.Equal(found, expected):
		return 16, nil
	case len(found) >= 12 && bytes.Equal(found[:12], expected[4:]):
		return 12, nil
	}
	return 0, refuseEntry(m.name, "has a data descriptor that differs from the central directory")
}
