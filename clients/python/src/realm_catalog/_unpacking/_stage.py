"""Unpacks an archive into a folder that is not there yet, or empty: all of it, or nothing."""

from __future__ import annotations

import os
import stat
from tempfile import TemporaryDirectory
from typing import BinaryIO

from .._save import refuse_filled
from ._ledger import ArchiveLimits
from ._read import read_archive

NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL
NEW_FILE |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
"""The folder is new and nobody else's, so that nothing can be there. If something is, it is not
written to.
"""


def unpack_archive(
    archive: str | os.PathLike[str],
    folder: str | os.PathLike[str],
    *,
    limits: ArchiveLimits | None = None,
) -> tuple[str, ...]:
    """Unpack a `.tar.gz` or a `.zip` into a folder, without its one top folder. Answers with the
    paths of its files. A RefusedArchiveError, and nothing is written, if it breaks a rule.
    """
    path = os.fspath(archive)
    bounds = limits or ArchiveLimits()
    read_archive(path, bounds)  # to its end, before a byte is written: a bomb costs no disk
    target = os.path.realpath(folder)  # a rename would replace a link
    around, name = os.path.split(target)
    with TemporaryDirectory(prefix=f".{name[:100]}-", dir=around) as temporary:
        root = os.path.join(temporary, "files")
        with _Writer(root) as writer:
            files, top_folder = read_archive(path, bounds, writer)
        root = os.path.join(root, top_folder)
        if os.path.lexists(target):
            _move_into(target, root)
        else:
            os.rename(root, target)
    start = f"{top_folder}/" if top_folder else ""
    return tuple(one[len(start) :] for one in files if one.startswith(start))


def _move_into(target: str, root: str) -> None:
    """The folder itself stays: it may be the current one of a process, and has an owner and a mode."""
    refuse_filled(target)
    moved: list[str] = []
    try:
        for name in os.listdir(root):
            os.rename(os.path.join(root, name), os.path.join(target, name))
            moved.append(name)
    except BaseException:
        for name in moved:
            os.rename(os.path.join(target, name), os.path.join(root, name))
        raise


class _Writer:
    """Writes files and folders, and nothing else. Of their permissions only the executable bit
    counts.
    """

    def __init__(self, root: str) -> None:
        os.mkdir(root)
        self._root = root
        self._made = {root}
        self._file: BinaryIO | None = None

    def folder(self, path: str) -> None:
        self._make(os.path.join(self._root, *path.split("/")))

    def begin(self, path: str, mode: int) -> None:
        target = os.path.join(self._root, *path.split("/"))
        self._make(os.path.dirname(target))
        is_executable = mode & (stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
        self._file = open(os.open(target, NEW_FILE, 0o755 if is_executable else 0o644), "wb")

    def add(self, data: bytes) -> None:
        if self._file is not None:
            self._file.write(data)

    def end(self) -> None:
        if self._file is not None:
            self._file.close()
        self._file = None

    def _make(self, folder: str) -> None:
        if folder not in self._made:
            os.makedirs(folder, exist_ok=True)
        self._made.add(folder)

    def __enter__(self) -> _Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
