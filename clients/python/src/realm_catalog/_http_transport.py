"""Sends requests by the library of Python, a connection for each. Every wait ends with the limit of
the request.
"""

from __future__ import annotations

import io
import socket
import ssl
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from ._addresses import host_header, origin_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._time_limit import TimeLimit
    from ._transport import HttpRequest

CHUNK_BYTES = 64 * 1_024
MAX_LENGTH_DIGITS = 15
"""Python makes no number of thousands of digits."""


class HttpTransport:
    """Has no state but its settings of TLS, so that threads may share it."""

    def __init__(self, *, ssl_context: ssl.SSLContext | None = None) -> None:
        self._ssl_context = ssl_context

    def send(self, request: HttpRequest, /) -> Response:
        """Answer with the response as soon as its headers are there."""
        try:
            connection = self._connection(request)
        except (ValueError, HTTPException) as error:
            raise OSError(str(error)) from None
        try:
            return Response(_exchange(connection, request), connection, request)
        except UnicodeError:
            connection.close()
            raise ConnectionError("there is no host of this name") from None
        except HTTPException as error:
            connection.close()
            raise ConnectionError(_words(error)) from error
        except BaseException:
            connection.close()
            raise

    def _connection(self, request: HttpRequest) -> _Connection:
        scheme, host, port = origin_of(request.url)
        if "@" in urlsplit(request.url).netloc:
            raise ValueError("its address has a password")
        if scheme == "https" and self._ssl_context is None:
            self._ssl_context = ssl.create_default_context()
        context = self._ssl_context if scheme == "https" else None
        return _Connection(host, port, request.limit, context)


def _words(error: HTTPException) -> str:
    """Without what the server sent, of which nobody knows what it holds."""
    return f"the server does not speak HTTP ({type(error).__name__})"


def _exchange(connection: _Connection, request: HttpRequest) -> HTTPResponse:
    connection.putrequest(
        request.method, _target(request.url), skip_host=True, skip_accept_encoding=True
    )
    connection.putheader("host", host_header(*origin_of(request.url)))
    for name, value in {
        "connection": "close",
        "accept-encoding": "identity",
        **request.headers,
    }.items():
        connection.putheader(name, value)
    try:
        _send(connection, request)
    except (BrokenPipeError, ConnectionResetError) as error:
        try:  # the server may have answered before it took everything
            return _answer(connection)
        except (HTTPException, OSError):
            raise error from None
    return _answer(connection)


def _answer(connection: _Connection) -> HTTPResponse:
    response = connection.getresponse()
    if connection.limited.is_ended:  # the library takes the end of a connection for that of headers
        response.close()
        raise ConnectionError("the headers are cut off")
    if len(response.headers.get("content-length", "")) > MAX_LENGTH_DIGITS:
        response.close()
        raise ConnectionError("no body is as long as it says")
    return response


def _send(connection: _Connection, request: HttpRequest) -> None:
    body = request.body
    if body is None or isinstance(body, bytes):
        return connection.endheaders(body)
    connection.endheaders()
    for chunk in body:
        connection.send(chunk)


def _target(url: str) -> str:
    parts = urlsplit(url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return quote(target, safe="!#$%&'()*+,/:;=?@[]~")  # as it is, but for letters and blanks


class Response:
    """The body is counted: the library takes the end of a connection for that of the body."""

    def __init__(
        self, response: HTTPResponse, connection: HTTPConnection, request: HttpRequest
    ) -> None:
        self.status = response.status
        self.headers: Mapping[str, str] = _headers_of(response)
        self._response = response
        self._connection = connection
        length = self.headers.get("content-length", "")
        has_length = length.isascii() and length.isdigit() and not response.chunked
        has_body = request.method != "HEAD" and self.status not in (204, 304)
        self._missing: int | None = (int(length) if has_length else None) if has_body else 0

    def read(self, size: int, /) -> bytes:
        """The next bytes, none at the end."""
        missing = self._missing
        wanted = size if missing is None else min(size, missing)
        if wanted == 0:
            return b""
        try:
            chunk = self._response.read1(wanted)
        except HTTPException:
            raise ConnectionError("the body is cut off") from None
        if missing is not None:
            if not chunk:
                raise ConnectionError(f"the body ended {missing} bytes too early")
            self._missing = missing - len(chunk)
        return chunk

    def close(self) -> None:
        """Give it up, with its connection."""
        self._response.close()
        self._connection.close()


def _headers_of(response: HTTPResponse) -> dict[str, str]:
    headers: dict[str, str] = {}
    for name, value in response.getheaders():
        key = name.lower()
        headers[key] = f"{headers[key]}, {value}" if key in headers else value
    return headers


class _Connection(HTTPConnection):
    """With TLS, if it has the settings of that."""

    sock: Any
    limited: _LimitedSocket

    def __init__(
        self, host: str, port: int, limit: TimeLimit, ssl_context: ssl.SSLContext | None
    ) -> None:
        super().__init__(host, port)
        self._limit = limit
        self._ssl_context = ssl_context

    def connect(self) -> None:
        sock = _connected(self.host, self.port, self._limit)
        try:
            if self._ssl_context is not None:
                _limit_wait(sock, self._limit)  # connecting has taken a part of it
                sock = self._ssl_context.wrap_socket(sock, server_hostname=self.host)
        except BaseException:
            sock.close()
            raise
        self.sock = self.limited = _LimitedSocket(sock, self._limit)


def _connected(host: str, port: int, limit: TimeLimit) -> socket.socket:
    """To the first address of the host that answers. One that does not leaves time for the others."""
    addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    for left, (family, _, protocol, _, address) in zip(range(len(addresses), 0, -1), addresses):
        try:
            return _connected_to(family, protocol, address, limit, left)
        except OSError:
            if left == 1:
                raise
    raise OSError("its host has no address")


def _connected_to(
    family: int, protocol: int, address: Any, limit: TimeLimit, left: int
) -> socket.socket:
    sock = socket.socket(family, socket.SOCK_STREAM, protocol)
    try:
        _limit_wait(sock, limit, left)
        sock.connect(address)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except BaseException:
        sock.close()
        raise
    return sock


class _LimitedSocket:
    """A socket by which no wait is longer than the limit: that of a socket begins again with every
    byte.
    """

    def __init__(self, sock: socket.socket, limit: TimeLimit) -> None:
        self.is_ended = False
        """Whether the other side has ended it."""
        self._sock = sock
        self._limit = limit

    def sendall(self, data: Any) -> None:
        _limit_wait(self._sock, self._limit)
        self._sock.sendall(data)

    def makefile(self, _mode: str, *_: object) -> io.BufferedReader:
        raw = self._sock.makefile("rb", buffering=0)
        return io.BufferedReader(_LimitedReader(self, raw), CHUNK_BYTES)

    def read_into(self, raw: socket.SocketIO, buffer: Any) -> int | None:
        """Of what `makefile` made."""
        _limit_wait(self._sock, self._limit)
        count = raw.readinto(buffer)
        self.is_ended = count == 0
        return count

    def close(self) -> None:
        self._sock.close()


class _LimitedReader(io.RawIOBase):
    def __init__(self, limited: _LimitedSocket, raw: socket.SocketIO) -> None:
        self._limited = limited
        self._raw = raw

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        return self._limited.read_into(self._raw, buffer)

    def close(self) -> None:
        super().close()
        self._raw.close()


def _limit_wait(sock: socket.socket, limit: TimeLimit, parts: int = 1) -> None:
    """Of the time that is left, it may take one of so many parts."""
    limit.check()
    remaining = limit.remaining() / parts
    sock.settimeout(None if remaining > 1e6 else max(0.001, remaining))
