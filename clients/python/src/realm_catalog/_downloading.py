"""The bytes of an archive, from a link that the catalog gave: resumed after a break, and good only
if size and digest are as promised.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from ._errors import CatalogError, IntegrityError
from ._sender import Outgoing, network_error, on_network

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._archive_source import OnProgress
    from ._generated_types import Download
    from ._options import CallOptions
    from ._responses import ReceivedResponse
    from ._sender import Sender
    from ._time_limit import TimeLimit

MAX_ARCHIVE_BYTES = 100 * 1_024 * 1_024
MAX_CONNECTIONS = 50
"""A server that cuts every connection after a few bytes must not be asked for ever."""
CHUNK_BYTES = 64 * 1_024


def verified_chunks(
    sender: Sender,
    link: Download,
    options: CallOptions,
    on_progress: OnProgress | None,
    limit: TimeLimit,
) -> Iterator[bytes]:
    """All bytes, or an error at their end."""
    size = link.size
    # Whoever stores the bytes relies on this bound, and a hostile catalog may say anything.
    if type(size) is not int or not 0 <= size <= MAX_ARCHIVE_BYTES:
        raise IntegrityError(f"No archive has {size!r} bytes.")
    digest = hashlib.sha256()
    transfer = _Transfer(sender, link, options, limit)
    for chunk in transfer.chunks():
        if transfer.received > size:
            raise IntegrityError(f"The archive has more than {size} bytes.")
        digest.update(chunk)
        if on_progress:
            on_progress(transfer.received, size)
        yield chunk
    found = digest.hexdigest()
    if found != link.sha256:
        raise IntegrityError(f"The archive has the SHA-256 {found}, not {link.sha256}.")


class _Transfer:
    """As many responses as it takes."""

    def __init__(
        self, sender: Sender, link: Download, options: CallOptions, limit: TimeLimit
    ) -> None:
        self.received = 0
        self._sender = sender
        self._url = link.download_url
        self._size = link.size
        self._options = options
        self._limit = limit
        self._etag: str | None = None
        """Of the first response, which the others must be of, too."""
        self._is_repeated = False
        """Whether the last response began with bytes that were there."""

    def chunks(self) -> Iterator[bytes]:
        """An attempt that brought bytes is not one of the failed ones, unless it brought others
        once more: a server could send those again and again.
        """
        failed = 0
        connections = 1
        while True:
            begun = self.received
            try:
                yield from self._chunks_of_response()
                if self.received >= self._size:
                    return
                reason = f"it ended after {self.received} of {self._size} bytes"
                raise network_error(self._url, reason)
            except CatalogError as error:
                self._limit.check()
                if self.received >= self._size and not isinstance(error, IntegrityError):
                    return  # it broke after the last byte
                if self.received > begun and not self._is_repeated:
                    failed = 0
                if connections == MAX_CONNECTIONS:
                    raise
                self._sender.wait_to_repeat(error, failed, self._options, self._limit)
                failed += 1
                connections += 1

    def _chunks_of_response(self) -> Iterator[bytes]:
        """Those that are still missing. Only time without a byte counts."""
        response, limit = self._open()
        try:
            to_skip = self.received - self._first_byte(response)
            self._is_repeated = to_skip > 0
            while True:
                limit.restart()
                chunk = on_network(self._url, limit, lambda: response.read(CHUNK_BYTES))
                if not chunk:
                    return
                new = chunk[to_skip:]
                to_skip = max(0, to_skip - len(chunk))
                if new:
                    self.received += len(new)
                    yield new
        finally:
            response.close()

    def _open(self) -> tuple[ReceivedResponse, TimeLimit]:
        headers = {"accept-encoding": "identity"}
        if self.received > 0:
            headers["range"] = f"bytes={self.received}-"
            headers["if-range"] = self._etag or ""
        request = Outgoing(
            "GET",
            self._url,
            headers=headers,
            is_repeatable=False,
            has_own_credential=True,
            is_streamed=True,
        )
        opened = self._sender.send(
            request,
            self._options,
            lambda response, limit: (response, limit),
            within=self._limit,
        )
        return opened.data

    def _first_byte(self, response: ReceivedResponse) -> int:
        """Where the bytes of a response begin: a server that knows no ranges sends all of them."""
        encoding = response.headers.get("content-encoding", "identity").lower()
        if encoding not in ("", "identity"):
            raise IntegrityError("The archive is encoded.")
        etag = response.headers.get("etag", "")
        if self._etag is None and etag.startswith('"'):
            self._etag = etag
        if response.status != 206:
            return 0
        header = response.headers.get("content-range", "")
        found = re.match(r"bytes ([0-9]+)-[0-9]+/([0-9]+)?", header, re.ASCII)
        # Python makes no int of thousands of digits.
        start = float(found[1]) if found else self.received
        total = float(found[2]) if found and found[2] else self._size
        if start > self.received or total != self._size:
            raise IntegrityError("The archive goes on at another byte.")
        return int(start)
