"""Packs the files of a folder into a `.tar.gz`: regular files alone, and no secrets."""

from __future__ import annotations

import gzip
import os
import stat
import tarfile
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, BinaryIO, cast

from ._archive_entries import MAX_ENTRIES
from ._downloading import MAX_ARCHIVE_BYTES
from ._errors import PackingError
from ._generated_secrets import LEFT_OUT
from ._git_files import git_files
from ._secrets import secret_by_content, secret_by_name
from ._unpack import MAX_UNPACKED_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

READ_FILE = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
READ_FILE |= getattr(os, "O_BINARY", 0)
FIXED_TIME_SECONDS = 499_162_500
"""1985-10-26, so that the same files have the same headers: tar warns of files from 1970."""
MAX_SHOWN = 10


@contextmanager
def packed_folder(folder: str, files: Iterable[str] | None, top_folder: str) -> Iterator[str]:
    """The path of the archive, which is there until the end. Without `files`, git says which belong
    to the folder.
    """
    root = os.path.realpath(folder)
    if not os.path.isdir(root):
        raise PackingError(f"{folder} is no folder.", code="no_folder")
    chosen = _files_of_git(root) if files is None else dict.fromkeys(files)
    _check(root, chosen)
    with TemporaryDirectory(prefix="realm-pack-") as temporary:
        path = os.path.join(temporary, "archive.tar.gz")
        with gzip.GzipFile(path, "wb", mtime=0) as packed:
            target = cast("IO[bytes]", packed)
            with tarfile.open(fileobj=target, mode="w", format=tarfile.PAX_FORMAT) as archive:
                for name in sorted(chosen):
                    _add(archive, root, name, top_folder, chosen[name])
        if os.path.getsize(path) > MAX_ARCHIVE_BYTES:
            raise PackingError("The archive has more than 100 MiB.", code="too_large")
        yield path


def _files_of_git(root: str) -> dict[str, bool | None]:
    """Without those that are deleted, and those that never belong into an archive."""
    return {
        path: mode
        for path, mode in git_files(root).items()
        if not set(path.split("/")) & set(LEFT_OUT) and os.path.lexists(_place(root, path))
    }


def _check(root: str, chosen: Iterable[str]) -> None:
    """Everything that is wrong with the files, before the first is packed."""
    paths = sorted(chosen)
    if not paths:
        raise PackingError("There is no file to publish.", code="no_files")
    if len(paths) > MAX_ENTRIES:
        raise PackingError(f"There are more than {MAX_ENTRIES:,} files.", code="too_many_files")
    not_utf8 = [path for path in paths if path != path.encode(errors="replace").decode()]
    if not_utf8:
        raise PackingError(f"These names are not UTF-8: {_shown(not_utf8)}", code="not_utf8")
    others = [path for path in paths if not _is_regular(root, path)]
    if others:
        raise PackingError(
            f"These are links, or other repositories, and no regular files: {_shown(others)}",
            code="not_a_file",
        )
    if sum(os.path.getsize(_place(root, path)) for path in paths) > MAX_UNPACKED_BYTES:
        raise PackingError("The files have more than 512 MiB.", code="too_large")
    secrets = [f"{path} {why}" for path in paths if (why := secret_in(root, path))]
    if secrets:
        raise PackingError(f"These files look like secrets: {_shown(secrets)}", code="secrets")


def _is_regular(root: str, path: str) -> bool:
    """And neither outside of the root nor in a folder that is a link."""
    if os.path.isabs(path) or ".." in path.split("/"):
        return False
    place = _place(root, path)
    around = os.path.dirname(place)
    try:
        return os.path.realpath(around) == around and stat.S_ISREG(os.lstat(place).st_mode)
    except FileNotFoundError:
        raise PackingError(f"There is no file {path}.", code="not_a_file") from None


def secret_in(root: str, path: str) -> str | None:
    """Why a file is probably a secret."""
    by_name = secret_by_name(path)
    if by_name:
        return by_name
    with _open(root, path) as file:
        return secret_by_content(file)


def _add(
    archive: tarfile.TarFile, root: str, path: str, top_folder: str, is_executable: bool | None
) -> None:
    with _open(root, path) as file:
        found = os.fstat(file.fileno())
        if is_executable is None:
            is_executable = bool(found.st_mode & 0o111)
        entry = tarfile.TarInfo(f"{top_folder}/{path}")
        entry.size = found.st_size
        entry.mode = 0o755 if is_executable else 0o644
        entry.mtime = FIXED_TIME_SECONDS
        archive.addfile(entry, file)
        if file.read(1):
            raise OSError(f"{path} changed while it was packed.")


def _open(root: str, path: str) -> BinaryIO:
    return open(os.open(_place(root, path), READ_FILE), "rb")


def _place(root: str, path: str) -> str:
    return os.path.join(root, *path.split("/"))


def _shown(paths: list[str]) -> str:
    rest = len(paths) - MAX_SHOWN
    safe = [path.encode(errors="backslashreplace").decode() for path in paths[:MAX_SHOWN]]
    return ", ".join(safe) + (f" and {rest} more" if rest > 0 else "")
