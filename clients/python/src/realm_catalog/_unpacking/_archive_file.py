"""Reads the bytes of an archive chunk by chunk, and inflates compressed ones."""

from __future__ import annotations

import os
import zlib
from typing import TYPE_CHECKING, BinaryIO

from ._refusal import refuse

if TYPE_CHECKING:
    from collections.abc import Iterator

CHUNK_BYTES = 64 * 1_024


class ArchiveFile:
    """An open file, whose size stays."""

    def __init__(self, file: BinaryIO) -> None:
        self.size = os.fstat(file.fileno()).st_size
        self._file = file

    def read(self, at: int, length: int) -> bytes:
        """The bytes from an offset; fewer where the file ends."""
        wanted = max(0, min(length, self.size - at))
        self._file.seek(at)
        data = self._file.read(wanted)
        if len(data) < wanted:
            raise OSError("An archive became shorter while it was read.")
        return data

    def chunks(self, start: int, end: int) -> Iterator[bytes]:
        """The bytes of a range, a chunk at a time."""
        for at in range(start, end, CHUNK_BYTES):
            yield self.read(at, min(CHUNK_BYTES, end - at))


class Inflated:
    """One deflate stream in a file. Behind its end, `packed_size` says how many bytes belonged to
    it.
    """

    def __init__(self, file: ArchiveFile, start: int, end: int, entry: bytes | None = None) -> None:
        self._file = file
        self._range = (start, end)
        self._entry = entry
        self.packed_size = 0

    def __iter__(self) -> Iterator[bytes]:
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        for packed in self._file.chunks(*self._range):
            self.packed_size += len(packed)
            while packed and not inflater.eof:  # then it keeps the tail that it had
                try:
                    data = inflater.decompress(packed, CHUNK_BYTES)
                except zlib.error:
                    self._refuse()
                if data:
                    yield data
                packed = inflater.unconsumed_tail
            if inflater.eof:
                self.packed_size -= len(inflater.unused_data)
                return
        while not inflater.eof:  # what it has held back, without more input
            try:
                data = inflater.decompress(b"", CHUNK_BYTES)
            except zlib.error:
                self._refuse()
            if not data:
                self._refuse()
            yield data
        self.packed_size -= len(inflater.unused_data)

    def _refuse(self) -> None:
        refuse("holds packed data that is damaged or cut off", self._entry)
