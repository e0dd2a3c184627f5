"""Reads the files and folders of a `.tar.gz` or a `.zip` with the standard library, which these
bounds keep from taking more memory than an archive of the catalog needs.
"""

from __future__ import annotations

import io
import os
import stat
import tarfile
import zipfile
import zlib
from typing import IO, TYPE_CHECKING, Any, Callable, NamedTuple, cast

from ._portable_names import refuse

if TYPE_CHECKING:
    from collections.abc import Iterator

CHUNK_BYTES = 32 * 1_024
MAX_ENTRIES = 10_000
"""Listed files and folders."""
MAX_HEADER_BYTES = 64 * 1_024
"""What stands between two files of a tar: extended headers, which tarfile holds in memory."""
MAX_PADDING_BYTES = 1_024 * 1_024
"""Zeros behind the end: tar fills its last record, which has 10 KiB by default."""
MAX_DIRECTORY_BYTES = 16 * 1_024 * 1_024
"""Enough for 10,000 long names in the central directory of a zip, which zipfile holds in memory."""
ENCRYPTED = 1
UTF8 = 0x800


class Entry(NamedTuple):
    """A file or a folder. Its content is open until the next entry is asked for."""

    name: str
    is_folder: bool
    is_executable: bool
    size: int
    open: Callable[[], IO[bytes]]


def read_entries(path: str) -> Iterator[Entry]:
    """In their order. Only the end tells whether the archive is whole."""
    with _ArchiveFile(path) as file:
        start = file.read(2)
        file.seek(0)
        if start == b"PK":
            yield from _zip_entries(file)
        elif start == b"\x1f\x8b":
            yield from _tar_entries(file)
        else:
            refuse("is not gzip, and not a zip either")


class _ArchiveFile(io.FileIO):
    """Refuses to be read at once where that is too much: zipfile reads the directory so."""

    def read(self, size: int | None = -1) -> bytes:
        most = MAX_DIRECTORY_BYTES + 1
        data = super().read(most if size is None or size < 0 else min(size, most))
        if len(data) == most:
            refuse("has a central directory of more than 16 MiB")
        # A chunk of a file is too short to hold as many.
        if data.count(b"PK\x01\x02") > MAX_ENTRIES:
            refuse(f"has more than {MAX_ENTRIES:,} entries")
        return data

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        if whence == os.SEEK_SET and offset < 0:
            refuse("has a place that is before its beginning")
        return super().seek(offset, whence)


def _zip_entries(file: _ArchiveFile) -> Iterator[Entry]:
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            is_utf8 = info.flag_bits & UTF8
            # Info-ZIP and macOS write UTF-8 without the flag for it.
            name = info.orig_filename
            if not is_utf8:
                name = name.encode("cp437").decode("utf-8", "surrogateescape")
            is_folder = name.endswith("/")
            mode = info.external_attr >> 16
            if stat.S_IFMT(mode) not in (0, stat.S_IFDIR if is_folder else stat.S_IFREG):
                refuse("is a link, a device, or no such file as its name says", name)
            if info.flag_bits & ENCRYPTED:
                refuse("is encrypted", name)
            if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                refuse("is packed by a method other than deflate", name)
            yield _entry(name, is_folder, mode, info.file_size, _opener(archive.open, info))


def _tar_entries(file: _ArchiveFile) -> Iterator[Entry]:
    stream = _Inflated(file)
    end = 0
    source = cast("IO[bytes]", stream)
    with tarfile.open(
        fileobj=source, mode="r|", encoding="utf-8", errors="surrogateescape"
    ) as archive:
        while (info := archive.next()) is not None:
            name = info.name
            if info.type not in (tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.DIRTYPE):
                refuse("is a link, a device, or something else that is no file", name)
            if info.issparse():
                refuse("is a sparse file", name)
            info.pax_headers = {}  # tarfile keeps all entries, and so these would add up
            is_folder = info.isdir() or name.endswith("/")
            end = info.offset_data + info.size + -info.size % tarfile.BLOCKSIZE
            stream.limit = stream.position + info.size + MAX_HEADER_BYTES
            yield _entry(name, is_folder, info.mode, info.size, _opener(archive.extractfile, info))
    stream.drain()
    if stream.data_end > end:
        refuse("has data behind the end of its tar")


def _entry(
    name: str, is_folder: bool, mode: int, size: int, opener: Callable[[], IO[bytes]]
) -> Entry:
    if size < 0 or (is_folder and size):
        refuse("is a folder that holds data, or has no size", name)
    is_executable = bool(mode & (stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH))
    return Entry(name, is_folder, is_executable, size, opener)


def _opener(open_entry: Callable[[Any], IO[bytes] | None], info: object) -> Callable[[], IO[bytes]]:
    return lambda: open_entry(info) or io.BytesIO()


class _Inflated(io.RawIOBase):
    """The inflated bytes of a gzip, of one member and as far as the limit. A second member, or other
    data behind it, is refused.
    """

    def __init__(self, file: io.FileIO) -> None:
        self.position = 0
        self.limit = MAX_HEADER_BYTES
        self.data_end = 0
        """Behind which there have been zeros alone."""
        self._file = file
        self._inflater = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1) -> bytes:
        most = CHUNK_BYTES if size is None or size < 0 else size
        data = b""
        while not data and not self._inflater.eof:
            packed = self._inflater.unconsumed_tail or self._file.read(CHUNK_BYTES)
            data = self._inflater.decompress(packed, most)
            if not data and not packed:
                refuse("is cut off")
        if data.strip(b"\0"):
            self.data_end = self.position + len(data.rstrip(b"\0"))
        self.position += len(data)
        if self.position > self.limit:
            refuse("has headers of too many bytes")
        return data

    def drain(self) -> None:
        """Read to the end, where the checksum is."""
        self.limit = self.position + MAX_PADDING_BYTES
        while self.read():
            pass
        if self._inflater.unused_data or self._file.read(1):
            refuse("has data behind the end of its gzip stream")
