"""Unpacks an archive into a folder that is not there yet, or empty: all of it, or nothing."""

from __future__ import annotations

import os
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from ._archive_entries import CHUNK_BYTES, MAX_ENTRIES, Entry, read_entries
from ._errors import CatalogError
from ._portable_names import portable_segments, refuse
from ._save import refuse_filled

if TYPE_CHECKING:
    from collections.abc import Iterator

MIB = 1_024 * 1_024
MAX_UNPACKED_BYTES = 512 * MIB
MAX_RATIO = 100
"""How many times larger than the archive its files may be."""
MIN_RATIO_BYTES = MIB
"""Below this size the ratio is not checked: small projects of repetitive text compress better."""
MAX_FOLDERS = 2 * MAX_ENTRIES
"""Listed, or implied by the paths of files."""
NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL
NEW_FILE |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def unpack_archive(
    archive: str | os.PathLike[str], folder: str | os.PathLike[str]
) -> tuple[str, ...]:
    """Unpack a `.tar.gz` or a `.zip` into a folder, without its one top folder. Answers with the
    paths of its files. A RefusedArchiveError, and nothing is written, if it breaks a rule.
    """
    path = os.fspath(archive)
    target = os.path.realpath(folder)  # a rename would replace a link
    around, name = os.path.split(target)
    with TemporaryDirectory(prefix=f".{name[:100]}-", dir=around) as temporary:
        root = os.path.join(temporary, "files")
        writer = _Writer(root, os.path.getsize(path))
        with _refused_if_unreadable():
            for entry in read_entries(path):
                writer.write(entry)
        if not writer.files:
            refuse("has no file in it")
        top_folder = writer.top_folder()
        root = os.path.join(root, top_folder)
        if os.path.lexists(target):
            _move_into(target, root)
        else:
            os.rename(root, target)
    start = f"{top_folder}/" if top_folder else ""
    return tuple(one[len(start) :] for one in writer.files if one.startswith(start))


@contextmanager
def _refused_if_unreadable() -> Iterator[None]:
    """The readers of the standard library raise errors of many kinds for what they cannot read."""
    try:
        yield
    except (CatalogError, OSError, MemoryError):
        raise
    except Exception as error:
        refuse(f"cannot be read ({type(error).__name__})")


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
    """Writes files and folders with portable names, and nothing else. All of them are new, so that
    names which the system takes for the same collide.
    """

    def __init__(self, root: str, packed_size: int) -> None:
        os.mkdir(root)
        self.files: list[str] = []
        self._root = root
        self._folders: set[str] = set()
        self._top_names: set[str] = set()
        self._left = min(MAX_UNPACKED_BYTES, max(MIN_RATIO_BYTES, packed_size * MAX_RATIO))
        self._entries = 0

    def write(self, entry: Entry) -> None:
        """Of the permissions of a file only the executable bit counts."""
        self._entries += 1
        if self._entries > MAX_ENTRIES:
            refuse(f"has more than {MAX_ENTRIES:,} entries")
        segments = portable_segments(entry.name)
        if not segments and not entry.is_folder:
            refuse("is a file without a name", entry.name)
        # macOS puts attributes into `._name` and `__MACOSX` when it packs for other systems.
        if segments and not segments[0].startswith("._") and segments[0] != "__MACOSX":
            self._top_names.add(segments[0])
        try:
            for depth in range(1, len(segments) + entry.is_folder):
                self._make("/".join(segments[:depth]))
            if not entry.is_folder:
                self._write_file("/".join(segments), entry)
        except FileExistsError:
            refuse("collides with another name", entry.name)

    def top_folder(self) -> str:
        """The one folder that contains everything but the files of macOS beside it; otherwise
        empty.
        """
        top = min(self._top_names) if len(self._top_names) == 1 else ""
        return top if top in self._folders else ""

    def _make(self, folder: str) -> None:
        if folder in self._folders:
            return
        os.mkdir(os.path.join(self._root, *folder.split("/")))
        self._folders.add(folder)
        if len(self._folders) > MAX_FOLDERS:
            refuse(f"has more than {MAX_FOLDERS:,} folders")

    def _write_file(self, path: str, entry: Entry) -> None:
        if entry.size > self._left:
            refuse(f"unpacks to more than 512 MiB, or {MAX_RATIO} times its size")
        target = os.path.join(self._root, *path.split("/"))
        mode = 0o755 if entry.is_executable else 0o644
        size = 0
        with open(os.open(target, NEW_FILE, mode), "wb") as file, entry.open() as content:
            while chunk := content.read(CHUNK_BYTES):
                size += len(chunk)
                if size > entry.size:
                    break
                file.write(chunk)
        if size != entry.size:
            refuse("has another size than it declares", entry.name)
        self._left -= size
        self.files.append(path)
