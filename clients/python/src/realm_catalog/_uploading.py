"""Sends an archive to the address of an upload, with its size, its digest and its progress."""

from __future__ import annotations

import base64
from math import inf
from typing import TYPE_CHECKING, Any

from ._archive_source import KnownArchive
from ._errors import CatalogError
from ._options import Timeout, TimeoutLimits, timeout_limits
from ._sender import Outgoing, marked
from ._time_limit import TimeLimit, transfer_limit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._archive_source import Archive, OnProgress
    from ._options import CallOptions
    from ._sender import Body, Sender

UPLOAD_LIMITS = TimeoutLimits(attempt=120.0, total=inf)
"""An archive may take as long as it moves. After its last byte the catalog inspects it."""


def total_of(options: CallOptions) -> float | None:
    """What the call says of its whole time."""
    return options.timeout.total if isinstance(options.timeout, Timeout) else None


def send_archive(
    sender: Sender,
    url: str,
    token: str,
    archive: Archive,
    on_progress: OnProgress | None,
    options: CallOptions,
) -> Any:
    """Once."""
    limit = transfer_limit(total_of(options))
    source = KnownArchive(archive, limit)
    return send_source(sender, url, token, source, on_progress, options, limit)


def upload_request(
    url: str,
    token: str,
    headers: dict[str, str],
    body: bytes | Body,
    *,
    is_repeatable: bool = False,
) -> Outgoing:
    """What became of an attempt without a response is for the caller to find out."""
    return Outgoing(
        "PUT",
        url,
        headers={"content-type": "application/octet-stream", **headers},
        body=body,
        is_repeatable=is_repeatable,
        has_own_credential=True,
        upload_token=token,
    )


def send_source(
    sender: Sender,
    url: str,
    token: str,
    source: KnownArchive,
    on_progress: OnProgress | None,
    options: CallOptions,
    within: TimeLimit,
) -> Any:
    """Once. What fails in the archive or in the report is the caller's, and raised as it is."""
    failures: list[BaseException] = []

    def watched(limit: TimeLimit) -> Iterator[bytes]:
        sent = 0
        try:
            for chunk in source.chunks():
                yield chunk
                limit.restart()
                sent += len(chunk)
                if on_progress:
                    on_progress(sent, source.size)
        except Exception as error:
            failures.append(error)
            raise

    digest = base64.b64encode(source.sha256.digest()).decode()
    headers = {"content-digest": f"sha-256=:{digest}:", "content-length": str(source.size)}
    if on_progress:
        on_progress(0, source.size)
    limits = timeout_limits(UPLOAD_LIMITS, options.timeout)
    request = upload_request(url, token, headers, watched)
    try:
        read = marked(("slug",))
        return sender.send(request, options, read, within=within, limits=limits).data
    except CatalogError:
        if failures:
            raise failures[0] from None
        raise
