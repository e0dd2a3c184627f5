"""What the client does when a server misbehaves: it repeats what may be repeated, waits as it is
asked to, and gives its token to nobody else.
"""

from __future__ import annotations

import builtins
import socket
import ssl
import time
import traceback
import unittest
from collections.abc import Callable
from typing import Any
from unittest import mock

from realm_catalog import (
    CallOptions,
    CatalogError,
    Client,
    ConflictError,
    HttpRequest,
    HttpTransport,
    InvalidRequestError,
    NetworkError,
    NotFoundError,
    RateLimitError,
    Retry,
    Timeout,
    TimeoutError,
    UnauthorizedError,
    UnavailableError,
    UnexpectedResponseError,
)

from . import misbehaving_server as bad

QUICK = Retry(min_delay=0.001, max_delay=0.001)
TOKEN = "rlm_key_that_nobody_may_see"
PAGE = {"realms": [], "pagination": {"total": 0, "limit": 20, "offset": 0, "hasMore": False}}

OPENED = {"id": "1", "downloadUrl": "http://a", "uploadUrl": "http://a"}
"""By which each of three answers is known."""


class ServerTest(unittest.TestCase):
    """Has a server that misbehaves."""

    server: bad.MisbehavingServer

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = bad.MisbehavingServer()
        cls.addClassCleanup(cls.server.close)

    def client(self, **options: Any) -> Client:
        """Of this server, with the token."""
        all_options: dict[str, Any] = {"retry": QUICK, "token": TOKEN, **options}
        return Client(self.server.url, **all_options)


class Reads(ServerTest):
    """Reads may be repeated."""

    def test_are_repeated_after_faults_that_pass(self) -> None:
        faults = [bad.cut, bad.cut_headers, bad.cut_body, bad.truncated, bad.no_http, bad.html(503)]
        faults += [bad.problem(status, "passing") for status in (408, 429, 502, 503, 504)]
        for fault in faults:
            with self.subTest(fault):
                self.server.script(fault, fault, bad.answer(PAGE))
                self.assertEqual(self.client().realms.list().page().to_dict(), PAGE)
                self.assertEqual(len(self.server.received), 3)
                self.server.script(fault)
                with self.assertRaises(CatalogError):
                    self.client().realms.list().page()
                self.assertEqual(len(self.server.received), 3)

    def test_end_in_time_whatever_the_server_does(self) -> None:
        for fault in (bad.stall, bad.stall_body, bad.drip):
            with self.subTest(fault):
                self.server.script(fault, bad.answer(PAGE))
                self.client(timeout=0.2).realms.list().page()
                self.server.script(fault)
                with self.assertRaises(TimeoutError) as caught:
                    self.client(timeout=Timeout(total=0.2)).realms.list().page()
                self.assertIsInstance(caught.exception, builtins.TimeoutError)
                self.assertEqual(len(self.server.received), 1)

    def test_are_not_repeated_after_an_error_that_stays(self) -> None:
        kinds = {400: InvalidRequestError, 404: NotFoundError, 500: UnavailableError}
        for status, kind in kinds.items():
            self.server.script(bad.problem(status, "lasting"))
            with self.assertRaisesRegex(kind, "It is lasting."):
                self.client().realms.get("a")
            self.assertEqual(len(self.server.received), 1)

    def test_say_that_html_is_no_answer_of_a_catalog(self) -> None:
        for status in (200, 401, 404):
            self.server.script(bad.html(status))
            words = r"127\.0\.0\.1:\d+ answered with text/html instead of"
            with self.assertRaisesRegex(UnexpectedResponseError, words):
                self.client().realms.get("a")
            self.assertEqual(len(self.server.received), 1)
        with self.assertRaises(UnexpectedResponseError):
            self.client().realms.is_starred("a")

    def test_by_head_have_no_body_and_tell_their_error_by_the_status(self) -> None:
        kinds = {401: UnauthorizedError, 404: NotFoundError, 409: ConflictError, 418: CatalogError}
        for status, kind in kinds.items():
            self.server.script(bad.head(status, x_request_id="r-1"))
            words = rf"127\.0\.0\.1:\d+ answered with the status {status}\."
            with self.assertRaisesRegex(kind, words) as caught:
                self.client().request("HEAD", "/realms/a")
            error = caught.exception
            self.assertIs(type(error), kind)
            found = (error.code, error.status, error.request_id)
            self.assertEqual(found, (kind.kind, status, "r-1"))

    def test_take_a_bounded_answer(self) -> None:
        for status in (200, 404):
            self.server.script(bad.endless(status))
            with self.assertRaises(UnexpectedResponseError):
                self.client().realms.get("a")
            self.assertTrue(self.server.was_left())
            self.assertEqual(len(self.server.received), 1)

    def test_take_no_json_that_is_none(self) -> None:
        texts = [b"[" * 100_000, b"NaN", b"9" * 10_000, b"[1]", b'"a"', b"null"]
        for text in texts:
            self.server.script(
                lambda handler: handler.reply(200, text, content_type="application/json")
            )
            with self.subTest(text[:10]), self.assertRaises(UnexpectedResponseError):
                self.client(retry=0).realms.get("a")

    def test_refuse_an_encoding_that_they_did_not_ask_for(self) -> None:
        self.server.script(bad.answer({}, content_encoding="gzip"))
        with self.assertRaisesRegex(UnexpectedResponseError, "an encoding"):
            self.client().realms.get("a")
        self.assertEqual(self.server.received[0].headers["accept-encoding"], "identity")

    def test_take_no_length_that_no_body_has(self) -> None:
        self.server.script(
            lambda handler: handler.reply(
                200, b"{}", content_type="application/json", content_length="9" * 5_000
            )
        )
        for method in ("GET", "HEAD"):
            with self.assertRaisesRegex(NetworkError, "no body is as long"):
                self.client(retry=0).request(method, "/realms/a")

    def test_of_a_list_need_items_that_can_be_told_apart_and_a_page_of_them(self) -> None:
        pagination = {"hasMore": True}
        pages: list[dict[str, Any]] = [
            {"realms": [{"id": one}], "pagination": pagination} for one in ({}, ["1"], [{}], 1.5)
        ]
        pages += [{"realms": {"id": "1"}, "pagination": pagination}]
        pages += [{"realms": [{"id": "1"}], "pagination": one} for one in ([pagination], [], 1, "a")]
        for page in pages:
            self.server.script(bad.answer(page))
            with self.subTest(page), self.assertRaises(UnexpectedResponseError):
                list(self.client().realms.list())
            self.assertEqual(len(self.server.received), 1)

    def test_of_a_list_end_when_a_server_sends_the_same_page_for_ever(self) -> None:
        self.server.script(bad.answer({"realms": [{"id": "1"}], "pagination": {"hasMore": True}}))
        self.assertEqual([realm.id for realm in self.client().realms.list()], ["1"])

    def test_name_the_host_and_the_cause_when_nobody_answers(self) -> None:
        unused = bad.MisbehavingServer()
        unused.close()
        host = unused.url.removeprefix("http://")
        with self.assertRaisesRegex(NetworkError, f"No response from {host}: .*refused") as caught:
            Client(unused.url, retry=0).realms.get("a")
        self.assertEqual(caught.exception.host, host)
        self.assertIsInstance(caught.exception.__cause__, ConnectionRefusedError)


class Hosts(ServerTest):
    """A name may have several addresses, and other letters than those of ASCII."""

    def silent_address(self) -> tuple[str, int]:
        """No connection is accepted there, and none refused."""
        listener = socket.socket()
        self.addCleanup(listener.close)
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        for _ in range(4):  # the queue is full then
            waiting = socket.socket()
            self.addCleanup(waiting.close)
            waiting.setblocking(False)
            waiting.connect_ex(listener.getsockname())
        address: tuple[str, int] = listener.getsockname()
        return address

    def named(self, *addresses: tuple[str, int]) -> Any:
        """Every name has these."""
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", address) for address in addresses]
        return mock.patch("socket.getaddrinfo", return_value=found)

    def test_are_tried_address_by_address_within_the_time_of_an_attempt(self) -> None:
        host, _, port = self.server.url.removeprefix("http://").partition(":")
        self.server.script(bad.answer({"id": "1", "slug": "a"}))
        with self.named(self.silent_address(), (host, int(port))):
            client = Client("http://catalog.example", retry=0, timeout=2)
            self.assertEqual(client.realms.get("a").slug, "a")
        self.assertEqual(self.server.received[0].headers["host"], "catalog.example")
        with self.named(*[self.silent_address()] * 3), self.assertRaises(TimeoutError):
            Client("http://catalog.example", retry=0, timeout=0.2).realms.get("a")
        with self.named(), self.assertRaisesRegex(NetworkError, "no address"):
            Client("http://catalog.example", retry=0).realms.get("a")

    def test_have_the_rest_of_the_time_for_tls(self) -> None:
        timeouts: list[float] = []

        class Context(ssl.SSLContext):
            def wrap_socket(self, sock: socket.socket, *_: Any, **__: Any) -> Any:
                timeouts.append(sock.gettimeout() or 99)
                raise ssl.SSLError("not here")

        host, _, port = self.server.url.removeprefix("http://").partition(":")
        transport = HttpTransport(ssl_context=Context(ssl.PROTOCOL_TLS_CLIENT))
        client = Client("https://catalog.example", retry=0, timeout=2, transport=transport)
        with self.named(self.silent_address(), (host, int(port))):
            with self.assertRaisesRegex(NetworkError, "not here"):
                client.realms.get("a")
        self.assertLessEqual(timeouts[0], 1.01)  # the first address took its half

    def test_may_have_any_letters(self) -> None:
        self.server.script(bad.answer({"id": "1", "slug": "a"}))
        port = self.server.url.rpartition(":")[2]
        for host in ("ｌocalhost", "LOCALHOST", "ⓛⓞcalhost"):
            address = f"http://{host}:{port}"
            self.assertEqual(Client(address, retry=0).realms.get("a").slug, "a")
        hosts = [one.headers["host"] for one in self.server.received]
        self.assertEqual(hosts, [f"localhost:{port}"] * 3)
        client = Client("https://Bücher.example/x")
        self.assertEqual(repr(client), "Client('https://xn--bcher-kva.example/x')")
        with self.assertRaisesRegex(ValueError, "faß.example has to be written in ASCII: xn--"):
            Client("https://faß.example")
        for host in ("a b", "ü" * 70, "ü" * 9_999, "ü..example", "\xa0", "\ud800"):
            with self.subTest(host), self.assertRaisesRegex(ValueError, "is no name of a host"):
                Client(f"https://{host}")


class Waits(ServerTest):
    """A catalog may ask to wait. The clock is the one thing that is not real here."""

    def wait_of(self, status: int = 429, **headers: str) -> float | None:
        """How long the client waits before its second attempt; None if it does not."""
        self.server.script(bad.problem(status, "passing", **headers), bad.answer(PAGE))
        waits: list[float] = []
        with mock.patch("realm_catalog._time_limit.time.sleep", waits.append):
            try:
                self.client().realms.list().page()
            except CatalogError as error:
                self.assertGreater(error.retry_after or 0, 60)
                return None
        return waits[0]

    def test_are_as_the_catalog_asks(self) -> None:
        date = "Mon, 16 Nov 2026 12:00:00 GMT"
        self.assertEqual(self.wait_of(retry_after="2"), 2)
        self.assertEqual(self.wait_of(503, retry_after="60"), 60)
        at = "Mon, 16 Nov 2026 12:00:07 GMT"
        self.assertEqual(self.wait_of(retry_after=at, date=date), 7)
        at = "Monday, 16-Nov-26 12:00:09 GMT"
        self.assertEqual(self.wait_of(retry_after=at, date=date), 9)
        self.assertEqual(self.wait_of(x_ratelimit_reset="1794830408", date=date), 8)
        for text in ("", "soon", "-5", "1.5", "0", "Mon, 16 Nov 2026 11:00:00 GMT", "Mon, 99 XYZ"):
            self.assertLessEqual(self.wait_of(retry_after=text, date=date) or 0, 0.001, text)

    def test_above_a_minute_are_raised_at_once(self) -> None:
        for text in ("61", "3600", "9" * 30, "Fri, 16 Nov 2090 12:00:00 GMT"):
            self.assertIsNone(self.wait_of(retry_after=text), text)
        self.server.script(bad.problem(429, "rate_limited", retry_after="3600"))
        with self.assertRaises(RateLimitError) as caught:
            self.client().realms.get("a")
        self.assertEqual(
            (caught.exception.retry_after, caught.exception.code), (3600, "rate_limited")
        )
        reset_at = caught.exception.reset_at
        assert reset_at is not None
        self.assertGreater(reset_at.timestamp(), time.time() + 3_500)
        self.assertEqual(len(self.server.received), 1)

    def test_beyond_the_end_of_the_call_are_not_waited_for(self) -> None:
        self.server.script(bad.problem(503, "unavailable", retry_after="30"))
        with self.assertRaises(UnavailableError):
            self.client(timeout=Timeout(total=10)).realms.get("a")
        self.assertEqual(len(self.server.received), 1)

    def test_tell_what_is_left(self) -> None:
        limit: Any = {
            "x_ratelimit_limit": "9",
            "x_ratelimit_remaining": "1",
            "x_ratelimit_reset": "5",
        }
        self.server.script(bad.answer(PAGE, **limit))
        client = self.client()
        self.assertIsNone(client.rate_limit)
        client.realms.list().page()
        self.assertEqual(client.rate_limit, (9, 1, 5))


class Writes(ServerTest):
    """Writes are repeated only where that does no harm."""

    def test_are_not_repeated_without_a_key(self) -> None:
        for fault in (bad.cut, bad.problem(503, "unavailable")):
            self.server.script(fault)
            client = self.client()
            calls: list[Callable[[], object]] = [
                lambda: client.realms.update("a"),
                lambda: client.realms.star("a"),
            ]
            for call in calls:
                with self.assertRaises(CatalogError):
                    call()
            self.assertEqual(len(self.server.received), 2)

    def test_with_a_key_are_repeated_with_the_same(self) -> None:
        keys = set()
        client = self.client()
        fields: Any = {"name": "A", "description": "A.", "category": "api"}
        own = CallOptions(idempotency_key="mine")
        calls: list[Callable[[], object]] = [
            lambda: client.realms.create(**fields),
            lambda: client.realms.download("a"),
            lambda: client.realms.open_upload("a"),
            lambda: client.request("POST", "/realms", body=fields, options=own),
        ]
        for call in calls:
            self.server.script(bad.cut, bad.problem(503, "unavailable"), bad.answer(OPENED))
            call()
            sent = {one.headers.get("idempotency-key", "") for one in self.server.received}
            self.assertEqual((len(self.server.received), len(sent)), (3, 1))
            keys |= sent
        self.assertEqual(len(keys), 4)
        self.assertIn("mine", keys)

    def test_send_null_where_that_takes_back_and_leave_out_what_is_not_given(self) -> None:
        self.server.script(bad.answer({"id": "1"}))
        self.client().realms.update("a", deprecated=None, tags=("a",), new_slug="b")
        self.client().realms.update("a", name="b")
        bodies = [one.body for one in self.server.received]
        self.assertEqual(bodies, [b'{"slug":"b","tags":["a"],"deprecated":null}', b'{"name":"b"}'])


class Tokens(ServerTest):
    """The token goes to the catalog, and nowhere else."""

    def test_are_not_given_to_another_origin(self) -> None:
        other = bad.MisbehavingServer()
        self.addCleanup(other.close)
        for status in (301, 302, 303, 307, 308):
            other.script(bad.redirect(f"{self.server.url}/back", status))
            self.server.script(bad.redirect(f"{other.url}/there?x=1", status), bad.answer(PAGE))
            self.client().realms.list().page()
            seen = [one.headers.get("authorization") for one in other.received]
            self.assertEqual(seen, [None])
            seen = [one.headers.get("authorization") for one in self.server.received]
            self.assertEqual(seen, [f"Bearer {TOKEN}", None])
            self.assertEqual(other.received[0].path, "/there?x=1")

    def test_stay_where_they_are_by_a_redirect_of_the_catalog_itself(self) -> None:
        self.server.script(bad.redirect("/v1/api/realms/b"), bad.answer({"id": "1", "slug": "b"}))
        self.assertEqual(self.client().realms.get("a").slug, "b")
        seen = [one.headers.get("authorization") for one in self.server.received]
        self.assertEqual(seen, [f"Bearer {TOKEN}"] * 2)

    def test_and_bodies_of_writes_follow_no_redirect_to_another_origin(self) -> None:
        other = bad.MisbehavingServer()
        self.addCleanup(other.close)
        for to, status in ((other.url, 308), (other.url, 307), ("/there", 302), ("/there", 303)):
            self.server.script(bad.redirect(to, status))
            with self.assertRaisesRegex(UnexpectedResponseError, "a redirect to"):
                self.client().realms.update("a", name="b")
        self.assertEqual(other.received, [])
        self.server.script(bad.redirect("/there"), bad.answer({"id": "1"}))
        self.client().realms.update("a", name="b")
        self.assertEqual([one.body for one in self.server.received], [b'{"name":"b"}'] * 2)

    def test_follow_no_redirect_for_ever_and_none_to_a_file(self) -> None:
        for to in (self.server.url, "file:///etc/passwd", "//", "http://[", "ftp://127.0.0.1/"):
            self.server.script(bad.redirect(to))
            with self.assertRaises(NetworkError):
                self.client(retry=0).realms.get("a")
        self.server.script(bad.redirect("/there"))
        with self.assertRaises(UnexpectedResponseError):
            self.client().realms.update("a", name="b")
        self.assertEqual(len(self.server.received), 6)

    def test_are_asked_for_before_each_attempt(self) -> None:
        tokens = iter(["one", "two"])
        self.server.script(bad.cut, bad.answer({"id": "1"}))
        self.client(token=lambda: next(tokens)).realms.get("a")
        seen = [one.headers["authorization"] for one in self.server.received]
        self.assertEqual(seen, ["Bearer one", "Bearer two"])

    def test_stand_in_no_text(self) -> None:
        def text_of(client: Client, options: CallOptions | None = None) -> str:
            try:
                client.realms.get("a", options=options)
            except CatalogError:
                return traceback.format_exc()
            return ""

        texts = [repr(self.client()), repr(CallOptions(token=TOKEN))]
        for fault in (bad.cut, bad.problem(401, "unauthorized"), bad.html(200), bad.no_http):
            self.server.script(fault)
            texts.append(text_of(self.client(retry=0)))
        for token in (f"{TOKEN}\n", f"{TOKEN} ", f"{TOKEN}ä"):
            texts.append(text_of(self.client(token=token)))
            texts.append(text_of(self.client(), CallOptions(headers={"x-a": f"{TOKEN}\r\nb"})))
            texts.append(text_of(self.client(), CallOptions(headers={f"{TOKEN}:": "a"})))
        self.assertEqual(len(texts), 15)
        for text in texts:
            self.assertTrue(text)
            self.assertNotIn("that_nobody_may_see", text)

    def test_need_an_address_of_a_catalog(self) -> None:
        for address in (
            "catalog.example",
            "localhost:3000",
            "",
            "ftp://alice:secret@catalog.example",
        ):
            with self.assertRaisesRegex(ValueError, "must be the address of a catalog") as caught:
                Client(address)
            self.assertNotIn("secret", str(caught.exception))
        self.assertEqual(
            repr(Client("https://alice:secret@catalog.example:443/x/v1/api/")),
            "Client('https://catalog.example/x')",
        )


class Parameters(ServerTest):
    """Arguments become paths and queries."""

    def test_that_would_lead_elsewhere_are_refused(self) -> None:
        self.server.script(bad.answer({"id": "1"}))
        client = self.client()
        for slug in ("", ".", ".."):
            with self.assertRaises(InvalidRequestError):
                client.realms.get(slug)
        with self.assertRaises(InvalidRequestError):
            client.realms.file("a", "1.0.0", "b/../c")
        self.assertEqual(self.server.received, [])
        client.realms.get("a/b?c#d é")
        with client.realms.file("a", "1.0.0", "b c/d") as file:
            self.assertEqual(file.text(), '{"id": "1"}')
        paths = [one.path for one in self.server.received]
        self.assertEqual(
            paths,
            [
                "/v1/api/realms/a%2Fb%3Fc%23d%20%C3%A9",
                "/v1/api/realms/a/versions/1.0.0/files/b%20c/d",
            ],
        )

    def test_named_as_words_of_the_language_are_sent_as_they_are_called(self) -> None:
        self.server.script(bad.answer({"files": [], "realms": [], "pagination": {"hasMore": False}}))
        page = self.client().realms.diff("a", from_="1.0.0", to="2.0.0")
        self.assertEqual(list(page), [])
        self.client().realms.list(tags=["a", "b"], featured=True, q="ö+").page()
        paths = [one.path.partition("?")[2] for one in self.server.received]
        self.assertEqual(
            paths, ["limit=1000&from=1.0.0&to=2.0.0", "tags=a&tags=b&q=%C3%B6%2B&featured=true"]
        )

    def test_of_any_request_may_have_the_beginning_of_the_api(self) -> None:
        self.server.script(bad.answer({}))
        paths = ["/v1/api/keys", "v1/keys", "/v1/apikeys", "/v1keys", "/v1", "v1/api", "keys"]
        for path in paths:
            self.assertEqual(self.client().request("GET", path).data, {})
        self.assertIsNone(self.client().request("HEAD", "/keys").data)
        seen = [one.path.replace("/v1/api", "", 1) for one in self.server.received]
        self.assertEqual(
            seen, ["/keys", "/keys", "/apikeys", "/v1keys", "/", "/", "/keys", "/keys"]
        )

    def test_may_ask_whether_something_has_changed(self) -> None:
        self.server.script(lambda handler: handler.reply(304, b"", etag='"a"'))
        options = CallOptions(headers={"If-None-Match": '"a"'})
        answer = self.client().request("GET", "/realms", options=options)
        self.assertEqual((answer.status, answer.data, answer.headers["etag"]), (304, None, '"a"'))
        with self.assertRaisesRegex(UnexpectedResponseError, "Not modified"):
            self.client().realms.get("a", options=options)


class Transports(unittest.TestCase):
    """Another transport may send the requests."""

    def test_that_a_caller_brings_gets_every_request(self) -> None:
        class Response:
            status = 200
            headers = {"Content-Type": "application/json"}
            parts = [b'{"id":"1","slug":', b'"a"}']

            def read(self, size: int, /) -> bytes:
                return self.parts.pop(0) if self.parts else b""

            def close(self) -> None:
                closed.append(True)

        class Transport:
            def send(self, request: HttpRequest, /) -> Response:
                requests.append(request)
                if len(requests) < 2:
                    raise OSError("not now")
                return Response()

        closed: list[bool] = []
        requests: list[HttpRequest] = []
        client = Client("https://catalog.example", token=TOKEN, transport=Transport(), retry=QUICK)
        self.assertEqual(client.realms.get("a").slug, "a")
        self.assertEqual(closed, [True])
        self.assertEqual(requests[1].url, "https://catalog.example/v1/api/realms/a")
        self.assertEqual(requests[1].headers["authorization"], f"Bearer {TOKEN}")
        self.assertLessEqual(requests[1].timeout or 99, 30)
        self.assertNotIn(TOKEN, repr(requests[1]))


if __name__ == "__main__":
    unittest.main()
