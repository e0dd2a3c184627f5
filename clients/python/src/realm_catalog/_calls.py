"""Calls operations: sends the path parameters, the query or body, and the options that a method
gets.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from ._addresses import filled_path, query_text
from ._errors import UnexpectedResponseError
from ._options import UNSET
from ._records import as_json
from ._responses import unexpected
from ._sender import NO_OPTIONS, Exchange, Outgoing, csv_of, json_of, marked
from ._streams import StreamedResponse

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ._archive_source import Archive, OnProgress
    from ._options import CallOptions
    from ._responses import ReceivedResponse
    from ._sender import Sender
    from ._time_limit import TimeLimit

REPEATABLE = ("GET", "HEAD", "DELETE")


class MethodGroup:
    """The base of each group of methods."""

    __slots__ = ("_caller",)

    def __init__(self, caller: Caller) -> None:
        self._caller = caller


class Caller:
    """Calls operations by the lines of `_generated.py`."""

    def __init__(self, sender: Sender) -> None:
        self.sender = sender

    def url(self, path: str, parameters: Sequence[str], query: Mapping[str, Any]) -> str:
        """That of an operation."""
        return self.sender.api + filled_path(path, parameters) + query_text(query)

    def data(
        self,
        method: str,
        path: str,
        parameters: Sequence[str],
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        picture: bytes | None = None,
        has_key: bool = False,
        marks: Sequence[str] = (),
        options: CallOptions | None,
    ) -> Any:
        """JSON as a value, CSV as a text, and nothing as None. An answer that has fields is known
        by its marks.
        """
        is_csv = query is not None and query.get("format") == "csv"
        read = csv_of if is_csv else marked(marks) if marks else json_of
        url = self.url(path, parameters, query or {})
        sent = None if body is None else _given(body)
        request = outgoing(method, url, sent, has_key, options or NO_OPTIONS)
        if picture is not None:  # the same may be sent twice
            headers = {"content-type": "application/octet-stream"}
            request = Outgoing(method, url, headers=headers, body=picture, is_repeatable=True)
        exchange = self.sender.send(request, options or NO_OPTIONS, read)
        return data_of(exchange)

    def found(
        self, method: str, path: str, parameters: Sequence[str], *, options: CallOptions | None
    ) -> bool:
        """Whether it is there."""
        url = self.url(path, parameters, {})
        request = Outgoing(method, url, is_repeatable=True, is_optional=True)
        return self.sender.send(request, options or NO_OPTIONS, _is_there).data

    def stream(
        self, method: str, path: str, parameters: Sequence[str], *, options: CallOptions | None
    ) -> StreamedResponse:
        """The response, whose body the caller reads."""
        url = self.url(path, parameters, {})
        request = Outgoing(method, url, is_repeatable=True, is_streamed=True)
        return self.sender.send(request, options or NO_OPTIONS, StreamedResponse).data

    def upload(
        self,
        path: str,
        parameters: Sequence[str],
        archive: Archive,
        token: str,
        on_progress: OnProgress | None,
        options: CallOptions | None,
    ) -> Any:
        """Send an archive once, with the token of its upload."""
        from ._uploading import send_archive

        url = self.url(path, parameters, {})
        return send_archive(self.sender, url, token, archive, on_progress, options or NO_OPTIONS)

    def request(
        self, method: str, url: str, body: object, options: CallOptions | None
    ) -> Exchange[Any]:
        """Any request, whose response may have no data."""
        request = outgoing(method, url, body, False, options or NO_OPTIONS)
        return self.sender.send(
            request,
            options or NO_OPTIONS,
            lambda response, limit: None if method == "HEAD" else json_of(response, limit),
        )


def _is_there(response: ReceivedResponse, _limit: TimeLimit) -> bool:
    """A 404 is an answer by now."""
    if response.status not in (204, 404):
        raise unexpected(response, "neither yes nor no")
    return response.status == 204


def _given(body: Mapping[str, Any]) -> dict[str, Any]:
    """Without what was left out."""
    return {
        name: value.value if isinstance(value, Nullable) else value
        for name, value in body.items()
        if value is not None and value is not UNSET
    }


class Nullable:
    """A value that is sent although it is None."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value


def nullable(value: object) -> object:
    """For an argument that takes back what is there if it is None, and leaves it if it is not
    given.
    """
    return value if value is UNSET else Nullable(value)


def outgoing(method: str, url: str, body: object, has_key: bool, options: CallOptions) -> Outgoing:
    """A request with JSON. The key is the same for every attempt."""
    key = options.idempotency_key or (os.urandom(16).hex() if has_key else None)
    sent = (
        None
        if body is None
        else json.dumps(as_json(body), separators=(",", ":"), ensure_ascii=False)
    )
    return Outgoing(
        method,
        url,
        headers={"idempotency-key": key} if key else {},
        body=None if sent is None else sent.encode(),
        is_repeatable=method in REPEATABLE or key is not None,
    )


def data_of(exchange: Exchange[Any]) -> Any:
    """Who asks for the data alone must not take nothing for them."""
    if exchange.status == 304:
        raise UnexpectedResponseError("Not modified: see Client.request.", status=304)
    return exchange.data
