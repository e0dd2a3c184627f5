"""Reads a tar block by block and enters its files in the ledger. Nothing is unpacked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ._refusal import refuse
from ._tar_header import BLOCK_BYTES, TarHeader, is_zero, parse_header, parse_pax

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ._ledger import Ledger

MAX_EXTENSION_BYTES = 1_024 * 1_024
"""Extended headers hold paths and attributes."""
MAX_TOTAL_EXTENSION_BYTES = 16 * MAX_EXTENSION_BYTES
MAX_GLOBAL_HEADERS = 100
"""`git archive` writes one for the whole archive. An archive with hundreds is an attack."""
MAX_PADDING_BYTES = 1_024 * 1_024
"""Zeros after the end: tar fills its last record, which has 10 KiB by default."""

TYPES = {
    "1": "a hard link",
    "2": "a symbolic link",
    "3": "a character device",
    "4": "a block device",
    "6": "a FIFO",
    "7": "a contiguous file",
    "D": "a list of a folder for incremental backups",
    "M": "the rest of a file of another volume",
    "S": "a sparse file",
    "V": "the label of a volume",
}
CUT_OFF = "is cut off: the two blocks of zeros at the end of a tar are missing"


class _Extension(NamedTuple):
    """The fields of the extended headers before an entry."""

    types: str = ""
    """The letters of these headers; each may come once."""
    path: bytes | None = None
    size: int | None = None
    has_target: bool = False


class _Source:
    """Reads exact numbers of bytes from a stream of chunks."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self.position = 0
        self._chunks = chunks
        self._chunk = memoryview(b"")

    def pass_on(self, length: int, take: Callable[[bytes], None]) -> int:
        """Pass the next bytes on, a piece at a time; answer with how many there were."""
        passed = 0
        while passed < length:
            if not self._chunk:
                chunk = next(self._chunks, None)
                if chunk is None:
                    break
                self._chunk = memoryview(chunk)
            piece = self._chunk[: length - passed]
            self._chunk = self._chunk[len(piece) :]
            passed += len(piece)
            take(bytes(piece))
        self.position += passed
        return passed

    def read(self, length: int) -> bytes:
        """The next bytes; fewer, or none, where the stream ends."""
        pieces: list[bytes] = []
        self.pass_on(length, pieces.append)
        return b"".join(pieces)


def read_tar(chunks: Iterator[bytes], ledger: Ledger) -> None:
    """To its end, behind which there is nothing else."""
    source = _Source(chunks)
    extensions = _Extensions(source)
    extension = _Extension()
    while True:
        at = source.position
        block = source.read(BLOCK_BYTES)
        if len(block) < BLOCK_BYTES:
            refuse(CUT_OFF)
        if is_zero(block):
            break
        header = parse_header(block, at)
        if header.type in ("x", "g", "L", "K"):
            extension = extensions.read(header, extension)
        else:
            _read_entry(source, header, extension, ledger)
            extension = _Extension()
    if extension.types:
        refuse("ends with a header that belongs to no entry")
    _read_end(source)


def _read_entry(source: _Source, header: TarHeader, extension: _Extension, ledger: Ledger) -> None:
    name = header.name if extension.path is None else extension.path
    if header.type not in ("0", "5"):
        refuse(f"is {TYPES.get(header.type, 'of an unknown type')}", name)
    if header.has_target or extension.has_target:
        refuse("is a file with the target of a link", name)
    is_folder = header.type == "5" or name.endswith(b"/")
    if extension.size not in (None, header.size):
        refuse("has two different sizes", name)
    if is_folder and header.size > 0:
        refuse("is a folder that holds data", name)
    ledger.enter(name, "folder" if is_folder else "file", header.mode)
    padding = -header.size % BLOCK_BYTES
    if source.pass_on(header.size, ledger.add) < header.size or len(source.read(padding)) < padding:
        refuse("is cut off", name)


class _Extensions:
    """Reads the extended headers of the next entry (pax `x`, GNU `L` and `K`) or of all (pax `g`)."""

    def __init__(self, source: _Source) -> None:
        self._source = source
        self._bytes = 0
        self._globals = 0

    def read(self, header: TarHeader, before: _Extension) -> _Extension:
        """What is known of the next entry then."""
        self._bytes += header.size
        if header.size > MAX_EXTENSION_BYTES or self._bytes > MAX_TOTAL_EXTENSION_BYTES:
            refuse("has extended headers of too many bytes")
        self._globals += header.type == "g"
        if self._globals > MAX_GLOBAL_HEADERS:
            refuse("has too many global pax headers")
        if header.type in before.types:
            refuse("has two extended headers of one kind for one entry")
        body = self._source.read(header.size + -header.size % BLOCK_BYTES)[: header.size]
        if len(body) < header.size:
            refuse("is cut off in an extended header", header.name)
        if header.type == "g":
            _read_pax(body, "g")
            return before
        after = before._replace(types=before.types + header.type)
        if header.type == "K":
            return after._replace(has_target=True)
        own = (
            _Extension(path=body.removesuffix(b"\0"))
            if header.type == "L"
            else _read_pax(body, "x")
        )
        if own.path is not None and before.path is not None:
            refuse("is named by two extended headers", own.path)
        return after._replace(
            path=before.path if own.path is None else own.path,
            size=before.size if own.size is None else own.size,
            has_target=before.has_target or own.has_target,
        )


def _read_pax(body: bytes, kind: str) -> _Extension:
    records = parse_pax(body)
    path = records.get("path")
    size = records.get("size")
    if any(re.match(r"(GNU|SUN)\.(sparse|holesdata)", key, re.IGNORECASE) for key in records):
        refuse("is a sparse file", "GNU.sparse" if path is None else path)
    if records.get("hdrcharset", b"ISO-IR 10646 2000 UTF-8") != b"ISO-IR 10646 2000 UTF-8":
        refuse("has names in another charset than UTF-8 (hdrcharset)")
    has_target = "linkpath" in records
    if kind == "g" and (path is not None or size is not None or has_target):
        refuse("has a global pax header that names or sizes every entry")
    if size is not None and not re.fullmatch(rb"[0-9]{1,15}", size):
        refuse("has a pax size that is no number", path)
    return _Extension(path=path, size=None if size is None else int(size), has_target=has_target)


def _read_end(source: _Source) -> None:
    """After the first block of zeros there must be another one, and then nothing but zeros: no
    second archive.
    """
    if source.pass_on(BLOCK_BYTES, _must_be_zero) < BLOCK_BYTES:
        refuse(CUT_OFF)
    if source.pass_on(MAX_PADDING_BYTES + 1, _must_be_zero) > MAX_PADDING_BYTES:
        refuse("has more than 1 MiB of zeros behind the end of its tar")


def _must_be_zero(data: bytes) -> None:
    if not is_zero(data):
        refuse("has data behind the end of its tar")
