"""What sends a request: the client brings one of its own, and takes any other that does the same.
"""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ._time_limit import TimeLimit


class HttpRequest:
    """A request as it is to be sent."""

    __slots__ = ("body", "headers", "limit", "method", "url")

    def __init__(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        body: bytes | Iterable[bytes] | None,
        limit: TimeLimit,
    ) -> None:
        self.method = method
        self.url = url
        self.headers = headers
        """With small letters. The token is among them."""
        self.body = body
        """If it is no bytes, ``content-length`` is among the headers."""
        self.limit = limit

    @property
    def timeout(self) -> float | None:
        """How many seconds are left; None without a limit."""
        remaining = self.limit.remaining()
        return None if isinf(remaining) else max(0.001, remaining)

    def __repr__(self) -> str:
        return f"HttpRequest({self.method!r}, {self.url.partition('?')[0]!r})"


class HttpResponse(Protocol):
    """A response, whose body is read as it comes."""

    @property
    def status(self) -> int:
        """Its number."""

    @property
    def headers(self) -> Mapping[str, str]:
        """By their names, in any case."""

    def read(self, size: int, /) -> bytes:
        """The next bytes of the body, as many at most; none at its end. A part of a body is an
        OSError.
        """

    def close(self) -> None:
        """Give it up, with its connection."""


class Transport(Protocol):
    """Sends one request and follows no redirect: the client does. What fails on the way is an
    OSError.
    """

    def send(self, request: HttpRequest, /) -> HttpResponse:
        """Answer with the response as soon as its headers are there."""
