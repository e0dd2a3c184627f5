"""The ledger of one archive: it records the entries, enforces the limits, and passes all on to a
receiver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from ._names import segments_of
from ._path_tree import PathTree
from ._refusal import refuse

if TYPE_CHECKING:
    from ._path_tree import Kind

MIB = 1_024 * 1_024


class ArchiveLimits(NamedTuple):
    """What an archive may have."""

    unpacked: int = 512 * MIB
    """Bytes of all files together."""
    entries: int = 10_000
    """Listed files and folders. As many folders again may be implied by the paths of files."""
    ratio: int = 100
    """How many times larger than the archive its files may be."""


MIN_RATIO_BYTES = MIB
"""Below this size the ratio is not checked: small projects of repetitive text compress better."""
MAX_MANIFEST_BYTES = 64 * 1_024
MAX_README_BYTES = MIB
SPECIAL_BITS = 0o7000
"""setuid and setgid run a file as another user; sticky has no meaning on a file."""


class _Text:
    """A file that may be the manifest or the README, and how many bytes it has so far."""

    __slots__ = ("limit", "name", "size")

    def __init__(self, name: bytes, limit: int) -> None:
        self.name = name
        self.limit = limit
        self.size = 0


class Receiver(Protocol):
    """Gets the entries of an archive in their order. Every path is checked."""

    def folder(self, path: str) -> None:
        """One that is listed. Folders that only the paths of files imply are not passed on."""

    def begin(self, path: str, mode: int) -> None:
        """A file, with its Unix mode; 0 if the archive has none."""

    def add(self, data: bytes) -> None:
        """The next bytes of the file that was begun last."""

    def end(self) -> None:
        """The file is whole."""


class Ledger:
    """`packed_size` is that of the archive."""

    def __init__(self, packed_size: int, limits: ArchiveLimits, receiver: Receiver | None) -> None:
        self.limits = limits
        self.files: list[str] = []
        self._receiver = receiver
        self._tree = PathTree(limits.entries)
        self._max_unpacked = min(limits.unpacked, max(MIN_RATIO_BYTES, packed_size * limits.ratio))
        self._entries = 0
        self._unpacked = 0
        self._is_open = False
        self._texts: dict[str, _Text] = {}
        self._current: _Text | None = None

    def enter(self, name: bytes, kind: Kind, mode: int) -> None:
        """Record the next entry, with the raw bytes of its name, and its Unix mode."""
        self._end_file()
        self._entries += 1
        if self._entries > self.limits.entries:
            refuse(f"has more than {self.limits.entries:,} entries")
        # On folders these bits are common and harmless.
        if kind == "file" and mode & SPECIAL_BITS:
            refuse("is setuid, setgid or sticky", name)
        segments = segments_of(name)
        self._tree.put(segments, kind, name)
        path = "/".join(segments)
        self._current = None
        if kind == "file":
            self.files.append(path)
            self._is_open = True
            self._measure_text(path, name)
        if self._receiver is not None:
            if kind == "file":
                self._receiver.begin(path, mode)
            else:
                self._receiver.folder(path)

    def add(self, data: bytes) -> None:
        """Record actual bytes of the file that was entered last, whatever size its header declares."""
        self._unpacked += len(data)
        if self._unpacked > self.limits.unpacked:
            refuse(f"unpacks to more than {self.limits.unpacked // MIB} MiB")
        if self._unpacked > self._max_unpacked:
            refuse(f"unpacks to more than {self.limits.ratio} times its size")
        if self._current is not None:
            self._current.size += len(data)
        if self._receiver is not None:
            self._receiver.add(data)

    def _measure_text(self, path: str, name: bytes) -> None:
        """README.md may be in any case, since paths that differ in case collide."""
        folder, slash, base = path.rpartition("/")
        if base == "realm.json":
            limit = MAX_MANIFEST_BYTES
        elif base.lower() == "readme.md":
            limit = MAX_README_BYTES
        else:
            return
        self._current = self._texts[folder + slash + base.lower()] = _Text(name, limit)

    def _end_file(self) -> None:
        if self._is_open and self._receiver is not None:
            self._receiver.end()
        self._is_open = False

    def close(self) -> str:
        """The one folder that contains everything; empty where there is none."""
        self._end_file()
        if self._tree.file_count == 0:
            refuse("has no file in it")
        top = self._tree.top_folder()
        for base in ("realm.json", "readme.md"):
            text = self._texts.get(f"{top}/{base}" if top else base)
            if text is not None and text.size > text.limit:
                refuse(f"is larger than {text.limit // 1_024:,} KiB", text.name)
        return top
