"""A method for each operation of the API. `npm run docs` writes this file from the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from . import _generated_types as types
from ._calls import MethodGroup, nullable
from ._options import UNSET

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ._archive_source import Archive, OnProgress
    from ._calls import Caller
    from ._options import CallOptions, Unset
    from ._streams import StreamedResponse


class RealmsMethods(MethodGroup):
    """Listing, searching, reading, creating and changing realms, and starring them. Links to
    the archives of realms, and how often they were asked for. The versions of realms, and
    the upload of their archives. What is in the archive of a version, file by file, and what
    changed between two versions. The realms that you own, and those that you starred.
    """

    __slots__ = ()

    def list(
        self,
        *,
        category: Sequence[str] | str | None = None,
        tags: Sequence[str] | str | None = None,
        author: Sequence[str] | str | None = None,
        license: Sequence[str] | str | None = None,
        has: Sequence[Literal["demo", "preview", "screenshots"]] | str | None = None,
        slugs: Sequence[str] | str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        search: str | None = None,
        q: str | None = None,
        featured: bool | None = None,
        sort: Literal[
            "relevance",
            "downloads",
            "recent",
            "trending",
            "stars",
            "newest",
            "updated",
            "name",
        ] | None = None,
        facets: Sequence[Literal["category", "tags", "license", "author"]] | str | None = None,
        max: int | None = None,
        options: CallOptions | None = None,
    ) -> types.RealmPages:
        """List and search realms: `GET /v1/api/realms`.

        Public realms, newest first; with `search` or `q`, the best match first. Filters
        narrow each other. The header `Link` (RFC 8288) leads to the first, previous, next
        and last page.

        :param category: Only realms of this category; comma-separated or repeated, of one of
            these.
        :param tags: Comma-separated: a realm must have all of them. May also be repeated.
        :param author: Only realms of the account with this username; comma-separated or
            repeated, of one of these.
        :param license: Only realms with this license, in any case; repeated, with one of
            these. A comma is part of a license.
        :param has: Comma-separated or repeated: only realms that have all of these.
        :param slugs: Comma-separated or repeated: just these realms, as far as you may list
            them. They come in this order unless `sort` says otherwise, and all of them without
            `limit`.
        :param limit: How many at most; above 100 it is applied, and reported, as 100.
            Default: `20`.
        :param offset: How many to skip; past the end the page is empty. Default: `0`.
        :param search: Each word must occur in the name or the description, also inside a
            word; upper and lower case, and accents, are alike.
        :param q: The broad search. Each word must occur in the name, the slug, the
            description, a tag, the category, or the username or name of the author; dots and
            dashes in tags are ignored. At most 10 words; not together with `search`.
        :param featured: `true`, `1` or bare: only featured realms. `false` or `0`: all.
        :param sort: Default: `relevance` with `search` or `q`, else `newest`; with `slugs`,
            as they stand there. `recent`: by the downloads of the last 90 whole days.
            `trending`: by how far those of the last 7 days are above those of the 28 days
            before.
        :param facets: Comma-separated: adds how many of the realms have each value.
            Categories, licenses and authors are counted without the filter of the same name,
            tags with all filters.
        :param max: How many items an iteration gives at most.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `rate_limited`, `internal_error`, `unavailable`.
        """
        query: dict[str, Any] = {
            "category": category,
            "tags": tags,
            "author": author,
            "license": license,
            "has": has,
            "slugs": slugs,
            "limit": limit,
            "offset": offset,
            "search": search,
            "q": q,
            "featured": featured,
            "sort": sort,
            "facets": facets,
        }
        return types.RealmPages(
            self._caller,
            "/realms",
            (),
            query,
            ("realms", "pagination"),
            max,
            options,
        )

    def create(
        self,
        *,
        name: str,
        description: str,
        category: str,
        slug: str | None = None,
        tags: Sequence[str] | None = None,
        visibility: types.Visibility | None = None,
        license: str | None = None,
        repository: str | None = None,
        options: CallOptions | None = None,
    ) -> types.CreatedRealm:
        """Create a realm: `POST /v1/api/realms`. Needs the scope `realms:write`.

        The fields come in a JSON body, in the query string, or both; one that is given in
        both with different values is a 400. Without `slug`, the slug is made from the name.
        The realm is visible at once; send its archive to `uploadUrl` with `uploadToken`.
        With the header `Idempotency-Key`, asking again within 24 hours gives the same realm
        and a new `uploadToken`.

        :param name: Without `slug`, the slug is derived from it, with `-2`, `-3`… when it is
            taken. No control characters, and none that are invisible or turn the reading
            direction.
        :param description: For example `What it is, in a sentence.`.
        :param category: For example `saas`.
        :param slug: A 409 if another realm has it, or had it. Without it, the slug is made
            from the name.
        :param tags: Kept lower-case, in order, without duplicates.
        :param visibility: Listed; readable by who knows the slug; or there for its owner
            alone. A new realm is public.
        :param license: For example `MIT`.
        :param repository: An absolute http or https address.

        :raises CatalogError: `quota_exceeded`: a quota of the account, or of the realm, is
            used up; `GET /me` shows the quota.
        :raises CatalogError: `conflict`: the request conflicts with the current state, such
            as a name that is taken.
        :raises CatalogError: `unprocessable`: the archive, its digest or an
            `Idempotency-Key` is refused; `detail` says why.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "name": name,
            "description": description,
            "category": category,
            "slug": slug,
            "tags": tags,
            "visibility": visibility,
            "license": license,
            "repository": repository,
        }
        data = self._caller.data(
            "POST",
            "/realms",
            (),
            body=body,
            has_key=True,
            marks=("id",),
            options=options,
        )
        return types.CreatedRealm.from_dict(data)

    def get(self, slug: str, *, options: CallOptions | None = None) -> types.Realm:
        """Read one realm: `GET /v1/api/realms/{slug}`.

        Public and unlisted realms answer anyone who knows their slug. The old slug of a
        realm that was renamed leads to the new one.

        :param slug: The realm’s slug.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `quarantined`, `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data("GET", "/realms/{slug}", (slug,), marks=("id",), options=options)
        return types.Realm.from_dict(data)

    def update(
        self,
        slug: str,
        *,
        name: str | None = None,
        description: str | None = None,
        category: str | None = None,
        new_slug: str | None = None,
        tags: Sequence[str] | None = None,
        visibility: types.Visibility | None = None,
        license: str | None = None,
        repository: str | None = None,
        demo: str | None = None,
        deprecated: types.UpdateRealmDeprecated | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Realm:
        """Change a realm: `PATCH /v1/api/realms/{slug}`. Needs the scope `realms:write`.

        For the owner. Only the fields that are sent change. Any change of visibility is
        allowed. `slug` renames the realm: all addresses with its old slug answer 308 with
        the new one. The realm itself may take an old slug back; it has at most 10.

        :param slug: The realm’s slug.
        :param name: Without `slug`, the slug is derived from it, with `-2`, `-3`… when it is
            taken. No control characters, and none that are invisible or turn the reading
            direction.
        :param description: For example `What it is, in a sentence.`.
        :param category: For example `saas`.
        :param new_slug: Renames the realm. Its old slug leads to the new one, and is never
            handed to another realm.
        :param tags: Kept lower-case, in order, without duplicates.
        :param visibility: Listed; readable by who knows the slug; or there for its owner
            alone. A new realm is public.
        :param license: For example `MIT`.
        :param repository: An absolute http or https address.
        :param demo: For example `https://example.com/demo`.
        :param deprecated: Marks the realm as deprecated; `null` takes that back.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: `conflict`: the request conflicts with the current state, such
            as a name that is taken.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `quarantined`, `payload_too_large`,
            `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "name": name,
            "description": description,
            "category": category,
            "slug": new_slug,
            "tags": tags,
            "visibility": visibility,
            "license": license,
            "repository": repository,
            "demo": demo,
            "deprecated": nullable(deprecated),
        }
        data = self._caller.data(
            "PATCH",
            "/realms/{slug}",
            (slug,),
            body=body,
            marks=("id",),
            options=options,
        )
        return types.Realm.from_dict(data)

    def delete(self, slug: str, *, options: CallOptions | None = None) -> None:
        """Delete a realm: `DELETE /v1/api/realms/{slug}`. Needs the scope `realms:write`.

        For the owner. Its slugs answer as unknown from then on, and are never handed out
        again.

        :param slug: The realm’s slug.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `quarantined`, `payload_too_large`,
            `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/realms/{slug}", (slug,), options=options)

    def star(self, slug: str, *, options: CallOptions | None = None) -> None:
        """Star a realm: `PUT /v1/api/realms/{slug}/star`. Needs the scope `realms:write`.

        Once for each account, however often it is asked.

        :param slug: The realm’s slug.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `quarantined`, `payload_too_large`,
            `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("PUT", "/realms/{slug}/star", (slug,), options=options)

    def is_starred(self, slug: str, *, options: CallOptions | None = None) -> bool:
        """Read whether you have starred a realm: `GET /v1/api/realms/{slug}/star`. Needs a
        credential.

        204 if you have, 404 if you have not or may not see the realm.

        :param slug: The realm’s slug.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `quarantined`, `rate_limited`, `internal_error`, `unavailable`.
        """
        return self._caller.found("GET", "/realms/{slug}/star", (slug,), options=options)

    def unstar(self, slug: str, *, options: CallOptions | None = None) -> None:
        """Take a star back: `DELETE /v1/api/realms/{slug}/star`. Needs the scope
        `realms:write`.

        Takes back the star of your account, if there is one.

        :param slug: The realm’s slug.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `quarantined`, `payload_too_large`,
            `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/realms/{slug}/star", (slug,), options=options)

    def download(
        self,
        slug: str,
        *,
        version: str | None = None,
        options: CallOptions | None = None,
    ) -> types.Download:
        """Download a realm: `POST /v1/api/realms/{slug}/download`.

        Records one download and gives a link to the archive. With the header
        `Idempotency-Key`, asking again within 24 hours counts once. `version` asks for
        another than the newest, a yanked one too.

        :param slug: The realm’s slug.
        :param version: Default: the newest that is not yanked.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: `unprocessable`: the archive, its digest or an
            `Idempotency-Key` is refused; `detail` says why.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `quarantined`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        query: dict[str, Any] = {
            "version": version,
        }
        data = self._caller.data(
            "POST",
            "/realms/{slug}/download",
            (slug,),
            query=query,
            has_key=True,
            marks=("downloadUrl",),
            options=options,
        )
        return types.Download.from_dict(data)

    @overload
    def downloads(
        self,
        slug: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        format: Literal["json"] | None = None,
        interval: Literal["day", "week", "month"] | None = None,
        by: Literal["version"] | None = None,
        version: str | None = None,
        options: CallOptions | None = None,
    ) -> types.DownloadSeries: ...

    @overload
    def downloads(
        self,
        slug: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        format: Literal["csv"],
        interval: Literal["day", "week", "month"] | None = None,
        by: Literal["version"] | None = None,
        version: str | None = None,
        options: CallOptions | None = None,
    ) -> str: ...

    def downloads(
        self,
        slug: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        format: Literal["json", "csv"] | None = None,
        interval: Literal["day", "week", "month"] | None = None,
        by: Literal["version"] | None = None,
        version: str | None = None,
        options: CallOptions | None = None,
    ) -> types.DownloadSeries | str:
        """Read the downloads of a realm by day: `GET /v1/api/realms/{slug}/downloads`.

        Days are UTC. Without `from` and `to`, all of them: they sum to `downloadCount`. More
        than 10,000 rows are a 400.

        :param slug: The realm’s slug.
        :param from_: The first day (UTC) that counts.
        :param to: The last day (UTC) that counts.
        :param format: `csv`: the rows as CSV, with a header line. Default: `json`.
        :param interval: Default: `day`.
        :param by: A row for each version.
        :param version: Of this version alone.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `quarantined`, `rate_limited`, `internal_error`, `unavailable`.
        """
        query: dict[str, Any] = {
            "from": from_,
            "to": to,
            "format": format,
            "interval": interval,
            "by": by,
            "version": version,
        }
        data = self._caller.data(
            "GET",
            "/realms/{slug}/downloads",
            (slug,),
            query=query,
            marks=("total",),
            options=options,
        )
        return data if isinstance(data, str) else types.DownloadSeries.from_dict(data)

    def versions(self, slug: str, *, options: CallOptions | None = None) -> types.VersionList:
        """List the versions of a realm: `GET /v1/api/realms/{slug}/versions`.

        The newest first. Each is immutable.

        :param slug: The realm’s slug.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `quarantined`, `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data(
            "GET",
            "/realms/{slug}/versions",
            (slug,),
            marks=("versions",),
            options=options,
        )
        return types.VersionList.from_dict(data)

    def open_upload(self, slug: str, *, options: CallOptions | None = None) -> types.OpenedUpload:
        """Open the upload of a next version: `POST /v1/api/realms/{slug}/versions`. Needs the
        scope `realms:write`.

        For the owner. Send the archive to `uploadUrl` with `uploadToken`, which ends with
        the key, session or grant that opened it. With the header `Idempotency-Key`, asking
        again within 24 hours ends the token before and gives a new one.

        :param slug: The realm’s slug.

        :raises CatalogError: `quota_exceeded`: a quota of the account, or of the realm, is
            used up; `GET /me` shows the quota.
        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: `conflict`: the request conflicts with the current state, such
            as a name that is taken.
        :raises CatalogError: `unprocessable`: the archive, its digest or an
            `Idempotency-Key` is refused; `detail` says why.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `quarantined`, `payload_too_large`,
            `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data(
            "POST",
            "/realms/{slug}/versions",
            (slug,),
            has_key=True,
            marks=("uploadUrl",),
            options=options,
        )
        return types.OpenedUpload.from_dict(data)

    def upload(
        self,
        slug: str,
        *,
        archive: Archive,
        token: str,
        on_progress: OnProgress | None = None,
        options: CallOptions | None = None,
    ) -> types.UploadedVersion:
        """Upload an archive: `PUT /v1/api/realms/{slug}/upload`. Needs the token of an upload.

        The body is a `.tar.gz` or a `.zip` of at most 100 MiB, under any of its media types
        or none; `Content-Digest` (RFC 9530) is verified if it is sent. `realm.json` in it
        sets the version and what the realm says of itself. A refused archive leaves nothing
        behind, and its token is good for another try. A version that is published already is
        a 409 if its files differ; if they are the same, the answer is 200 with that version,
        and nothing changes: the token stays good, and no quota is taken.

        :param slug: The realm’s slug.

        :raises CatalogError: `quota_exceeded`: a quota of the account, or of the realm, is
            used up; `GET /me` shows the quota.
        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: `conflict`: the request conflicts with the current state, such
            as a name that is taken.
        :raises CatalogError: `payload_too_large`: the body is larger than the operation
            accepts.
        :raises CatalogError: `unsupported_media_type`: the operation does not accept the
            type of the body.
        :raises CatalogError: `unprocessable`: the archive, its digest or an
            `Idempotency-Key` is refused; `detail` says why.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.upload(
            "/realms/{slug}/upload",
            (slug,),
            archive,
            token,
            on_progress,
            options,
        )
        return types.UploadedVersion.from_dict(data)

    def version(
        self,
        slug: str,
        version: str,
        *,
        options: CallOptions | None = None,
    ) -> types.VersionDetail:
        """Read one version of a realm: `GET /v1/api/realms/{slug}/versions/{version}`.

        What its `realm.json` and its README say, and facts of its archive. The generated
        version 0.0.0 is a 404.

        :param slug: The realm’s slug.
        :param version: The version.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `quarantined`, `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data(
            "GET",
            "/realms/{slug}/versions/{version}",
            (slug, version),
            marks=("version",),
            options=options,
        )
        return types.VersionDetail.from_dict(data)

    def update_version(
        self,
        slug: str,
        version: str,
        *,
        yanked: bool,
        reason: str | None = None,
        options: CallOptions | None = None,
    ) -> types.Version:
        """Yank a version, or take that back: `PATCH /v1/api/realms/{slug}/versions/{version}`.
        Needs the scope `realms:write`.

        For the owner. A yanked version is kept for who has it, and not served by default.

        :param slug: The realm’s slug.
        :param version: The version.
        :param yanked:
        :param reason: Why it is yanked; shown with the version until that is taken back.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `quarantined`, `payload_too_large`,
            `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "yanked": yanked,
            "reason": reason,
        }
        data = self._caller.data(
            "PATCH",
            "/realms/{slug}/versions/{version}",
            (slug, version),
            body=body,
            marks=("version",),
            options=options,
        )
        return types.Version.from_dict(data)

    def files(
        self,
        slug: str,
        version: str,
        *,
        prefix: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max: int | None = None,
        options: CallOptions | None = None,
    ) -> types.FilePages:
        """List the files of a version: `GET /v1/api/realms/{slug}/versions/{version}/files`.

        In the order of their paths, byte by byte. A version without an upload (`0.0.0`) has
        none and is a 404; a yanked one has its files.

        :param slug: The realm’s slug.
        :param version: The version.
        :param prefix: Only files whose path begins with this text.
        :param limit: How many at most; above 1,000 it is applied as 1,000. Default: `100`.
        :param offset: How many to skip; past the end the page is empty. Default: `0`.
        :param max: How many items an iteration gives at most.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `quarantined`, `rate_limited`, `internal_error`, `unavailable`.
        """
        query: dict[str, Any] = {
            "prefix": prefix,
            "limit": limit,
            "offset": offset,
        }
        return types.FilePages(
            self._caller,
            "/realms/{slug}/versions/{version}/files",
            (slug, version),
            query,
            ("files", "pagination"),
            max,
            options,
        )

    def file(
        self,
        slug: str,
        version: str,
        path: str,
        *,
        options: CallOptions | None = None,
    ) -> StreamedResponse:
        """Read a file of a version: `GET
        /v1/api/realms/{slug}/versions/{version}/files/{path}`.

        Its bytes: text as `text/plain`, anything else as `application/octet-stream`, and
        never as a page. Slashes may be sent as they are or as `%2F`. Reading counts no
        download. A file never changes at its address.

        :param slug: The realm’s slug.
        :param version: The version.
        :param path: As the list has it.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `quarantined`, `rate_limited`, `internal_error`, `unavailable`.
        """
        return self._caller.stream(
            "GET",
            "/realms/{slug}/versions/{version}/files/{path...}",
            (slug, version, path),
            options=options,
        )

    def diff(
        self,
        slug: str,
        *,
        from_: str,
        to: str,
        limit: int | None = None,
        offset: int | None = None,
        max: int | None = None,
        options: CallOptions | None = None,
    ) -> types.VersionDiffPages:
        """Compare two versions: `GET /v1/api/realms/{slug}/diff`.

        The files that were added, removed or changed, in the order of their paths, with the
        changes of text. One answer has at most 100 files, 1 MiB of changes and 20,000 added
        or removed lines, and compares no file above 1 MiB; what goes beyond that has
        `isTooLarge`.

        :param slug: The realm’s slug.
        :param from_: The older version.
        :param to: The newer version.
        :param limit: How many at most; above 100 it is applied as 100. Default: `100`.
        :param offset: How many to skip; past the end the page is empty. Default: `0`.
        :param max: How many items an iteration gives at most.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `quarantined`, `rate_limited`, `internal_error`, `unavailable`.
        """
        query: dict[str, Any] = {
            "from": from_,
            "to": to,
            "limit": limit,
            "offset": offset,
        }
        return types.VersionDiffPages(
            self._caller,
            "/realms/{slug}/diff",
            (slug,),
            query,
            ("files", "pagination"),
            max,
            options,
        )


class TagsMethods(MethodGroup):
    """What realms are found by, and the completion of what somebody types."""

    __slots__ = ()

    def list(
        self,
        *,
        prefix: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max: int | None = None,
        options: CallOptions | None = None,
    ) -> types.TagPages:
        """List tags: `GET /v1/api/tags`.

        The tags of public realms: those of most realms first, then by name.

        :param prefix: Only values that begin so, in any case.
        :param limit: How many at most; above 100 it is applied, and reported, as 100.
            Default: `20`.
        :param offset: How many to skip; past the end the page is empty. Default: `0`.
        :param max: How many items an iteration gives at most.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `rate_limited`, `internal_error`, `unavailable`.
        """
        query: dict[str, Any] = {
            "prefix": prefix,
            "limit": limit,
            "offset": offset,
        }
        return types.TagPages(
            self._caller,
            "/tags",
            (),
            query,
            ("tags", "pagination"),
            max,
            options,
        )


class CategoriesMethods(MethodGroup):
    """What realms are found by, and the completion of what somebody types."""

    __slots__ = ()

    def list(
        self,
        *,
        prefix: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max: int | None = None,
        options: CallOptions | None = None,
    ) -> types.CategoryPages:
        """List categories: `GET /v1/api/categories`.

        The categories of public realms: those of most realms first, then by name.

        :param prefix: Only values that begin so, in any case.
        :param limit: How many at most; above 100 it is applied, and reported, as 100.
            Default: `20`.
        :param offset: How many to skip; past the end the page is empty. Default: `0`.
        :param max: How many items an iteration gives at most.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `rate_limited`, `internal_error`, `unavailable`.
        """
        query: dict[str, Any] = {
            "prefix": prefix,
            "limit": limit,
            "offset": offset,
        }
        return types.CategoryPages(
            self._caller,
            "/categories",
            (),
            query,
            ("categories", "pagination"),
            max,
            options,
        )


class SearchMethods(MethodGroup):
    """What realms are found by, and the completion of what somebody types."""

    __slots__ = ()

    def suggest(self, *, q: str, options: CallOptions | None = None) -> types.Completions:
        """Complete what somebody types: `GET /v1/api/suggest`.

        Public realms, tags and authors that begin with `q`, at most 8 of each. Upper and
        lower case, and accents, are alike.

        :param q: What was typed so far.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `rate_limited`, `internal_error`, `unavailable`.
        """
        query: dict[str, Any] = {
            "q": q,
        }
        data = self._caller.data(
            "GET",
            "/suggest",
            (),
            query=query,
            marks=("realms",),
            options=options,
        )
        return types.Completions.from_dict(data)


class CollectionsMethods(MethodGroup):
    """Lists of realms that curators make."""

    __slots__ = ()

    def list(
        self,
        *,
        featured: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max: int | None = None,
        options: CallOptions | None = None,
    ) -> types.CollectionPages:
        """List curated collections: `GET /v1/api/collections`.

        Newest first: all of them, or the page that `limit` and `offset` name.

        :param featured: `true`, `1` or bare: only featured collections. `false` or `0`: all.
        :param limit: How many at most, without it all; above 100 it is applied as 100.
        :param offset: How many to skip. Default: `0`.
        :param max: How many items an iteration gives at most.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `rate_limited`, `internal_error`, `unavailable`.
        """
        query: dict[str, Any] = {
            "featured": featured,
            "limit": limit,
            "offset": offset,
        }
        return types.CollectionPages(
            self._caller,
            "/collections",
            (),
            query,
            ("collections", "pagination"),
            max,
            options,
        )

    def get(self, slug: str, *, options: CallOptions | None = None) -> types.CollectionDetail:
        """Read one collection: `GET /v1/api/collections/{slug}`.

        With summaries of its realms, in the curator’s order; those you may not list are left
        out.

        :param slug: Its name in addresses.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data(
            "GET",
            "/collections/{slug}",
            (slug,),
            marks=("id",),
            options=options,
        )
        return types.CollectionDetail.from_dict(data)

    def create(
        self,
        *,
        slug: str,
        name: str,
        description: str,
        realms: Sequence[str],
        featured: bool | None = None,
        options: CallOptions | None = None,
    ) -> types.Collection:
        """Make a collection: `POST /v1/api/collections`. Needs the scope `collections:write`.

        For curators and administrators.

        :param slug: Its name in addresses.
        :param name: No control characters, and none that are invisible or turn the reading
            direction.
        :param description: For example `Templates that earn their keep.`.
        :param realms: Slugs, in order, without duplicates.
        :param featured: Default: `false`.

        :raises CatalogError: `conflict`: the request conflicts with the current state, such
            as a name that is taken.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "slug": slug,
            "name": name,
            "description": description,
            "realms": realms,
            "featured": featured,
        }
        data = self._caller.data(
            "POST",
            "/collections",
            (),
            body=body,
            marks=("id",),
            options=options,
        )
        return types.Collection.from_dict(data)

    def update(
        self,
        slug: str,
        *,
        name: str | None = None,
        description: str | None = None,
        realms: Sequence[str] | None = None,
        featured: bool | None = None,
        options: CallOptions | None = None,
    ) -> types.Collection:
        """Change a collection: `PATCH /v1/api/collections/{slug}`. Needs the scope
        `collections:write`.

        Only the fields that are sent change.

        :param slug: Its name in addresses.
        :param name: No control characters, and none that are invisible or turn the reading
            direction.
        :param description: For example `Templates that earn their keep.`.
        :param realms: Slugs, in order, without duplicates.
        :param featured:

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "name": name,
            "description": description,
            "realms": realms,
            "featured": featured,
        }
        data = self._caller.data(
            "PATCH",
            "/collections/{slug}",
            (slug,),
            body=body,
            marks=("id",),
            options=options,
        )
        return types.Collection.from_dict(data)

    def delete(self, slug: str, *, options: CallOptions | None = None) -> None:
        """Remove a collection: `DELETE /v1/api/collections/{slug}`. Needs the scope
        `collections:write`.

        Its realms stay.

        :param slug: Its name in addresses.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/collections/{slug}", (slug,), options=options)


class StatsMethods(MethodGroup):
    """What the whole catalog counts."""

    __slots__ = ()

    def get(self, *, options: CallOptions | None = None) -> types.Statistics:
        """Read platform statistics: `GET /v1/api/stats`.

        Counts public realms and their downloads, and all accounts.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data("GET", "/stats", (), marks=("totalRealms",), options=options)
        return types.Statistics.from_dict(data)

    @overload
    def series(
        self,
        *,
        metric: Literal["downloads", "realms", "users"],
        from_: str | None = None,
        to: str | None = None,
        format: Literal["json"] | None = None,
        interval: Literal["day", "week", "month"] | None = None,
        category: str | None = None,
        options: CallOptions | None = None,
    ) -> types.StatisticsSeries: ...

    @overload
    def series(
        self,
        *,
        metric: Literal["downloads", "realms", "users"],
        from_: str | None = None,
        to: str | None = None,
        format: Literal["csv"],
        interval: Literal["day", "week", "month"] | None = None,
        category: str | None = None,
        options: CallOptions | None = None,
    ) -> str: ...

    def series(
        self,
        *,
        metric: Literal["downloads", "realms", "users"],
        from_: str | None = None,
        to: str | None = None,
        format: Literal["json", "csv"] | None = None,
        interval: Literal["day", "week", "month"] | None = None,
        category: str | None = None,
        options: CallOptions | None = None,
    ) -> types.StatisticsSeries | str:
        """Read platform statistics by day: `GET /v1/api/stats/series`.

        Of what is public now: downloads by day, realms and accounts by the day of their
        creation. Without `from` and `to`, the points sum to the total that `/stats` has.

        :param metric: Downloads by their day, realms or accounts by the day of their
            creation.
        :param from_: The first day (UTC) that counts.
        :param to: The last day (UTC) that counts.
        :param format: `csv`: the rows as CSV, with a header line. Default: `json`.
        :param interval: Default: the shortest that gives at most 1,000 points. A shorter one
            is a 400.
        :param category: Only realms of this category. A 400 with `users`.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `rate_limited`, `internal_error`, `unavailable`.
        """
        query: dict[str, Any] = {
            "metric": metric,
            "from": from_,
            "to": to,
            "format": format,
            "interval": interval,
            "category": category,
        }
        data = self._caller.data(
            "GET",
            "/stats/series",
            (),
            query=query,
            marks=("metric",),
            options=options,
        )
        return data if isinstance(data, str) else types.StatisticsSeries.from_dict(data)


class UsersMethods(MethodGroup):
    """What everyone may know of an account."""

    __slots__ = ()

    def get(self, username: str, *, options: CallOptions | None = None) -> types.User:
        """Read a profile: `GET /v1/api/users/{username}`.

        The profile of an account, and sums over its public realms.

        :param username: In upper or lower case.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data(
            "GET",
            "/users/{username}",
            (username,),
            marks=("username",),
            options=options,
        )
        return types.User.from_dict(data)


class AuthMethods(MethodGroup):
    """Opening an account, logging in and out, and one’s own account. New passwords by mail, and
    verified addresses.
    """

    __slots__ = ()

    def register(
        self,
        *,
        username: str,
        password: str,
        name: str | None = None,
        email: str | None = None,
        invitation: str | None = None,
        options: CallOptions | None = None,
    ) -> types.Account:
        """Open an account: `POST /v1/api/auth/register`.

        Free. Log in with it, then make a key. An address may open five accounts an hour;
        every valid request counts. Where the catalog is closed, or asks for an invitation,
        it is a 403.

        :param username: Kept lower-case; up to 64 letters, digits, dots, dashes and
            underscores. Not in the form of an id.
        :param password: At least 8 characters, and at most 1,024 bytes; none of the 10,000
            most common ones.
        :param name: No control characters, and none that are invisible or turn the reading
            direction.
        :param email:
        :param invitation: From the address of an invitation, where the catalog asks for one.

        :raises CatalogError: `forbidden`: the credential is valid and lacks a scope or a
            role, which `detail` names.
        :raises CatalogError: `conflict`: the request conflicts with the current state, such
            as a name that is taken.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `payload_too_large`, `unsupported_media_type`, `rate_limited`,
            `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "username": username,
            "password": password,
            "name": name,
            "email": email,
            "invitation": invitation,
        }
        data = self._caller.data(
            "POST",
            "/auth/register",
            (),
            body=body,
            marks=("id",),
            options=options,
        )
        return types.Account.from_dict(data)

    def login(
        self,
        *,
        username: str,
        password: str,
        code: str | None = None,
        options: CallOptions | None = None,
    ) -> types.Session:
        """Log in: `POST /v1/api/auth/login`.

        Gives a JWT of 15 minutes that may do all its account may, and a refresh token of 30
        days. Ten tries without success from one address for one account in five minutes, and
        further ones are a 429. An account with a second factor needs a `code` as well; after
        ten wrong ones within an hour, over all addresses, only recovery codes count until it
        ends.

        :param username: For example `alice`.
        :param password: For example `correct horse battery staple`.
        :param code: Where the account has a second factor: a code of its authenticator app,
            or a recovery code.

        :raises CatalogError: `second_factor_required`: the password of a login is right, and
            the account asks for a `code` as well, which is missing or wrong.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `payload_too_large`, `unsupported_media_type`, `rate_limited`,
            `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "username": username,
            "password": password,
            "code": code,
        }
        data = self._caller.data(
            "POST",
            "/auth/login",
            (),
            body=body,
            marks=("token",),
            options=options,
        )
        return types.Session.from_dict(data)

    def refresh(self, *, refresh_token: str, options: CallOptions | None = None) -> types.Session:
        """Refresh a session: `POST /v1/api/auth/refresh`.

        Gives a new JWT and a new refresh token. A refresh token is good once: using an old
        one again ends the session.

        :param refresh_token: For example `rlm_refresh_…`.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `payload_too_large`, `unsupported_media_type`, `rate_limited`,
            `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "refreshToken": refresh_token,
        }
        data = self._caller.data(
            "POST",
            "/auth/refresh",
            (),
            body=body,
            marks=("token",),
            options=options,
        )
        return types.Session.from_dict(data)

    def logout(
        self,
        *,
        refresh_token: str | None = None,
        options: CallOptions | None = None,
    ) -> None:
        """Log out: `POST /v1/api/auth/logout`.

        Ends the session of the refresh token in the body, or of the JWT that asks. Its
        tokens end at once.

        :param refresh_token: For example `rlm_refresh_…`.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `payload_too_large`, `unsupported_media_type`, `rate_limited`,
            `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "refreshToken": refresh_token,
        }
        self._caller.data("POST", "/auth/logout", (), body=body, options=options)

    def request_password_reset(self, *, email: str, options: CallOptions | None = None) -> None:
        """Ask for a new password by mail: `POST /v1/api/auth/reset`.

        Sends a link, good once for an hour, to the account that has verified this address.
        The answer is the same where there is none. Only where the catalog sends mail; else a
        404.

        :param email: For example `alice@example.com`.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `payload_too_large`, `unsupported_media_type`, `rate_limited`,
            `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "email": email,
        }
        self._caller.data("POST", "/auth/reset", (), body=body, options=options)

    def reset_password(
        self,
        *,
        token: str,
        password: str,
        options: CallOptions | None = None,
    ) -> None:
        """Set a new password by mail: `PUT /v1/api/auth/reset`.

        Ends every session and grant of the account. It logs nobody in: the next login asks
        for the second factor as before. Only where the catalog sends mail; else a 404.

        :param token: From the address in the mail.
        :param password: At least 8 characters, and at most 1,024 bytes; none of the 10,000
            most common ones.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `payload_too_large`, `unsupported_media_type`, `rate_limited`,
            `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "token": token,
            "password": password,
        }
        self._caller.data("PUT", "/auth/reset", (), body=body, options=options)

    def verify_email(self, *, token: str, options: CallOptions | None = None) -> None:
        """Confirm an address: `POST /v1/api/auth/verify-email`.

        The address of the account is then verified, until it is changed. Only where the
        catalog sends mail; else a 404.

        :param token: From the address in the mail.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `payload_too_large`, `unsupported_media_type`, `rate_limited`,
            `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "token": token,
        }
        self._caller.data("POST", "/auth/verify-email", (), body=body, options=options)


class AccountMethods(MethodGroup):
    """Opening an account, logging in and out, and one’s own account. The realms that you own,
    and those that you starred. Where you are logged in, and which applications act for you.
    All that the catalog has of you. What a sign-in asks for beside the password. New
    passwords by mail, and verified addresses. The accounts at another provider with which
    you sign in in the browser.
    """

    __slots__ = ()

    def get(self, *, options: CallOptions | None = None) -> types.Me:
        """Read your account: `GET /v1/api/me`. Needs a credential.

        Answers any good credential, and says what it may do.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data("GET", "/me", (), marks=("id",), options=options)
        return types.Me.from_dict(data)

    def update(
        self,
        *,
        name: str | None = None,
        bio: str | None = None,
        image: str | None = None,
        email: str | None = None,
        password: str | None = None,
        current_password: str | None = None,
        options: CallOptions | None = None,
    ) -> types.Account:
        """Change your account: `PATCH /v1/api/me`. Needs the scope `account`.

        Only the fields that are sent change. A new password needs the current one, and ends
        every other session.

        :param name: No control characters, and none that are invisible or turn the reading
            direction.
        :param bio:
        :param image: Address of a picture, or empty. Pages show only a picture that was
            uploaded here.
        :param email:
        :param password: At least 8 characters, and at most 1,024 bytes; none of the 10,000
            most common ones.
        :param current_password: Needed to change the password.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "name": name,
            "bio": bio,
            "image": image,
            "email": email,
            "password": password,
            "currentPassword": current_password,
        }
        data = self._caller.data("PATCH", "/me", (), body=body, marks=("id",), options=options)
        return types.Account.from_dict(data)

    def delete(
        self,
        *,
        password: str,
        code: str | None = None,
        options: CallOptions | None = None,
    ) -> None:
        """Delete your account: `DELETE /v1/api/me`. Needs the scope `account`.

        Your private and unlisted realms go. Public ones stay, under an author without a
        name. All credentials of the account end at once, and nobody can ever have its
        username again. An account with a second factor needs a `code` as well. An account
        without a password is deleted in the settings of the web pages.

        :param password: Of the account.
        :param code: Of the second factor, where the account has one.

        :raises CatalogError: `second_factor_required`: the password of a login is right, and
            the account asks for a `code` as well, which is missing or wrong.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "password": password,
            "code": code,
        }
        self._caller.data("DELETE", "/me", (), body=body, options=options)

    def set_avatar(self, *, picture: bytes, options: CallOptions | None = None) -> types.Account:
        """Upload your picture: `PUT /v1/api/me/avatar`. Needs the scope `account`.

        PNG, JPEG, WebP or AVIF of at most 1 MiB, which becomes a square of 256 pixels. The
        reply has its address as `image`. Without a picture, pages draw one.

        :raises CatalogError: `unprocessable`: the archive, its digest or an
            `Idempotency-Key` is refused; `detail` says why.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data(
            "PUT",
            "/me/avatar",
            (),
            picture=picture,
            marks=("id",),
            options=options,
        )
        return types.Account.from_dict(data)

    def remove_avatar(self, *, options: CallOptions | None = None) -> None:
        """Remove your picture: `DELETE /v1/api/me/avatar`. Needs the scope `account`.

        Empties `image`, whatever it is.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/me/avatar", (), options=options)

    def data(self, *, options: CallOptions | None = None) -> types.MyData:
        """Take your data with you: `GET /v1/api/me/data`. Needs the scope `account`.

        One JSON document, sent while it is read. Needs the scope `realms:read` beside
        `account`.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data("GET", "/me/data", (), marks=("account",), options=options)
        return types.MyData.from_dict(data)

    def realms(
        self,
        *,
        category: Sequence[str] | str | None = None,
        tags: Sequence[str] | str | None = None,
        author: Sequence[str] | str | None = None,
        license: Sequence[str] | str | None = None,
        has: Sequence[Literal["demo", "preview", "screenshots"]] | str | None = None,
        slugs: Sequence[str] | str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        search: str | None = None,
        q: str | None = None,
        featured: bool | None = None,
        sort: Literal[
            "relevance",
            "downloads",
            "recent",
            "trending",
            "stars",
            "newest",
            "updated",
            "name",
        ] | None = None,
        facets: Sequence[Literal["category", "tags", "license", "author"]] | str | None = None,
        max: int | None = None,
        options: CallOptions | None = None,
    ) -> types.MyRealmPages:
        """List your realms: `GET /v1/api/me/realms`. Needs the scope `realms:read`.

        All realms that you own, of every visibility. The parameters are those of the list of
        all realms.

        :param category: Only realms of this category; comma-separated or repeated, of one of
            these.
        :param tags: Comma-separated: a realm must have all of them. May also be repeated.
        :param author: Only realms of the account with this username; comma-separated or
            repeated, of one of these.
        :param license: Only realms with this license, in any case; repeated, with one of
            these. A comma is part of a license.
        :param has: Comma-separated or repeated: only realms that have all of these.
        :param slugs: Comma-separated or repeated: just these realms, as far as you may list
            them. They come in this order unless `sort` says otherwise, and all of them without
            `limit`.
        :param limit: How many at most; above 100 it is applied, and reported, as 100.
            Default: `20`.
        :param offset: How many to skip; past the end the page is empty. Default: `0`.
        :param search: Each word must occur in the name or the description, also inside a
            word; upper and lower case, and accents, are alike.
        :param q: The broad search. Each word must occur in the name, the slug, the
            description, a tag, the category, or the username or name of the author; dots and
            dashes in tags are ignored. At most 10 words; not together with `search`.
        :param featured: `true`, `1` or bare: only featured realms. `false` or `0`: all.
        :param sort: Default: `relevance` with `search` or `q`, else `newest`; with `slugs`,
            as they stand there. `recent`: by the downloads of the last 90 whole days.
            `trending`: by how far those of the last 7 days are above those of the 28 days
            before.
        :param facets: Comma-separated: adds how many of the realms have each value.
            Categories, licenses and authors are counted without the filter of the same name,
            tags with all filters.
        :param max: How many items an iteration gives at most.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `rate_limited`, `internal_error`, `unavailable`.
        """
        query: dict[str, Any] = {
            "category": category,
            "tags": tags,
            "author": author,
            "license": license,
            "has": has,
            "slugs": slugs,
            "limit": limit,
            "offset": offset,
            "search": search,
            "q": q,
            "featured": featured,
            "sort": sort,
            "facets": facets,
        }
        return types.MyRealmPages(
            self._caller,
            "/me/realms",
            (),
            query,
            ("realms", "pagination"),
            max,
            options,
        )

    def stars(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        max: int | None = None,
        options: CallOptions | None = None,
    ) -> types.RealmPages:
        """List the realms that you have starred: `GET /v1/api/me/stars`. Needs a credential.

        The star that was given last comes first, and the last 10,000 are listed. Realms that
        you may not see any more are left out.

        :param limit: How many at most; above 100 it is applied, and reported, as 100.
            Default: `20`.
        :param offset: How many to skip; past the end the page is empty. Default: `0`.
        :param max: How many items an iteration gives at most.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `rate_limited`, `internal_error`, `unavailable`.
        """
        query: dict[str, Any] = {
            "limit": limit,
            "offset": offset,
        }
        return types.RealmPages(
            self._caller,
            "/me/stars",
            (),
            query,
            ("realms", "pagination"),
            max,
            options,
        )

    def sessions(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        max: int | None = None,
        options: CallOptions | None = None,
    ) -> types.SessionPages:
        """List your sessions: `GET /v1/api/me/sessions`. Needs the scope `account`.

        Where your account is logged in: programs, and browsers at the web pages. Those that
        end last come first.

        :param limit: How many at most; above 100 it is applied, and reported, as 100.
            Default: `20`.
        :param offset: How many to skip; past the end the page is empty. Default: `0`.
        :param max: How many items an iteration gives at most.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `rate_limited`, `internal_error`, `unavailable`.
        """
        query: dict[str, Any] = {
            "limit": limit,
            "offset": offset,
        }
        return types.SessionPages(
            self._caller,
            "/me/sessions",
            (),
            query,
            ("sessions", "pagination"),
            max,
            options,
        )

    def end_session(self, id: str, *, options: CallOptions | None = None) -> None:
        """End a session: `DELETE /v1/api/me/sessions/{id}`. Needs the scope `account`.

        Its tokens end at once, and so do the uploads that it has opened. Keys that were made
        with it stay.

        :param id: The session’s id.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/me/sessions/{id}", (id,), options=options)

    def grants(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        max: int | None = None,
        options: CallOptions | None = None,
    ) -> types.GrantPages:
        """List what you have allowed applications: `GET /v1/api/me/grants`. Needs the scope
        `account`.

        One grant for each time that you have allowed an application to act for you; the
        newest first.

        :param limit: How many at most; above 100 it is applied, and reported, as 100.
            Default: `20`.
        :param offset: How many to skip; past the end the page is empty. Default: `0`.
        :param max: How many items an iteration gives at most.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `rate_limited`, `internal_error`, `unavailable`.
        """
        query: dict[str, Any] = {
            "limit": limit,
            "offset": offset,
        }
        return types.GrantPages(
            self._caller,
            "/me/grants",
            (),
            query,
            ("grants", "pagination"),
            max,
            options,
        )

    def revoke_grant(self, id: str, *, options: CallOptions | None = None) -> None:
        """Revoke a grant: `DELETE /v1/api/me/grants/{id}`. Needs the scope `account`.

        Its tokens end at once, and so do the keys that were made and the uploads that were
        opened with them.

        :param id: The grant’s id.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/me/grants/{id}", (id,), options=options)

    def request_email_verification(self, *, options: CallOptions | None = None) -> None:
        """Verify your address: `POST /v1/api/me/verify-email`. Needs the scope `account`.

        Sends a link, good once for a day, to the address of your account. Takes a login of
        the last 30 minutes, and no key or OAuth token. Only where the catalog sends mail;
        else a 404.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: `conflict`: the request conflicts with the current state, such
            as a name that is taken.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("POST", "/me/verify-email", (), options=options)

    def second_factors(self, *, options: CallOptions | None = None) -> types.SecondFactors:
        """Read your second factors: `GET /v1/api/me/second-factors`. Needs the scope `account`.

        Which ones you have, and whether a sign-in asks for them.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data("GET", "/me/second-factors", (), marks=("isOn",), options=options)
        return types.SecondFactors.from_dict(data)

    def create_totp(self, *, options: CallOptions | None = None) -> types.NewTotp:
        """Add an authenticator app: `POST /v1/api/me/second-factors/totp`. Needs the scope
        `account`.

        Makes the secret for the app, which counts once a code of it is confirmed. Takes a
        login of the last 30 minutes (`POST /auth/login`), and no key or OAuth token.

        :raises CatalogError: `conflict`: the request conflicts with the current state, such
            as a name that is taken.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data(
            "POST",
            "/me/second-factors/totp",
            (),
            marks=("secret",),
            options=options,
        )
        return types.NewTotp.from_dict(data)

    def confirm_totp(self, *, code: str, options: CallOptions | None = None) -> None:
        """Confirm an authenticator app: `PUT /v1/api/me/second-factors/totp`. Needs the scope
        `account`.

        Send a code that the app shows. A sign-in asks for codes as soon as recovery codes
        are confirmed as well. Takes a login of the last 30 minutes (`POST /auth/login`), and
        no key or OAuth token.

        :param code: Six digits that the app shows.

        :raises CatalogError: `conflict`: the request conflicts with the current state, such
            as a name that is taken.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "code": code,
        }
        self._caller.data("PUT", "/me/second-factors/totp", (), body=body, options=options)

    def delete_totp(self, *, options: CallOptions | None = None) -> None:
        """Remove the authenticator app: `DELETE /v1/api/me/second-factors/totp`. Needs the
        scope `account`.

        If it was the last second factor, the recovery codes end as well. Takes a login of
        the last 30 minutes (`POST /auth/login`), and no key or OAuth token.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/me/second-factors/totp", (), options=options)

    def create_recovery_codes(self, *, options: CallOptions | None = None) -> types.RecoveryCodes:
        """Make new recovery codes: `POST /v1/api/me/second-factors/recovery-codes`. Needs the
        scope `account`.

        Eight codes. They count instead of earlier ones once one of them is confirmed. Takes
        a login of the last 30 minutes (`POST /auth/login`), and no key or OAuth token.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data(
            "POST",
            "/me/second-factors/recovery-codes",
            (),
            marks=("codes",),
            options=options,
        )
        return types.RecoveryCodes.from_dict(data)

    def confirm_recovery_codes(self, *, code: str, options: CallOptions | None = None) -> None:
        """Confirm that recovery codes are saved: `PUT
        /v1/api/me/second-factors/recovery-codes`. Needs the scope `account`.

        Send one of the new codes; it stays good. When this turns second factors on, every
        other session and every grant ends. Takes a login of the last 30 minutes (`POST
        /auth/login`), and no key or OAuth token.

        :param code: For example `1f0a-93bc-77de-4210`.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "code": code,
        }
        self._caller.data(
            "PUT",
            "/me/second-factors/recovery-codes",
            (),
            body=body,
            options=options,
        )

    def ask_for_passkey(self, *, options: CallOptions | None = None) -> types.PasskeyQuestion:
        """Ask for a new passkey: `POST /v1/api/me/second-factors/passkey-question`. Needs the
        scope `account`.

        What a page of this catalog asks the browser. Passkeys need https with a domain name,
        or localhost; elsewhere it is a 409. Takes a login of the last 30 minutes (`POST
        /auth/login`), and no key or OAuth token.

        :raises CatalogError: `conflict`: the request conflicts with the current state, such
            as a name that is taken.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data(
            "POST",
            "/me/second-factors/passkey-question",
            (),
            marks=("options",),
            options=options,
        )
        return types.PasskeyQuestion.from_dict(data)

    def create_passkey(
        self,
        *,
        token: str,
        name: str,
        response: str,
        options: CallOptions | None = None,
    ) -> types.Passkey:
        """Add a passkey: `POST /v1/api/me/second-factors/passkeys`. Needs the scope `account`.

        Takes what the browser answered. An account has at most 20. A sign-in asks for them
        as soon as recovery codes are confirmed as well; alone they are a login, too. Takes a
        login of the last 30 minutes (`POST /auth/login`), and no key or OAuth token.

        :param token: Of the question.
        :param name: No control characters, and none that are invisible or turn the reading
            direction.
        :param response: JSON of the `PublicKeyCredential` (`toJSON()`).

        :raises CatalogError: `conflict`: the request conflicts with the current state, such
            as a name that is taken.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "token": token,
            "name": name,
            "response": response,
        }
        data = self._caller.data(
            "POST",
            "/me/second-factors/passkeys",
            (),
            body=body,
            marks=("id",),
            options=options,
        )
        return types.Passkey.from_dict(data)

    def delete_passkey(self, id: str, *, options: CallOptions | None = None) -> None:
        """Remove a passkey: `DELETE /v1/api/me/second-factors/passkeys/{id}`. Needs the scope
        `account`.

        The last way in stays: without a password, another passkey or an identity this is a
        409. Takes a login of the last 30 minutes (`POST /auth/login`), and no key or OAuth
        token.

        :param id: The passkey’s id.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: `conflict`: the request conflicts with the current state, such
            as a name that is taken.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/me/second-factors/passkeys/{id}", (id,), options=options)

    def identities(self, *, options: CallOptions | None = None) -> types.Identities:
        """List your identities: `GET /v1/api/me/identities`. Needs the scope `account`.

        Those that are linked to your account. Identities are linked in the browser.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data(
            "GET",
            "/me/identities",
            (),
            marks=("identities",),
            options=options,
        )
        return types.Identities.from_dict(data)

    def unlink_identity(self, id: str, *, options: CallOptions | None = None) -> None:
        """Unlink an identity: `DELETE /v1/api/me/identities/{id}`. Needs the scope `account`.

        It no longer signs in to your account. The last way in stays: without a password, a
        passkey or another identity this is a 409. Takes a login of the last 30 minutes, and
        no key or OAuth token.

        :param id: The identity’s id.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: `conflict`: the request conflicts with the current state, such
            as a name that is taken.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/me/identities/{id}", (id,), options=options)


class KeysMethods(MethodGroup):
    """API keys, which an account makes for its programs."""

    __slots__ = ()

    def create(
        self,
        *,
        name: str,
        scopes: Sequence[types.Scope] | None = None,
        expires_at: str | None = None,
        options: CallOptions | None = None,
    ) -> types.CreatedKey:
        """Make an API key: `POST /v1/api/keys`. Needs the scope `account`.

        The key is shown this once; only its hash is kept.

        :param name: No control characters, and none that are invisible or turn the reading
            direction.
        :param scopes: Default: realms:read and realms:write.
        :param expires_at: When it ends; when left out, with the key or grant that makes it,
            or never. Not later than that.

        :raises CatalogError: `conflict`: the request conflicts with the current state, such
            as a name that is taken.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "name": name,
            "scopes": scopes,
            "expiresAt": expires_at,
        }
        data = self._caller.data("POST", "/keys", (), body=body, marks=("id",), options=options)
        return types.CreatedKey.from_dict(data)

    def list(self, *, options: CallOptions | None = None) -> types.KeyList:
        """List your API keys: `GET /v1/api/keys`. Needs the scope `account`.

        Newest first, without the keys themselves.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data("GET", "/keys", (), marks=("keys",), options=options)
        return types.KeyList.from_dict(data)

    def revoke(self, id: str, *, options: CallOptions | None = None) -> None:
        """Revoke an API key: `DELETE /v1/api/keys/{id}`. Needs the scope `account`.

        It ends at once.

        :param id: The key’s id.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/keys/{id}", (id,), options=options)


class OauthClientsMethods(MethodGroup):
    """The applications that people register for OAuth 2.0."""

    __slots__ = ()

    def create(
        self,
        *,
        name: str,
        type: Literal["public", "confidential"] | None = None,
        redirect_uris: Sequence[str] | None = None,
        grant_types: Sequence[Literal[
            "authorization_code",
            "refresh_token",
            "device_code",
            "client_credentials",
        ]] | None = None,
        scopes: Sequence[types.Scope] | None = None,
        options: CallOptions | None = None,
    ) -> types.CreatedOAuthClient:
        """Register an OAuth client: `POST /v1/api/oauth/clients`. Needs the scope `account`.

        Its id is the `client_id` of OAuth 2.0. The secret of a confidential client is shown
        this once; only its hash is kept. Names of the catalog itself, and names that look
        like them, are refused.

        :param name: No control characters, and none that are invisible or turn the reading
            direction.
        :param type: Whether it can keep a secret. Programs on people’s own machines cannot;
            they may receive at any loopback port. Default: `public`.
        :param redirect_uris: Where answers may be sent, exactly: https, http on a loopback
            address, or for public clients a private scheme with a dot.
        :param grant_types: Default: authorization_code and refresh_token. Only confidential
            clients may have client_credentials.
        :param scopes: The most that it may ask for. Default: realms:read and realms:write.

        :raises CatalogError: `conflict`: the request conflicts with the current state, such
            as a name that is taken.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "name": name,
            "type": type,
            "redirectUris": redirect_uris,
            "grantTypes": grant_types,
            "scopes": scopes,
        }
        data = self._caller.data(
            "POST",
            "/oauth/clients",
            (),
            body=body,
            marks=("id",),
            options=options,
        )
        return types.CreatedOAuthClient.from_dict(data)

    def list(self, *, options: CallOptions | None = None) -> types.OAuthClientList:
        """List your OAuth clients: `GET /v1/api/oauth/clients`. Needs the scope `account`.

        Newest first, without their secrets.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data("GET", "/oauth/clients", (), marks=("clients",), options=options)
        return types.OAuthClientList.from_dict(data)

    def update(
        self,
        id: str,
        *,
        name: str | None = None,
        redirect_uris: Sequence[str] | None = None,
        grant_types: Sequence[Literal[
            "authorization_code",
            "refresh_token",
            "device_code",
            "client_credentials",
        ]] | None = None,
        scopes: Sequence[types.Scope] | None = None,
        options: CallOptions | None = None,
    ) -> types.OAuthClient:
        """Change an OAuth client: `PATCH /v1/api/oauth/clients/{id}`. Needs the scope
        `account`.

        Only the fields that are sent change; the type stays. A scope that is taken away ends
        every grant and token that has it. Your credential needs all scopes that the client
        then has.

        :param id: The client’s id.
        :param name: No control characters, and none that are invisible or turn the reading
            direction.
        :param redirect_uris: Where answers may be sent, exactly: https, http on a loopback
            address, or for public clients a private scheme with a dot.
        :param grant_types: Default: authorization_code and refresh_token. Only confidential
            clients may have client_credentials.
        :param scopes: The most that it may ask for. Default: realms:read and realms:write.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "name": name,
            "redirectUris": redirect_uris,
            "grantTypes": grant_types,
            "scopes": scopes,
        }
        data = self._caller.data(
            "PATCH",
            "/oauth/clients/{id}",
            (id,),
            body=body,
            marks=("id",),
            options=options,
        )
        return types.OAuthClient.from_dict(data)

    def create_secret(
        self,
        id: str,
        *,
        revoke: bool | None = None,
        options: CallOptions | None = None,
    ) -> types.NewClientSecret:
        """Make a new client secret: `POST /v1/api/oauth/clients/{id}/secret`. Needs the scope
        `account`.

        The old secret stays valid for 24 hours, unless `revoke` is true. Your credential
        needs all scopes that the client has. A public client has no secret: 409.

        :param id: The client’s id.
        :param revoke: End the old secret at once. Default: `false`.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: `conflict`: the request conflicts with the current state, such
            as a name that is taken.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "revoke": revoke,
        }
        data = self._caller.data(
            "POST",
            "/oauth/clients/{id}/secret",
            (id,),
            body=body,
            marks=("clientSecret",),
            options=options,
        )
        return types.NewClientSecret.from_dict(data)

    def delete(self, id: str, *, options: CallOptions | None = None) -> None:
        """Remove an OAuth client: `DELETE /v1/api/oauth/clients/{id}`. Needs the scope
        `account`.

        Everything that it was ever given ends at once.

        :param id: The client’s id.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/oauth/clients/{id}", (id,), options=options)


class LimitsMethods(MethodGroup):
    """What is left of the hourly limit."""

    __slots__ = ()

    def get(self, *, options: CallOptions | None = None) -> types.RateLimitStatus:
        """Read your rate limit: `GET /v1/api/rate_limit`.

        What is left of your hourly limit. Asking costs nothing.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data("GET", "/rate_limit", (), marks=("tier",), options=options)
        return types.RateLimitStatus.from_dict(data)


class AdminMethods(MethodGroup):
    """Accounts, realms and storage, for administrators."""

    __slots__ = ()

    def users(
        self,
        *,
        search: str | None = None,
        role: Literal["user", "curator", "admin"] | None = None,
        plan: Literal["free", "premium"] | None = None,
        suspended: bool | None = None,
        before: str | None = None,
        limit: int | None = None,
        max: int | None = None,
        options: CallOptions | None = None,
    ) -> types.ManagedUserPages:
        """List accounts: `GET /v1/api/admin/users`. Needs the scope `admin`.

        For administrators. The newest first; filters narrow each other. With `search`, the
        first ones by username, and no further page. Removed accounts are left out.

        :param search: Only usernames that begin so.
        :param role: Only accounts with this role.
        :param plan: Only accounts with this plan.
        :param suspended: Only accounts that are suspended, or only those that are not.
        :param before: Only what is older than the one with this id: the `next` of the page
            before.
        :param limit: How many at most; above 100 it is applied, and reported, as 100.
            Default: `20`.
        :param max: How many items an iteration gives at most.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `rate_limited`, `internal_error`, `unavailable`.
        """
        query: dict[str, Any] = {
            "search": search,
            "role": role,
            "plan": plan,
            "suspended": suspended,
            "before": before,
            "limit": limit,
        }
        return types.ManagedUserPages(
            self._caller,
            "/admin/users",
            (),
            query,
            ("users", "pagination"),
            max,
            options,
        )

    def update_user(
        self,
        username: str,
        *,
        plan: Literal["free", "premium"] | None = None,
        role: Literal["user", "curator", "admin"] | None = None,
        suspended: bool | None = None,
        options: CallOptions | None = None,
    ) -> types.ManagedUser:
        """Change the plan or the role of an account, or suspend it: `PATCH
        /v1/api/admin/users/{username}`. Needs the scope `admin`.

        For administrators, for instance a billing system. While an account is suspended, its
        credentials of every kind are refused, and so are its OAuth clients; its realms stay.
        Nobody can suspend themselves, or change their own role.

        :param username: In upper or lower case.
        :param plan: The rate limit and the quota that it has.
        :param role: What it may do.
        :param suspended: Whether all its credentials are refused.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: `conflict`: the request conflicts with the current state, such
            as a name that is taken.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "plan": plan,
            "role": role,
            "suspended": suspended,
        }
        data = self._caller.data(
            "PATCH",
            "/admin/users/{username}",
            (username,),
            body=body,
            marks=("id",),
            options=options,
        )
        return types.ManagedUser.from_dict(data)

    def quarantined(
        self,
        *,
        before: str | None = None,
        limit: int | None = None,
        max: int | None = None,
        options: CallOptions | None = None,
    ) -> types.QuarantinedRealmPages:
        """List quarantined realms: `GET /v1/api/admin/realms`. Needs the scope `admin`.

        For administrators. The realm that was created last comes first.

        :param before: Only what is older than the one with this id: the `next` of the page
            before.
        :param limit: How many at most; above 100 it is applied, and reported, as 100.
            Default: `20`.
        :param max: How many items an iteration gives at most.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `rate_limited`, `internal_error`, `unavailable`.
        """
        query: dict[str, Any] = {
            "before": before,
            "limit": limit,
        }
        return types.QuarantinedRealmPages(
            self._caller,
            "/admin/realms",
            (),
            query,
            ("realms", "pagination"),
            max,
            options,
        )

    def moderate_realm(
        self,
        slug: str,
        *,
        featured: bool | None = None,
        quarantined: bool | None = None,
        reason: str | None = None,
        options: CallOptions | None = None,
    ) -> types.Realm:
        """Feature a realm, or quarantine it: `PATCH /v1/api/admin/realms/{slug}`. Needs the
        scope `admin`.

        For administrators. A quarantined realm is gone at once from lists, counts, searches,
        collections, pictures, previews and downloads. Its owner may read and delete it, and
        nothing else. A `reason` is needed, and shown to its owner.

        :param slug: The realm’s slug.
        :param featured: Whether it is among the featured realms.
        :param quarantined: Whether it is withdrawn from everyone but its owner and
            administrators.
        :param reason: Why it is quarantined: needed for that, and shown to its owner.

        :raises CatalogError: `not_found`: nothing exists at this address, or you may not see
            it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `quarantined`, `payload_too_large`,
            `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "featured": featured,
            "quarantined": quarantined,
            "reason": reason,
        }
        data = self._caller.data(
            "PATCH",
            "/admin/realms/{slug}",
            (slug,),
            body=body,
            marks=("id",),
            options=options,
        )
        return types.Realm.from_dict(data)

    def storage(self, *, options: CallOptions | None = None) -> types.Storage:
        """Read what is stored: `GET /v1/api/admin/storage`. Needs the scope `admin`.

        For administrators. The quotas, and the accounts that keep the most.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data("GET", "/admin/storage", (), marks=("bytes",), options=options)
        return types.Storage.from_dict(data)


class AuditMethods(MethodGroup):
    """Who did what, for administrators."""

    __slots__ = ()

    def list(
        self,
        *,
        action: types.AuditAction | None = None,
        actor: str | None = None,
        subject: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        before: str | None = None,
        limit: int | None = None,
        max: int | None = None,
        options: CallOptions | None = None,
    ) -> types.AuditPages:
        """Read who did what: `GET /v1/api/audit`. Needs the scope `admin`.

        For administrators. The newest first; filters narrow each other. The header `Link`
        leads to the next page.

        :param action: Only this action, of those that the audit records.
        :param actor: Only what this account did: its username, or its id.
        :param subject: Only what was done to this: a slug, an id, or the username of an
            account. A realm is found by each slug that it has or had.
        :param from_: Not before this time.
        :param to: Not after this time.
        :param before: Only entries older than the one with this id: the `next` of the page
            before.
        :param limit: How many at most; above 100 it is applied, and reported, as 100.
            Default: `20`.
        :param max: How many items an iteration gives at most.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `rate_limited`, `internal_error`, `unavailable`.
        """
        query: dict[str, Any] = {
            "action": action,
            "actor": actor,
            "subject": subject,
            "from": from_,
            "to": to,
            "before": before,
            "limit": limit,
        }
        return types.AuditPages(
            self._caller,
            "/audit",
            (),
            query,
            ("entries", "pagination"),
            max,
            options,
        )


class Methods:
    """The methods of all operations, in their groups."""

    __slots__ = (
        "realms",
        "tags",
        "categories",
        "search",
        "collections",
        "stats",
        "users",
        "auth",
        "account",
        "keys",
        "oauth_clients",
        "limits",
        "admin",
        "audit",
    )

    def __init__(self, caller: Caller) -> None:
        self.realms = RealmsMethods(caller)
        self.tags = TagsMethods(caller)
        self.categories = CategoriesMethods(caller)
        self.search = SearchMethods(caller)
        self.collections = CollectionsMethods(caller)
        self.stats = StatsMethods(caller)
        self.users = UsersMethods(caller)
        self.auth = AuthMethods(caller)
        self.account = AccountMethods(caller)
        self.keys = KeysMethods(caller)
        self.oauth_clients = OauthClientsMethods(caller)
        self.limits = LimitsMethods(caller)
        self.admin = AdminMethods(caller)
        self.audit = AuditMethods(caller)
