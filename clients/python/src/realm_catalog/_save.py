"""Puts an archive on the disk: beside its place first, so that there is all of it or nothing."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def save(chunks: Iterable[bytes], path: str) -> None:
    """What was at the path stays until all bytes are on the disk."""
    folder, name = os.path.split(os.path.abspath(path))
    temporary = os.path.join(folder, f".{name[:200]}.{os.urandom(6).hex()}.part")
    # With the permissions that any new file has; nothing that is there is written to.
    file = open(os.open(temporary, _NEW_FILE, 0o666), "wb")
    try:
        with file:
            for chunk in chunks:
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.remove(temporary)
        raise
    _sync_folder(folder)


_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def _sync_folder(folder: str) -> None:
    """So that the new name is on the disk, too. Windows opens no folders, and some disks sync none."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def refuse_filled(folder: str) -> None:
    """Raise if there is a folder with something in it, or something else."""
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return
    if names:
        raise FileExistsError(f"{folder} is not empty.")
