"""Reads the gzip around a tar (RFC 1952): one member from the first byte of the file to the last,
with the right checksum.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from ._archive_file import ArchiveFile, Inflated
from ._refusal import refuse

if TYPE_CHECKING:
    from collections.abc import Iterator

TRAILER_BYTES = 8
MAX_HEADER_BYTES = 64 * 1_024


def gunzip(file: ArchiveFile) -> Iterator[bytes]:
    """The inflated bytes. Only at the end is it known whether they are whole."""
    start = _end_of_header(file.read(0, MAX_HEADER_BYTES))
    checksum = size = 0
    inflated = Inflated(file, start, file.size)
    for chunk in inflated:
        checksum = zlib.crc32(chunk, checksum)
        size += len(chunk)
        yield chunk
    end = start + inflated.packed_size
    trailer = file.read(end, TRAILER_BYTES)
    if len(trailer) < TRAILER_BYTES:
        refuse("is cut off: its gzip stream has no end")
    if int.from_bytes(trailer[:4], "little") != checksum:
        refuse("is damaged: its gzip checksum is wrong")
    if int.from_bytes(trailer[4:], "little") != size % 2**32:
        refuse("is damaged: its gzip length is wrong")
    rest = file.read(end + TRAILER_BYTES, 3)
    if rest == b"\x1f\x8b\x08":
        refuse("has a second gzip stream behind the first")
    if rest:
        refuse("has data behind the end of its gzip stream")


def _end_of_header(head: bytes) -> int:
    if head[:2] != b"\x1f\x8b":
        refuse("is not gzip, and not a zip either")
    if head[2:3] != b"\x08":
        refuse("is packed by an unknown gzip method")
    flags = head[3] if len(head) > 3 else 0
    if flags & 0b1110_0000:
        refuse("has gzip flags that nobody has defined")
    at = 10
    if flags & 4:
        extra = head[at : at + 2]
        at += 2 + int.from_bytes(extra, "little") if len(extra) == 2 else len(head)
    for text in (8, 16):
        if flags & text:
            end = head.find(b"\0", at)
            at = len(head) + 1 if end < 0 else end + 1
    if flags & 2:
        if head[at : at + 2] != (zlib.crc32(head[:at]) & 0xFFFF).to_bytes(2, "little"):
            refuse("is damaged: the checksum of its gzip header is wrong")
        at += 2
    if at > len(head):
        refuse("is cut off, or too long, in its gzip header")
    return at
