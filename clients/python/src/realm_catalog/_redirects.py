"""Sends a request and follows redirects, without giving a token or what is written to another
server.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from ._addresses import origin_of
from ._responses import ReceivedResponse, unexpected
from ._transport import HttpRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ._time_limit import TimeLimit
    from ._transport import Transport

MAX_READ_REDIRECTS = 20
MAX_WRITE_REDIRECTS = 5
REDIRECTS = (301, 302, 303, 307, 308)

CREDENTIALS = ("authorization", "cookie", "proxy-authorization")
"""Headers that another origin must not see."""


def send_following(
    transport: Transport,
    method: str,
    url: str,
    headers: dict[str, str],
    body: Callable[[], bytes | Iterable[bytes] | None],
    limit: TimeLimit,
) -> ReceivedResponse:
    """A read follows redirects, and a write only those that stay on its origin. The body is made
    anew for each request.
    """
    is_read = method in ("GET", "HEAD")
    address = url
    for redirects in range(MAX_READ_REDIRECTS + 1):
        request = HttpRequest(method, address, headers, body(), limit)
        response = ReceivedResponse(transport.send(request), address)
        location = response.headers.get("location")
        if response.status not in REDIRECTS or (is_read and location is None):
            return response
        response.close()
        target = _joined(address, location or address)
        if not is_read:
            _check_target(url, target, redirects, response)
        headers = _headers_for(address, target, headers)
        address = target
    raise ConnectionError("it redirects again and again")


def _check_target(url: str, target: str, redirects: int, response: ReceivedResponse) -> None:
    keeps_method = response.status in (307, 308)
    if not keeps_method or _origin(target) != _origin(url) or redirects == MAX_WRITE_REDIRECTS:
        parts = urlsplit(target)
        raise unexpected(response, f"a redirect to {parts.scheme}://{parts.hostname}{parts.path}")


def _headers_for(address: str, target: str, headers: dict[str, str]) -> dict[str, str]:
    if _origin(target) == _origin(address):
        return headers
    return {name: value for name, value in headers.items() if name not in CREDENTIALS}


def _joined(address: str, location: str) -> str:
    try:
        return urljoin(address, location)
    except ValueError:
        raise ConnectionError("it redirects to no address") from None


def _origin(url: str) -> tuple[str, str, int]:
    try:
        return origin_of(url)
    except ValueError as error:
        raise ConnectionError(f"it redirects to no address: {error}") from None
