"""Publishes an archive: opens an upload, sends the archive and, after a break, finds out what
became of it before anything is sent again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _generated_types as types
from ._archive_source import KnownArchive
from ._errors import CatalogError, ConflictError, InvalidRequestError, UnauthorizedError
from ._retry import is_outcome_unknown
from ._sender import NO_OPTIONS, json_of
from ._time_limit import transfer_limit
from ._uploading import send_source, total_of, upload_request

if TYPE_CHECKING:
    from ._archive_source import Archive, OnProgress
    from ._generated import RealmsMethods
    from ._options import CallOptions
    from ._sender import Sender
    from ._time_limit import TimeLimit

MAX_POLLS = 7
"""How often a running upload is asked for, with pauses of 1, 2, 4 … seconds."""


def publish(
    sender: Sender,
    realms: RealmsMethods,
    slug: str,
    archive: Archive,
    upload: types.OpenedUpload | types.CreatedRealm | None,
    on_progress: OnProgress | None,
    options: CallOptions | None,
) -> types.UploadedVersion:
    """An upload token is good for one version, so that an archive that is sent again is not
    published again.
    """
    given = options or NO_OPTIONS
    limit = transfer_limit(total_of(given))
    source = KnownArchive(archive, limit)
    opened = upload or realms.open_upload(slug, options=options)
    url, token = opened.upload_url, opened.upload_token
    failed = 0
    while True:
        try:
            data = send_source(sender, url, token, source, on_progress, given, limit)
            return types.UploadedVersion.from_dict(data)
        except CatalogError as error:
            limit.check()
            is_used = (
                _is_token_used(sender, url, token, given, limit)
                if is_outcome_unknown(error)
                else failed > 0 and isinstance(error, UnauthorizedError)
            )
            if is_used:
                published = _published(realms, slug, source, options)
                if published is None:
                    limit.check()
                    raise
                return published
            sender.wait_to_repeat(error, failed, given, limit)
            failed += 1


def _published(
    realms: RealmsMethods, slug: str, source: KnownArchive, options: CallOptions | None
) -> types.UploadedVersion | None:
    """None also where the versions cannot be read: then what broke the upload says more."""
    try:
        versions = realms.versions(slug, options=options).versions
    except CatalogError:
        return None
    sha256 = source.sha256.hexdigest()
    for one in versions or ():
        if one.sha256 == sha256:
            return types.UploadedVersion(
                slug=slug,
                version=one.version,
                size=one.size,
                sha256=one.sha256,
                files_sha256=one.files_sha256,
            )
    return None


def _is_token_used(
    sender: Sender, url: str, token: str, options: CallOptions, limit: TimeLimit
) -> bool:
    """Whether an upload that broke was published all the same. While the catalog is still at it,
    this waits.
    """
    # One byte is no archive: it is refused, and the token stays good; a used token is refused
    # before, and a running upload has locked it.
    request = upload_request(url, token, {}, b"\0", is_repeatable=True)
    polls = 0
    while True:
        try:
            sender.send(request, options, json_of, within=limit)
        except UnauthorizedError:
            return True
        except InvalidRequestError:
            return False
        except ConflictError:
            if polls == MAX_POLLS:
                raise
            limit.pause(2.0**polls)
            polls += 1
        else:
            return True
