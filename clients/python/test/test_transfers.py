"""What becomes of an archive on its way when the server misbehaves: it is whole and the right one,
or there is none.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import tempfile
from pathlib import Path
from typing import Any
from unittest import mock

from realm_catalog import (
    CallOptions,
    ConflictError,
    Downloaded,
    IntegrityError,
    InvalidRequestError,
    NetworkError,
    OpenedUpload,
    RateLimitError,
    RefusedArchiveError,
    TimeoutError,
    UnauthorizedError,
)

from . import misbehaving_server as bad
from .archives import targz
from .test_requests import ServerTest

BYTES = bytes(range(256)) * 40
SHA256 = hashlib.sha256(BYTES).hexdigest()
MIB = 1_024 * 1_024


def part(count: int, *, start: int = 0, status: int = 200, **headers: str) -> bad.Behaviour:
    """So many bytes of the archive, and a cut."""

    def behave(handler: bad.Handler) -> None:
        length = str(len(BYTES) - start)
        handler.reply(status, BYTES[start : start + count], content_length=length, **headers)
        handler.cut()

    return behave


def rest(start: int, content_range: str = "", **headers: str) -> bad.Behaviour:
    """From this byte on."""
    return lambda handler: handler.reply(206, BYTES[start:], content_range=content_range, **headers)


def whole(handler: bad.Handler) -> None:
    """All of it."""
    handler.reply(200, BYTES)


class Downloads(ServerTest):
    """To a file."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.to = self.folder / "archive"

    def download(
        self, *behaviours: bad.Behaviour, data: bytes = BYTES, timeout: Any = None, **link: Any
    ) -> Downloaded:
        """The link comes first."""
        facts: dict[str, Any] = {
            "downloadUrl": f"{self.server.url}/a?signature=secret",
            "version": "1.0.0",
            "size": len(data),
            "sha256": hashlib.sha256(data).hexdigest(),
            **link,
        }
        self.server.script(bad.answer(facts), *behaviours)
        client = self.client(timeout=timeout)
        return client.realms.download("a", to=self.to, on_progress=self.steps.append_step)

    class Steps(list[tuple[int, int]]):
        """What was reported."""

        def append_step(self, transferred: int, total: int) -> None:
            """As `on_progress`."""
            self.append((transferred, total))

    steps = Steps()

    def ranges(self) -> list[str | None]:
        """Of the requests for bytes."""
        return [one.headers.get("range") for one in self.server.received[1:]]

    def test_are_on_the_disk_when_they_are_done(self) -> None:
        self.to.write_bytes(b"old")
        done = self.download(whole)
        self.assertEqual(self.to.read_bytes(), BYTES)
        self.assertEqual(done, (str(self.to), "1.0.0", len(BYTES), SHA256, ()))
        self.assertEqual(os.listdir(self.folder), ["archive"])
        self.assertEqual(self.steps[-1], (len(BYTES), len(BYTES)))
        asked = self.server.received[1]
        self.assertEqual(asked.headers["accept-encoding"], "identity")
        self.assertNotIn("authorization", asked.headers)
        self.assertNotIn("idempotency-key", asked.headers)

    def test_take_no_credentials_of_the_caller_to_another_origin(self) -> None:
        other = bad.MisbehavingServer()
        self.addCleanup(other.close)
        other.script(whole)
        link = {"downloadUrl": f"{other.url}/a", "version": "1.0.0"}
        facts = {**link, "size": len(BYTES), "sha256": SHA256}
        self.server.script(bad.answer(facts))
        headers = {"Authorization": "Basic hidden", "Cookie": "hidden", "X-Own": "shown"}
        self.client().realms.download("a", to=self.to, options=CallOptions(headers=headers))
        sent = other.received[0].headers
        self.assertNotIn("authorization", sent)
        self.assertNotIn("cookie", sent)
        self.assertEqual(sent["x-own"], "shown")
        self.assertEqual(self.server.received[0].headers["cookie"], "hidden")

    def test_go_on_where_they_were_cut(self) -> None:
        self.download(
            part(4_000, etag='"one"'),
            bad.cut,
            part(100, start=4_000, status=206, content_range="bytes 4000-10239/10240"),
            rest(4_100, "bytes 4100-10239/10240"),
        )
        self.assertEqual(self.to.read_bytes(), BYTES)
        self.assertEqual(self.ranges(), [None, "bytes=4000-", "bytes=4000-", "bytes=4100-"])
        conditions = [one.headers.get("if-range") for one in self.server.received[1:]]
        self.assertEqual(conditions, [None, '"one"', '"one"', '"one"'])

    def test_go_on_with_a_server_that_knows_no_ranges_or_begins_earlier(self) -> None:
        for second in (whole, rest(4_000), rest(3_000, "bytes 3000-10239/*")):
            self.download(part(4_000, etag='W/"weak"'), second)
            self.assertEqual(self.to.read_bytes(), BYTES)
            self.assertNotIn("if-range", self.server.received[2].headers)

    def test_leave_what_was_there_if_the_bytes_are_wrong(self) -> None:
        self.to.write_bytes(b"old")
        wrong: list[dict[str, Any]] = [
            {"sha256": "0" * 64},
            {"size": len(BYTES) - 1},
            {"size": 100 * MIB + 1},
            {"size": -1},
            {"size": None},
            {"size": "10240"},
            {"size": True},
            {"size": 1.5},
        ]
        for link in wrong:
            with self.subTest(link), self.assertRaises(IntegrityError):
                self.download(whole, **link)
        many = "9" * 5_000
        for content_range in (
            "bytes 5000-10239/10240",
            "bytes 4000-10239/10241",
            f"bytes {many}-10239/10240",
            f"bytes 4000-10239/{many}",
        ):
            with self.assertRaises(IntegrityError):
                self.download(part(4_000), rest(4_000, content_range))
        with self.assertRaises(IntegrityError):
            self.download(
                lambda handler: handler.reply(200, gzip.compress(BYTES), content_encoding="gzip")
            )
        with self.assertRaises(IntegrityError):
            self.download(bad.endless(200))
        self.assertTrue(self.server.was_left())
        self.assertEqual(self.to.read_bytes(), b"old")
        self.assertEqual(os.listdir(self.folder), ["archive"])

    def test_give_up_on_a_server_that_cuts_for_ever(self) -> None:
        with self.assertRaises(NetworkError) as caught:
            self.download(bad.cut)
        self.assertEqual(len(self.ranges()), 3)
        self.assertNotIn("secret", str(caught.exception))
        self.download(*[part(100 * (at + 1)) for at in range(2)], whole)  # each brought bytes
        with self.assertRaises(NetworkError):  # the same bytes again, and some more
            self.download(*[part(100 * (at + 1)) for at in range(20)])
        self.assertEqual(len(self.ranges()), 3)

    def test_end_when_no_byte_comes_for_the_time_of_an_attempt(self) -> None:
        with self.assertRaises(TimeoutError) as caught:
            self.download(bad.stall_body, timeout=0.2)
        self.assertNotIn("secret", str(caught.exception))
        self.assertEqual(os.listdir(self.folder), [])

    def test_leave_nothing_when_the_caller_or_the_disk_fails(self) -> None:
        self.server.script(
            bad.answer({"downloadUrl": self.server.url, "size": len(BYTES), "sha256": SHA256}),
            whole,
        )
        own = KeyError("mine")
        with self.assertRaises(KeyError) as caught:
            self.client().realms.download("a", to=self.to, on_progress=mock.Mock(side_effect=own))
        self.assertIs(caught.exception, own)
        with mock.patch("os.fsync", side_effect=OSError("no space")), self.assertRaises(OSError):
            self.download(whole)
        self.assertEqual(os.listdir(self.folder), [])

    def test_need_an_address(self) -> None:
        for address in (
            "",
            "a",
            1,
            "http://",
            "http://[",
            "http://é..b/",
            "file:///etc/passwd",
            "http://a:b@c/",
            "http://a b/",
            "https://a\nb/",
            "http://a\r\nx-b: c/",
            f"{self.server.url}\n/a",
            "http://a/\0",
            "http://\xa0/",
            "http://\ud800/",
            "http://faß.example/",
            "http://" + "é" * 9_999,
            ["http://a"],
        ):
            with self.subTest(address), self.assertRaises(NetworkError) as caught:
                self.download(whole, downloadUrl=address)
            self.assertNotRegex(str(caught.exception), r"[\x00-\x1f]")
            self.assertEqual(self.ranges(), [])

    def test_ask_nothing_if_their_place_is_taken(self) -> None:
        self.to.mkdir()
        with self.assertRaises(IsADirectoryError):
            self.download(whole)
        (self.to / "mine").write_text("x")
        with self.assertRaises(FileExistsError):
            self.client().realms.download("a", to=self.to, unpack=True)
        self.assertEqual(self.server.received, [])

    def test_are_unpacked_when_all_of_it_is_right(self) -> None:
        data = targz({"app/src/a": b"one", "app/b": b"two"})
        link: dict[str, Any] = {
            "downloadUrl": f"{self.server.url}/a",
            "version": "1.0.0",
            "size": len(data),
        }

        def unpack(sha256: str) -> Downloaded:
            self.server.script(
                bad.answer({**link, "sha256": sha256}), lambda handler: handler.reply(200, data)
            )
            return self.client().realms.download("a", to=self.to, unpack=True)

        with self.assertRaises(IntegrityError):
            unpack("0" * 64)
        self.assertEqual(os.listdir(self.folder), [])
        done = unpack(hashlib.sha256(data).hexdigest())
        self.assertEqual(sorted(done.files), ["b", "src/a"])
        self.assertEqual((self.to / "src/a").read_bytes(), b"one")
        self.assertEqual(os.listdir(self.folder), ["archive"])
        data = BYTES
        with self.assertRaises(FileExistsError):
            unpack(SHA256)
        self.to = self.folder / "other"
        link["size"] = len(data)
        with self.assertRaises(RefusedArchiveError):
            unpack(SHA256)
        self.assertEqual(os.listdir(self.folder), ["archive"])


class Publications(ServerTest):
    """Of bytes, and of files. Each has a server of its own: an upload that was given up may still
    reach the server later.
    """

    def setUp(self) -> None:
        self.server = bad.MisbehavingServer()
        self.addCleanup(self.server.close)

    UPLOADED = {"slug": "a", "version": "1.0.0", "size": len(BYTES), "sha256": SHA256}
    VERSIONS = {"versions": [{"version": "1.0.0", "size": len(BYTES), "sha256": SHA256}]}

    def publish(self, *behaviours: bad.Behaviour, archive: Any = BYTES, **options: Any) -> Any:
        """With an upload that is open."""
        self.server.script(*behaviours)
        upload = OpenedUpload(
            upload_url=f"{self.server.url}/upload?x", upload_token="rlm_upload", expires_at=""
        )
        client = self.client()
        return client.realms.publish("a", archive=archive, upload=upload, **options).to_dict()

    def sizes(self) -> list[int]:
        """Of what was sent."""
        return [len(one.body) for one in self.server.received]

    def test_send_the_archive_with_the_token_of_the_upload(self) -> None:
        opened = {"uploadUrl": f"{self.server.url}/upload", "uploadToken": "rlm_upload"}
        self.server.script(bad.answer(opened), bad.answer(self.UPLOADED, 201))
        steps: list[tuple[int, int]] = []
        with tempfile.NamedTemporaryFile() as file:
            file.write(BYTES)
            file.flush()
            self.client().realms.publish(
                "a",
                archive=Path(file.name),
                on_progress=lambda sent, size: steps.append((sent, size)),
            )
        put = self.server.received[1]
        self.assertEqual((put.method, put.body), ("PUT", BYTES))
        self.assertEqual(put.headers["authorization"], "Bearer rlm_upload")
        self.assertRegex(put.headers["content-digest"], r"^sha-256=:[\w+/=]+:$")
        self.assertEqual(steps, [(0, len(BYTES)), (len(BYTES), len(BYTES))])

    def test_find_out_what_became_of_it_before_it_is_sent_again(self) -> None:
        for fault in (bad.cut, bad.truncated, bad.problem(502, "passing"), bad.problem(504, "x")):
            found = self.publish(fault, bad.problem(422, "x"), bad.answer(self.UPLOADED, 201))
            self.assertEqual(found["version"], "1.0.0")
            self.assertEqual(self.sizes(), [len(BYTES), 1, len(BYTES)])
            found = self.publish(fault, bad.problem(401, "x"), bad.answer(self.VERSIONS))
            self.assertEqual(found["sha256"], SHA256)
            self.assertEqual(self.sizes(), [len(BYTES), 1, 0])

    def test_end_with_what_broke_them_if_the_versions_cannot_be_read(self) -> None:
        for versions in (bad.problem(404, "x"), bad.answer({}), bad.answer({"versions": {}})):
            with self.assertRaises(NetworkError):
                self.publish(bad.cut, bad.problem(401, "x"), versions)
            self.assertEqual(self.sizes(), [len(BYTES), 1, 0])

    def test_need_a_token_that_is_a_text(self) -> None:
        for token in (5, 1.5, True, ["rlm_upload"], {"a": 1}):
            opened = {"uploadUrl": f"{self.server.url}/upload", "uploadToken": token}
            self.server.script(bad.answer(opened))
            with self.assertRaisesRegex(InvalidRequestError, "The token is no text"):
                self.client().realms.publish("a", archive=BYTES)
            self.assertEqual(len(self.server.received), 1)

    def test_wait_while_the_catalog_is_still_at_it(self) -> None:
        busy = bad.problem(409, "conflict")
        with mock.patch("realm_catalog._time_limit.time.sleep") as sleep:
            self.publish(bad.cut, busy, busy, bad.problem(401, "x"), bad.answer(self.VERSIONS))
            self.assertEqual([one.args[0] for one in sleep.call_args_list], [1, 2])
            with self.assertRaises(ConflictError):
                self.publish(bad.cut, busy)
            self.assertEqual(len(self.server.received), 9)

    def test_that_were_done_although_a_503_said_otherwise_are_found(self) -> None:
        found = self.publish(
            bad.problem(503, "x"), bad.problem(401, "x"), bad.answer(self.VERSIONS)
        )
        self.assertEqual(found["version"], "1.0.0")
        with self.assertRaises(UnauthorizedError):
            self.publish(bad.problem(401, "x"))
        self.assertEqual(len(self.server.received), 1)

    def test_end_with_what_the_catalog_says(self) -> None:
        for status, kind in ((422, InvalidRequestError), (409, ConflictError)):
            with self.assertRaises(kind):
                self.publish(bad.problem(status, "x"))
            self.assertEqual(self.sizes(), [len(BYTES)])
        with self.assertRaises(RateLimitError):
            self.publish(bad.problem(429, "x", retry_after="3600"))

    def test_hear_an_answer_that_comes_before_all_is_sent(self) -> None:
        def early(handler: bad.Handler) -> None:
            handler.rfile.read(1)
            bad.problem(401, "x")(handler)

        with mock.patch.object(bad.Received, "__init__", lambda one, handler: None):
            with self.assertRaises((UnauthorizedError, NetworkError)):
                self.publish(early, archive=bytes(32 * MIB))

    def test_raise_what_the_caller_fails_with(self) -> None:
        own = ConnectionError("mine")
        for progress in (mock.Mock(side_effect=own), mock.Mock(side_effect=[None, own])):
            with self.assertRaises(ConnectionError) as caught:
                self.publish(bad.answer(self.UPLOADED), on_progress=progress)
            self.assertIs(caught.exception, own)
        with self.assertRaises(FileNotFoundError):
            self.publish(bad.answer(self.UPLOADED), archive="no-such-file")
        with tempfile.NamedTemporaryFile() as file:
            file.write(BYTES)
            file.flush()

            def shorten(*_: int) -> None:
                os.truncate(file.name, 100)

            with self.assertRaisesRegex(ValueError, "changed while it was read"):
                self.publish(bad.answer(self.UPLOADED), archive=file.name, on_progress=shorten)
        self.assertLessEqual(len(self.server.received), 2)  # nothing is sent again
