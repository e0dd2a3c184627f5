"""Reads a zip from its first byte to its central directory and enters its files in the ledger. The
members must follow each other without gap or overlap, and their local headers must agree with
the directory.
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

from ._archive_file import ArchiveFile, Inflated
from ._refusal import refuse
from ._zip_directory import UTF8_FLAG, Member, check_extra, read_directory, read_fields

if TYPE_CHECKING:
    from ._ledger import ArchiveLimits, Ledger

STORED = 0
DEFLATED = 8
DESCRIPTOR = 1 << 3
ALLOWED_FLAGS = 0b110 | DESCRIPTOR | UTF8_FLAG
"""The level of compression, a data descriptor, names in UTF-8. Other flags mean encryption or
patches, or are reserved.
"""


def read_zip(file: ArchiveFile, limits: ArchiveLimits, ledger: Ledger) -> None:
    """In the order of the file."""
    for member, start in _layout(file, *read_directory(file, limits)):
        ledger.enter(member.name, member.kind, member.mode)
        _read_data(file, member, start, ledger)


def _layout(file: ArchiveFile, members: list[Member], offset: int) -> list[tuple[Member, int]]:
    """Where the data of each member begins. It checks that the members fill the file, before a byte
    of them is inflated.
    """
    places: list[tuple[Member, int]] = []
    at = 0
    for member in sorted(members, key=lambda one: one.offset):
        _check(member, at)
        start = _read_local_header(file, member)
        end = start + member.fields.packed_size
        if end > offset:
            refuse("overlaps the central directory", member.name)
        at = end + _descriptor_length(file, member, end)
        places.append((member, start))
    if at != offset:
        refuse("has data between its last entry and its central directory")
    return places


def _check(member: Member, at: int) -> None:
    name, fields, kind, _, offset = member
    if offset < at:
        refuse("overlaps the entry before it", name)
    if offset > at:
        refuse("has data before it that belongs to no entry", name)
    if fields.flags & 1:
        refuse("is encrypted", name)
    if fields.flags & ~ALLOWED_FLAGS:
        refuse("has flags for encryption, patches or something unknown", name)
    if fields.method not in (STORED, DEFLATED):
        refuse(f"is packed by a method other than deflate ({fields.method})", name)
    if fields.method == STORED and fields.packed_size != fields.size:
        refuse("has two different sizes", name)
    # A reader that streams the zip finds no end of such data, and may take its content for further
    # entries.
    if fields.method == STORED and fields.flags & DESCRIPTOR and fields.size > 0:
        refuse("is stored without its size before it", name)
    if kind == "folder" and fields.size > 0:
        refuse("is a folder that holds data", name)


def _read_local_header(file: ArchiveFile, member: Member) -> int:
    """Where the data begins. If a data descriptor follows, sizes and checksum may be zero here."""
    name, fields = member.name, member.fields
    fixed = file.read(member.offset, 30)
    if len(fixed) < 30 or fixed[:4] != b"PK\x03\x04":
        refuse("has no local header", name)
    name_length, extra_length = fixed[26] | fixed[27] << 8, fixed[28] | fixed[29] << 8
    rest = file.read(member.offset + 30, name_length + extra_length)
    if len(rest) < name_length + extra_length:
        refuse("is cut off", name)
    local = read_fields(fixed, 6)
    if rest[:name_length] != name:
        refuse("has another name in its local header", name)
    if local.flags != fields.flags:
        refuse("has other flags in its local header", name)
    if local.method != fields.method:
        refuse("has another method in its local header", name)
    zero = 0 if fields.flags & DESCRIPTOR else None
    if local.packed_size not in (fields.packed_size, zero) or local.size not in (fields.size, zero):
        refuse("has other sizes in its local header", name)
    if local.crc not in (fields.crc, zero):
        refuse("has another checksum in its local header", name)
    check_extra(rest[name_length:], name)
    return member.offset + 30 + name_length + extra_length


def _read_data(file: ArchiveFile, member: Member, start: int, ledger: Ledger) -> None:
    name, fields = member.name, member.fields
    end = start + fields.packed_size
    is_stored = fields.method == STORED
    inflated = Inflated(file, start, end, name)
    size = checksum = 0
    for chunk in file.chunks(start, end) if is_stored else iter(inflated):
        size += len(chunk)
        if size > fields.size:
            refuse("holds more than it declares", name)
        checksum = zlib.crc32(chunk, checksum)
        ledger.add(chunk)
    if not is_stored and inflated.packed_size != fields.packed_size:
        refuse("has data behind the end of its packed data", name)
    if size != fields.size:
        refuse("holds less than it declares", name)
    if checksum != fields.crc:
        refuse("is damaged: its checksum is wrong", name)


def _descriptor_length(file: ArchiveFile, member: Member, at: int) -> int:
    """The data descriptor, with or without its signature, must repeat the directory."""
    fields = member.fields
    if not fields.flags & DESCRIPTOR:
        return 0
    expected = struct.pack("<4s3L", b"PK\x07\x08", fields.crc, fields.packed_size, fields.size)
    found = file.read(at, 16)
    if found == expected:
        return 16
    if found[:12] == expected[4:]:
        return 12
    refuse("has a data descriptor that differs from the central directory", member.name)
