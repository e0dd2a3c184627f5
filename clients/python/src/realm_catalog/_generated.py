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
    """List, search, read, create, change and star realms. Links to the archives of realms, and
    counts of downloads. The versions of realms, and the upload of their archives. The files
    of a version, and the changes between two versions. The realms that you own, and the
    realms that you have starred.
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

        Public realms, newest first. With `search` or `q`, the best match comes first. Realms
        match all filters that you send. The `Link` header (RFC 8288) leads to the first,
        previous, next and last page.

        :param category: Only realms of this category, or of any of several categories,
            comma-separated or repeated.
        :param tags: Only realms with all of these tags, comma-separated or repeated.
        :param author: Only realms of this author (a username), or of any of several authors,
            comma-separated or repeated.
        :param license: Only realms with this license, in upper or lower case, or with any of
            several licenses. Repeat the parameter: a comma is part of a license.
        :param has: Only realms that have all of these, comma-separated or repeated.
        :param slugs: Only these realms, comma-separated or repeated, without those that you
            may not list. They come in this order unless you send `sort`. Without `limit`, you
            get all of them.
        :param limit: The maximum number of items. Values above 100 count as 100. Default:
            `20`.
        :param offset: How many items to skip. Past the end, the page is empty. Default: `0`.
        :param search: Each word must occur in the name or the description, also inside a
            longer word. Case and accents do not matter.
        :param q: Searches more fields than `search`. Each word must occur in the name, the
            slug, the description, a tag, the category, or the username or name of the author.
            Dots and dashes in tags are ignored. At most 10 words. Not together with `search`.
        :param featured: With `true`, `1` or no value: only featured realms. With `false` or
            `0`: all.
        :param sort: Default: the order of `slugs`, if you send it, `relevance` with `search`
            or `q`, else `newest`. `recent` sorts by the downloads of the last 90 whole days.
            `trending` sorts by how far the downloads of the last 7 days exceed those of the 28
            days before.
        :param facets: Comma-separated. Adds how many of the realms have each value.
            Categories, licenses and authors are counted without the filter of the same name.
            Tags are counted with all filters.
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

        Send the fields in a JSON body, in the query string, or in both. Different values for
        one field are a 400. Without `slug`, the slug is made from the name. The realm is
        visible at once. Send its archive to `uploadUrl` with `uploadToken`. If you repeat
        the request with the same `Idempotency-Key` within 24 hours, you get the same realm
        and a new `uploadToken`.

        :param name: Without `slug`, the slug is made from the name, with `-2`, `-3`… if it
            is taken. It must not contain control characters, invisible characters or characters
            that change the reading direction.
        :param description: For example `What it is, in a sentence.`.
        :param category: For example `saas`.
        :param slug: If another realm has or had it, this is a 409. Without it, the slug is
            made from the name.
        :param tags: Stored in lower case, in order, without duplicates.
        :param visibility: `public`: listed. `unlisted`: hidden from lists and search; anyone
            who knows the slug can read it. `private`: only its owner and administrators can read
            it. A new realm is public.
        :param license: For example `MIT`.
        :param repository: An absolute http or https URL.

        :raises CatalogError: `quota_exceeded`: a quota of the account or the realm is used
            up; `GET /me` shows the quota.
        :raises CatalogError: `conflict`: the request conflicts with the current state: a
            name is taken, for example.
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

        Anyone who knows the slug can read a public or unlisted realm. The old slug of a
        renamed realm leads to the new one.

        :param slug: The realm’s slug.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
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

        For the owner. Only the fields that you send change. Any change of visibility is
        allowed. `slug` renames the realm: URLs with the old slug then answer 308 with the
        new one. A realm can take an old slug back. It can have at most 10 old slugs.

        :param slug: The realm’s slug.
        :param name: Without `slug`, the slug is made from the name, with `-2`, `-3`… if it
            is taken. It must not contain control characters, invisible characters or characters
            that change the reading direction.
        :param description: For example `What it is, in a sentence.`.
        :param category: For example `saas`.
        :param new_slug: Renames the realm. The old slug leads to the new one, and is never
            given to another realm.
        :param tags: Stored in lower case, in order, without duplicates.
        :param visibility: `public`: listed. `unlisted`: hidden from lists and search; anyone
            who knows the slug can read it. `private`: only its owner and administrators can read
            it. A new realm is public.
        :param license: For example `MIT`.
        :param repository: An absolute http or https URL.
        :param demo: For example `https://example.com/demo`.
        :param deprecated: Marks the realm as deprecated. `null` removes the mark.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
        :raises CatalogError: `conflict`: the request conflicts with the current state: a
            name is taken, for example.
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

        For the owner. Its slugs are then unknown, and are never given to another realm.

        :param slug: The realm’s slug.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `quarantined`, `payload_too_large`,
            `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/realms/{slug}", (slug,), options=options)

    def star(self, slug: str, *, options: CallOptions | None = None) -> None:
        """Star a realm: `PUT /v1/api/realms/{slug}/star`. Needs the scope `realms:write`.

        Each account can star a realm once. Repeating the request changes nothing.

        :param slug: The realm’s slug.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `quarantined`, `payload_too_large`,
            `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("PUT", "/realms/{slug}/star", (slug,), options=options)

    def is_starred(self, slug: str, *, options: CallOptions | None = None) -> bool:
        """Read whether you have starred a realm: `GET /v1/api/realms/{slug}/star`. Needs a
        credential.

        204 if you have. 404 if you have not, or if you may not see the realm.

        :param slug: The realm’s slug.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `quarantined`, `rate_limited`, `internal_error`, `unavailable`.
        """
        return self._caller.found("GET", "/realms/{slug}/star", (slug,), options=options)

    def unstar(self, slug: str, *, options: CallOptions | None = None) -> None:
        """Unstar a realm: `DELETE /v1/api/realms/{slug}/star`. Needs the scope `realms:write`.

        Removes your star, if there is one.

        :param slug: The realm’s slug.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
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

        Records one download and returns a link to the archive. If you repeat the request
        with the same `Idempotency-Key` within 24 hours, it counts once. Send `version` to
        get another version than the newest. It may be a yanked version.

        :param slug: The realm’s slug.
        :param version: Default: the newest version that is not yanked.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
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

        Days are in UTC. Without `from` and `to`, you get all days; their sum is
        `downloadCount`. More than 10,000 rows are a 400.

        :param slug: The realm’s slug.
        :param from_: The first day to include (UTC).
        :param to: The last day to include (UTC).
        :param format: `csv`: the rows as CSV, with a header line. Default: `json`.
        :param interval: Default: `day`.
        :param by: Adds a row for each version.
        :param version: Only downloads of this version.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
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

        Newest first. The archive of a version never changes.

        :param slug: The realm’s slug.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
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
        """Open the upload of the next version: `POST /v1/api/realms/{slug}/versions`. Needs the
        scope `realms:write`.

        For the owner. Send the archive to `uploadUrl` with `uploadToken`. The token ends
        with the key, session or grant that opened the upload. If you repeat the request with
        the same `Idempotency-Key` within 24 hours, a new token replaces the earlier one.

        :param slug: The realm’s slug.

        :raises CatalogError: `quota_exceeded`: a quota of the account or the realm is used
            up; `GET /me` shows the quota.
        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
        :raises CatalogError: `conflict`: the request conflicts with the current state: a
            name is taken, for example.
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

        The body is a `.tar.gz` or a `.zip` of at most 100 MiB, with any of its media types
        or none. If you send `Content-Digest` (RFC 9530), it is verified. The `realm.json` in
        the archive sets the version and its details. A refused archive leaves nothing
        behind, and you can try again with the same token. If the version is already
        published with other files, this is a 409. If its files are the same, the response is
        200 with that version and nothing changes: the token stays valid, and no quota is
        used.

        :param slug: The realm’s slug.

        :raises CatalogError: `quota_exceeded`: a quota of the account or the realm is used
            up; `GET /me` shows the quota.
        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
        :raises CatalogError: `conflict`: the request conflicts with the current state: a
            name is taken, for example.
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

        Includes details from its `realm.json`, its README and facts about its archive. The
        generated version 0.0.0 is a 404.

        :param slug: The realm’s slug.
        :param version: The version.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
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
        """Yank or unyank a version: `PATCH /v1/api/realms/{slug}/versions/{version}`. Needs the
        scope `realms:write`.

        For the owner. People can still get a yanked version by its number, but it is not
        served by default.

        :param slug: The realm’s slug.
        :param version: The version.
        :param yanked:
        :param reason: Why it is yanked. It is shown with the version until you unyank it.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
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

        Sorted by path, byte by byte. Version `0.0.0`, before the first upload, is a 404. A
        yanked version has its files.

        :param slug: The realm’s slug.
        :param version: The version.
        :param prefix: Only files whose path begins with this text.
        :param limit: The maximum number of files. Values above 1,000 count as 1,000.
            Default: `100`.
        :param offset: How many items to skip. Past the end, the page is empty. Default: `0`.
        :param max: How many items an iteration gives at most.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
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

        Returns the bytes of the file: text as `text/plain`, anything else as
        `application/octet-stream`. You can send slashes in the path as they are or as `%2F`.
        Reading a file does not count as a download. The file at a URL never changes.

        :param slug: The realm’s slug.
        :param version: The version.
        :param path: The path, as in the list of files.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
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

        The files that were added, removed or changed, sorted by path, with diffs of text
        files. A response has at most 100 files, 1 MiB of diffs and 20,000 added or removed
        lines. Files above 1 MiB are not compared. A file beyond these limits has
        `isTooLarge`.

        :param slug: The realm’s slug.
        :param from_: The older version.
        :param to: The newer version.
        :param limit: The maximum number of files. Values above 100 count as 100. Default:
            `100`.
        :param offset: How many items to skip. Past the end, the page is empty. Default: `0`.
        :param max: How many items an iteration gives at most.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
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
    """Tags and categories of realms, and completions for a search box."""

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

        The tags of public realms. Tags of the most realms come first, then by name.

        :param prefix: Only values that begin with this text, in upper or lower case.
        :param limit: The maximum number of items. Values above 100 count as 100. Default:
            `20`.
        :param offset: How many items to skip. Past the end, the page is empty. Default: `0`.
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
    """Tags and categories of realms, and completions for a search box."""

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

        The categories of public realms. Categories of the most realms come first, then by
        name.

        :param prefix: Only values that begin with this text, in upper or lower case.
        :param limit: The maximum number of items. Values above 100 count as 100. Default:
            `20`.
        :param offset: How many items to skip. Past the end, the page is empty. Default: `0`.
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
    """Tags and categories of realms, and completions for a search box."""

    __slots__ = ()

    def suggest(self, *, q: str, options: CallOptions | None = None) -> types.Completions:
        """Complete a text: `GET /v1/api/suggest`.

        Public realms, tags and authors that begin with `q`, at most 8 of each. Case and
        accents do not matter.

        :param q: The text so far.

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
    """Curated lists of realms."""

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

        Newest first. Without `limit`, you get all of them.

        :param featured: With `true`, `1` or no value: only featured collections. With
            `false` or `0`: all.
        :param limit: The maximum number of collections. Default: all. Values above 100 count
            as 100.
        :param offset: How many collections to skip. Default: `0`.
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

        Includes summaries of its realms, in the curator’s order, without realms that you may
        not list.

        :param slug: Its name in URLs.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
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
        """Create a collection: `POST /v1/api/collections`. Needs the scope `collections:write`.

        For curators and administrators.

        :param slug: Its name in URLs.
        :param name: It must not contain control characters, invisible characters or
            characters that change the reading direction.
        :param description: For example `Templates that earn their keep.`.
        :param realms: Slugs in order, without duplicates.
        :param featured: Default: `false`.

        :raises CatalogError: `conflict`: the request conflicts with the current state: a
            name is taken, for example.
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

        Only the fields that you send change.

        :param slug: Its name in URLs.
        :param name: It must not contain control characters, invisible characters or
            characters that change the reading direction.
        :param description: For example `Templates that earn their keep.`.
        :param realms: Slugs in order, without duplicates.
        :param featured:

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
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
        """Delete a collection: `DELETE /v1/api/collections/{slug}`. Needs the scope
        `collections:write`.

        Its realms stay.

        :param slug: Its name in URLs.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/collections/{slug}", (slug,), options=options)


class StatsMethods(MethodGroup):
    """Statistics of the whole catalog."""

    __slots__ = ()

    def get(self, *, options: CallOptions | None = None) -> types.Statistics:
        """Read platform statistics: `GET /v1/api/stats`.

        How many public realms, downloads and accounts there are.

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

        Counts realms that are public now, and all accounts. Downloads count on their day;
        realms and accounts count on the day of their creation. Without `from` and `to`, the
        sum of the points is the total of `/stats`.

        :param metric: What to count: downloads by their day, or realms or accounts by the
            day of their creation.
        :param from_: The first day to include (UTC).
        :param to: The last day to include (UTC).
        :param format: `csv`: the rows as CSV, with a header line. Default: `json`.
        :param interval: Default: the shortest interval that gives at most 1,000 points. A
            shorter interval is a 400.
        :param category: Only realms of this category. With `users`, this is a 400.

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
    """Public profiles of accounts."""

    __slots__ = ()

    def get(self, username: str, *, options: CallOptions | None = None) -> types.User:
        """Read a profile: `GET /v1/api/users/{username}`.

        The public profile of an account, and totals of its public realms.

        :param username: The username, in upper or lower case.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
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
    """Create an account, log in and out, and manage your account. Set a new password by mail,
    and verify your address.
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
        """Create an account: `POST /v1/api/auth/register`.

        Free. Log in, then create an API key. An IP address can create five accounts per
        hour; every valid request counts. If the catalog is closed or requires an invitation,
        this is a 403.

        :param username: Up to 64 letters, digits, dots, dashes and underscores, stored in
            lower case. It must not look like an id.
        :param password: At least 8 characters and at most 1,024 bytes. The 10,000 most
            common passwords are refused.
        :param name: It must not contain control characters, invisible characters or
            characters that change the reading direction.
        :param email:
        :param invitation: The token from the link of an invitation, if the catalog requires
            one.

        :raises CatalogError: `forbidden`: the credential is valid but lacks a scope or a
            role; `detail` names it.
        :raises CatalogError: `conflict`: the request conflicts with the current state: a
            name is taken, for example.
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

        Returns a JWT for 15 minutes, which may do everything that the account may, and a
        refresh token for 30 days. After ten failed attempts for an account from one IP
        address within five minutes, further attempts are a 429. An account with a second
        factor also needs a `code`. After ten wrong codes within an hour, from any address,
        only recovery codes are accepted until the hour ends.

        :param username: For example `alice`.
        :param password: For example `correct horse battery staple`.
        :param code: If the account has a second factor: a code from its authenticator app,
            or a recovery code.

        :raises CatalogError: `second_factor_required`: the password of a login is right, but
            the account also needs a `code`, which is missing or wrong.
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

        Returns a new JWT and a new refresh token. A refresh token works once. Using an old
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

        Ends the session of the refresh token in the body, or of the JWT in the request. Its
        tokens stop working at once.

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

        Sends a link to this address if an account has verified it. The link works once,
        within an hour. The response is the same if there is no such account. If the catalog
        sends no mail, this is a 404.

        :param email: For example `alice@example.com`.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
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
        """Set a new password with the link from the mail: `PUT /v1/api/auth/reset`.

        Ends every session and grant of the account. It does not log you in: the next login
        asks for the second factor as before. If the catalog sends no mail, this is a 404.

        :param token: The token from the link in the mail.
        :param password: At least 8 characters and at most 1,024 bytes. The 10,000 most
            common passwords are refused.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
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

        Marks the address of the account as verified, until it changes. If the catalog sends
        no mail, this is a 404.

        :param token: The token from the link in the mail.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `payload_too_large`, `unsupported_media_type`, `rate_limited`,
            `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "token": token,
        }
        self._caller.data("POST", "/auth/verify-email", (), body=body, options=options)


class AccountMethods(MethodGroup):
    """Create an account, log in and out, and manage your account. The realms that you own, and
    the realms that you have starred. Where you are logged in, and which applications may act
    for you. All data that the catalog has about you. What a sign-in asks for in addition to
    the password. Set a new password by mail, and verify your address. Accounts at other
    providers that you use to sign in with a browser.
    """

    __slots__ = ()

    def get(self, *, options: CallOptions | None = None) -> types.Me:
        """Read your account: `GET /v1/api/me`. Needs a credential.

        Accepts any valid credential, and shows what it may do.

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

        Only the fields that you send change. A new password requires the current one, and
        ends every other session.

        :param name: It must not contain control characters, invisible characters or
            characters that change the reading direction.
        :param bio:
        :param image: The URL of a picture, or empty. Pages show only pictures that were
            uploaded to the catalog.
        :param email:
        :param password: At least 8 characters and at most 1,024 bytes. The 10,000 most
            common passwords are refused.
        :param current_password: Required to change the password.

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

        Deletes your private and unlisted realms. Your public realms stay, with an author
        without a name. All credentials of the account stop working at once, and nobody can
        take its username again. An account with a second factor also needs a `code`. If the
        account has no password, delete it on its settings page.

        :param password: The password of the account.
        :param code: A code of the second factor, if the account has one.

        :raises CatalogError: `second_factor_required`: the password of a login is right, but
            the account also needs a `code`, which is missing or wrong.
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

        A PNG, JPEG, WebP or AVIF of at most 1 MiB. The catalog makes it a square of 256
        pixels. The response has its URL as `image`. If you have no picture, pages draw one.

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

        Empties `image`.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/me/avatar", (), options=options)

    def data(self, *, options: CallOptions | None = None) -> types.MyData:
        """Export your data: `GET /v1/api/me/data`. Needs the scope `account`.

        One JSON document, sent as a stream. Needs the scope `realms:read` in addition to
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

        All realms that you own, of every visibility. It takes the parameters of the list of
        all realms.

        :param category: Only realms of this category, or of any of several categories,
            comma-separated or repeated.
        :param tags: Only realms with all of these tags, comma-separated or repeated.
        :param author: Only realms of this author (a username), or of any of several authors,
            comma-separated or repeated.
        :param license: Only realms with this license, in upper or lower case, or with any of
            several licenses. Repeat the parameter: a comma is part of a license.
        :param has: Only realms that have all of these, comma-separated or repeated.
        :param slugs: Only these realms, comma-separated or repeated, without those that you
            may not list. They come in this order unless you send `sort`. Without `limit`, you
            get all of them.
        :param limit: The maximum number of items. Values above 100 count as 100. Default:
            `20`.
        :param offset: How many items to skip. Past the end, the page is empty. Default: `0`.
        :param search: Each word must occur in the name or the description, also inside a
            longer word. Case and accents do not matter.
        :param q: Searches more fields than `search`. Each word must occur in the name, the
            slug, the description, a tag, the category, or the username or name of the author.
            Dots and dashes in tags are ignored. At most 10 words. Not together with `search`.
        :param featured: With `true`, `1` or no value: only featured realms. With `false` or
            `0`: all.
        :param sort: Default: the order of `slugs`, if you send it, `relevance` with `search`
            or `q`, else `newest`. `recent` sorts by the downloads of the last 90 whole days.
            `trending` sorts by how far the downloads of the last 7 days exceed those of the 28
            days before.
        :param facets: Comma-separated. Adds how many of the realms have each value.
            Categories, licenses and authors are counted without the filter of the same name.
            Tags are counted with all filters.
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

        The latest star first, at most 10,000. Realms that you may no longer see are left
        out.

        :param limit: The maximum number of items. Values above 100 count as 100. Default:
            `20`.
        :param offset: How many items to skip. Past the end, the page is empty. Default: `0`.
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

        Where your account is logged in: programs and browsers. Sessions that expire last
        come first.

        :param limit: The maximum number of items. Values above 100 count as 100. Default:
            `20`.
        :param offset: How many items to skip. Past the end, the page is empty. Default: `0`.
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

        Its tokens, and the uploads that it opened, end at once. Keys that it created stay.

        :param id: The session’s id.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
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
        """List the applications that may act for you: `GET /v1/api/me/grants`. Needs the scope
        `account`.

        One grant for each time that you allowed an application to act for you, newest first.

        :param limit: The maximum number of items. Values above 100 count as 100. Default:
            `20`.
        :param offset: How many items to skip. Past the end, the page is empty. Default: `0`.
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

        Its tokens end at once, and so do the keys and uploads that were created with them.

        :param id: The grant’s id.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/me/grants/{id}", (id,), options=options)

    def request_email_verification(self, *, options: CallOptions | None = None) -> None:
        """Verify your address: `POST /v1/api/me/verify-email`. Needs the scope `account`.

        Sends a link to the address of your account. The link works once, within a day. Needs
        the JWT of a login in the last 30 minutes; API keys and OAuth tokens are refused. If
        the catalog sends no mail, this is a 404.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
        :raises CatalogError: `conflict`: the request conflicts with the current state: a
            name is taken, for example.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("POST", "/me/verify-email", (), options=options)

    def second_factors(self, *, options: CallOptions | None = None) -> types.SecondFactors:
        """Read your second factors: `GET /v1/api/me/second-factors`. Needs the scope `account`.

        Your second factors, and whether a sign-in asks for them.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data("GET", "/me/second-factors", (), marks=("isOn",), options=options)
        return types.SecondFactors.from_dict(data)

    def create_totp(self, *, options: CallOptions | None = None) -> types.NewTotp:
        """Add an authenticator app: `POST /v1/api/me/second-factors/totp`. Needs the scope
        `account`.

        Creates the secret for the app. The app counts as a second factor once you confirm a
        code. Needs the JWT of a login (`POST /auth/login`) in the last 30 minutes; API keys
        and OAuth tokens are refused.

        :raises CatalogError: `conflict`: the request conflicts with the current state: a
            name is taken, for example.
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

        Send a code that the app shows. A sign-in asks for codes once you have also confirmed
        recovery codes. Needs the JWT of a login (`POST /auth/login`) in the last 30 minutes;
        API keys and OAuth tokens are refused.

        :param code: The six digits that the app shows.

        :raises CatalogError: `conflict`: the request conflicts with the current state: a
            name is taken, for example.
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

        If it was the last second factor, the recovery codes stop working too. Needs the JWT
        of a login (`POST /auth/login`) in the last 30 minutes; API keys and OAuth tokens are
        refused.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/me/second-factors/totp", (), options=options)

    def create_recovery_codes(self, *, options: CallOptions | None = None) -> types.RecoveryCodes:
        """Create new recovery codes: `POST /v1/api/me/second-factors/recovery-codes`. Needs the
        scope `account`.

        Returns eight codes. They replace earlier codes once you confirm one of them. Needs
        the JWT of a login (`POST /auth/login`) in the last 30 minutes; API keys and OAuth
        tokens are refused.

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

        Send one of the new codes. It still works afterwards. If this turns second factors
        on, every other session and every grant ends. Needs the JWT of a login (`POST
        /auth/login`) in the last 30 minutes; API keys and OAuth tokens are refused.

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

        Returns what a page of this catalog passes to the browser. Passkeys need https and a
        domain name, or http://localhost; elsewhere this is a 409. Needs the JWT of a login
        (`POST /auth/login`) in the last 30 minutes; API keys and OAuth tokens are refused.

        :raises CatalogError: `conflict`: the request conflicts with the current state: a
            name is taken, for example.
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

        Send what the browser answered. An account can have at most 20 passkeys. A sign-in
        asks for a passkey once you have also confirmed recovery codes. You can also sign in
        with a passkey alone. Needs the JWT of a login (`POST /auth/login`) in the last 30
        minutes; API keys and OAuth tokens are refused.

        :param token: The token that came with `options`.
        :param name: It must not contain control characters, invisible characters or
            characters that change the reading direction.
        :param response: The `PublicKeyCredential` as JSON (`toJSON()`).

        :raises CatalogError: `conflict`: the request conflicts with the current state: a
            name is taken, for example.
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

        You cannot remove your last way to sign in: without a password, another passkey or an
        identity, this is a 409. Needs the JWT of a login (`POST /auth/login`) in the last 30
        minutes; API keys and OAuth tokens are refused.

        :param id: The passkey’s id.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
        :raises CatalogError: `conflict`: the request conflicts with the current state: a
            name is taken, for example.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/me/second-factors/passkeys/{id}", (id,), options=options)

    def identities(self, *, options: CallOptions | None = None) -> types.Identities:
        """List your identities: `GET /v1/api/me/identities`. Needs the scope `account`.

        The identities that are linked to your account. You link them in the browser.

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

        You can then no longer sign in with it. You cannot remove your last way to sign in:
        without a password, a passkey or another identity, this is a 409. Needs the JWT of a
        login in the last 30 minutes; API keys and OAuth tokens are refused.

        :param id: The identity’s id.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
        :raises CatalogError: `conflict`: the request conflicts with the current state: a
            name is taken, for example.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/me/identities/{id}", (id,), options=options)


class KeysMethods(MethodGroup):
    """API keys for your programs."""

    __slots__ = ()

    def create(
        self,
        *,
        name: str,
        scopes: Sequence[types.Scope] | None = None,
        expires_at: str | None = None,
        options: CallOptions | None = None,
    ) -> types.CreatedKey:
        """Create an API key: `POST /v1/api/keys`. Needs the scope `account`.

        The key is shown only once. The catalog stores only its hash.

        :param name: It must not contain control characters, invisible characters or
            characters that change the reading direction.
        :param scopes: Default: realms:read and realms:write.
        :param expires_at: When the key expires. By default, with the key or grant that
            creates it, or never. It cannot expire later than that key or grant.

        :raises CatalogError: `conflict`: the request conflicts with the current state: a
            name is taken, for example.
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

        The key stops working at once.

        :param id: The key’s id.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/keys/{id}", (id,), options=options)


class OauthClientsMethods(MethodGroup):
    """Applications that are registered for OAuth 2.0."""

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

        Its `id` is the `client_id` of OAuth 2.0. The secret of a confidential client is
        shown only once; the catalog stores only its hash. Names that look like a name of the
        catalog itself are refused.

        :param name: It must not contain control characters, invisible characters or
            characters that change the reading direction.
        :param type: Whether the client can keep a secret. Programs on people’s own machines
            cannot; their redirect URIs may use any loopback port. Default: `public`.
        :param redirect_uris: The redirect URIs, which must match exactly: https, http on a
            loopback address, or, for public clients, a private scheme with a dot.
        :param grant_types: Default: authorization_code and refresh_token. Only confidential
            clients may have client_credentials.
        :param scopes: The scopes that it may ask for. Default: realms:read and realms:write.

        :raises CatalogError: `conflict`: the request conflicts with the current state: a
            name is taken, for example.
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

        Only the fields that you send change. The type cannot change. If you remove a scope,
        every grant and token that has it ends. Your credential needs every scope that the
        client will have.

        :param id: The client’s id.
        :param name: It must not contain control characters, invisible characters or
            characters that change the reading direction.
        :param redirect_uris: The redirect URIs, which must match exactly: https, http on a
            loopback address, or, for public clients, a private scheme with a dot.
        :param grant_types: Default: authorization_code and refresh_token. Only confidential
            clients may have client_credentials.
        :param scopes: The scopes that it may ask for. Default: realms:read and realms:write.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
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
        """Create a new client secret: `POST /v1/api/oauth/clients/{id}/secret`. Needs the scope
        `account`.

        The old secret stays valid for 24 hours, unless `revoke` is true. Your credential
        needs every scope that the client has. A public client has no secret, so this is a
        409.

        :param id: The client’s id.
        :param revoke: End the old secret at once. Default: `false`.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
        :raises CatalogError: `conflict`: the request conflicts with the current state: a
            name is taken, for example.
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
        """Delete an OAuth client: `DELETE /v1/api/oauth/clients/{id}`. Needs the scope
        `account`.

        All its grants, tokens and codes end at once.

        :param id: The client’s id.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        self._caller.data("DELETE", "/oauth/clients/{id}", (id,), options=options)


class LimitsMethods(MethodGroup):
    """Your rate limit."""

    __slots__ = ()

    def get(self, *, options: CallOptions | None = None) -> types.RateLimitStatus:
        """Read your rate limit: `GET /v1/api/rate_limit`.

        Your hourly limit, and how much of it is left. This request does not count.

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

        For administrators. Newest first. Accounts match all filters that you send. With
        `search`, you get the first matches by username, and no further page. Deleted
        accounts are left out.

        :param search: Only usernames that begin with this text.
        :param role: Only accounts with this role.
        :param plan: Only accounts with this plan.
        :param suspended: Only suspended accounts (`true`), or only the others (`false`).
        :param before: Only items older than the item with this id. Send the `next` of the
            previous page.
        :param limit: The maximum number of items. Values above 100 count as 100. Default:
            `20`.
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
        reason: str | None = None,
        options: CallOptions | None = None,
    ) -> types.ManagedUser:
        """Change the plan or the role of an account, or suspend it: `PATCH
        /v1/api/admin/users/{username}`. Needs the scope `admin`.

        For administrators and for programs such as a billing system. While an account is
        suspended, all its credentials and OAuth clients are refused. Its realms stay. You
        cannot suspend yourself or change your own role.

        :param username: The username, in upper or lower case.
        :param plan: The plan, which sets its rate limit and quota.
        :param role: The role, which sets what it may do.
        :param suspended: Whether all its credentials are refused.
        :param reason: Why it is suspended. The audit keeps it, and only administrators see
            it.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
        :raises CatalogError: `conflict`: the request conflicts with the current state: a
            name is taken, for example.
        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `payload_too_large`, `unsupported_media_type`,
            `rate_limited`, `internal_error`, `unavailable`.
        """
        body: dict[str, Any] = {
            "plan": plan,
            "role": role,
            "suspended": suspended,
            "reason": reason,
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

        For administrators. Newest realm first.

        :param before: Only items older than the item with this id. Send the `next` of the
            previous page.
        :param limit: The maximum number of items. Values above 100 count as 100. Default:
            `20`.
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

        For administrators. A quarantined realm disappears at once from lists, counts,
        searches, collections, pictures, previews and downloads. Its owner can only read and
        delete it. A `reason` is required, and shown to the owner.

        :param slug: The realm’s slug.
        :param featured: Whether the realm is featured.
        :param quarantined: Whether the realm is hidden from everyone except its owner and
            administrators.
        :param reason: Why the realm is quarantined. Required to quarantine it, and shown to
            its owner.

        :raises CatalogError: `not_found`: nothing exists at this URL, or you may not see it.
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
        """Read how much is stored: `GET /v1/api/admin/storage`. Needs the scope `admin`.

        For administrators. Includes the quotas, and the accounts that store the most.

        :raises CatalogError: As every method: `invalid_request`, `unauthorized`,
            `suspended`, `forbidden`, `rate_limited`, `internal_error`, `unavailable`.
        """
        data = self._caller.data("GET", "/admin/storage", (), marks=("bytes",), options=options)
        return types.Storage.from_dict(data)


class AuditMethods(MethodGroup):
    """The audit log: who did what. For administrators."""

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
        """Read the audit log: `GET /v1/api/audit`. Needs the scope `admin`.

        For administrators. Newest first. Entries match all filters that you send. The `Link`
        header leads to the next page.

        :param action: Only entries with this action.
        :param actor: Only what this account did. Send its username or its id.
        :param subject: Only what was done to this subject. Send a slug, an id, or the
            username of an account. You can find a realm by any slug that it has or had.
        :param from_: Only entries at this time or later.
        :param to: Only entries at this time or earlier.
        :param before: Only entries older than the entry with this id. Send the `next` of the
            previous page.
        :param limit: The maximum number of items. Values above 100 count as 100. Default:
            `20`.
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
