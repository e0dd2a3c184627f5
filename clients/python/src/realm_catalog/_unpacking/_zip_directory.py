"""Reads the end record and the central directory of a zip strictly: there must be one of each, and
no unusual fields.
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, NamedTuple

from ._refusal import refuse

if TYPE_CHECKING:
    from ._archive_file import ArchiveFile
    from ._ledger import ArchiveLimits
    from ._path_tree import Kind

END_RECORD_BYTES = 22
MAX_COMMENT_BYTES = 0xFFFF
MAX_DIRECTORY_BYTES = 16 * 1_024 * 1_024
"""Enough for 10,000 long names with their extra fields."""
UTF8_FLAG = 0x800
UNREADABLE = "has a central directory that cannot be read"

ZIP64, PKWARE_UNIX, ASI_UNIX, UNICODE_PATH = 0x0001, 0x000D, 0x756E, 0x7075
FILE, FOLDER, LINK = 0o100000, 0o040000, 0o120000


class HeaderFields(NamedTuple):
    """The fields that stand twice in a zip: in the local header and in the central directory."""

    flags: int
    method: int
    crc: int
    packed_size: int
    size: int


class Member(NamedTuple):
    """An entry of the central directory."""

    name: bytes
    fields: HeaderFields
    kind: Kind
    mode: int
    """The Unix mode; 0 where another system wrote the archive."""
    offset: int
    """The position of its local header."""


def read_directory(file: ArchiveFile, limits: ArchiveLimits) -> tuple[list[Member], int]:
    """The members, and where the directory begins."""
    offset, size, count = _read_end(file)
    if count > limits.entries:
        refuse(f"has more than {limits.entries:,} entries")
    if size > MAX_DIRECTORY_BYTES:
        refuse("has a central directory of more than 16 MiB")
    data = file.read(offset, size)
    members: list[Member] = []
    at = 0
    while at < size and len(members) <= count:
        member, at = _read_member(data, at)
        members.append(member)
    if len(members) != count or at != size:
        refuse("has a central directory with another number of entries than its end says")
    return members, offset


def _read_end(file: ArchiveFile) -> tuple[int, int, int]:
    """The last end record of the file, which every reader finds that searches from the end. Other
    end signatures may be in the data of members (a zip in a zip), but not after it: its comment
    must reach the end of the file.
    """
    if file.size < END_RECORD_BYTES or file.read(0, 2) != b"PK":
        refuse("is not a zip, or has data before its first entry")
    longest = END_RECORD_BYTES + MAX_COMMENT_BYTES
    tail = file.read(max(0, file.size - longest), longest)
    at = tail.rfind(b"PK\x05\x06", 0, len(tail) - END_RECORD_BYTES + 4)
    if at < 0:
        refuse("is not a zip, or is cut off: it has no end of central directory")
    disk, start_disk, here, count, size, offset, comment = struct.unpack_from(
        "<4H2LH", tail, at + 4
    )
    if tail.rfind(b"PK\x05\x06") != at or at + END_RECORD_BYTES + comment != len(tail):
        refuse("has data behind its end, or a second end in its comment")
    is_zip64 = at >= 20 and tail[at - 20 : at - 16] == b"PK\x06\x07"
    if is_zip64 or count == 0xFFFF or 0xFFFFFFFF in (size, offset):
        refuse("is a Zip64, which an archive of this size does not need")
    if disk != 0 or start_disk != 0 or here != count:
        refuse("is one of several disks")
    if offset + size != file.size - len(tail) + at:
        refuse("has a central directory that does not end where its end begins")
    return offset, size, count


def _read_member(data: bytes, at: int) -> tuple[Member, int]:
    if data[at : at + 4] != b"PK\x01\x02" or at + 46 > len(data):
        refuse(UNREADABLE)
    name_length, extra_length, comment_length = struct.unpack_from("<3H", data, at + 28)
    name_end = at + 46 + name_length
    extra_end = name_end + extra_length
    end = extra_end + comment_length
    if end > len(data):
        refuse(UNREADABLE)
    name = data[at + 46 : name_end]
    fields = read_fields(data, at + 8)
    has_unicode_path = check_extra(data[name_end:extra_end], name)
    # Info-ZIP and macOS write UTF-8 without the flag for it. From other systems such bytes are
    # letters of some code page.
    is_unix = data[at + 5] in (3, 19)
    if not (has_unicode_path or is_unix or fields.flags & UTF8_FLAG or name.isascii()):
        refuse("is not marked as named in UTF-8", name)
    disk, attributes, offset = struct.unpack_from("<H2xLL", data, at + 34)
    if disk != 0:
        refuse("begins on another disk", name)
    return Member(name, fields, _kind_of(name, attributes), attributes >> 16, offset), end


def read_fields(data: bytes, at: int) -> HeaderFields:
    """They have the same order in the central directory and in local headers."""
    return HeaderFields(*struct.unpack_from("<2H4x3L", data, at))


def _kind_of(name: bytes, attributes: int) -> Kind:
    """The name decides the kind, and the attributes must not contradict it, whatever system wrote
    them.
    """
    kind: Kind = "folder" if name.endswith(b"/") else "file"
    unix = attributes >> 16 & 0o170000
    if unix not in (0, FILE, FOLDER, LINK):
        refuse("is a device, a FIFO or of an unknown type", name)
    if unix == LINK:
        refuse("is a symbolic link", name)
    if attributes & 0x08:
        refuse("is the label of a volume", name)
    is_other = unix == (FOLDER if kind == "file" else FILE)
    if is_other or (kind == "file" and attributes & 0x10):
        refuse("is a file by its name and a folder by its attributes, or the other way round", name)
    return kind


def check_extra(extra: bytes, name: bytes) -> bool:
    """Refuse extra fields with a size, a link or another name; times and owners are allowed. Answer
    whether the name is repeated as UTF-8.
    """
    has_unicode_path = False
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        data = extra[at + 4 : at + 4 + length]
        if kind == ZIP64:
            refuse("has Zip64 sizes, which an archive of this size does not need", name)
        if kind in (PKWARE_UNIX, ASI_UNIX):
            refuse("has an extra field that may hold a link", name)
        if kind == UNICODE_PATH:
            if (
                data[:1] != b"\1"
                or data[1:5] != zlib.crc32(name).to_bytes(4, "little")
                or data[5:] != name
            ):
                refuse("has another name in an extra field", name)
            has_unicode_path = True
        at += 4 + length
    if at != len(extra):
        refuse("has extra fields that cannot be read", name)
    return has_unicode_path
