"""Writes small archives."""

from __future__ import annotations

import io
import tarfile
import zipfile


def targz(files: dict[str, bytes], mode: int = 0o644, kind: bytes = tarfile.REGTYPE) -> bytes:
    """Files by their paths, or entries of another kind, which lead to their content."""
    return tar_of(*files.items(), mode=mode, kind=kind)


def tar_of(
    *files: tuple[str, bytes], mode: int = 0o644, kind: bytes = tarfile.REGTYPE
) -> bytes:
    """Also of files with the same path."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w:gz", format=tarfile.USTAR_FORMAT) as archive:
        for path, content in files:
            entry = tarfile.TarInfo(path)
            entry.mode = mode
            entry.type = kind
            if kind == tarfile.REGTYPE:
                entry.size = len(content)
            else:
                entry.linkname = content.decode()
            archive.addfile(entry, io.BytesIO(content))
    return target.getvalue()


def zipped(files: dict[str, bytes], mode: int = 0o100644) -> bytes:
    """Files by their paths."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path)
            entry.external_attr = mode << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return target.getvalue()
