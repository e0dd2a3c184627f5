"""A response whose body the caller reads, as it comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._sender import on_network

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from ._responses import ReceivedResponse
    from ._time_limit import TimeLimit

CHUNK_BYTES = 64 * 1_024


class StreamedResponse:
    """The bytes of a file, and what the response says of it. Close it, or use it as a context; the
    time of an attempt begins again with each read. It has no bound: whoever reads it counts.
    """

    __slots__ = ("_limit", "_response", "headers", "status")

    def __init__(self, response: ReceivedResponse, limit: TimeLimit) -> None:
        self._response = response
        self._limit = limit
        self.status = response.status
        self.headers = response.headers
        """With names in small letters."""

    def read(self, size: int = -1) -> bytes:
        """Read so many bytes, fewer at the end; all that are left without a size."""
        parts = []
        left = size
        while left != 0 and (
            part := self._next(CHUNK_BYTES if left < 0 else min(left, CHUNK_BYTES))
        ):
            parts.append(part)
            left = left if left < 0 else left - len(part)
        return b"".join(parts)

    def text(self) -> str:
        """All of it as UTF-8."""
        return self.read().decode("utf-8", "replace")

    def _next(self, size: int) -> bytes:
        self._limit.restart()
        return on_network(self._response.url, self._limit, lambda: self._response.read(size))

    def __iter__(self) -> Iterator[bytes]:
        while part := self._next(CHUNK_BYTES):
            yield part

    def close(self) -> None:
        """Give it up."""
        self._response.close()

    def __enter__(self) -> StreamedResponse:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
