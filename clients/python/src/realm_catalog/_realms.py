"""The methods of realms, with what is composed of them: downloads to the disk, and publications."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple, overload

from . import _generated_types as types
from ._generated import RealmsMethods
from ._sender import NO_OPTIONS
from ._time_limit import transfer_limit

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Union

    from ._archive_source import Archive, OnProgress
    from ._options import CallOptions

    Path = Union[str, "os.PathLike[str]"]


class Downloaded(NamedTuple):
    """An archive, or its files, that are on the disk now."""

    path: str
    version: str
    size: int
    """Of the archive, in bytes."""
    sha256: str
    """Of the archive, in hexadecimal."""
    files: tuple[str, ...] = ()
    """Of what was unpacked, the paths in the folder, with `/` between names."""


class RealmsClient(RealmsMethods):
    """Listing, reading, downloading, changing and publishing realms."""

    __slots__ = ()

    @overload
    def download(
        self, slug: str, *, version: str | None = None, options: CallOptions | None = None
    ) -> types.Download:
        ...

    @overload
    def download(
        self,
        slug: str,
        *,
        to: Path,
        unpack: bool = False,
        version: str | None = None,
        on_progress: OnProgress | None = None,
        options: CallOptions | None = None,
    ) -> Downloaded:
        ...

    def download(
        self,
        slug: str,
        *,
        to: Path | None = None,
        unpack: bool = False,
        version: str | None = None,
        on_progress: OnProgress | None = None,
        options: CallOptions | None = None,
    ) -> types.Download | Downloaded:
        """Record one download, and give a link to the archive; with `to`, fetch it.

        The archive goes on where it was after a break. It is in its place when its size and its
        SHA-256 are what the catalog promised, and not before.

        :param slug: The realm's slug.
        :param to: The path of a file, which is replaced; with `unpack`, that of a folder, which is
            not there yet, or empty. The folder around it is there.
        :param unpack: Whether the files are unpacked: all, or nothing.
        :param version: The newest unless it is given.
        :param on_progress: Told how many bytes are there, and how many there will be.

        :raises IntegrityError: The bytes are not those that the catalog has named.
        :raises RefusedArchiveError: The archive breaks a rule; nothing is unpacked.
        :raises CatalogError: As `download` of the API.
        """
        if to is None:
            return super().download(slug, version=version, options=options)
        fetch = self._fetch_and_unpack if unpack else self._fetch
        return fetch(slug, os.fspath(to), version, on_progress, options)

    def publish(
        self,
        slug: str,
        *,
        archive: Archive,
        upload: types.OpenedUpload | types.CreatedRealm | None = None,
        on_progress: OnProgress | None = None,
        options: CallOptions | None = None,
    ) -> types.UploadedVersion:
        """Open an upload and send the archive. After a break, nothing is published twice.

        :param slug: The realm's slug.
        :param archive: Bytes, or the path of a file: a `.tar.gz` or a `.zip`.
        :param upload: What creating the realm, or opening an upload, has answered with.
        :param on_progress: Told how many bytes are sent, and how many there are.

        :raises ConflictError: This version is there with other files.
        :raises InvalidRequestError: The catalog refuses the archive; the message says why.
        """
        from ._publishing import publish

        return publish(self._caller.sender, self, slug, archive, upload, on_progress, options)

    def publish_folder(
        self,
        slug: str,
        folder: Path,
        *,
        files: Iterable[str] | None = None,
        upload: types.OpenedUpload | types.CreatedRealm | None = None,
        on_progress: OnProgress | None = None,
        options: CallOptions | None = None,
    ) -> types.UploadedVersion:
        """Pack the files of a folder and publish them.

        :param slug: The realm's slug.
        :param folder: The path of a folder.
        :param files: Paths in the folder, with `/` between names. Without them, git says which files
            belong to it: those that it tracks or would add, but for what `.realmignore` names.
        :param upload: What creating the realm, or opening an upload, has answered with.
        :param on_progress: Told how many bytes are sent, and how many there are.

        :raises PackingError: The folder is in no git repository, and `files` is missing; or a file is
            a link, or looks like a secret.
        :raises CatalogError: As `publish`.
        """
        from ._packing import packed_folder

        with packed_folder(os.fspath(folder), files, slug) as archive:
            return self.publish(
                slug, archive=archive, upload=upload, on_progress=on_progress, options=options
            )

    def _fetch(
        self,
        slug: str,
        path: str,
        version: str | None,
        on_progress: OnProgress | None,
        options: CallOptions | None,
    ) -> Downloaded:
        if os.path.isdir(path):
            raise IsADirectoryError(f"{path} is a folder; `to` is the path of a file.")
        link = super().download(slug, version=version, options=options)
        self._save(link, path, on_progress, options)
        return Downloaded(path, link.version, link.size, link.sha256)

    def _fetch_and_unpack(
        self,
        slug: str,
        folder: str,
        version: str | None,
        on_progress: OnProgress | None,
        options: CallOptions | None,
    ) -> Downloaded:
        from tempfile import TemporaryDirectory

        from ._save import refuse_filled
        from ._unpack import unpack_archive

        refuse_filled(folder)
        link = super().download(slug, version=version, options=options)
        with TemporaryDirectory(prefix="realm-download-") as temporary:
            archive = os.path.join(temporary, "archive")
            self._save(link, archive, on_progress, options)
            files = unpack_archive(archive, folder)
        return Downloaded(folder, link.version, link.size, link.sha256, files)

    def _save(
        self,
        link: types.Download,
        path: str,
        on_progress: OnProgress | None,
        options: CallOptions | None,
    ) -> None:
        from ._downloading import verified_chunks
        from ._save import save
        from ._uploading import total_of

        given = options or NO_OPTIONS
        limit = transfer_limit(total_of(given))
        save(verified_chunks(self._caller.sender, link, given, on_progress, limit), path)
