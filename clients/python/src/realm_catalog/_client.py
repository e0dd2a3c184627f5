"""The client of a catalog: a method for each operation of its API, and what is composed of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ._addresses import api_address, query_text
from ._calls import Caller
from ._generated import Methods
from ._realms import RealmsClient
from ._sender import Exchange, RateLimit, Sender
from ._version import VERSION

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._options import CallOptions, Retry, Timeout
    from ._sender import Token
    from ._transport import Transport


class Client(Methods):
    """Talks to one catalog. It has no state but the last rate limit, so that threads may share it.

    :param base_url: The address of the catalog, with or without `/v1`.
    :param token: An API key, a JWT or an access token, or a function that gives one; it is asked
        before each attempt. The token is sent to the origin of `base_url` alone.
    :param timeout: In seconds; a number is that of one attempt.
    :param retry: A number is that of the attempts after the first.
    :param user_agent: What the program calls itself.
    :param transport: Sends the requests, in place of the library of Python.
    """

    __slots__ = ("_sender",)
    realms: RealmsClient

    def __init__(
        self,
        base_url: str,
        *,
        token: Token = None,
        timeout: float | Timeout | None = None,
        retry: int | Retry | None = None,
        user_agent: str | None = None,
        transport: Transport | None = None,
    ) -> None:
        self._sender = Sender(
            api_address(base_url),
            token=token,
            timeout=timeout,
            retry=retry,
            user_agent=user_agent or f"realm-catalog-python/{VERSION}",
            transport=transport,
        )
        caller = Caller(self._sender)
        super().__init__(caller)
        self.realms = RealmsClient(caller)

    @property
    def rate_limit(self) -> RateLimit | None:
        """The hourly limit of the caller, as the last response had it."""
        return self._sender.rate_limit

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: object = None,
        options: CallOptions | None = None,
    ) -> Exchange[Any]:
        """Send any request below `/v1/api`, whose spelling may be part of the path. It is repeated
        if it is a read, a deletion, or has an `idempotency_key`. The answer has `data`, `status` and
        `headers`; a 304, which `if-none-match` among the headers of the options asks for, has no
        data.
        """
        below = re.sub(r"\A(?:/?v1(?:/api)?(?=/|\Z))?/?", "/", path)
        url = self._sender.api + below + query_text(query or {})
        return Caller(self._sender).request(method, url, body, options)

    def __repr__(self) -> str:
        return f"Client({self._sender.api.removesuffix('/v1/api')!r})"
