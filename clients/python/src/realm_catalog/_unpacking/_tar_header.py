"""Parses the header blocks of a tar strictly: it refuses everything that two readers could
understand differently.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ._refusal import refuse

BLOCK_BYTES = 512
MAX_SAFE_INTEGER = 2**53 - 1

DIALECTS = {b"ustar\x0000": "ustar", b"ustar  \0": "gnu", b"\0" * 8: "v7"}
"""Only POSIX headers have a prefix: GNU writes times there, and old headers end with the link."""


class TarHeader(NamedTuple):
    """An entry, or an extension of the next one."""

    name: bytes
    size: int
    type: str
    """The letter of its type; `0` for the NUL of old archives."""
    has_target: bool
    mode: int
    """Permissions, and the setuid, setgid and sticky bits."""


def parse_header(block: bytes, at: int) -> TarHeader:
    """`at` is where the block is in the tar."""
    if _number(block[148:156]) != _checksum(block):
        refuse(f"has a wrong checksum in the tar header at byte {at:,}")
    dialect = DIALECTS.get(block[257:265])
    if dialect is None:
        refuse(f"has an unknown kind of tar header at byte {at:,}")
    # The star dialect writes times and its own signature here, and has a shorter prefix than POSIX.
    if dialect == "ustar" and not is_zero(block[500:]):
        refuse(f"has unknown fields in the tar header at byte {at:,}")
    # Some readers take a prefix from these bytes in every dialect, so they must be zero.
    if dialect != "ustar" and not is_zero(block[345:]):
        refuse(f"has bytes where other readers find a prefix in the tar header at byte {at:,}")
    prefix = _text(block[345:500], at) if dialect == "ustar" else b""
    own = _text(block[:100], at)
    name = prefix + b"/" + own if prefix else own
    size = _number(block[124:136])
    if size is None:
        refuse("has a size that is no number", name)
    mode = 0 if _is_blank(block[100:108]) else _number(block[100:108])
    if mode is None:
        refuse("has permissions that are no number", name)
    letter = block[156:157].decode("latin-1")
    has_target = bool(_text(block[157:257], at))
    return TarHeader(name, size, "0" if letter == "\0" else letter, has_target, mode)


def _text(field: bytes, at: int) -> bytes:
    text, _, behind = field.partition(b"\0")
    if not is_zero(behind):
        refuse(f"hides bytes behind a name in the tar header at byte {at:,}")
    return text


def _checksum(block: bytes) -> int:
    """The sum of unsigned bytes, as POSIX defines it, with blanks in place of the sum itself."""
    return sum(block) - sum(block[148:156]) + 8 * 0x20


def _number(field: bytes) -> int | None:
    """Octal digits, or base 256 as GNU writes large numbers. None if it is negative or too large."""
    if field[0] == 0x80:
        value = int.from_bytes(field[1:], "big")
        return value if value <= MAX_SAFE_INTEGER else None
    found = re.fullmatch(rb" *([0-7]+)[ \0]*", field)
    return int(found[1], 8) if found else None


def _is_blank(field: bytes) -> bool:
    """Whether nothing was written into the field."""
    return not field.strip(b" \0")


def parse_pax(body: bytes) -> dict[str, bytes]:
    """The records of a pax header, `length key=value\\n` each."""
    records: dict[str, bytes] = {}
    at = 0
    while at < len(body):
        found = re.compile(rb"([1-9][0-9]{0,7}) ").match(body, at)
        end = at + int(found[1]) if found else len(body) + 1
        record = body[found.end() : end] if found else b""
        key, equals, value = record.partition(b"=")
        if end > len(body) or not equals or not key or value[-1:] != b"\n":
            refuse("has a pax header that cannot be read")
        name = key.decode("utf-8", "replace")
        if name in records:
            refuse("has a pax header that gives one key twice")
        records[name] = value[:-1]
        at = end
    return records


def is_zero(data: bytes) -> bool:
    """Whether it is nothing but zeros."""
    return data.count(0) == len(data)
