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
"""Listed; readable by who knows the slug; or there for its owner alone. A new realm is public."""


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
    """Where a page stands in the whole list."""
    facets: Facets | None = None
    """Only with the parameter `facets`, and only those that it names."""
    suggestion: Suggestion | None = None
    """Only where a search finds nothing, and similar words find something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RealmSummary(Record):
    """A realm as lists have it."""

    _types = {
        "author": "Author",
        "quarantine": "RealmSummaryQuarantine",
    }

    id: str
    """UUIDv7."""
    name: str
    """For example `SaaS Starter`."""
    slug: str
    """The unique name of a realm in addresses; never handed to another realm."""
    description: str
    """For example `Accounts, sessions and a team workspace on Node alone.`."""
    category: str
    """For example saas, blog, api or ecommerce."""
    tags: tuple[str, ...]
    """Lower-case, in the author’s order."""
    download_count: int
    recent_downloads: int
    """Downloads of the last 90 whole days of UTC; it changes once a day."""
    star_count: int
    version: str
    """Semantic version; 0.0.0 until the first upload."""
    license: str
    """As its author wrote it, or empty."""
    visibility: Visibility
    """Listed; readable by who knows the slug; or there for its owner alone. A new realm is
    public.
    """
    featured: bool
    is_deprecated: bool
    """Whether its owner advises against it."""
    cover_url: str
    """Address of the cover, a WebP at most 480 pixels wide; empty if the version has no
    picture. That of a private realm is good for 15 minutes.
    """
    author: Author
    """Who made a realm."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    updated_at: str
    """When its fields or its newest version last changed."""
    quarantine: RealmSummaryQuarantine | None = None
    """There while an operator has quarantined the realm: it is private then, its owner may read
    and delete it, and nobody may download it.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Author(Record):
    """Who made a realm."""

    username: str
    """For example `realm-catalog`."""
    name: str
    """For example `Realm Catalog`."""
    image: str
    """Address of a picture, or empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RealmSummaryQuarantine(Record):
    """The `quarantine` of `RealmSummary`. There while an operator has quarantined the realm: it
    is private then, its owner may read and delete it, and nobody may download it.
    """

    reason: str
    """Why, in the words of the operator."""
    since: str
    """Since when."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pagination(Record):
    """Where a page stands in the whole list."""

    total: int
    """All matches, before paging."""
    limit: int
    """The limit applied."""
    offset: int
    """The offset applied."""
    has_more: bool
    """Whether matches remain after this page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facets(Record):
    """How many of the realms that were found have each value."""

    _types = {
        "category": "ValueCount",
        "tags": "ValueCount",
        "license": "ValueCount",
        "author": "ValueCount",
    }

    category: tuple[ValueCount, ...] | None = None
    """The 50 largest, by count, then value."""
    tags: tuple[ValueCount, ...] | None = None
    """The 50 largest, by count, then value."""
    license: tuple[ValueCount, ...] | None = None
    """The 50 largest, by count, then value."""
    author: tuple[ValueCount, ...] | None = None
    """The 50 largest, by count, then value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueCount(Record):
    """A tag or another value, and how many realms have it."""

    value: str
    """For example `auth`."""
    count: int
    """How many realms have it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion(Record):
    """Another search, in place of one that finds nothing."""

    total: int
    """How many realms it finds under the same filters."""
    search: str | None = None
    """The search with other words in place of those that no public realm has."""
    q: str | None = None
    """The same, for a search by `q`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatedRealm(Record):
    """A new realm, and where its first archive goes."""

    _secrets = ("upload_token",)

    id: str
    """UUIDv7."""
    slug: str
    """The unique name of a realm in addresses; never handed to another realm."""
    upload_url: str
    """Where to send the archive."""
    upload_token: str
    """A secret for this upload: one use, one hour, this realm only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Realm(Record):
    """A realm, with all that the catalog knows of it and of its newest version."""

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
    """UUIDv7."""
    name: str
    """For example `SaaS Starter`."""
    slug: str
    """The unique name of a realm in addresses; never handed to another realm."""
    description: str
    """For example `Accounts, sessions and a team workspace on Node alone.`."""
    category: str
    """For example saas, blog, api or ecommerce."""
    tags: tuple[str, ...]
    """Lower-case, in the author’s order."""
    download_count: int
    recent_downloads: int
    """Downloads of the last 90 whole days of UTC; it changes once a day."""
    star_count: int
    long_description: str
    """Markdown."""
    version: str
    """Semantic version; 0.0.0 until the first upload."""
    license: str
    """As its author wrote it, or empty."""
    author: AuthorDetail
    """Who made a realm, with what they say of themselves."""
    features: RealmFeatures
    requirements: RealmRequirements
    repository: str
    """Address of the source, or empty."""
    demo: str
    """Address of a running example, or empty."""
    cover_url: str
    """Address of the cover, a WebP at most 480 pixels wide; empty if the version has no
    picture. That of a private realm is good for 15 minutes.
    """
    screenshots: tuple[Screenshot, ...]
    """Of its version, in the author’s order."""
    preview_url: str
    """Address of the live preview of its version, for a frame; empty if there is none. That of
    a private realm is good for 15 minutes.
    """
    visibility: Visibility
    """Listed; readable by who knows the slug; or there for its owner alone. A new realm is
    public.
    """
    featured: bool
    deprecated: RealmDeprecated
    size: int
    """Of the archive of its version, in bytes; 0 until the first upload."""
    sha256: str
    """Of that archive, in hexadecimal; or empty."""
    file_count: int
    """How many files are in that archive."""
    published_at: str
    """When its version was published: RFC 3339, UTC, milliseconds; or empty."""
    variables: Mapping[str, Variable]
    """What its version asks for, by name."""
    parts: Mapping[str, Part]
    """Parts of its version that can be left out, by name."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    updated_at: str
    """When its fields or its newest version last changed."""
    quarantine: RealmSummaryQuarantine | None = None
    """There while an operator has quarantined the realm: it is private then, its owner may read
    and delete it, and nobody may download it.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorDetail(Record):
    """Who made a realm, with what they say of themselves."""

    username: str
    """For example `realm-catalog`."""
    name: str
    """For example `Realm Catalog`."""
    image: str
    """Address of a picture, or empty."""
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
    """A picture that shows what is made of a realm."""

    url: str
    """Address of a WebP at most 960 pixels wide; with `-480` or `-1920` in its place, of
    another width.
    """
    width: int
    """Of the original, upright, in pixels."""
    height: int
    alt: str
    """What it shows, or empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RealmDeprecated(Record):
    """The `deprecated` of `Realm`."""

    is_deprecated: bool
    """Whether its owner advises against it."""
    message: str
    """Why, or empty."""
    successor: str
    """The slug of the realm to use instead; empty if there is none that you may see."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable(Record):
    """A text that a realm asks for, and what it takes the place of."""

    ask: str
    """The question."""
    replaces: str
    """The text that stands for it: two words or more, each beginning with an upper-case letter,
    and none that another variable has. `Acme Shop` is found as `Acme Shop`, `acme shop`,
    `acme-shop`, `acme_shop`, `acmeShop`, `AcmeShop`, `ACME_SHOP` and `acmeshop`.
    """
    default: str
    """The value without an answer. `{folder}` is the name of the target folder as words:
    `red-fox` gives `Red Fox`. Without a default, the first of the choices; without these,
    what the variable replaces.
    """
    format: Literal["text", "slug", "identifier"]
    """What a value is like: any `text` of letters, digits, blanks and `. , + - _ ’`; a `slug`
    such as `red-fox`; an `identifier` such as `redFox`.
    """
    choices: tuple[str, ...]
    """The values to choose from; any value if there are none."""
    files: tuple[str, ...]
    """The files and paths in which it is replaced: globs as those of parts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part(Record):
    """Files of a realm that one may leave out."""

    ask: str
    """The question."""
    files: tuple[str, ...]
    """The files that it consists of: globs of `*`, `**` and `?`, relative to the root of the
    realm. Each must meet a file.
    """
    default: bool
    """Whether it comes along without an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateRealmDeprecated(Record):
    """The `deprecated` of `UpdateRealmBody`. Marks the realm as deprecated; `null` takes that
    back.
    """

    message: str | None = None
    """Why, and what to do."""
    successor: str | None = None
    """The slug of the realm to use instead, or empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Download(Record):
    """A link to an archive, and what is behind it."""

    _secrets = ("download_url",)

    download_url: str
    """Signed; good until `expiresAt`. Fetching it counts nothing."""
    expires_at: str
    """When the link ends: in 15 minutes."""
    version: str
    """For example `1.0.0`."""
    size: int
    """Of the archive, in bytes."""
    sha256: str
    """Of the archive, in hexadecimal."""
    filename: str
    """For example `saas-starter-1.0.0.tar.gz`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadSeries(Record):
    """The downloads of a realm by day, week or month."""

    _types = {
        "days": "DownloadSeriesDay",
    }

    total: int
    """Of all rows."""
    days: tuple[DownloadSeriesDay, ...]
    """The intervals that have downloads, the oldest first; of one interval, by version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadSeriesDay(Record):
    """One of the `days` of `DownloadSeries`."""

    day: str
    """UTC: the first day of the interval. Weeks begin on Monday."""
    downloads: int
    version: str | None = None
    """With `by=version` alone; 0.0.0 before the first upload."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionList(Record):
    """All versions of a realm."""

    _types = {
        "versions": "Version",
    }

    versions: tuple[Version, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Version(Record):
    """A version of a realm as the list of versions has it."""

    version: str
    """Semantic version."""
    size: int
    """Of the archive, in bytes."""
    sha256: str
    """Of the archive, in hexadecimal."""
    files_sha256: str
    """Over its files, in hexadecimal: the same for the same files, however they are packed.
    SHA-256 of a line for each file, in the order of the bytes of the paths: path, NUL, mode
    (`0644` or `0755`), NUL, SHA-256 of the file, line feed. Empty while a version of an
    older catalog waits for it.
    """
    yanked: bool
    """Kept for who has it, not served by default."""
    reason: str
    """Why it was yanked, or empty."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedUpload(Record):
    """Where the archive of the next version goes."""

    _secrets = ("upload_token",)

    upload_url: str
    """Where to send the archive."""
    upload_token: str
    """A secret for this upload: one use, one hour, this realm only."""
    expires_at: str
    """When the token ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadedVersion(Record):
    """The version that was published."""

    slug: str
    """The unique name of a realm in addresses; never handed to another realm."""
    version: str
    """Semantic version."""
    size: int
    """Of the archive, in bytes."""
    sha256: str
    """Of the archive, in hexadecimal."""
    files_sha256: str
    """Over its files, in hexadecimal: the same for the same files, however they are packed.
    SHA-256 of a line for each file, in the order of the bytes of the paths: path, NUL, mode
    (`0644` or `0755`), NUL, SHA-256 of the file, line feed. Empty while a version of an
    older catalog waits for it.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionDetail(Record):
    """A version of a realm, with what its archive says of it."""

    _types = {
        "features": "VersionFeatures",
        "requirements": "VersionRequirements",
        "variables": "{Variable}",
        "parts": "{Part}",
    }

    version: str
    """Semantic version."""
    size: int
    """Of the archive, in bytes."""
    sha256: str
    """Of the archive, in hexadecimal."""
    files_sha256: str
    """Over its files, in hexadecimal: the same for the same files, however they are packed.
    SHA-256 of a line for each file, in the order of the bytes of the paths: path, NUL, mode
    (`0644` or `0755`), NUL, SHA-256 of the file, line feed. Empty while a version of an
    older catalog waits for it.
    """
    yanked: bool
    """Kept for who has it, not served by default."""
    reason: str
    """Why it was yanked, or empty."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    format: Literal["tar.gz", "zip"]
    """Of the archive."""
    unpacked_size: int
    """Of all its files, in bytes."""
    file_count: int
    download_count: int
    """Downloads of this version."""
    published_by: str
    """Username of the account that published it."""
    long_description: str
    """Markdown, of its `realm.json` or else its README."""
    readme: str
    """Its README.md, or empty."""
    license: str
    """Of its `realm.json`, or empty."""
    demo: str
    """Of its `realm.json`, or empty."""
    features: VersionFeatures
    requirements: VersionRequirements
    variables: Mapping[str, Variable]
    """What its version asks for, by name."""
    parts: Mapping[str, Part]
    """Parts of its version that can be left out, by name."""


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
    """Where a page stands in the whole list of files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RealmFile(Record):
    """A file of a version."""

    path: str
    """Relative to the realm’s root: one top folder is removed."""
    size: int
    """In bytes."""
    sha256: str
    """Of the file, in hexadecimal."""
    is_text: bool
    """Valid UTF-8 without a NUL."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePagination(Record):
    """Where a page stands in the whole list of files."""

    total: int
    """All matches, before paging."""
    limit: int
    """The limit applied."""
    offset: int
    """The offset applied."""
    has_more: bool
    """Whether matches remain after this page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionDiff(Record):
    """A page of what changed between two versions."""

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
    """Where a page stands in the whole list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange(Record):
    """A file that was added, removed or changed."""

    path: str
    """Relative to the realm’s root: one top folder is removed."""
    change: Literal["added", "removed", "changed"]
    """For example `changed`."""
    is_text: bool
    """Whether the file is text in both versions."""
    is_too_large: bool
    """The text of its changes would go beyond the limits of one answer."""
    diff: str
    """Unified text; empty for a file that is not text, or is too large."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TagPage(Record):
    """A page of the list of tags."""

    _types = {
        "tags": "ValueCount",
        "pagination": "Pagination",
    }

    tags: tuple[ValueCount, ...]
    pagination: Pagination
    """Where a page stands in the whole list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryPage(Record):
    """A page of the list of categories."""

    _types = {
        "categories": "ValueCount",
        "pagination": "Pagination",
    }

    categories: tuple[ValueCount, ...]
    pagination: Pagination
    """Where a page stands in the whole list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Completions(Record):
    """What begins with the text that somebody has typed."""

    _types = {
        "realms": "CompletionsRealm",
    }

    realms: tuple[CompletionsRealm, ...]
    """Realms with a word of the name that begins so, the most downloaded first."""
    tags: tuple[str, ...]
    """Those of most realms first."""
    authors: tuple[str, ...]
    """Usernames; those whose realms have most downloads first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletionsRealm(Record):
    """One of the `realms` of `Completions`."""

    slug: str
    """The unique name of a realm in addresses; never handed to another realm."""
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
    """UUIDv7."""
    slug: str
    """Its name in addresses."""
    name: str
    """For example `Start a business`."""
    description: str
    """For example `Templates that earn their keep.`."""
    realms: tuple[str, ...]
    """Slugs, in the curator’s order; those the caller may not list are left out."""
    created_by: str
    """Username of the curator."""
    featured: bool
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    updated_at: str
    """When its fields or its list of realms last changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionPagination(Record):
    """The `pagination` of `CollectionPage`."""

    total: int
    """All matches, before paging."""
    limit: int
    """The limit applied; the whole rest where none is sent."""
    offset: int
    """The offset applied."""
    has_more: bool
    """Whether matches remain after this page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionDetail(Record):
    """A curated list of realms, with summaries of them."""

    _types = {
        "items": "RealmSummary",
    }

    id: str
    """UUIDv7."""
    slug: str
    """Its name in addresses."""
    name: str
    """For example `Start a business`."""
    description: str
    """For example `Templates that earn their keep.`."""
    realms: tuple[str, ...]
    """Slugs, in the curator’s order; those the caller may not list are left out."""
    created_by: str
    """Username of the curator."""
    featured: bool
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    updated_at: str
    """When its fields or its list of realms last changed."""
    items: tuple[RealmSummary, ...]
    """The same realms as summaries, in the same order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics(Record):
    """What the whole catalog counts."""

    total_realms: int
    """Public realms."""
    total_downloads: int
    """Downloads of public realms."""
    total_users: int
    """All accounts."""
    categories: Mapping[str, int]
    """Public realms by category: the 200 largest, of equal ones the first by name; saas, blog,
    api and ecommerce always appear.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsSeries(Record):
    """What the whole catalog counts, by day, week or month."""

    _types = {
        "points": "StatisticsSeriesPoint",
    }

    metric: Literal["downloads", "realms", "users"]
    """For example `downloads`."""
    interval: Literal["day", "week", "month"]
    """For example `day`."""
    total: int
    """Of all rows."""
    points: tuple[StatisticsSeriesPoint, ...]
    """The intervals that have a value, the oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsSeriesPoint(Record):
    """One of the `points` of `StatisticsSeries`."""

    day: str
    """UTC: the first day of the interval. Weeks begin on Monday."""
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class User(Record):
    """An account as everyone sees it."""

    username: str
    """For example `alice`."""
    name: str
    """For example `Alice`."""
    image: str
    """Address of a picture, or empty."""
    bio: str
    kind: Literal["user"]
    """Further kinds may follow."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
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
    """UUIDv7."""
    username: str
    """For example `alice`."""
    name: str
    """For example `Alice`."""
    email: str
    """Shown to nobody else."""
    bio: str
    image: str
    plan: Literal["free", "premium"]
    role: Literal["user", "curator", "admin"]
    created_at: str
    """RFC 3339, UTC, milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session(Record):
    """The tokens of a login."""

    _secrets = ("token", "refresh_token",)

    token: str
    """A JWT; send it as `Authorization: Bearer …`."""
    token_type: Literal["Bearer"]
    expires_in: int
    """Seconds until the token ends."""
    refresh_token: str
    """Good once, for the next session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Me(Record):
    """Your account, and the credential that asked for it."""

    _types = {
        "credential": "MeCredential",
        "quota": "MeQuota",
    }

    id: str
    """UUIDv7."""
    username: str
    """For example `alice`."""
    name: str
    """For example `Alice`."""
    email: str
    """Shown to nobody else."""
    bio: str
    image: str
    plan: Literal["free", "premium"]
    role: Literal["user", "curator", "admin"]
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    is_email_verified: bool
    """Whether a mail has shown that the address is yours."""
    credential: MeCredential
    quota: MeQuota
    """What the account may keep here by its plan, and how much of that it does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeCredential(Record):
    """The `credential` of `Me`."""

    kind: Literal["key", "jwt", "oauth"]
    """For example `key`."""
    scopes: tuple[Scope, ...]
    expires_at: str
    """When the key, the session or the grant that it belongs to ends; empty: never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeQuota(Record):
    """The `quota` of `Me`. What the account may keep here by its plan, and how much of that it
    does.
    """

    _types = {
        "bytes": "Usage",
        "realms": "Usage",
    }

    bytes: Usage
    """Of the archives of all its versions, yanked ones included."""
    realms: Usage
    """That it owns."""


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
    """OAuth clients that you have registered."""
    sessions: tuple[MyDataSession, ...]
    second_factors: SecondFactors
    """The second factors of an account."""
    identities: tuple[Identity, ...]
    """At another provider."""
    grants: tuple[Grant, ...]
    collections: tuple[MyDataCollection, ...]
    """That you have made."""
    stars: tuple[MyDataStar, ...]
    """Of realms that you may see."""
    realms: tuple[MyDataRealm, ...]
    """That you own, of every visibility. Their archives are downloaded one by one."""
    audit: tuple[AuditEntry, ...]
    """What you did, the newest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key(Record):
    """An API key, without the key itself."""

    id: str
    """UUIDv7."""
    name: str
    """For example `laptop`."""
    scopes: tuple[Scope, ...]
    """Default: realms:read and realms:write."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    expires_at: str
    """A time, or empty: never."""
    last_used_at: str
    """About when, or empty: never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OAuthClient(Record):
    """An application that people registered for OAuth 2.0."""

    id: str
    """UUIDv7."""
    name: str
    """What people are asked about."""
    type: Literal["public", "confidential"]
    """Whether it can keep a secret. Programs on people’s own machines cannot; they may receive
    at any loopback port. Default: `public`.
    """
    redirect_uris: tuple[str, ...]
    """Where answers may be sent, exactly: https, http on a loopback address, or for public
    clients a private scheme with a dot.
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
    """The most that it may ask for. Default: realms:read and realms:write."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyDataSession(Record):
    """One of the `sessions` of `MyData`."""

    id: str
    """UUIDv7."""
    device: str
    """What the program or the browser said of itself at its last login or refresh
    (`User-Agent`), or empty.
    """
    address: str
    """Where the last login or refresh came from; of IPv6 the /64."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    last_used_at: str
    """About when: to the minute, and of a browser to the hour."""
    expires_at: str
    """When it ends; of a browser, unless it is used before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondFactors(Record):
    """The second factors of an account."""

    _types = {
        "passkeys": "Passkey",
    }

    is_on: bool
    """Whether a sign-in asks for a second factor: there is an app or a passkey, and the
    recovery codes are saved.
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
    """UUIDv7."""
    name: str
    """No control characters, and none that are invisible or turn the reading direction."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    last_used_at: str
    """When somebody last signed in with it; empty: never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity(Record):
    """Who you are at another provider."""

    id: str
    """UUIDv7."""
    issuer: str
    """The address of the provider."""
    name: str
    """How the provider called you when you linked it."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    last_used_at: str
    """When you last signed in with it; empty: never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant(Record):
    """What you have allowed an application."""

    _types = {
        "client": "GrantClient",
    }

    id: str
    """UUIDv7."""
    client: GrantClient
    """The application."""
    scopes: tuple[Scope, ...]
    """What you have allowed."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    last_used_at: str
    """About when, to the minute; empty: never."""
    expires_at: str
    """When it ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantClient(Record):
    """The `client` of `Grant`. The application."""

    id: str
    """Its `client_id`."""
    name: str
    """Chosen by whoever registered it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyDataCollection(Record):
    """One of the `collections` of `MyData`."""

    slug: str
    """For example `business`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyDataStar(Record):
    """One of the `stars` of `MyData`."""

    slug: str
    """The unique name of a realm in addresses; never handed to another realm."""
    created_at: str
    """When it was given."""


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
    """UUIDv7."""
    name: str
    """For example `SaaS Starter`."""
    slug: str
    """The unique name of a realm in addresses; never handed to another realm."""
    description: str
    """For example `Accounts, sessions and a team workspace on Node alone.`."""
    category: str
    """For example saas, blog, api or ecommerce."""
    tags: tuple[str, ...]
    """Lower-case, in the author’s order."""
    download_count: int
    recent_downloads: int
    """Downloads of the last 90 whole days of UTC; it changes once a day."""
    star_count: int
    long_description: str
    """Markdown."""
    version: str
    """Semantic version; 0.0.0 until the first upload."""
    license: str
    """As its author wrote it, or empty."""
    author: AuthorDetail
    """Who made a realm, with what they say of themselves."""
    features: RealmFeatures
    requirements: RealmRequirements
    repository: str
    """Address of the source, or empty."""
    demo: str
    """Address of a running example, or empty."""
    cover_url: str
    """Address of the cover, a WebP at most 480 pixels wide; empty if the version has no
    picture. That of a private realm is good for 15 minutes.
    """
    screenshots: tuple[Screenshot, ...]
    """Of its version, in the author’s order."""
    preview_url: str
    """Address of the live preview of its version, for a frame; empty if there is none. That of
    a private realm is good for 15 minutes.
    """
    visibility: Visibility
    """Listed; readable by who knows the slug; or there for its owner alone. A new realm is
    public.
    """
    featured: bool
    deprecated: RealmDeprecated
    size: int
    """Of the archive of its version, in bytes; 0 until the first upload."""
    sha256: str
    """Of that archive, in hexadecimal; or empty."""
    file_count: int
    """How many files are in that archive."""
    published_at: str
    """When its version was published: RFC 3339, UTC, milliseconds; or empty."""
    variables: Mapping[str, Variable]
    """What its version asks for, by name."""
    parts: Mapping[str, Part]
    """Parts of its version that can be left out, by name."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    updated_at: str
    """When its fields or its newest version last changed."""
    versions: tuple[MyDataRealmVersion, ...]
    quarantine: RealmSummaryQuarantine | None = None
    """There while an operator has quarantined the realm: it is private then, its owner may read
    and delete it, and nobody may download it.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class MyDataRealmVersion(Record):
    """One of the `versions` of `MyDataRealm`."""

    version: str
    """For example `1.0.0`."""
    size: int
    """In bytes."""
    sha256: str
    """Of the archive, in hexadecimal."""
    yanked: bool
    reason: str
    """Why it was yanked, or empty."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry(Record):
    """What somebody did."""

    _types = {
        "actor": "AuditEntryActor",
        "subject": "AuditEntrySubject",
    }

    position: int
    """The position in the chain, from 1."""
    id: str
    """UUIDv7."""
    at: str
    """When it was done."""
    action: AuditAction
    """What was done."""
    actor: AuditEntryActor
    subject: AuditEntrySubject
    details: Mapping[str, str]
    """What else there is to say, as texts."""
    request_id: str
    """Of the request, or empty."""
    address: str
    """Where it came from (IPv6: the /64), or empty."""
    hash: str
    """SHA-256 over the entry and the hash of the one before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntryActor(Record):
    """The `actor` of `AuditEntry`."""

    id: str
    """The account that did it; empty where none did."""
    username: str
    """Its name, or empty."""
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
    """By which kind of credential, or by what else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntrySubject(Record):
    """The `subject` of `AuditEntry`."""

    kind: Literal["account", "key", "client", "realm", "collection", "catalog"]
    """For example `realm`."""
    id: str
    """A slug of a realm or a collection, else an id; empty where there is none."""


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
    """Where a page stands in the whole list."""
    facets: Facets | None = None
    """Only with the parameter `facets`, and only those that it names."""
    suggestion: Suggestion | None = None
    """Only where a search finds nothing, and similar words find something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyRealm(Record):
    """A realm of yours, as lists have it."""

    _types = {
        "author": "Author",
        "quarantine": "RealmSummaryQuarantine",
    }

    id: str
    """UUIDv7."""
    name: str
    """For example `SaaS Starter`."""
    slug: str
    """The unique name of a realm in addresses; never handed to another realm."""
    description: str
    """For example `Accounts, sessions and a team workspace on Node alone.`."""
    category: str
    """For example saas, blog, api or ecommerce."""
    tags: tuple[str, ...]
    """Lower-case, in the author’s order."""
    download_count: int
    recent_downloads: int
    """Downloads of the last 90 whole days of UTC; it changes once a day."""
    star_count: int
    version: str
    """Semantic version; 0.0.0 until the first upload."""
    license: str
    """As its author wrote it, or empty."""
    visibility: Visibility
    """Listed; readable by who knows the slug; or there for its owner alone. A new realm is
    public.
    """
    featured: bool
    is_deprecated: bool
    """Whether its owner advises against it."""
    cover_url: str
    """Address of the cover, a WebP at most 480 pixels wide; empty if the version has no
    picture. That of a private realm is good for 15 minutes.
    """
    author: Author
    """Who made a realm."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    updated_at: str
    """When its fields or its newest version last changed."""
    role: Literal["owner"]
    """Your role in this realm. Further roles may follow."""
    quarantine: RealmSummaryQuarantine | None = None
    """There while an operator has quarantined the realm: it is private then, its owner may read
    and delete it, and nobody may download it.
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
    """Where a page stands in the whole list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginSession(Record):
    """A place where your account is logged in."""

    id: str
    """UUIDv7."""
    device: str
    """What the program or the browser said of itself at its last login or refresh
    (`User-Agent`), or empty.
    """
    address: str
    """Where the last login or refresh came from; of IPv6 the /64."""
    is_current: bool
    """Whether this request belongs to it."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    last_used_at: str
    """About when: to the minute, and of a browser to the hour."""
    expires_at: str
    """When it ends; of a browser, unless it is used before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantPage(Record):
    """A page of the list of your grants."""

    _types = {
        "grants": "Grant",
        "pagination": "Pagination",
    }

    grants: tuple[Grant, ...]
    pagination: Pagination
    """Where a page stands in the whole list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTotp(Record):
    """The secret of a new authenticator app."""

    _secrets = ("secret", "uri",)

    secret: str
    """For the app, in base32; shown this once."""
    uri: str
    """The same as an address, for a QR code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveryCodes(Record):
    """New recovery codes."""

    _secrets = ("codes",)

    codes: tuple[str, ...]
    """Each is good once; shown this once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PasskeyQuestion(Record):
    """What a browser is asked for a new passkey."""

    _secrets = ("token",)

    options: str
    """JSON for `PublicKeyCredential.parseCreationOptionsFromJSON`."""
    token: str
    """Sent back with the answer, within five minutes."""


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
    """UUIDv7."""
    name: str
    """For example `laptop`."""
    scopes: tuple[Scope, ...]
    """Default: realms:read and realms:write."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    expires_at: str
    """A time, or empty: never."""
    key: str
    """The key itself, shown this once."""


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
    """UUIDv7."""
    name: str
    """What people are asked about."""
    type: Literal["public", "confidential"]
    """Whether it can keep a secret. Programs on people’s own machines cannot; they may receive
    at any loopback port. Default: `public`.
    """
    redirect_uris: tuple[str, ...]
    """Where answers may be sent, exactly: https, http on a loopback address, or for public
    clients a private scheme with a dot.
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
    """The most that it may ask for. Default: realms:read and realms:write."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    client_secret: str | None = None
    """Of a confidential client, shown this once."""


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
    """The new secret, shown this once."""
    former_secret_ends_at: str
    """When the old secret ends; empty: it has ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimitStatus(Record):
    """What is left of your hourly limit."""

    tier: Literal["free", "authenticated", "premium"]
    limit: int
    remaining: int
    reset: int
    """Unix seconds; when the window ends."""


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
    """UUIDv7."""
    username: str
    """For example `alice`."""
    name: str
    """For example `Alice`."""
    email: str
    role: Literal["user", "curator", "admin"]
    plan: Literal["free", "premium"]
    suspended_at: str
    """Since when it is suspended; empty if it is not."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    used: ManagedUserUsed
    """What it keeps here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ManagedUserUsed(Record):
    """The `used` of `ManagedUser`. What it keeps here."""

    bytes: int
    """Of the archives of all its versions."""
    realms: int
    """That it owns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ManagedUserPagination(Record):
    """The `pagination` of `ManagedUserPage`."""

    limit: int
    """The limit applied."""
    has_more: bool
    """Whether older ones remain."""
    next: str
    """Send it as `before` for the older ones; empty where none remain."""


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
    """A realm that is quarantined."""

    id: str
    """UUIDv7."""
    slug: str
    """The unique name of a realm in addresses; never handed to another realm."""
    name: str
    """For example `SaaS Starter`."""
    owner: str
    """Username."""
    visibility: Visibility
    """What it was before, and gets back."""
    reason: str
    """For example `It sends passwords elsewhere.`."""
    since: str
    """Since when."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage(Record):
    """What is stored, and by whom."""

    _types = {
        "quotas": "StorageQuotas",
        "largest": "StorageLargest",
    }

    bytes: int
    """Of the archives of all versions of all realms."""
    realms: int
    """Of any visibility."""
    users: int
    """Accounts that were not removed."""
    quotas: StorageQuotas
    """What an account of each plan may keep."""
    largest: tuple[StorageLargest, ...]
    """The accounts that keep the most, the largest first; 20 at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageQuotas(Record):
    """The `quotas` of `Storage`. What an account of each plan may keep."""

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
    """Of all archives."""
    realms: int
    """Of any visibility."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageLargest(Record):
    """One of the `largest` of `Storage`."""

    username: str
    """For example `alice`."""
    plan: Literal["free", "premium"]
    bytes: int
    """Of the archives of all its versions."""
    realms: int
    """That it owns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditPage(Record):
    """A page of the audit."""

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
    """The limit applied."""
    has_more: bool
    """Whether older entries remain."""
    next: str
    """Send it as `before` for the older ones; empty where none remain."""


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
        """Where a page stands in the whole list."""
        return self.page().pagination

    @property
    def facets(self) -> Facets | None:
        """Only with the parameter `facets`, and only those that it names."""
        return self.page().facets

    @property
    def suggestion(self) -> Suggestion | None:
        """Only where a search finds nothing, and similar words find something."""
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
        """Where a page stands in the whole list of files."""
        return self.page().pagination


class VersionDiffPages(Pages["VersionDiff", "FileChange"]):
    """A page of what changed between two versions. Its fields are those of the first page; it
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
        """Where a page stands in the whole list."""
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
        """Where a page stands in the whole list."""
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
        """Where a page stands in the whole list."""
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
        """Where a page stands in the whole list."""
        return self.page().pagination

    @property
    def facets(self) -> Facets | None:
        """Only with the parameter `facets`, and only those that it names."""
        return self.page().facets

    @property
    def suggestion(self) -> Suggestion | None:
        """Only where a search finds nothing, and similar words find something."""
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
        """Where a page stands in the whole list."""
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
        """Where a page stands in the whole list."""
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
    """A page of the audit. Its fields are those of the first page; it iterates over the items
    of all.
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
