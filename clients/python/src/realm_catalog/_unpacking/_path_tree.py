"""The tree of files and folders that an archive would unpack to. It finds paths that collide."""

from __future__ import annotations

from typing import Literal

from ._names import fold_name
from ._refusal import refuse

Kind = Literal["file", "folder"]


class _Node:
    __slots__ = ("children", "kind", "spelling")

    def __init__(self, spelling: str, kind: Literal["file", "folder", "implied folder"]) -> None:
        self.spelling = spelling
        self.kind = kind
        self.children: dict[str, _Node] = {}


class PathTree:
    """`max_implied` is how many folders may be implied by paths, besides those that are listed."""

    def __init__(self, max_implied: int) -> None:
        self.file_count = 0
        self._max_implied = max_implied
        self._implied = 0
        self._root = _Node("", "implied folder")
        self._top_names: list[str] = []

    def put(self, segments: list[str], kind: Kind, name: bytes) -> None:
        """Add an entry, and the folders that its path implies."""
        node = self._root
        for segment in segments[:-1]:
            node, is_new = self._child(node, segment, "implied folder", name)
            self._implied += is_new
            if node.kind == "file":
                refuse("lies in a folder that is also a file", name)
        if self._implied > self._max_implied:
            refuse(f"has more than {self._max_implied:,} folders", name)
        is_new = False
        if segments:
            node, is_new = self._child(node, segments[-1], kind, name)
        if not is_new and node.kind == kind:
            refuse("appears twice", name)
        if not is_new and "file" in (node.kind, kind):
            refuse("is both a file and a folder", name)
        node.kind = kind
        self.file_count += kind == "file"

    def _child(
        self,
        folder: _Node,
        segment: str,
        kind: Literal["file", "folder", "implied folder"],
        name: bytes,
    ) -> tuple[_Node, bool]:
        """That with this name, which is made if there is none. Two names that differ only in
        spelling collide.
        """
        key = fold_name(segment)
        found = folder.children.get(key)
        if found is not None:
            if found.spelling != segment:
                why = "which many systems take for the same name"
                refuse(f"collides with “{found.spelling}”, {why}", name)
            return found, False
        child = folder.children[key] = _Node(segment, kind)
        if folder is self._root and not _is_apple_double(segment):
            self._top_names.append(segment)
        return child, True

    def top_folder(self) -> str:
        """The one folder that contains everything but the files of macOS beside it; otherwise
        empty.
        """
        if len(self._top_names) != 1:
            return ""
        [top] = self._top_names
        return "" if self._root.children[fold_name(top)].kind == "file" else top


def _is_apple_double(name: str) -> bool:
    """macOS puts the attributes of files into `._name` and `__MACOSX` when it packs for other
    systems.
    """
    return name.startswith("._") or name == "__MACOSX"
