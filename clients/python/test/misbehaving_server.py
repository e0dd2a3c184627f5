"""A server on a real socket that misbehaves as it is told: it cuts connections, stalls, sends HTML,
and asks to wait.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

Behaviour = Callable[["Handler"], None]


class Received:
    """A request, as it came."""

    def __init__(self, handler: Handler) -> None:
        self.method = handler.command
        self.path = handler.path
        self.headers = {name.lower(): value for name, value in handler.headers.items()}
        self.body = handler.rfile.read(int(self.headers.get("content-length", "0")))


class Handler(BaseHTTPRequestHandler):
    """Answers as the script of its server says."""

    protocol_version = "HTTP/1.1"
    server: _Server
    gone: Event
    """Set when this client has left."""

    def answer(self) -> None:
        """By any method."""
        self.close_connection = True
        self.gone = self.server.gone
        script = self.server.script
        behaviour = script.pop(0) if len(script) > 1 else script[0]
        self.server.received.append(Received(self))
        behaviour(self)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = answer

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def reply(self, status: int, body: bytes, **headers: str) -> None:
        """With a length, unless another is named."""
        self.send_response_only(status)
        for name, value in {"content_length": str(len(body)), **headers}.items():
            if value:
                self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.write(body)

    def write(self, data: bytes) -> None:
        """The client may be gone."""
        try:
            self.wfile.write(data)
            self.wfile.flush()
        except OSError:
            self.gone.set()

    def cut(self) -> None:
        """End the connection at once."""
        self.connection.shutdown(socket.SHUT_RDWR)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    script: list[Behaviour]
    received: list[Received]
    gone: Event
    ending: Event

    def handle_error(self, *_: object) -> None:
        """Clients leave in the midst of an answer."""


class MisbehavingServer:
    """On a port of its own. The next requests are answered in the ways of `script`; all that
    follow, in the last of them.
    """

    def __init__(self) -> None:
        self._server = _Server(("127.0.0.1", 0), Handler)
        self._server.ending = Event()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.script()
        Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def script(self, *behaviours: Behaviour) -> None:
        """Forget what was received."""
        self._server.script = list(behaviours) or [cut]
        self._server.received = []
        self._server.gone = Event()

    @property
    def received(self) -> list[Received]:
        """Since the last script."""
        return self._server.received

    def was_left(self) -> bool:
        """Whether a client closed its connection in the midst of an answer."""
        return self._server.gone.wait(10)

    def close(self) -> None:
        """End those that stall, too."""
        self._server.ending.set()
        self._server.shutdown()
        self._server.server_close()


def answer(data: object, status: int = 200, **headers: str) -> Behaviour:
    """As JSON."""
    body = json.dumps(data).encode()
    return lambda handler: handler.reply(
        status, body, **{"content_type": "application/json", **headers}
    )


def problem(status: int, code: str, **headers: str) -> Behaviour:
    """As the catalog tells it."""
    data = {"title": code, "detail": f"It is {code}.", "status": status, "code": code}
    return answer(data, status, content_type="application/problem+json", **headers)


def head(status: int, **headers: str) -> Behaviour:
    """As the catalog tells a problem that nobody gets to read."""
    kind = "application/problem+json"
    return lambda handler: handler.reply(
        status, b"", content_type=kind, content_length="99", **headers
    )


def html(status: int) -> Behaviour:
    """As a proxy answers."""
    return lambda handler: handler.reply(status, b"<h1>Hello</h1>", content_type="text/html")


def redirect(to: str, status: int = 308) -> Behaviour:
    """To another address."""
    return lambda handler: handler.reply(status, b"", location=to)


def cut(handler: Handler) -> None:
    """The connection is cut before an answer."""
    handler.cut()


def truncated(handler: Handler) -> None:
    """The body ends early, and nothing says so."""
    handler.reply(200, b'{"realms":[', content_type="application/json", content_length="")
    handler.cut()


def cut_body(handler: Handler) -> None:
    """The body ends before its length."""
    handler.reply(200, b'{"realms":[', content_type="application/json", content_length="1000")
    handler.cut()


def no_http(handler: Handler) -> None:
    """Another protocol."""
    handler.write(b"220 mail.example ESMTP\r\n")
    handler.cut()


def stall(handler: Handler) -> None:
    """No answer, and the connection stays open."""
    handler.server.ending.wait(30)


def drip(handler: Handler) -> None:
    """A header that comes byte by byte and never ends."""
    handler.write(b"HTTP/1.1 200 OK\r\nx: ")
    while not (handler.server.ending.wait(0.01) or handler.gone.is_set()):
        handler.write(b"x")


def cut_headers(handler: Handler) -> None:
    """The connection is cut within the headers."""
    handler.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/js")
    handler.cut()


def stall_body(handler: Handler) -> None:
    """A part of the body, and the connection stays open."""
    handler.reply(200, b'{"realms":[', content_type="application/json", content_length="1000")
    handler.server.ending.wait(30)


def endless(status: int) -> Behaviour:
    """The body never ends."""

    def behave(handler: Handler) -> None:
        handler.reply(status, b"", content_type="application/json", content_length="")
        while not (handler.server.ending.is_set() or handler.gone.is_set()):
            handler.write(b" " * 65_536)

    return behave
