"""What the API takes and answers with. `npm run docs` writes this file from the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ._paging import Pages
from ._records import Record, made_when_needed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from dataclasses import dataclass
else:  # to make all of these classes at once would take longer than to load the rest
    from ._records import dataclass


__all__ = [
    "Account",
    "AuditAction",
    "AuditEntry",
    "AuditEntryActor",
    "AuditEntrySubject",
    "AuditPage",
    "AuditPages",
    "AuditPagination",
    "Author",
    "AuthorDetail",
    "CategoryPage",
    "CategoryPages",
    "Collection",
    "CollectionDetail",
    "CollectionPage",
    "CollectionPages",
    "CollectionPagination",
    "Completions",
    "CompletionsRealm",
    "CreatedKey",
    "CreatedOAuthClient",
    "CreatedRealm",
    "Download",
    "DownloadSeries",
    "DownloadSeriesDay",
    "Facets",
    "FileChange",
    "FilePage",
    "FilePages",
    "FilePagination",
    "Grant",
    "GrantClient",
    "GrantPage",
    "GrantPages",
    "Identities",
    "Identity",
    "Key",
    "KeyList",
    "LoginSession",
    "ManagedUser",
    "ManagedUserPage",
    "ManagedUserPages",
    "ManagedUserPagination",
    "ManagedUserUsed",
    "Me",
    "MeCredential",
    "MeQuota",
    "MyData",
    "MyDataCollection",
    "MyDataRealm",
    "MyDataRealmVersion",
    "MyDataSession",
    "MyDataStar",
    "MyRealm",
    "MyRealmPage",
    "MyRealmPages",
    "NewClientSecret",
    "NewTotp",
    "OAuthClient",
    "OAuthClientList",
    "OpenedUpload",
    "Pagination",
    "Part",
    "Passkey",
    "PasskeyQuestion",
    "QuarantinedRealm",
    "QuarantinedRealmPage",
    "QuarantinedRealmPages",
    "RateLimitStatus",
    "Realm",
    "RealmDeprecated",
    "RealmFeatures",
    "RealmFile",
    "RealmPage",
    "RealmPages",
    "RealmRequirements",
    "RealmSummary",
    "RealmSummaryQuarantine",
    "RecoveryCodes",
    "Scope",
    "Screenshot",
    "SecondFactors",
    "Session",
    "SessionPage",
    "SessionPages",
    "Statistics",
    "StatisticsSeries",
    "StatisticsSeriesPoint",
    "Storage",
    "StorageLargest",
    "StorageQuotas",
    "StorageQuotasFree",
    "Suggestion",
    "TagPage",
    "TagPages",
    "UpdateRealmDeprecated",
    "UploadedVersion",
    "Usage",
    "User",
    "ValueCount",
    "Variable",
    "Version",
    "VersionDetail",
    "VersionDiff",
    "VersionDiffPages",
    "VersionFeatures",
    "VersionList",
    "VersionRequirements",
    "Visibility",
]


Visibility = Literal["public", "unlisted", "private"]
"""`public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can
read it. `private`: only its owner and administrators can read it. A new realm is public.
"""


Scope = Literal["realms:read", "realms:write", "collections:write", "account", "admin"]
"""What a credential may do."""


AuditAction = Literal[
    "login.succeed",
    "login.fail",
    "login.flood",
    "login.end",
    "login.replay",
    "account.create",
    "account.update",
    "account.password",
    "account.reset",
    "account.email",
    "account.factor",
    "account.link",
    "account.unlink",
    "account.invite",
    "account.remove",
    "account.suspend",
    "account.restore",
    "key.create",
    "key.revoke",
    "client.create",
    "client.update",
    "client.secret",
    "client.remove",
    "consent.grant",
    "consent.revoke",
    "consent.replay",
    "realm.create",
    "realm.update",
    "realm.rename",
    "realm.visibility",
    "realm.delete",
    "realm.publish",
    "realm.yank",
    "realm.unyank",
    "upload.open",
    "realm.feature",
    "realm.unfeature",
    "realm.quarantine",
    "realm.release",
    "collection.create",
    "collection.update",
    "collection.remove",
    "catalog.begin",
    "catalog.rotate",
]
"""What was done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RealmPage(Record):
    """A page of a list of realms."""

    _types = {
        "realms": "RealmSummary",
        "pagination": "Pagination",
        "facets": "Facets",
        "suggestion": "Suggestion",
    }

    realms: tuple[RealmSummary, ...]
    pagination: Pagination
    """The position of a page in the list."""
    facets: Facets | None = None
    """Only the facets that the parameter `facets` names."""
    suggestion: Suggestion | None = None
    """Present if a search finds nothing, but a search for similar words does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RealmSummary(Record):
    """A realm in a list."""

    _types = {
        "author": "Author",
        "quarantine": "RealmSummaryQuarantine",
    }

    id: str
    """A UUIDv7."""
    name: str
    """For example `SaaS Starter`."""
    slug: str
    """The unique name of a realm in URLs. It is never given to another realm."""
    description: str
    """For example `Accounts, sessions and a team workspace on Node alone.`."""
    category: str
    """For example saas, blog, api or ecommerce."""
    tags: tuple[str, ...]
    """Lower-case, in the author’s order."""
    download_count: int
    recent_downloads: int
    """Downloads of the last 90 whole days (UTC). It changes once a day."""
    star_count: int
    version: str
    """Semantic version; 0.0.0 until the first upload."""
    license: str
    """As its author wrote it, or empty."""
    visibility: Visibility
    """`public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can
    read it. `private`: only its owner and administrators can read it. A new realm is public.
    """
    featured: bool
    is_deprecated: bool
    """Whether its owner advises against it."""
    cover_url: str
    """The URL of the cover, a WebP at most 480 pixels wide. Empty if the version has no
    picture. For a private realm, the URL works for 15 minutes.
    """
    author: Author
    """The author of a realm."""
    published_at: str
    """When its version was published (RFC 3339 in UTC, with milliseconds), or empty."""
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""
    updated_at: str
    """When its fields or its newest version last changed."""
    quarantine: RealmSummaryQuarantine | None = None
    """Present while an operator has quarantined the realm. It is then private, its owner can
    only read and delete it, and nobody can download it.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Author(Record):
    """The author of a realm."""

    username: str
    """For example `realm-catalog`."""
    name: str
    """For example `Realm Catalog`."""
    image: str
    """The URL of a picture, or empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RealmSummaryQuarantine(Record):
    """The `quarantine` of `RealmSummary`. Present while an operator has quarantined the realm.
    It is then private, its owner can only read and delete it, and nobody can download it.
    """

    reason: str
    """Why the operator quarantined it."""
    since: str
    """When it was quarantined."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pagination(Record):
    """The position of a page in the list."""

    total: int
    """How many items match in total."""
    limit: int
    """The limit that was applied."""
    offset: int
    """The offset that was applied."""
    has_more: bool
    """Whether there are more items after this page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facets(Record):
    """How many of the matching realms have each value."""

    _types = {
        "category": "ValueCount",
        "tags": "ValueCount",
        "license": "ValueCount",
        "author": "ValueCount",
    }

    category: tuple[ValueCount, ...] | None = None
    """The 50 most frequent values, by count, then by value."""
    tags: tuple[ValueCount, ...] | None = None
    """The 50 most frequent values, by count, then by value."""
    license: tuple[ValueCount, ...] | None = None
    """The 50 most frequent values, by count, then by value."""
    author: tuple[ValueCount, ...] | None = None
    """The 50 most frequent values, by count, then by value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueCount(Record):
    """A tag or another value, and how many realms have it."""

    value: str
    """For example `auth`."""
    count: int
    """How many realms have it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion(Record):
    """A similar search, for a search that finds nothing."""

    total: int
    """How many realms it finds with the same filters."""
    search: str | None = None
    """The search, with similar words in place of words that no public realm has."""
    q: str | None = None
    """The same, for a search by `q`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatedRealm(Record):
    """A new realm, and where to send its first archive."""

    _secrets = ("upload_token",)

    id: str
    """A UUIDv7."""
    slug: str
    """The unique name of a realm in URLs. It is never given to another realm."""
    upload_url: str
    """Where to send the archive."""
    upload_token: str
    """A secret for this upload. It works once, for one hour, and for this realm only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Realm(Record):
    """A realm, with all its details and those of its newest version."""

    _types = {
        "author": "AuthorDetail",
        "features": "RealmFeatures",
        "requirements": "RealmRequirements",
        "screenshots": "Screenshot",
        "deprecated": "RealmDeprecated",
        "variables": "{Variable}",
        "parts": "{Part}",
        "quarantine": "RealmSummaryQuarantine",
    }

    id: str
    """A UUIDv7."""
    name: str
    """For example `SaaS Starter`."""
    slug: str
    """The unique name of a realm in URLs. It is never given to another realm."""
    description: str
    """For example `Accounts, sessions and a team workspace on Node alone.`."""
    category: str
    """For example saas, blog, api or ecommerce."""
    tags: tuple[str, ...]
    """Lower-case, in the author’s order."""
    download_count: int
    recent_downloads: int
    """Downloads of the last 90 whole days (UTC). It changes once a day."""
    star_count: int
    long_description: str
    """Markdown."""
    version: str
    """Semantic version; 0.0.0 until the first upload."""
    license: str
    """As its author wrote it, or empty."""
    author: AuthorDetail
    """The author of a realm, with their bio."""
    features: RealmFeatures
    requirements: RealmRequirements
    repository: str
    """The URL of the source, or empty."""
    demo: str
    """The URL of a running example, or empty."""
    cover_url: str
    """The URL of the cover, a WebP at most 480 pixels wide. Empty if the version has no
    picture. For a private realm, the URL works for 15 minutes.
    """
    screenshots: tuple[Screenshot, ...]
    """The pictures of its version, in the author’s order."""
    preview_url: str
    """The URL of the live preview of its version, for a frame. Empty if there is none. For a
    private realm, the URL works for 15 minutes.
    """
    visibility: Visibility
    """`public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can
    read it. `private`: only its owner and administrators can read it. A new realm is public.
    """
    featured: bool
    deprecated: RealmDeprecated
    size: int
    """The size of the archive of its version, in bytes. 0 until the first upload."""
    sha256: str
    """The SHA-256 of that archive, in hexadecimal, or empty."""
    file_count: int
    """How many files are in that archive."""
    published_at: str
    """When its version was published (RFC 3339 in UTC, with milliseconds), or empty."""
    variables: Mapping[str, Variable]
    """The variables of its version, by name."""
    parts: Mapping[str, Part]
    """The parts of its version that people can leave out, by name."""
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""
    updated_at: str
    """When its fields or its newest version last changed."""
    quarantine: RealmSummaryQuarantine | None = None
    """Present while an operator has quarantined the realm. It is then private, its owner can
    only read and delete it, and nobody can download it.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorDetail(Record):
    """The author of a realm, with their bio."""

    username: str
    """For example `realm-catalog`."""
    name: str
    """For example `Realm Catalog`."""
    image: str
    """The URL of a picture, or empty."""
    bio: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RealmFeatures(Record):
    """The `features` of `Realm`."""

    auth: bool
    payments: bool
    database: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RealmRequirements(Record):
    """The `requirements` of `Realm`."""

    node: str
    """For example `>=24`."""
    npm: str
    """For example `>=10`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Screenshot(Record):
    """A picture of the result that a realm gives."""

    url: str
    """The URL of a WebP at most 960 pixels wide. Replace `-960` with `-480` or `-1920` for
    another width.
    """
    width: int
    """The width of the upright original, in pixels."""
    height: int
    alt: str
    """What the picture shows, or empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RealmDeprecated(Record):
    """The `deprecated` of `Realm`."""

    is_deprecated: bool
    """Whether its owner advises against it."""
    message: str
    """Why it is deprecated, or empty."""
    successor: str
    """The slug of the realm to use instead. Empty if there is none that you may see."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable(Record):
    """A value that a realm asks for, and the text that it replaces."""

    ask: str
    """The question."""
    replaces: str
    """The text that the value replaces: two or more words, each beginning with an upper-case
    letter. No two variables can replace the same text. `Acme Shop` is found as `Acme Shop`,
    `acme shop`, `acme-shop`, `acme_shop`, `acmeShop`, `AcmeShop`, `ACME_SHOP` and
    `acmeshop`.
    """
    default: str
    """The value if nobody answers. `{folder}` is the name of the target folder as words:
    `red-fox` gives `Red Fox`. Without a default, it is the first choice, or else the text
    that the variable replaces.
    """
    format: Literal["text", "slug", "identifier"]
    """The form of a value. `text` has letters, digits, spaces and `. , + - _ ’`. A `slug` is
    like `red-fox`. An `identifier` is like `redFox`.
    """
    choices: tuple[str, ...]
    """The values to choose from. If there are none, any value."""
    files: tuple[str, ...]
    """The files and paths in which it is replaced: globs like those of parts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part(Record):
    """Files of a realm that people can leave out."""

    ask: str
    """The question."""
    files: tuple[str, ...]
    """The files of the part: globs with `*`, `**` and `?`, relative to the root of the realm.
    Each must match a file.
    """
    default: bool
    """Whether it is included if nobody answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateRealmDeprecated(Record):
    """The `deprecated` of `UpdateRealmBody`. Marks the realm as deprecated. `null` removes the
    mark.
    """

    message: str | None = None
    """Why it is deprecated, and what to do."""
    successor: str | None = None
    """The slug of the realm to use instead, or empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Download(Record):
    """A link to an archive, with its size and digest."""

    _secrets = ("download_url",)

    download_url: str
    """A signed URL, valid until `expiresAt`. Fetching it does not count as a download."""
    expires_at: str
    """When the link expires: 15 minutes after the request."""
    version: str
    """For example `1.0.0`."""
    size: int
    """The size of the archive, in bytes."""
    sha256: str
    """The SHA-256 of the archive, in hexadecimal."""
    filename: str
    """For example `saas-starter-1.0.0.tar.gz`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadSeries(Record):
    """The downloads of a realm by day, week or month."""

    _types = {
        "days": "DownloadSeriesDay",
    }

    total: int
    """The sum of all rows."""
    days: tuple[DownloadSeriesDay, ...]
    """The intervals with downloads, oldest first, then by version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadSeriesDay(Record):
    """One of the `days` of `DownloadSeries`."""

    day: str
    """The first day of the interval (UTC). Weeks begin on Monday."""
    downloads: int
    version: str | None = None
    """Only with `by=version`. Downloads before the first upload have 0.0.0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionList(Record):
    """All versions of a realm."""

    _types = {
        "versions": "Version",
    }

    versions: tuple[Version, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Version(Record):
    """A version of a realm in the list of versions."""

    version: str
    """Semantic version."""
    size: int
    """The size of the archive, in bytes."""
    sha256: str
    """The SHA-256 of the archive, in hexadecimal."""
    files_sha256: str
    """A digest of its files, in hexadecimal. It is the same for the same files, however they
    are packed: the SHA-256 of a line for each file, sorted by the bytes of the path. A line
    is path, NUL, mode (`0644` or `0755`), NUL, SHA-256 of the file, line feed. Empty until
    an upgraded catalog has computed it for an older version.
    """
    yanked: bool
    """Whether it is yanked: you can still get it by its number, but it is not served by
    default.
    """
    reason: str
    """Why it was yanked, or empty."""
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedUpload(Record):
    """Where to send the archive of the next version."""

    _secrets = ("upload_token",)

    upload_url: str
    """Where to send the archive."""
    upload_token: str
    """A secret for this upload. It works once, for one hour, and for this realm only."""
    expires_at: str
    """When the token expires."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadedVersion(Record):
    """The version that was published."""

    slug: str
    """The unique name of a realm in URLs. It is never given to another realm."""
    version: str
    """Semantic version."""
    size: int
    """The size of the archive, in bytes."""
    sha256: str
    """The SHA-256 of the archive, in hexadecimal."""
    files_sha256: str
    """A digest of its files, in hexadecimal. It is the same for the same files, however they
    are packed: the SHA-256 of a line for each file, sorted by the bytes of the path. A line
    is path, NUL, mode (`0644` or `0755`), NUL, SHA-256 of the file, line feed. Empty until
    an upgraded catalog has computed it for an older version.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionDetail(Record):
    """A version of a realm, with details from its archive."""

    _types = {
        "features": "VersionFeatures",
        "requirements": "VersionRequirements",
        "variables": "{Variable}",
        "parts": "{Part}",
    }

    version: str
    """Semantic version."""
    size: int
    """The size of the archive, in bytes."""
    sha256: str
    """The SHA-256 of the archive, in hexadecimal."""
    files_sha256: str
    """A digest of its files, in hexadecimal. It is the same for the same files, however they
    are packed: the SHA-256 of a line for each file, sorted by the bytes of the path. A line
    is path, NUL, mode (`0644` or `0755`), NUL, SHA-256 of the file, line feed. Empty until
    an upgraded catalog has computed it for an older version.
    """
    yanked: bool
    """Whether it is yanked: you can still get it by its number, but it is not served by
    default.
    """
    reason: str
    """Why it was yanked, or empty."""
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""
    format: Literal["tar.gz", "zip"]
    """The format of the archive."""
    unpacked_size: int
    """The size of all its files, in bytes."""
    file_count: int
    download_count: int
    """Downloads of this version."""
    published_by: str
    """Username of the account that published it."""
    long_description: str
    """Markdown from its `realm.json`, or else from its README."""
    readme: str
    """Its README.md, or empty."""
    license: str
    """From its `realm.json`, or empty."""
    demo: str
    """From its `realm.json`, or empty."""
    features: VersionFeatures
    requirements: VersionRequirements
    variables: Mapping[str, Variable]
    """The variables of its version, by name."""
    parts: Mapping[str, Part]
    """The parts of its version that people can leave out, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionFeatures(Record):
    """The `features` of `VersionDetail`."""

    auth: bool
    payments: bool
    database: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRequirements(Record):
    """The `requirements` of `VersionDetail`."""

    node: str
    """For example `>=24`."""
    npm: str
    """For example `>=10`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePage(Record):
    """A page of the list of files."""

    _types = {
        "files": "RealmFile",
        "pagination": "FilePagination",
    }

    files: tuple[RealmFile, ...]
    pagination: FilePagination
    """The position of a page in the list of files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RealmFile(Record):
    """A file of a version."""

    path: str
    """The path relative to the root of the realm. A single top folder in the archive is left
    out.
    """
    size: int
    """The size in bytes."""
    sha256: str
    """The SHA-256 of the file, in hexadecimal."""
    is_text: bool
    """Whether the file is valid UTF-8 without a NUL."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePagination(Record):
    """The position of a page in the list of files."""

    total: int
    """How many items match in total."""
    limit: int
    """The limit that was applied."""
    offset: int
    """The offset that was applied."""
    has_more: bool
    """Whether there are more items after this page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionDiff(Record):
    """A page of the changes between two versions."""

    _types = {
        "files": "FileChange",
        "pagination": "Pagination",
    }

    from_: str
    """The older version."""
    to: str
    """The newer version."""
    files: tuple[FileChange, ...]
    pagination: Pagination
    """The position of a page in the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange(Record):
    """A file that was added, removed or changed."""

    path: str
    """The path relative to the root of the realm. A single top folder in the archive is left
    out.
    """
    change: Literal["added", "removed", "changed"]
    """For example `changed`."""
    is_text: bool
    """Whether the file is text in both versions."""
    is_too_large: bool
    """Whether the diff is left out because the file or the diff is too large."""
    diff: str
    """A unified diff. Empty if the file is not text or is too large."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TagPage(Record):
    """A page of the list of tags."""

    _types = {
        "tags": "ValueCount",
        "pagination": "Pagination",
    }

    tags: tuple[ValueCount, ...]
    pagination: Pagination
    """The position of a page in the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryPage(Record):
    """A page of the list of categories."""

    _types = {
        "categories": "ValueCount",
        "pagination": "Pagination",
    }

    categories: tuple[ValueCount, ...]
    pagination: Pagination
    """The position of a page in the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Completions(Record):
    """Completions of a text."""

    _types = {
        "realms": "CompletionsRealm",
    }

    realms: tuple[CompletionsRealm, ...]
    """Realms whose name has a word that begins with the text, most downloaded first."""
    tags: tuple[str, ...]
    """Tags that begin with the text. Tags of the most realms come first."""
    authors: tuple[str, ...]
    """Usernames that begin with the text. Authors with the most downloads come first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletionsRealm(Record):
    """One of the `realms` of `Completions`."""

    slug: str
    """The unique name of a realm in URLs. It is never given to another realm."""
    name: str
    """For example `SaaS Starter`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionPage(Record):
    """A page of the list of collections."""

    _types = {
        "collections": "Collection",
        "pagination": "CollectionPagination",
    }

    collections: tuple[Collection, ...]
    pagination: CollectionPagination


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection(Record):
    """A curated list of realms."""

    id: str
    """A UUIDv7."""
    slug: str
    """Its name in URLs."""
    name: str
    """For example `Start a business`."""
    description: str
    """For example `Templates that earn their keep.`."""
    realms: tuple[str, ...]
    """Slugs in the curator’s order, without realms that you may not list."""
    created_by: str
    """Username of the curator."""
    featured: bool
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""
    updated_at: str
    """When its fields or its list of realms last changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionPagination(Record):
    """The `pagination` of `CollectionPage`."""

    total: int
    """How many items match in total."""
    limit: int
    """The limit that was applied. If you sent none, the number of collections after the offset."""
    offset: int
    """The offset that was applied."""
    has_more: bool
    """Whether there are more items after this page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionDetail(Record):
    """A curated list of realms, with a summary of each realm."""

    _types = {
        "items": "RealmSummary",
    }

    id: str
    """A UUIDv7."""
    slug: str
    """Its name in URLs."""
    name: str
    """For example `Start a business`."""
    description: str
    """For example `Templates that earn their keep.`."""
    realms: tuple[str, ...]
    """Slugs in the curator’s order, without realms that you may not list."""
    created_by: str
    """Username of the curator."""
    featured: bool
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""
    updated_at: str
    """When its fields or its list of realms last changed."""
    items: tuple[RealmSummary, ...]
    """The same realms as summaries, in the same order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics(Record):
    """Statistics of the whole catalog."""

    total_realms: int
    """Public realms."""
    total_downloads: int
    """Downloads of public realms."""
    total_users: int
    """All accounts."""
    categories: Mapping[str, int]
    """How many public realms each of the 200 largest categories has; equal ones by name. saas,
    blog, api and ecommerce always appear.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsSeries(Record):
    """Statistics of the whole catalog by day, week or month."""

    _types = {
        "points": "StatisticsSeriesPoint",
    }

    metric: Literal["downloads", "realms", "users"]
    """For example `downloads`."""
    interval: Literal["day", "week", "month"]
    """For example `day`."""
    total: int
    """The sum of all rows."""
    points: tuple[StatisticsSeriesPoint, ...]
    """The intervals with a value, oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsSeriesPoint(Record):
    """One of the `points` of `StatisticsSeries`."""

    day: str
    """The first day of the interval (UTC). Weeks begin on Monday."""
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class User(Record):
    """The public profile of an account."""

    username: str
    """For example `alice`."""
    name: str
    """For example `Alice`."""
    image: str
    """The URL of a picture, or empty."""
    bio: str
    kind: Literal["user"]
    """More kinds may be added."""
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""
    realm_count: int
    """Public realms."""
    download_count: int
    """Downloads of the public realms."""
    star_count: int
    """Stars of the public realms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account(Record):
    """An account as its owner sees it."""

    id: str
    """A UUIDv7."""
    username: str
    """For example `alice`."""
    name: str
    """For example `Alice`."""
    email: str
    """Nobody else can see it."""
    bio: str
    image: str
    plan: Literal["free", "premium"]
    role: Literal["user", "curator", "admin"]
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session(Record):
    """The tokens of a login."""

    _secrets = ("token", "refresh_token",)

    token: str
    """A JWT; send it as `Authorization: Bearer …`."""
    token_type: Literal["Bearer"]
    expires_in: int
    """Seconds until the token expires."""
    refresh_token: str
    """Works once, to refresh the session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Me(Record):
    """Your account, and the credential of the request."""

    _types = {
        "credential": "MeCredential",
        "quota": "MeQuota",
    }

    id: str
    """A UUIDv7."""
    username: str
    """For example `alice`."""
    name: str
    """For example `Alice`."""
    email: str
    """Nobody else can see it."""
    bio: str
    image: str
    plan: Literal["free", "premium"]
    role: Literal["user", "curator", "admin"]
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""
    is_email_verified: bool
    """Whether you have confirmed the address by mail."""
    credential: MeCredential
    quota: MeQuota
    """The quotas of the plan, and how much of them is used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeCredential(Record):
    """The `credential` of `Me`."""

    kind: Literal["key", "jwt", "oauth"]
    """For example `key`."""
    scopes: tuple[Scope, ...]
    expires_at: str
    """When it expires: the key, or the session or grant of the token. Empty if never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeQuota(Record):
    """The `quota` of `Me`. The quotas of the plan, and how much of them is used."""

    _types = {
        "bytes": "Usage",
        "realms": "Usage",
    }

    bytes: Usage
    """Bytes of the archives of all versions, including yanked ones."""
    realms: Usage
    """Realms that the account owns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage(Record):
    """How much of a quota is used."""

    used: int
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MyData(Record):
    """All data of an account."""

    _types = {
        "account": "Account",
        "keys": "Key",
        "clients": "OAuthClient",
        "sessions": "MyDataSession",
        "second_factors": "SecondFactors",
        "identities": "Identity",
        "grants": "Grant",
        "collections": "MyDataCollection",
        "stars": "MyDataStar",
        "realms": "MyDataRealm",
        "audit": "AuditEntry",
    }

    account: Account
    """An account as its owner sees it."""
    keys: tuple[Key, ...]
    """Without the keys themselves, which are not stored."""
    clients: tuple[OAuthClient, ...]
    """The OAuth clients that you have registered."""
    sessions: tuple[MyDataSession, ...]
    second_factors: SecondFactors
    """The second factors of an account."""
    identities: tuple[Identity, ...]
    """Your accounts at other providers."""
    grants: tuple[Grant, ...]
    collections: tuple[MyDataCollection, ...]
    """The collections that you have created."""
    stars: tuple[MyDataStar, ...]
    """The realms that you have starred, without those that you may no longer see."""
    realms: tuple[MyDataRealm, ...]
    """The realms that you own, of every visibility. Download their archives one by one."""
    audit: tuple[AuditEntry, ...]
    """What you did, newest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key(Record):
    """An API key, without the key itself."""

    id: str
    """A UUIDv7."""
    name: str
    """For example `laptop`."""
    scopes: tuple[Scope, ...]
    """Default: realms:read and realms:write."""
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""
    expires_at: str
    """When the key expires. Empty if never."""
    last_used_at: str
    """About when the key was last used. Empty if never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OAuthClient(Record):
    """An application that is registered for OAuth 2.0."""

    id: str
    """A UUIDv7."""
    name: str
    """The name that people see when the client asks for access."""
    type: Literal["public", "confidential"]
    """Whether the client can keep a secret. Programs on people’s own machines cannot; their
    redirect URIs may use any loopback port. Default: `public`.
    """
    redirect_uris: tuple[str, ...]
    """The redirect URIs, which must match exactly: https, http on a loopback address, or, for
    public clients, a private scheme with a dot.
    """
    grant_types: tuple[Literal[
        "authorization_code",
        "refresh_token",
        "device_code",
        "client_credentials",
    ], ...]
    """Default: authorization_code and refresh_token. Only confidential clients may have
    client_credentials.
    """
    scopes: tuple[Scope, ...]
    """The scopes that it may ask for. Default: realms:read and realms:write."""
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyDataSession(Record):
    """One of the `sessions` of `MyData`."""

    id: str
    """A UUIDv7."""
    device: str
    """The `User-Agent` of the last login or refresh, or empty."""
    address: str
    """The IP address of the last login or refresh (of IPv6 the /64)."""
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""
    last_used_at: str
    """When it was last used: to the minute, or to the hour for a browser."""
    expires_at: str
    """When it expires. A browser extends it by using it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondFactors(Record):
    """The second factors of an account."""

    _types = {
        "passkeys": "Passkey",
    }

    is_on: bool
    """Whether a sign-in asks for a second factor: there is an app or a passkey, and the
    recovery codes are confirmed.
    """
    has_totp: bool
    """Whether there is an authenticator app."""
    recovery_codes: int
    """How many recovery codes are left."""
    passkeys: tuple[Passkey, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passkey(Record):
    """A passkey of an account."""

    id: str
    """A UUIDv7."""
    name: str
    """It must not contain control characters, invisible characters or characters that change
    the reading direction.
    """
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""
    last_used_at: str
    """When it was last used to sign in. Empty if never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity(Record):
    """Your account at another provider."""

    id: str
    """A UUIDv7."""
    issuer: str
    """The address of the provider."""
    name: str
    """Your name at the provider when you linked the identity."""
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""
    last_used_at: str
    """When you last signed in with it. Empty if never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant(Record):
    """The access that you have given an application."""

    _types = {
        "client": "GrantClient",
    }

    id: str
    """A UUIDv7."""
    client: GrantClient
    """The application."""
    scopes: tuple[Scope, ...]
    """The scopes that you have allowed."""
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""
    last_used_at: str
    """When it was last used, to the minute. Empty if never."""
    expires_at: str
    """When it expires."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantClient(Record):
    """The `client` of `Grant`. The application."""

    id: str
    """Its `client_id`."""
    name: str
    """The name that its developer chose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyDataCollection(Record):
    """One of the `collections` of `MyData`."""

    slug: str
    """For example `business`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyDataStar(Record):
    """One of the `stars` of `MyData`."""

    slug: str
    """The unique name of a realm in URLs. It is never given to another realm."""
    created_at: str
    """When you starred it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyDataRealm(Record):
    """One of the `realms` of `MyData`."""

    _types = {
        "author": "AuthorDetail",
        "features": "RealmFeatures",
        "requirements": "RealmRequirements",
        "screenshots": "Screenshot",
        "deprecated": "RealmDeprecated",
        "variables": "{Variable}",
        "parts": "{Part}",
        "versions": "MyDataRealmVersion",
        "quarantine": "RealmSummaryQuarantine",
    }

    id: str
    """A UUIDv7."""
    name: str
    """For example `SaaS Starter`."""
    slug: str
    """The unique name of a realm in URLs. It is never given to another realm."""
    description: str
    """For example `Accounts, sessions and a team workspace on Node alone.`."""
    category: str
    """For example saas, blog, api or ecommerce."""
    tags: tuple[str, ...]
    """Lower-case, in the author’s order."""
    download_count: int
    recent_downloads: int
    """Downloads of the last 90 whole days (UTC). It changes once a day."""
    star_count: int
    long_description: str
    """Markdown."""
    version: str
    """Semantic version; 0.0.0 until the first upload."""
    license: str
    """As its author wrote it, or empty."""
    author: AuthorDetail
    """The author of a realm, with their bio."""
    features: RealmFeatures
    requirements: RealmRequirements
    repository: str
    """The URL of the source, or empty."""
    demo: str
    """The URL of a running example, or empty."""
    cover_url: str
    """The URL of the cover, a WebP at most 480 pixels wide. Empty if the version has no
    picture. For a private realm, the URL works for 15 minutes.
    """
    screenshots: tuple[Screenshot, ...]
    """The pictures of its version, in the author’s order."""
    preview_url: str
    """The URL of the live preview of its version, for a frame. Empty if there is none. For a
    private realm, the URL works for 15 minutes.
    """
    visibility: Visibility
    """`public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can
    read it. `private`: only its owner and administrators can read it. A new realm is public.
    """
    featured: bool
    deprecated: RealmDeprecated
    size: int
    """The size of the archive of its version, in bytes. 0 until the first upload."""
    sha256: str
    """The SHA-256 of that archive, in hexadecimal, or empty."""
    file_count: int
    """How many files are in that archive."""
    published_at: str
    """When its version was published (RFC 3339 in UTC, with milliseconds), or empty."""
    variables: Mapping[str, Variable]
    """The variables of its version, by name."""
    parts: Mapping[str, Part]
    """The parts of its version that people can leave out, by name."""
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""
    updated_at: str
    """When its fields or its newest version last changed."""
    versions: tuple[MyDataRealmVersion, ...]
    quarantine: RealmSummaryQuarantine | None = None
    """Present while an operator has quarantined the realm. It is then private, its owner can
    only read and delete it, and nobody can download it.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class MyDataRealmVersion(Record):
    """One of the `versions` of `MyDataRealm`."""

    version: str
    """For example `1.0.0`."""
    size: int
    """The size in bytes."""
    sha256: str
    """The SHA-256 of the archive, in hexadecimal."""
    yanked: bool
    reason: str
    """Why it was yanked, or empty."""
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry(Record):
    """An entry of the audit log."""

    _types = {
        "actor": "AuditEntryActor",
        "subject": "AuditEntrySubject",
    }

    position: int
    """The position in the chain. The first entry has 1."""
    id: str
    """A UUIDv7."""
    at: str
    """When it happened."""
    action: AuditAction
    """What was done."""
    actor: AuditEntryActor
    subject: AuditEntrySubject
    details: Mapping[str, str]
    """Further details, as strings."""
    request_id: str
    """The id of the request, or empty."""
    address: str
    """The IP address of the request (of IPv6 the /64), or empty."""
    hash: str
    """SHA-256 over this entry and the hash of the previous entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntryActor(Record):
    """The `actor` of `AuditEntry`."""

    id: str
    """The id of the account that did it, or empty."""
    username: str
    """The username of that account, or empty."""
    how: Literal[
        "anonymous",
        "password",
        "browser",
        "key",
        "jwt",
        "refresh",
        "mail",
        "provider",
        "passkey",
        "oauth",
        "client",
        "upload",
        "command",
        "catalog",
    ]
    """How the actor was identified."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntrySubject(Record):
    """The `subject` of `AuditEntry`."""

    kind: Literal["account", "key", "client", "realm", "collection", "catalog"]
    """For example `realm`."""
    id: str
    """The slug of a realm or a collection. For other kinds, an id or empty."""
    name: str
    """The username of an account, the name of a key or an application; empty where there is
    none any more.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class MyRealmPage(Record):
    """A page of the list of your realms."""

    _types = {
        "realms": "MyRealm",
        "pagination": "Pagination",
        "facets": "Facets",
        "suggestion": "Suggestion",
    }

    realms: tuple[MyRealm, ...]
    pagination: Pagination
    """The position of a page in the list."""
    facets: Facets | None = None
    """Only the facets that the parameter `facets` names."""
    suggestion: Suggestion | None = None
    """Present if a search finds nothing, but a search for similar words does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyRealm(Record):
    """One of your realms in a list."""

    _types = {
        "author": "Author",
        "quarantine": "RealmSummaryQuarantine",
    }

    id: str
    """A UUIDv7."""
    name: str
    """For example `SaaS Starter`."""
    slug: str
    """The unique name of a realm in URLs. It is never given to another realm."""
    description: str
    """For example `Accounts, sessions and a team workspace on Node alone.`."""
    category: str
    """For example saas, blog, api or ecommerce."""
    tags: tuple[str, ...]
    """Lower-case, in the author’s order."""
    download_count: int
    recent_downloads: int
    """Downloads of the last 90 whole days (UTC). It changes once a day."""
    star_count: int
    version: str
    """Semantic version; 0.0.0 until the first upload."""
    license: str
    """As its author wrote it, or empty."""
    visibility: Visibility
    """`public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can
    read it. `private`: only its owner and administrators can read it. A new realm is public.
    """
    featured: bool
    is_deprecated: bool
    """Whether its owner advises against it."""
    cover_url: str
    """The URL of the cover, a WebP at most 480 pixels wide. Empty if the version has no
    picture. For a private realm, the URL works for 15 minutes.
    """
    author: Author
    """The author of a realm."""
    published_at: str
    """When its version was published (RFC 3339 in UTC, with milliseconds), or empty."""
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""
    updated_at: str
    """When its fields or its newest version last changed."""
    role: Literal["owner"]
    """Your role in this realm. More roles may be added."""
    quarantine: RealmSummaryQuarantine | None = None
    """Present while an operator has quarantined the realm. It is then private, its owner can
    only read and delete it, and nobody can download it.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPage(Record):
    """A page of the list of your sessions."""

    _types = {
        "sessions": "LoginSession",
        "pagination": "Pagination",
    }

    sessions: tuple[LoginSession, ...]
    pagination: Pagination
    """The position of a page in the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginSession(Record):
    """A place where your account is logged in."""

    id: str
    """A UUIDv7."""
    device: str
    """The `User-Agent` of the last login or refresh, or empty."""
    address: str
    """The IP address of the last login or refresh (of IPv6 the /64)."""
    is_current: bool
    """Whether this request belongs to the session."""
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""
    last_used_at: str
    """When it was last used: to the minute, or to the hour for a browser."""
    expires_at: str
    """When it expires. A browser extends it by using it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantPage(Record):
    """A page of the list of your grants."""

    _types = {
        "grants": "Grant",
        "pagination": "Pagination",
    }

    grants: tuple[Grant, ...]
    pagination: Pagination
    """The position of a page in the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTotp(Record):
    """The secret of a new authenticator app."""

    _secrets = ("secret", "uri",)

    secret: str
    """The secret for the app, in base32. It is shown only once."""
    uri: str
    """The secret as a URI, for a QR code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveryCodes(Record):
    """New recovery codes."""

    _secrets = ("codes",)

    codes: tuple[str, ...]
    """Each code works once. They are shown only once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PasskeyQuestion(Record):
    """What a browser needs to create a passkey."""

    _secrets = ("token",)

    options: str
    """JSON for `PublicKeyCredential.parseCreationOptionsFromJSON`."""
    token: str
    """Send it back with the answer, within five minutes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identities(Record):
    """The identities of an account."""

    _types = {
        "identities": "Identity",
    }

    identities: tuple[Identity, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatedKey(Record):
    """A new API key."""

    _secrets = ("key",)

    id: str
    """A UUIDv7."""
    name: str
    """For example `laptop`."""
    scopes: tuple[Scope, ...]
    """Default: realms:read and realms:write."""
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""
    expires_at: str
    """When the key expires. Empty if never."""
    key: str
    """The key itself. It is shown only once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyList(Record):
    """All your API keys."""

    _types = {
        "keys": "Key",
    }

    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatedOAuthClient(Record):
    """A new OAuth client."""

    _secrets = ("client_secret",)

    id: str
    """A UUIDv7."""
    name: str
    """The name that people see when the client asks for access."""
    type: Literal["public", "confidential"]
    """Whether the client can keep a secret. Programs on people’s own machines cannot; their
    redirect URIs may use any loopback port. Default: `public`.
    """
    redirect_uris: tuple[str, ...]
    """The redirect URIs, which must match exactly: https, http on a loopback address, or, for
    public clients, a private scheme with a dot.
    """
    grant_types: tuple[Literal[
        "authorization_code",
        "refresh_token",
        "device_code",
        "client_credentials",
    ], ...]
    """Default: authorization_code and refresh_token. Only confidential clients may have
    client_credentials.
    """
    scopes: tuple[Scope, ...]
    """The scopes that it may ask for. Default: realms:read and realms:write."""
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""
    client_secret: str | None = None
    """The secret of a confidential client. It is shown only once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OAuthClientList(Record):
    """All your OAuth clients."""

    _types = {
        "clients": "OAuthClient",
    }

    clients: tuple[OAuthClient, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewClientSecret(Record):
    """A new secret of an OAuth client."""

    _secrets = ("client_secret",)

    client_secret: str
    """The new secret. It is shown only once."""
    former_secret_ends_at: str
    """When the old secret stops working. Empty if it already has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimitStatus(Record):
    """Your hourly limit, and how much of it is left."""

    tier: Literal["free", "authenticated", "premium"]
    limit: int
    remaining: int
    reset: int
    """When the window ends, in Unix seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ManagedUserPage(Record):
    """A page of the list of accounts."""

    _types = {
        "users": "ManagedUser",
        "pagination": "ManagedUserPagination",
    }

    users: tuple[ManagedUser, ...]
    pagination: ManagedUserPagination


@dataclass(frozen=True, slots=True, kw_only=True)
class ManagedUser(Record):
    """An account as administrators see it."""

    _types = {
        "used": "ManagedUserUsed",
    }

    id: str
    """A UUIDv7."""
    username: str
    """For example `alice`."""
    name: str
    """For example `Alice`."""
    email: str
    role: Literal["user", "curator", "admin"]
    plan: Literal["free", "premium"]
    suspended_at: str
    """When it was suspended. Empty if it is not suspended."""
    created_at: str
    """When it was created: RFC 3339 in UTC, with milliseconds."""
    used: ManagedUserUsed
    """How much of its quotas the account uses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ManagedUserUsed(Record):
    """The `used` of `ManagedUser`. How much of its quotas the account uses."""

    bytes: int
    """Bytes of the archives of all its versions."""
    realms: int
    """Realms that it owns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ManagedUserPagination(Record):
    """The `pagination` of `ManagedUserPage`."""

    limit: int
    """The limit that was applied."""
    has_more: bool
    """Whether older ones remain."""
    next: str
    """Send it as `before` to get the next page. Empty on the last page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuarantinedRealmPage(Record):
    """A page of the list of quarantined realms."""

    _types = {
        "realms": "QuarantinedRealm",
        "pagination": "ManagedUserPagination",
    }

    realms: tuple[QuarantinedRealm, ...]
    pagination: ManagedUserPagination


@dataclass(frozen=True, slots=True, kw_only=True)
class QuarantinedRealm(Record):
    """A quarantined realm."""

    id: str
    """A UUIDv7."""
    slug: str
    """The unique name of a realm in URLs. It is never given to another realm."""
    name: str
    """For example `SaaS Starter`."""
    owner: str
    """The username of the owner."""
    visibility: Visibility
    """The visibility before the quarantine. The realm gets it back afterwards."""
    reason: str
    """For example `It sends passwords elsewhere.`."""
    since: str
    """When it was quarantined."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage(Record):
    """How much is stored, and by which accounts."""

    _types = {
        "quotas": "StorageQuotas",
        "largest": "StorageLargest",
    }

    bytes: int
    """Bytes of the archives of all versions of all realms."""
    realms: int
    """Realms of any visibility."""
    users: int
    """Accounts that were not deleted."""
    quotas: StorageQuotas
    """The quotas of each plan."""
    largest: tuple[StorageLargest, ...]
    """The accounts that store the most, largest first; at most 20."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageQuotas(Record):
    """The `quotas` of `Storage`. The quotas of each plan."""

    _types = {
        "free": "StorageQuotasFree",
        "premium": "StorageQuotasFree",
    }

    free: StorageQuotasFree
    premium: StorageQuotasFree


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageQuotasFree(Record):
    """The `free` of `StorageQuotas`."""

    bytes: int
    """Bytes of all archives."""
    realms: int
    """Realms of any visibility."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageLargest(Record):
    """One of the `largest` of `Storage`."""

    username: str
    """For example `alice`."""
    plan: Literal["free", "premium"]
    bytes: int
    """Bytes of the archives of all its versions."""
    realms: int
    """Realms that it owns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditPage(Record):
    """A page of the audit log."""

    _types = {
        "entries": "AuditEntry",
        "pagination": "AuditPagination",
    }

    entries: tuple[AuditEntry, ...]
    pagination: AuditPagination


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditPagination(Record):
    """The `pagination` of `AuditPage`."""

    limit: int
    """The limit that was applied."""
    has_more: bool
    """Whether there are older entries."""
    next: str
    """Send it as `before` to get the next page. Empty on the last page."""


class RealmPages(Pages["RealmPage", "RealmSummary"]):
    """A page of a list of realms. Its fields are those of the first page; it iterates over the
    items of all.
    """

    __slots__ = ()
    _page_type = "RealmPage"

    @property
    def realms(self) -> tuple[RealmSummary, ...]:
        """Those of the first page."""
        return self.page().realms

    @property
    def pagination(self) -> Pagination:
        """The position of a page in the list."""
        return self.page().pagination

    @property
    def facets(self) -> Facets | None:
        """Only the facets that the parameter `facets` names."""
        return self.page().facets

    @property
    def suggestion(self) -> Suggestion | None:
        """Present if a search finds nothing, but a search for similar words does."""
        return self.page().suggestion


class FilePages(Pages["FilePage", "RealmFile"]):
    """A page of the list of files. Its fields are those of the first page; it iterates over the
    items of all.
    """

    __slots__ = ()
    _page_type = "FilePage"

    @property
    def files(self) -> tuple[RealmFile, ...]:
        """Those of the first page."""
        return self.page().files

    @property
    def pagination(self) -> FilePagination:
        """The position of a page in the list of files."""
        return self.page().pagination


class VersionDiffPages(Pages["VersionDiff", "FileChange"]):
    """A page of the changes between two versions. Its fields are those of the first page; it
    iterates over the items of all.
    """

    __slots__ = ()
    _page_type = "VersionDiff"

    @property
    def from_(self) -> str:
        """The older version."""
        return self.page().from_

    @property
    def to(self) -> str:
        """The newer version."""
        return self.page().to

    @property
    def files(self) -> tuple[FileChange, ...]:
        """Those of the first page."""
        return self.page().files

    @property
    def pagination(self) -> Pagination:
        """The position of a page in the list."""
        return self.page().pagination


class TagPages(Pages["TagPage", "ValueCount"]):
    """A page of the list of tags. Its fields are those of the first page; it iterates over the
    items of all.
    """

    __slots__ = ()
    _page_type = "TagPage"

    @property
    def tags(self) -> tuple[ValueCount, ...]:
        """Those of the first page."""
        return self.page().tags

    @property
    def pagination(self) -> Pagination:
        """The position of a page in the list."""
        return self.page().pagination


class CategoryPages(Pages["CategoryPage", "ValueCount"]):
    """A page of the list of categories. Its fields are those of the first page; it iterates
    over the items of all.
    """

    __slots__ = ()
    _page_type = "CategoryPage"

    @property
    def categories(self) -> tuple[ValueCount, ...]:
        """Those of the first page."""
        return self.page().categories

    @property
    def pagination(self) -> Pagination:
        """The position of a page in the list."""
        return self.page().pagination


class CollectionPages(Pages["CollectionPage", "Collection"]):
    """A page of the list of collections. Its fields are those of the first page; it iterates
    over the items of all.
    """

    __slots__ = ()
    _page_type = "CollectionPage"

    @property
    def collections(self) -> tuple[Collection, ...]:
        """Those of the first page."""
        return self.page().collections

    @property
    def pagination(self) -> CollectionPagination:
        """Those of the first page."""
        return self.page().pagination


class MyRealmPages(Pages["MyRealmPage", "MyRealm"]):
    """A page of the list of your realms. Its fields are those of the first page; it iterates
    over the items of all.
    """

    __slots__ = ()
    _page_type = "MyRealmPage"

    @property
    def realms(self) -> tuple[MyRealm, ...]:
        """Those of the first page."""
        return self.page().realms

    @property
    def pagination(self) -> Pagination:
        """The position of a page in the list."""
        return self.page().pagination

    @property
    def facets(self) -> Facets | None:
        """Only the facets that the parameter `facets` names."""
        return self.page().facets

    @property
    def suggestion(self) -> Suggestion | None:
        """Present if a search finds nothing, but a search for similar words does."""
        return self.page().suggestion


class SessionPages(Pages["SessionPage", "LoginSession"]):
    """A page of the list of your sessions. Its fields are those of the first page; it iterates
    over the items of all.
    """

    __slots__ = ()
    _page_type = "SessionPage"

    @property
    def sessions(self) -> tuple[LoginSession, ...]:
        """Those of the first page."""
        return self.page().sessions

    @property
    def pagination(self) -> Pagination:
        """The position of a page in the list."""
        return self.page().pagination


class GrantPages(Pages["GrantPage", "Grant"]):
    """A page of the list of your grants. Its fields are those of the first page; it iterates
    over the items of all.
    """

    __slots__ = ()
    _page_type = "GrantPage"

    @property
    def grants(self) -> tuple[Grant, ...]:
        """Those of the first page."""
        return self.page().grants

    @property
    def pagination(self) -> Pagination:
        """The position of a page in the list."""
        return self.page().pagination


class ManagedUserPages(Pages["ManagedUserPage", "ManagedUser"]):
    """A page of the list of accounts. Its fields are those of the first page; it iterates over
    the items of all.
    """

    __slots__ = ()
    _page_type = "ManagedUserPage"

    @property
    def users(self) -> tuple[ManagedUser, ...]:
        """Those of the first page."""
        return self.page().users

    @property
    def pagination(self) -> ManagedUserPagination:
        """Those of the first page."""
        return self.page().pagination


class QuarantinedRealmPages(Pages["QuarantinedRealmPage", "QuarantinedRealm"]):
    """A page of the list of quarantined realms. Its fields are those of the first page; it
    iterates over the items of all.
    """

    __slots__ = ()
    _page_type = "QuarantinedRealmPage"

    @property
    def realms(self) -> tuple[QuarantinedRealm, ...]:
        """Those of the first page."""
        return self.page().realms

    @property
    def pagination(self) -> ManagedUserPagination:
        """Those of the first page."""
        return self.page().pagination


class AuditPages(Pages["AuditPage", "AuditEntry"]):
    """A page of the audit log. Its fields are those of the first page; it iterates over the
    items of all.
    """

    __slots__ = ()
    _page_type = "AuditPage"

    @property
    def entries(self) -> tuple[AuditEntry, ...]:
        """Those of the first page."""
        return self.page().entries

    @property
    def pagination(self) -> AuditPagination:
        """Those of the first page."""
        return self.page().pagination


__getattr__ = made_when_needed(globals())
