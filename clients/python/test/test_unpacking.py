"""Unpacking an archive: files and folders with portable names alone, within the bounds, and all of
them or nothing.
"""

from __future__ import annotations

import gzip
import io
import os
import stat
import sys
import tarfile
import tempfile
import tracemalloc
import unittest
import zipfile
from pathlib import Path

from realm_catalog import RefusedArchiveError, unpack_archive

from .archives import tar_of, targz, zipped

MIB = 1_024 * 1_024

# fmt: off
NAMES = [
    "../evil", "a/../../evil", "a/b/../c", "..", "/etc/passwd", "\\\\server\\x", "C:\\x", "c:/x", "C:x",
    "a\\b", "~/x", "a//b", "a/./b", "a\nb", "a\x1bb", "photo\u202egpj.exe", "a\u200bb", ".g\u200dit/config",
    "CON", "con.txt", "a/nul", "COM1.log", "lpt¹", "aux .c", "a.", "a ", "a/b./c", "a:b", "a?b", "a|b",
    ".git/hooks/x", ".GIT/config", "a/.Git/x", "git~1/x", "x" * 256, "/".join("a" * 40),
]
# fmt: on
PAIRS = [("a", "a"), ("a", "a/b"), ("a/b", "a"), ("a/b/c", "a/b")]


class Unpacking(unittest.TestCase):
    """In a folder of its own, so deep that a path which climbs out of it is seen."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.base = Path(folder.name)
        self.inside = self.base / "a/b/c/d"
        self.inside.mkdir(parents=True)
        self.archive = self.base / "archive"
        self.to = self.inside / "target"

    def everything(self) -> list[str]:
        """That is there."""
        return sorted(str(path) for path in self.base.rglob("*"))

    def content(self) -> dict[str, bytes | None]:
        """Of the target; None for a folder."""
        return {
            path.relative_to(self.to).as_posix(): path.read_bytes() if path.is_file() else None
            for path in self.to.rglob("*")
        }

    def refused(self, data: bytes, words: str = "") -> None:
        """And nothing is left of it."""
        self.archive.write_bytes(data)
        before = self.everything()
        with self.assertRaisesRegex(RefusedArchiveError, words):
            unpack_archive(self.archive, self.to)
        self.assertEqual(self.everything(), before)

    def test_refuses_names_that_are_dangerous_anywhere(self) -> None:
        for name in NAMES:
            with self.subTest(name):
                self.refused(zipped({"first": b"x", name: b"x"}))
                if len(name.encode()) <= 100:
                    self.refused(targz({"first": b"x", name: b"x"}))

    def test_refuses_names_that_collide(self) -> None:
        for one, other in PAIRS:
            with self.subTest((one, other)):
                self.refused(tar_of((one, b"x"), (other, b"x")), "collides")
                if one != other:
                    self.refused(zipped({one: b"x", other: b"x"}), "collides")

    def test_refuses_what_is_neither_a_file_nor_a_folder(self) -> None:
        kinds = [
            tarfile.SYMTYPE,
            tarfile.LNKTYPE,
            tarfile.CHRTYPE,
            tarfile.BLKTYPE,
            tarfile.FIFOTYPE,
        ]
        for kind in [*kinds, tarfile.CONTTYPE, b"S", b"Z"]:
            self.refused(targz({"a": b"first", "b": b"/etc/passwd"}, kind=kind), "“a” is ")
        for mode in (stat.S_IFLNK, stat.S_IFIFO, stat.S_IFSOCK, stat.S_IFCHR, stat.S_IFDIR):
            self.refused(zipped({"a": b"/etc/passwd"}, mode=mode | 0o644), "“a” is ")

    def test_refuses_bombs(self) -> None:
        self.refused(zipped({"a": bytes(40 * MIB)}), "100 times its size")
        self.refused(targz({"a": bytes(40 * MIB)}), "100 times its size")
        many = {f"{at}": b"" for at in range(10_001)}
        self.refused(zipped(many), "more than 10,000 entries")

    def test_reads_no_more_of_headers_into_memory_than_it_needs(self) -> None:
        entry = tarfile.TarInfo("a")
        entry.pax_headers = {"comment": "x" * (64 * MIB)}
        zeros = io.BytesIO()
        with tarfile.open(fileobj=zeros, mode="w:gz") as archive:
            archive.addfile(entry)
        directory = io.BytesIO()
        with zipfile.ZipFile(directory, "w") as packed:
            for at in range(400):
                info = zipfile.ZipInfo(f"{at}")
                info.comment = b"c" * 60_000
                packed.writestr(info, b"")
        for data, words in (
            (zeros.getvalue(), "headers of too many bytes"),
            (directory.getvalue(), "central directory of more than 16 MiB"),
        ):
            tracemalloc.start()
            self.addCleanup(tracemalloc.stop)
            self.refused(data, words)
            self.assertLess(tracemalloc.get_traced_memory()[1] - len(data), 4 * MIB)
            tracemalloc.stop()

    def test_refuses_what_is_damaged_or_cut_off_anywhere(self) -> None:
        files = {"app/a": os.urandom(3_000), "app/b": b"x" * 3_000}
        for data in (targz(files), zipped(files)):
            for size in (*range(0, len(data), 97), len(data) - 1):
                self.refused(data[:size])
            at = len(data) // 2
            self.refused(data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :])
        whole = targz(files)
        self.refused(whole + b"x", "data behind the end of its gzip stream")
        self.refused(whole + whole, "data behind the end of its gzip stream")
        tar = gzip.decompress(whole)
        self.refused(gzip.compress(tar + tar), "data behind the end of its tar")

    def test_unpacks_without_the_top_folder(self) -> None:
        files = {"app/src/a": b"one", "app/run": b"two"}
        for at, data in enumerate((targz(files), zipped(files))):
            self.to = self.inside / f"target-{at}"
            self.archive.write_bytes(data)
            self.assertEqual(unpack_archive(self.archive, self.to), ("src/a", "run"))
            self.assertEqual(self.content(), {"src": None, "src/a": b"one", "run": b"two"})
        self.to = self.inside / "flat"
        self.archive.write_bytes(zipped({"a": b"x", "b/c": b"y", "d/": b""}, mode=0))
        unpack_archive(self.archive, self.to)
        self.assertEqual(self.content(), {"a": b"x", "b": None, "b/c": b"y", "d": None})
        self.to = self.inside / "macos"
        self.archive.write_bytes(zipped({"app/a": b"x", "__MACOSX/app/._a": b"?"}))
        self.assertEqual(unpack_archive(self.archive, self.to), ("a",))
        self.assertEqual(sorted(os.listdir(self.inside)), ["flat", "macos", "target-0", "target-1"])

    def test_ends_where_a_packed_piece_has_many_unpacked_ones(self) -> None:
        """Chunks have 32 KiB. A tar of 327,680 bytes is ten of them, and 32 of its own records."""
        around_a_file = 512 + 1_024
        for size in (65_535, 65_536, 65_537, 200_000, 327_680 - around_a_file):
            noise = os.urandom(size)
            for at, content in enumerate((noise, noise.hex().encode()[:size], bytes(size))):
                files = {"app/a": content}
                for kind, data in (("tar", targz(files)), ("zip", zipped(files))):
                    self.to = self.inside / f"{kind}-{size}-{at}"
                    self.archive.write_bytes(data)
                    unpack_archive(self.archive, self.to)
                    self.assertEqual((self.to / "a").read_bytes(), content)

    @unittest.skipIf(sys.platform == "win32", "modes are of Unix")
    def test_gives_files_0644_or_0755(self) -> None:
        umask = os.umask(0o022)
        self.addCleanup(os.umask, umask)
        for mode, expected in ((0o600, 0o644), (0o4777, 0o755), (0, 0o644), (0o610, 0o755)):
            self.to = self.inside / f"target-{mode}"
            self.archive.write_bytes(targz({"app/a": b"x"}, mode=mode))
            unpack_archive(self.archive, self.to)
            self.assertEqual(stat.S_IMODE((self.to / "a").stat().st_mode), expected)

    def test_goes_into_an_empty_folder_which_stays_and_into_no_other(self) -> None:
        self.archive.write_bytes(targz({"app/a": b"x"}))
        real = self.inside / "real"
        real.mkdir(0o700)
        inode = real.stat().st_ino
        self.to.symlink_to(real)
        unpack_archive(self.archive, self.to)
        self.assertTrue(self.to.is_symlink())
        self.assertEqual((real.stat().st_ino, os.listdir(real)), (inode, ["a"]))
        before = self.everything()
        with self.assertRaises(FileExistsError):
            unpack_archive(self.archive, self.to)
        self.assertEqual(self.everything(), before)

    def test_leaves_nothing_when_a_file_cannot_be_written(self) -> None:
        long = self.inside.joinpath(*["x" * 250] * 13)
        long.mkdir(parents=True)
        self.archive.write_bytes(zipped({"app/a": b"x", "app/" + "/".join(["y" * 200] * 5): b"x"}))
        with self.assertRaises(OSError):
            unpack_archive(self.archive, long / "target")
        self.assertEqual(os.listdir(long), [])
        with self.assertRaises(FileNotFoundError):
            unpack_archive(self.base / "missing", self.to)
