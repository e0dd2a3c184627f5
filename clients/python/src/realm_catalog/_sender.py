"""Sends requests within limits of time, and again where a failure may pass and asking twice does no
harm.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, Union

from ._addresses import host_of, is_same_origin
from ._errors import CatalogError, InvalidRequestError, NetworkError, NotFoundError
from ._options import CallOptions, TimeoutLimits, retry_policy, timeout_limits
from ._redirects import CREDENTIALS, send_following
from ._responses import error_of, read_data, unexpected
from ._retry import is_outcome_unknown, retry_delay
from ._time_limit import TimeLimit

if TYPE_CHECKING:
    from ._options import Retry, Timeout
    from ._responses import ReceivedResponse
    from ._transport import Transport

T = TypeVar("T")
Token = Union[str, Callable[[], "str | None"], None]
Body = Callable[[TimeLimit], Iterable[bytes]]
"""Called for each attempt. It may restart the limit whenever bytes were sent."""

USUAL_LIMITS = TimeoutLimits(attempt=30.0, total=120.0)
NO_OPTIONS = CallOptions()


class RateLimit(NamedTuple):
    """The hourly limit of the caller, as a response had it."""

    limit: int
    """Requests that are allowed in the window."""
    remaining: int
    reset: int
    """When the window ends, in Unix seconds."""


class Exchange(Generic[T]):
    """What a call answers with, and what the response says beside it."""

    __slots__ = ("data", "headers", "status")

    def __init__(self, data: T, response: ReceivedResponse) -> None:
        self.data = data
        self.status = response.status
        self.headers = response.headers

    def __repr__(self) -> str:
        return f"Exchange(status={self.status})"


class Outgoing:
    """A request, and how it may be sent."""

    def __init__(
        self,
        method: str,
        url: str,
        *,
        headers: dict[str, str] | None = None,
        body: bytes | Body | None = None,
        is_repeatable: bool,
        is_optional: bool = False,
        has_own_credential: bool = False,
        upload_token: str | None = None,
        is_streamed: bool = False,
    ) -> None:
        self.method = method
        self.url = url
        self.headers = headers or {}
        self.body = body
        self.is_repeatable = is_repeatable
        """Whether an attempt may follow one whose outcome is unknown."""
        self.is_optional = is_optional
        """Whether what is asked for need not be there: then “not found” is an answer."""
        self.has_own_credential = has_own_credential
        """A signed link or an upload, to which the client's token is not sent."""
        self.upload_token = upload_token
        self.is_streamed = is_streamed
        """The body of the response is read after the call."""

    @property
    def shown_url(self) -> str:
        """Without the secret of a signed link."""
        return str(self.url).partition("?")[0] if self.has_own_credential else self.url


class Sender:
    """Knows the settings of a client, and what the last response said of its limit."""

    def __init__(
        self,
        api: str,
        *,
        token: Token,
        timeout: float | Timeout | None,
        retry: int | Retry | None,
        user_agent: str,
        transport: Transport | None,
    ) -> None:
        self.api = api
        self.rate_limit: RateLimit | None = None
        self._token = token
        self._timeout = timeout
        self._retry = retry
        self._user_agent = user_agent
        self._transport = transport

    def limits(self, options: CallOptions) -> TimeoutLimits:
        """Those of a call."""
        return timeout_limits(USUAL_LIMITS, self._timeout, options.timeout)

    def send(
        self,
        request: Outgoing,
        options: CallOptions,
        read: Callable[[ReceivedResponse, TimeLimit], T],
        *,
        within: TimeLimit | None = None,
        limits: TimeoutLimits | None = None,
    ) -> Exchange[T]:
        """What `read` makes of the response."""
        attempt, total = limits or self.limits(options)
        whole = TimeLimit(total, lambda: _too_slow(request, total), within)
        is_optional = request.is_optional
        failed = 0
        while True:
            limit = TimeLimit(attempt, lambda: _too_slow(request, attempt), whole)
            try:
                exchange = self._attempt(request, options, read, limit, is_optional)
            except CatalogError as error:
                whole.check()
                if not request.is_repeatable:
                    raise
                self.wait_to_repeat(error, failed, options, whole)
                failed += 1
                # What the catalog does not find then was deleted by the attempt before, whose
                # response was lost.
                is_optional |= request.method == "DELETE" and is_outcome_unknown(error)
            else:
                if request.is_streamed:
                    whole.stop_clock()
                return exchange

    def wait_to_repeat(
        self, error: CatalogError, failed: int, options: CallOptions, limit: TimeLimit
    ) -> None:
        """Wait before a request is sent again, or raise the error if it is not to be. `failed`
        counts the attempts before this error.
        """
        delay = retry_delay(error, failed, retry_policy(self._retry, options.retry))
        if delay is None or delay > limit.remaining():
            raise error
        limit.pause(delay)

    def _attempt(
        self,
        request: Outgoing,
        options: CallOptions,
        read: Callable[[ReceivedResponse, TimeLimit], T],
        limit: TimeLimit,
        is_optional: bool,
    ) -> Exchange[T]:
        headers = self._headers(request, options)
        body = request.body
        response = on_network(
            request.url,
            limit,
            lambda: send_following(
                self._opened_transport(),
                request.method,
                request.url,
                headers,
                lambda: body(limit) if callable(body) else body,
                limit,
            ),
        )
        is_kept = False
        try:
            self._note_rate_limit(response)
            if not response.is_good and response.status != 304:
                error = on_network(request.url, limit, lambda: error_of(response, request.method))
                if not (is_optional and isinstance(error, NotFoundError)):
                    raise error
            data = on_network(request.url, limit, lambda: read(response, limit))
            is_kept = request.is_streamed
            return Exchange(data, response)
        finally:
            if not is_kept:
                response.close()

    def _opened_transport(self) -> Transport:
        if self._transport is None:
            from ._http_transport import HttpTransport  # it loads TLS, which takes the longest

            self._transport = HttpTransport()
        return self._transport

    def _headers(self, request: Outgoing, options: CallOptions) -> dict[str, str]:
        given = {
            "content-type": "application/json" if request.body is not None else "",
            "content-length": _length_of(request),
            "user-agent": self._user_agent,
            **request.headers,
            **{name.lower(): value for name, value in (options.headers or {}).items()},
        }
        headers = {name: value for name, value in given.items() if value}
        if request.has_own_credential and not is_same_origin(self.api, request.url):
            headers = {name: headers[name] for name in headers if name not in CREDENTIALS}
        for name, value in headers.items():
            if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9a-z-]+", name) or not _is_header(value):
                raise InvalidRequestError("A header is not valid.")  # its value may be a secret
        token = self._token_for(request, options)
        if token:
            headers["authorization"] = f"Bearer {token}"
        return headers

    def _token_for(self, request: Outgoing, options: CallOptions) -> str | None:
        token = request.upload_token
        if token is None and not request.has_own_credential:  # its address is that of the API
            token = options.token
            if token is None:
                token = self._token() if callable(self._token) else self._token
        # That of an upload is what a catalog has answered with, which may be anything.
        if token and not isinstance(token, str):
            raise InvalidRequestError("The token is no text.")
        if token and not re.fullmatch(r"[!-~]+", token):
            raise InvalidRequestError("The token is not valid.")
        return token

    def _note_rate_limit(self, response: ReceivedResponse) -> None:
        names = ("limit", "remaining", "reset")
        values = [response.headers.get(f"x-ratelimit-{name}", "") for name in names]
        if all(re.fullmatch(r"[0-9]{1,15}", value) for value in values):
            self.rate_limit = RateLimit(*map(int, values))


def _length_of(request: Outgoing) -> str:
    if request.body is None:
        return "0" if request.method in ("POST", "PUT", "PATCH") else ""
    return str(len(request.body)) if isinstance(request.body, bytes) else ""


def _is_header(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[\t\x20-\x7e\x80-\xff]*", value) is not None


def _too_slow(request: Outgoing, seconds: float) -> str:
    return f"{request.method} {request.shown_url} took longer than {seconds:g} s."


def on_network(url: str, limit: TimeLimit, work: Callable[[], T]) -> T:
    """What the network makes fail becomes an error of the client."""
    try:
        return work()
    except CatalogError:
        limit.check()
        raise
    except OSError as error:
        limit.check()
        raise network_error(url, str(error) or type(error).__name__) from error


def network_error(url: str, reason: str) -> NetworkError:
    """No response, or a part of one."""
    host = host_of(url)
    error = NetworkError(f"No response from {host}: {reason}")
    error.host = host
    return error


def json_of(response: ReceivedResponse, _limit: TimeLimit) -> Any:
    """What `send` reads most often. Nothing where what a DELETE asks for was deleted before."""
    return None if response.status == 404 else read_data(response)


def csv_of(response: ReceivedResponse, limit: TimeLimit) -> Any:
    """A text, or nothing where nothing has changed."""
    data = json_of(response, limit)
    if response.status != 304 and not isinstance(data, str):
        raise unexpected(response, "JSON instead of CSV")
    return data


def marked(marks: Sequence[str]) -> Callable[[ReceivedResponse, TimeLimit], Any]:
    """Reads an object that has the fields by which it is known, and lists without gaps."""

    def read(response: ReceivedResponse, limit: TimeLimit) -> Any:
        data = json_of(response, limit)
        if response.status == 304:
            return data
        fields = data if isinstance(data, dict) else {}
        for mark in marks:
            if fields.get(mark) is None:
                raise unexpected(response, f"nothing that has “{mark}”")
        if any(isinstance(value, list) and None in value for value in fields.values()):
            raise unexpected(response, "a list that has null in it")
        return data

    return read
