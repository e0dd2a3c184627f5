"""The archive that is uploaded: bytes, or a file of the disk; and how its sending is reported."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._time_limit import TimeLimit

Archive = Union[bytes, bytearray, memoryview, str, "os.PathLike[str]"]
"""Bytes, or the path of a file."""
OnProgress = Callable[[int, int], None]
"""Told how many bytes are through, and how many there are. After a break, it begins again at what
is there.
"""

CHUNK_BYTES = 64 * 1_024


class KnownArchive:
    """An archive whose size and digest are known, and which can be read again."""

    def __init__(self, archive: Archive, limit: TimeLimit) -> None:
        self._bytes = (
            None if isinstance(archive, (str, os.PathLike)) else memoryview(archive).cast("B")
        )
        self._path = os.fspath(archive) if isinstance(archive, (str, os.PathLike)) else ""
        self.size = os.stat(self._path).st_size if self._bytes is None else len(self._bytes)
        digest = hashlib.sha256()
        for chunk in self.chunks():
            limit.check()
            digest.update(chunk)
        self.sha256 = digest

    def chunks(self) -> Iterator[bytes]:
        """All bytes of it. A file that changes meanwhile is an error."""
        if self._bytes is not None:
            for at in range(0, len(self._bytes), CHUNK_BYTES):
                yield bytes(self._bytes[at : at + CHUNK_BYTES])
            return
        read = 0
        with open(self._path, "rb") as file:
            while chunk := file.read(CHUNK_BYTES):
                read += len(chunk)
                if read > self.size:
                    break
                yield chunk
        if read != self.size:
            raise ValueError(f"{self._path} changed while it was read.")
