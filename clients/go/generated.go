// Code generated from the contract of the catalog by npm run docs. DO NOT EDIT.

package realmcatalog

import (
	"context"
	"fmt"
	"net/http"
)

// ListRealmsQuery is what Realms.List asks for.
type ListRealmsQuery struct {
	// Only realms of this category; comma-separated or repeated, of one of these.
	Category []string `json:"category,omitempty"`
	// Comma-separated: a realm must have all of them. May also be repeated.
	Tags []string `json:"tags,omitempty"`
	// Only realms of the account with this username; comma-separated or repeated, of one of these.
	Author []string `json:"author,omitempty"`
	// Only realms with this license, in any case; repeated, with one of these. A comma is part of a license.
	License []string `json:"license,omitempty"`
	// Comma-separated or repeated: only realms that have all of these.
	Has []RealmFeature `json:"has,omitempty"`
	// Comma-separated or repeated: just these realms, as far as you may list them. They come in this order unless
	// `sort` says otherwise, and all of them without `limit`.
	Slugs []string `json:"slugs,omitempty"`
	// How many at most; above 100 it is applied, and reported, as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
	// How many to skip; past the end the page is empty. Default: `0`.
	Offset int `json:"offset,omitempty"`
	// Each word must occur in the name or the description, also inside a word; upper and lower case, and accents,
	// are alike.
	Search string `json:"search,omitempty"`
	// The broad search. Each word must occur in the name, the slug, the description, a tag, the category, or the
	// username or name of the author; dots and dashes in tags are ignored. At most 10 words; not together with
	// `search`.
	Q string `json:"q,omitempty"`
	// `true`, `1` or bare: only featured realms. `false` or `0`: all.
	Featured bool `json:"featured,omitempty"`
	// Default: `relevance` with `search` or `q`, else `newest`; with `slugs`, as they stand there. `recent`: by the
	// downloads of the last 90 whole days. `trending`: by how far those of the last 7 days are above those of the
	// 28 days before.
	Sort RealmSort `json:"sort,omitempty"`
	// Comma-separated: adds how many of the realms have each value. Categories, licenses and authors are counted
	// without the filter of the same name, tags with all filters.
	Facets []FacetName `json:"facets,omitempty"`
}

// RealmPage is a page of a list of realms.
type RealmPage struct {
	Realms []RealmSummary `json:"realms"`
	// Where a page stands in the whole list.
	Pagination Pagination `json:"pagination"`
	// Only with the parameter `facets`, and only those that it names.
	Facets *Facets `json:"facets,omitempty"`
	// Only where a search finds nothing, and similar words find something.
	Suggestion *Suggestion `json:"suggestion,omitempty"`
}

// RealmSummary is a realm as lists have it.
type RealmSummary struct {
	// UUIDv7.
	ID string `json:"id"`
	// For example `SaaS Starter`.
	Name string `json:"name"`
	// The unique name of a realm in addresses; never handed to another realm.
	Slug string `json:"slug"`
	// For example `Accounts, sessions and a team workspace on Node alone.`.
	Description string `json:"description"`
	// For example saas, blog, api or ecommerce.
	Category string `json:"category"`
	// Lower-case, in the author’s order.
	Tags          []string `json:"tags"`
	DownloadCount int64    `json:"downloadCount"`
	// Downloads of the last 90 whole days of UTC; it changes once a day.
	RecentDownloads int64 `json:"recentDownloads"`
	StarCount       int64 `json:"starCount"`
	// Semantic version; 0.0.0 until the first upload.
	Version string `json:"version"`
	// As its author wrote it, or empty.
	License string `json:"license"`
	// Listed; readable by who knows the slug; or there for its owner alone. A new realm is public.
	Visibility Visibility `json:"visibility"`
	Featured   bool       `json:"featured"`
	// Whether its owner advises against it.
	IsDeprecated bool `json:"isDeprecated"`
	// Address of the cover, a WebP at most 480 pixels wide; empty if the version has no picture. That of a private
	// realm is good for 15 minutes.
	CoverURL string `json:"coverUrl"`
	// Who made a realm.
	Author Author `json:"author"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
	// When its fields or its newest version last changed.
	UpdatedAt string `json:"updatedAt"`
	// There while an operator has quarantined the realm: it is private then, its owner may read and delete it, and
	// nobody may download it.
	Quarantine *RealmSummaryQuarantine `json:"quarantine,omitempty"`
}

// Visibility: Listed; readable by who knows the slug; or there for its owner alone. A new realm is public.
type Visibility string

// The values of Visibility. A newer catalog may have others.
const (
	VisibilityPublic   Visibility = "public"
	VisibilityUnlisted Visibility = "unlisted"
	VisibilityPrivate  Visibility = "private"
)

// Author is who made a realm.
type Author struct {
	// For example `realm-catalog`.
	Username string `json:"username"`
	// For example `Realm Catalog`.
	Name string `json:"name"`
	// Address of a picture, or empty.
	Image string `json:"image"`
}

// RealmSummaryQuarantine is the `quarantine` of `RealmSummary`. There while an operator has quarantined the
// realm: it is private then, its owner may read and delete it, and nobody may download it.
type RealmSummaryQuarantine struct {
	// Why, in the words of the operator.
	Reason string `json:"reason"`
	// Since when.
	Since string `json:"since"`
}

// Pagination is where a page stands in the whole list.
type Pagination struct {
	// All matches, before paging.
	Total int64 `json:"total"`
	// The limit applied.
	Limit int64 `json:"limit"`
	// The offset applied.
	Offset int64 `json:"offset"`
	// Whether matches remain after this page.
	HasMore bool `json:"hasMore"`
}

// Facets is how many of the realms that were found have each value.
type Facets struct {
	// The 50 largest, by count, then value.
	Category []ValueCount `json:"category,omitempty"`
	// The 50 largest, by count, then value.
	Tags []ValueCount `json:"tags,omitempty"`
	// The 50 largest, by count, then value.
	License []ValueCount `json:"license,omitempty"`
	// The 50 largest, by count, then value.
	Author []ValueCount `json:"author,omitempty"`
}

// ValueCount is a tag or another value, and how many realms have it.
type ValueCount struct {
	// For example `auth`.
	Value string `json:"value"`
	// How many realms have it.
	Count int64 `json:"count"`
}

// Suggestion is another search, in place of one that finds nothing.
type Suggestion struct {
	// How many realms it finds under the same filters.
	Total int64 `json:"total"`
	// The search with other words in place of those that no public realm has.
	Search string `json:"search,omitempty"`
	// The same, for a search by `q`.
	Q string `json:"q,omitempty"`
}

// CreateRealmBody is what Realms.Create sends.
type CreateRealmBody struct {
	// Without `slug`, the slug is derived from it, with `-2`, `-3`… when it is taken. No control characters, and
	// none that are invisible or turn the reading direction.
	Name string `json:"name"`
	// For example `What it is, in a sentence.`.
	Description string `json:"description"`
	// For example `saas`.
	Category string `json:"category"`
	// A 409 if another realm has it, or had it. Without it, the slug is made from the name.
	Slug string `json:"slug,omitempty"`
	// Kept lower-case, in order, without duplicates.
	Tags []string `json:"tags,omitempty"`
	// Listed; readable by who knows the slug; or there for its owner alone. A new realm is public.
	Visibility Visibility `json:"visibility,omitempty"`
	// For example `MIT`.
	License string `json:"license,omitempty"`
	// An absolute http or https address.
	Repository string `json:"repository,omitempty"`
}

// CreatedRealm is a new realm, and where its first archive goes.
type CreatedRealm struct {
	// UUIDv7.
	ID string `json:"id"`
	// The unique name of a realm in addresses; never handed to another realm.
	Slug string `json:"slug"`
	// Where to send the archive.
	UploadURL string `json:"uploadUrl"`
	// A secret for this upload: one use, one hour, this realm only.
	UploadToken string `json:"uploadToken"`
}

// Format prints it without what nobody should find in a log.
func (v CreatedRealm) Format(state fmt.State, _ rune) {
	type plain CreatedRealm
	v.UploadToken = "…"
	fmt.Fprintf(state, "%+v", plain(v))
}

// Realm is a realm, with all that the catalog knows of it and of its newest version.
type Realm struct {
	// UUIDv7.
	ID string `json:"id"`
	// For example `SaaS Starter`.
	Name string `json:"name"`
	// The unique name of a realm in addresses; never handed to another realm.
	Slug string `json:"slug"`
	// For example `Accounts, sessions and a team workspace on Node alone.`.
	Description string `json:"description"`
	// For example saas, blog, api or ecommerce.
	Category string `json:"category"`
	// Lower-case, in the author’s order.
	Tags          []string `json:"tags"`
	DownloadCount int64    `json:"downloadCount"`
	// Downloads of the last 90 whole days of UTC; it changes once a day.
	RecentDownloads int64 `json:"recentDownloads"`
	StarCount       int64 `json:"starCount"`
	// Markdown.
	LongDescription string `json:"longDescription"`
	// Semantic version; 0.0.0 until the first upload.
	Version string `json:"version"`
	// As its author wrote it, or empty.
	License string `json:"license"`
	// Who made a realm, with what they say of themselves.
	Author       AuthorDetail      `json:"author"`
	Features     RealmFeatures     `json:"features"`
	Requirements RealmRequirements `json:"requirements"`
	// Address of the source, or empty.
	Repository string `json:"repository"`
	// Address of a running example, or empty.
	Demo string `json:"demo"`
	// Address of the cover, a WebP at most 480 pixels wide; empty if the version has no picture. That of a private
	// realm is good for 15 minutes.
	CoverURL string `json:"coverUrl"`
	// Of its version, in the author’s order.
	Screenshots []Screenshot `json:"screenshots"`
	// Address of the live preview of its version, for a frame; empty if there is none. That of a private realm is
	// good for 15 minutes.
	PreviewURL string `json:"previewUrl"`
	// Listed; readable by who knows the slug; or there for its owner alone. A new realm is public.
	Visibility Visibility      `json:"visibility"`
	Featured   bool            `json:"featured"`
	Deprecated RealmDeprecated `json:"deprecated"`
	// Of the archive of its version, in bytes; 0 until the first upload.
	Size int64 `json:"size"`
	// Of that archive, in hexadecimal; or empty.
	SHA256 string `json:"sha256"`
	// How many files are in that archive.
	FileCount int64 `json:"fileCount"`
	// When its version was published: RFC 3339, UTC, milliseconds; or empty.
	PublishedAt string `json:"publishedAt"`
	// What its version asks for, by name.
	Variables map[string]Variable `json:"variables"`
	// Parts of its version that can be left out, by name.
	Parts map[string]Part `json:"parts"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
	// When its fields or its newest version last changed.
	UpdatedAt string `json:"updatedAt"`
	// There while an operator has quarantined the realm: it is private then, its owner may read and delete it, and
	// nobody may download it.
	Quarantine *RealmSummaryQuarantine `json:"quarantine,omitempty"`
}

// AuthorDetail is who made a realm, with what they say of themselves.
type AuthorDetail struct {
	// For example `realm-catalog`.
	Username string `json:"username"`
	// For example `Realm Catalog`.
	Name string `json:"name"`
	// Address of a picture, or empty.
	Image string `json:"image"`
	Bio   string `json:"bio"`
}

// RealmFeatures is the `features` of `Realm`.
type RealmFeatures struct {
	Auth     bool `json:"auth"`
	Payments bool `json:"payments"`
	Database bool `json:"database"`
}

// RealmRequirements is the `requirements` of `Realm`.
type RealmRequirements struct {
	// For example `>=24`.
	Node string `json:"node"`
	// For example `>=10`.
	NPM string `json:"npm"`
}

// Screenshot is a picture that shows what is made of a realm.
type Screenshot struct {
	// Address of a WebP at most 960 pixels wide; with `-480` or `-1920` in its place, of another width.
	URL string `json:"url"`
	// Of the original, upright, in pixels.
	Width  int64 `json:"width"`
	Height int64 `json:"height"`
	// What it shows, or empty.
	Alt string `json:"alt"`
}

// RealmDeprecated is the `deprecated` of `Realm`.
type RealmDeprecated struct {
	// Whether its owner advises against it.
	IsDeprecated bool `json:"isDeprecated"`
	// Why, or empty.
	Message string `json:"message"`
	// The slug of the realm to use instead; empty if there is none that you may see.
	Successor string `json:"successor"`
}

// Variable is a text that a realm asks for, and what it takes the place of.
type Variable struct {
	// The question.
	Ask string `json:"ask"`
	// The text that stands for it: two words or more, each beginning with an upper-case letter, and none that
	// another variable has. `Acme Shop` is found as `Acme Shop`, `acme shop`, `acme-shop`, `acme_shop`, `acmeShop`,
	// `AcmeShop`, `ACME_SHOP` and `acmeshop`.
	Replaces string `json:"replaces"`
	// The value without an answer. `{folder}` is the name of the target folder as words: `red-fox` gives `Red Fox`.
	// Without a default, the first of the choices; without these, what the variable replaces.
	Default string `json:"default"`
	// What a value is like: any `text` of letters, digits, blanks and `. , + - _ ’`; a `slug` such as `red-fox`; an
	// `identifier` such as `redFox`.
	Format VariableFormat `json:"format"`
	// The values to choose from; any value if there are none.
	Choices []string `json:"choices"`
	// The files and paths in which it is replaced: globs as those of parts.
	Files []string `json:"files"`
}

// Part: Files of a realm that one may leave out.
type Part struct {
	// The question.
	Ask string `json:"ask"`
	// The files that it consists of: globs of `*`, `**` and `?`, relative to the root of the realm. Each must meet
	// a file.
	Files []string `json:"files"`
	// Whether it comes along without an answer.
	Default bool `json:"default"`
}

// UpdateRealmBody is what Realms.Update sends.
type UpdateRealmBody struct {
	// Without `slug`, the slug is derived from it, with `-2`, `-3`… when it is taken. No control characters, and
	// none that are invisible or turn the reading direction.
	Name *string `json:"name,omitempty"`
	// For example `What it is, in a sentence.`.
	Description *string `json:"description,omitempty"`
	// For example `saas`.
	Category *string `json:"category,omitempty"`
	// Renames the realm. Its old slug leads to the new one, and is never handed to another realm.
	Slug *string `json:"slug,omitempty"`
	// Kept lower-case, in order, without duplicates.
	Tags []string `json:"tags,omitempty"`
	// Listed; readable by who knows the slug; or there for its owner alone. A new realm is public.
	Visibility *Visibility `json:"visibility,omitempty"`
	// For example `MIT`.
	License *string `json:"license,omitempty"`
	// An absolute http or https address.
	Repository *string `json:"repository,omitempty"`
	// For example `https://example.com/demo`.
	Demo *string `json:"demo,omitempty"`
	// Marks the realm as deprecated; `null` takes that back.
	Deprecated *Nullable[UpdateRealmDeprecated] `json:"deprecated,omitempty"`
}

// MarshalJSON leaves out what is nil, and keeps an empty list, which takes away what was there.
func (b UpdateRealmBody) MarshalJSON() ([]byte, error) { return marshalWithoutNil(b) }

// UpdateRealmDeprecated is the `deprecated` of `UpdateRealmBody`. Marks the realm as deprecated; `null` takes
// that back.
type UpdateRealmDeprecated struct {
	// Why, and what to do.
	Message *string `json:"message,omitempty"`
	// The slug of the realm to use instead, or empty.
	Successor *string `json:"successor,omitempty"`
}

// MarshalJSON leaves out what is nil, and keeps an empty list, which takes away what was there.
func (b UpdateRealmDeprecated) MarshalJSON() ([]byte, error) { return marshalWithoutNil(b) }

// DownloadRealmQuery is what Realms.Download asks for.
type DownloadRealmQuery struct {
	// Default: the newest that is not yanked.
	Version string `json:"version,omitempty"`
}

// Download is a link to an archive, and what is behind it.
type Download struct {
	// Signed; good until `expiresAt`. Fetching it counts nothing.
	DownloadURL string `json:"downloadUrl"`
	// When the link ends: in 15 minutes.
	ExpiresAt string `json:"expiresAt"`
	// For example `1.0.0`.
	Version string `json:"version"`
	// Of the archive, in bytes.
	Size int64 `json:"size"`
	// Of the archive, in hexadecimal.
	SHA256 string `json:"sha256"`
	// For example `saas-starter-1.0.0.tar.gz`.
	Filename string `json:"filename"`
}

// Format prints it without what nobody should find in a log.
func (v Download) Format(state fmt.State, _ rune) {
	type plain Download
	v.DownloadURL = "…"
	fmt.Fprintf(state, "%+v", plain(v))
}

// GetDownloadsQuery is what Realms.Downloads asks for.
type GetDownloadsQuery struct {
	// The first day (UTC) that counts.
	From string `json:"from,omitempty"`
	// The last day (UTC) that counts.
	To string `json:"to,omitempty"`
	// Default: `day`.
	Interval Interval `json:"interval,omitempty"`
	// A row for each version.
	By GetDownloadsBy `json:"by,omitempty"`
	// Of this version alone.
	Version string `json:"version,omitempty"`
}

// DownloadSeries is the downloads of a realm by day, week or month.
type DownloadSeries struct {
	// Of all rows.
	Total int64 `json:"total"`
	// The intervals that have downloads, the oldest first; of one interval, by version.
	Days []DownloadSeriesDay `json:"days"`
}

// DownloadSeriesDay is one of the `days` of `DownloadSeries`.
type DownloadSeriesDay struct {
	// UTC: the first day of the interval. Weeks begin on Monday.
	Day       string `json:"day"`
	Downloads int64  `json:"downloads"`
	// With `by=version` alone; 0.0.0 before the first upload.
	Version string `json:"version,omitempty"`
}

// VersionList is all versions of a realm.
type VersionList struct {
	Versions []Version `json:"versions"`
}

// Version is a version of a realm as the list of versions has it.
type Version struct {
	// Semantic version.
	Version string `json:"version"`
	// Of the archive, in bytes.
	Size int64 `json:"size"`
	// Of the archive, in hexadecimal.
	SHA256 string `json:"sha256"`
	// Over its files, in hexadecimal: the same for the same files, however they are packed. SHA-256 of a line for
	// each file, in the order of the bytes of the paths: path, NUL, mode (`0644` or `0755`), NUL, SHA-256 of the
	// file, line feed. Empty while a version of an older catalog waits for it.
	FilesSHA256 string `json:"filesSha256"`
	// Kept for who has it, not served by default.
	Yanked bool `json:"yanked"`
	// Why it was yanked, or empty.
	Reason string `json:"reason"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
}

// OpenedUpload is where the archive of the next version goes.
type OpenedUpload struct {
	// Where to send the archive.
	UploadURL string `json:"uploadUrl"`
	// A secret for this upload: one use, one hour, this realm only.
	UploadToken string `json:"uploadToken"`
	// When the token ends.
	ExpiresAt string `json:"expiresAt"`
}

// Format prints it without what nobody should find in a log.
func (v OpenedUpload) Format(state fmt.State, _ rune) {
	type plain OpenedUpload
	v.UploadToken = "…"
	fmt.Fprintf(state, "%+v", plain(v))
}

// UploadedVersion is the version that was published.
type UploadedVersion struct {
	// The unique name of a realm in addresses; never handed to another realm.
	Slug string `json:"slug"`
	// Semantic version.
	Version string `json:"version"`
	// Of the archive, in bytes.
	Size int64 `json:"size"`
	// Of the archive, in hexadecimal.
	SHA256 string `json:"sha256"`
	// Over its files, in hexadecimal: the same for the same files, however they are packed. SHA-256 of a line for
	// each file, in the order of the bytes of the paths: path, NUL, mode (`0644` or `0755`), NUL, SHA-256 of the
	// file, line feed. Empty while a version of an older catalog waits for it.
	FilesSHA256 string `json:"filesSha256"`
}

// VersionDetail is a version of a realm, with what its archive says of it.
type VersionDetail struct {
	// Semantic version.
	Version string `json:"version"`
	// Of the archive, in bytes.
	Size int64 `json:"size"`
	// Of the archive, in hexadecimal.
	SHA256 string `json:"sha256"`
	// Over its files, in hexadecimal: the same for the same files, however they are packed. SHA-256 of a line for
	// each file, in the order of the bytes of the paths: path, NUL, mode (`0644` or `0755`), NUL, SHA-256 of the
	// file, line feed. Empty while a version of an older catalog waits for it.
	FilesSHA256 string `json:"filesSha256"`
	// Kept for who has it, not served by default.
	Yanked bool `json:"yanked"`
	// Why it was yanked, or empty.
	Reason string `json:"reason"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
	// Of the archive.
	Format VersionDetailFormat `json:"format"`
	// Of all its files, in bytes.
	UnpackedSize int64 `json:"unpackedSize"`
	FileCount    int64 `json:"fileCount"`
	// Downloads of this version.
	DownloadCount int64 `json:"downloadCount"`
	// Username of the account that published it.
	PublishedBy string `json:"publishedBy"`
	// Markdown, of its `realm.json` or else its README.
	LongDescription string `json:"longDescription"`
	// Its README.md, or empty.
	Readme string `json:"readme"`
	// Of its `realm.json`, or empty.
	License string `json:"license"`
	// Of its `realm.json`, or empty.
	Demo         string              `json:"demo"`
	Features     VersionFeatures     `json:"features"`
	Requirements VersionRequirements `json:"requirements"`
	// What its version asks for, by name.
	Variables map[string]Variable `json:"variables"`
	// Parts of its version that can be left out, by name.
	Parts map[string]Part `json:"parts"`
}

// VersionFeatures is the `features` of `VersionDetail`.
type VersionFeatures struct {
	Auth     bool `json:"auth"`
	Payments bool `json:"payments"`
	Database bool `json:"database"`
}

// VersionRequirements is the `requirements` of `VersionDetail`.
type VersionRequirements struct {
	// For example `>=24`.
	Node string `json:"node"`
	// For example `>=10`.
	NPM string `json:"npm"`
}

// UpdateVersionBody is what Realms.UpdateVersion sends.
type UpdateVersionBody struct {
	Yanked bool `json:"yanked"`
	// Why it is yanked; shown with the version until that is taken back.
	Reason *string `json:"reason,omitempty"`
}

// MarshalJSON leaves out what is nil, and keeps an empty list, which takes away what was there.
func (b UpdateVersionBody) MarshalJSON() ([]byte, error) { return marshalWithoutNil(b) }

// ListFilesQuery is what Realms.Files asks for.
type ListFilesQuery struct {
	// Only files whose path begins with this text.
	Prefix string `json:"prefix,omitempty"`
	// How many at most; above 1,000 it is applied as 1,000. Default: `100`.
	Limit int `json:"limit,omitempty"`
	// How many to skip; past the end the page is empty. Default: `0`.
	Offset int `json:"offset,omitempty"`
}

// FilePage is a page of the list of files.
type FilePage struct {
	Files []RealmFile `json:"files"`
	// Where a page stands in the whole list of files.
	Pagination FilePagination `json:"pagination"`
}

// RealmFile is a file of a version.
type RealmFile struct {
	// Relative to the realm’s root: one top folder is removed.
	Path string `json:"path"`
	// In bytes.
	Size int64 `json:"size"`
	// Of the file, in hexadecimal.
	SHA256 string `json:"sha256"`
	// Valid UTF-8 without a NUL.
	IsText bool `json:"isText"`
}

// FilePagination is where a page stands in the whole list of files.
type FilePagination struct {
	// All matches, before paging.
	Total int64 `json:"total"`
	// The limit applied.
	Limit int64 `json:"limit"`
	// The offset applied.
	Offset int64 `json:"offset"`
	// Whether matches remain after this page.
	HasMore bool `json:"hasMore"`
}

// CompareVersionsQuery is what Realms.Diff asks for.
type CompareVersionsQuery struct {
	// The older version.
	From string `json:"from"`
	// The newer version.
	To string `json:"to"`
	// How many at most; above 100 it is applied as 100. Default: `100`.
	Limit int `json:"limit,omitempty"`
	// How many to skip; past the end the page is empty. Default: `0`.
	Offset int `json:"offset,omitempty"`
}

// VersionDiff is a page of what changed between two versions.
type VersionDiff struct {
	// The older version.
	From string `json:"from"`
	// The newer version.
	To    string       `json:"to"`
	Files []FileChange `json:"files"`
	// Where a page stands in the whole list.
	Pagination Pagination `json:"pagination"`
}

// FileChange is a file that was added, removed or changed.
type FileChange struct {
	// Relative to the realm’s root: one top folder is removed.
	Path string `json:"path"`
	// For example `changed`.
	Change ChangeKind `json:"change"`
	// Whether the file is text in both versions.
	IsText bool `json:"isText"`
	// The text of its changes would go beyond the limits of one answer.
	IsTooLarge bool `json:"isTooLarge"`
	// Unified text; empty for a file that is not text, or is too large.
	Diff string `json:"diff"`
}

// ListTagsQuery is what Tags.List asks for.
type ListTagsQuery struct {
	// Only values that begin so, in any case.
	Prefix string `json:"prefix,omitempty"`
	// How many at most; above 100 it is applied, and reported, as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
	// How many to skip; past the end the page is empty. Default: `0`.
	Offset int `json:"offset,omitempty"`
}

// TagPage is a page of the list of tags.
type TagPage struct {
	Tags []ValueCount `json:"tags"`
	// Where a page stands in the whole list.
	Pagination Pagination `json:"pagination"`
}

// ListCategoriesQuery is what Categories.List asks for.
type ListCategoriesQuery struct {
	// Only values that begin so, in any case.
	Prefix string `json:"prefix,omitempty"`
	// How many at most; above 100 it is applied, and reported, as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
	// How many to skip; past the end the page is empty. Default: `0`.
	Offset int `json:"offset,omitempty"`
}

// CategoryPage is a page of the list of categories.
type CategoryPage struct {
	Categories []ValueCount `json:"categories"`
	// Where a page stands in the whole list.
	Pagination Pagination `json:"pagination"`
}

// SuggestQuery is what Search.Suggest asks for.
type SuggestQuery struct {
	// What was typed so far.
	Q string `json:"q"`
}

// Completions is what begins with the text that somebody has typed.
type Completions struct {
	// Realms with a word of the name that begins so, the most downloaded first.
	Realms []CompletionsRealm `json:"realms"`
	// Those of most realms first.
	Tags []string `json:"tags"`
	// Usernames; those whose realms have most downloads first.
	Authors []string `json:"authors"`
}

// CompletionsRealm is one of the `realms` of `Completions`.
type CompletionsRealm struct {
	// The unique name of a realm in addresses; never handed to another realm.
	Slug string `json:"slug"`
	// For example `SaaS Starter`.
	Name string `json:"name"`
}

// ListCollectionsQuery is what Collections.List asks for.
type ListCollectionsQuery struct {
	// `true`, `1` or bare: only featured collections. `false` or `0`: all.
	Featured bool `json:"featured,omitempty"`
	// How many at most, without it all; above 100 it is applied as 100.
	Limit int `json:"limit,omitempty"`
	// How many to skip. Default: `0`.
	Offset int `json:"offset,omitempty"`
}

// CollectionPage is a page of the list of collections.
type CollectionPage struct {
	Collections []Collection         `json:"collections"`
	Pagination  CollectionPagination `json:"pagination"`
}

// Collection is a curated list of realms.
type Collection struct {
	// UUIDv7.
	ID string `json:"id"`
	// Its name in addresses.
	Slug string `json:"slug"`
	// For example `Start a business`.
	Name string `json:"name"`
	// For example `Templates that earn their keep.`.
	Description string `json:"description"`
	// Slugs, in the curator’s order; those the caller may not list are left out.
	Realms []string `json:"realms"`
	// Username of the curator.
	CreatedBy string `json:"createdBy"`
	Featured  bool   `json:"featured"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
	// When its fields or its list of realms last changed.
	UpdatedAt string `json:"updatedAt"`
}

// CollectionPagination is the `pagination` of `CollectionPage`.
type CollectionPagination struct {
	// All matches, before paging.
	Total int64 `json:"total"`
	// The limit applied; the whole rest where none is sent.
	Limit int64 `json:"limit"`
	// The offset applied.
	Offset int64 `json:"offset"`
	// Whether matches remain after this page.
	HasMore bool `json:"hasMore"`
}

// CollectionDetail is a curated list of realms, with summaries of them.
type CollectionDetail struct {
	// UUIDv7.
	ID string `json:"id"`
	// Its name in addresses.
	Slug string `json:"slug"`
	// For example `Start a business`.
	Name string `json:"name"`
	// For example `Templates that earn their keep.`.
	Description string `json:"description"`
	// Slugs, in the curator’s order; those the caller may not list are left out.
	Realms []string `json:"realms"`
	// Username of the curator.
	CreatedBy string `json:"createdBy"`
	Featured  bool   `json:"featured"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
	// When its fields or its list of realms last changed.
	UpdatedAt string `json:"updatedAt"`
	// The same realms as summaries, in the same order.
	Items []RealmSummary `json:"items"`
}

// CreateCollectionBody is what Collections.Create sends.
type CreateCollectionBody struct {
	// Its name in addresses.
	Slug string `json:"slug"`
	// No control characters, and none that are invisible or turn the reading direction.
	Name string `json:"name"`
	// For example `Templates that earn their keep.`.
	Description string `json:"description"`
	// Slugs, in order, without duplicates.
	Realms []string `json:"realms"`
	// Default: `false`.
	Featured bool `json:"featured,omitempty"`
}

// UpdateCollectionBody is what Collections.Update sends.
type UpdateCollectionBody struct {
	// No control characters, and none that are invisible or turn the reading direction.
	Name *string `json:"name,omitempty"`
	// For example `Templates that earn their keep.`.
	Description *string `json:"description,omitempty"`
	// Slugs, in order, without duplicates.
	Realms   []string `json:"realms,omitempty"`
	Featured *bool    `json:"featured,omitempty"`
}

// MarshalJSON leaves out what is nil, and keeps an empty list, which takes away what was there.
func (b UpdateCollectionBody) MarshalJSON() ([]byte, error) { return marshalWithoutNil(b) }

// Statistics is what the whole catalog counts.
type Statistics struct {
	// Public realms.
	TotalRealms int64 `json:"totalRealms"`
	// Downloads of public realms.
	TotalDownloads int64 `json:"totalDownloads"`
	// All accounts.
	TotalUsers int64 `json:"totalUsers"`
	// Public realms by category: the 200 largest, of equal ones the first by name; saas, blog, api and ecommerce
	// always appear.
	Categories map[string]int64 `json:"categories"`
}

// GetSeriesQuery is what Stats.Series asks for.
type GetSeriesQuery struct {
	// Downloads by their day, realms or accounts by the day of their creation.
	Metric Metric `json:"metric"`
	// The first day (UTC) that counts.
	From string `json:"from,omitempty"`
	// The last day (UTC) that counts.
	To string `json:"to,omitempty"`
	// Default: the shortest that gives at most 1,000 points. A shorter one is a 400.
	Interval Interval `json:"interval,omitempty"`
	// Only realms of this category. A 400 with `users`.
	Category string `json:"category,omitempty"`
}

// StatisticsSeries is what the whole catalog counts, by day, week or month.
type StatisticsSeries struct {
	// For example `downloads`.
	Metric Metric `json:"metric"`
	// For example `day`.
	Interval Interval `json:"interval"`
	// Of all rows.
	Total int64 `json:"total"`
	// The intervals that have a value, the oldest first.
	Points []StatisticsSeriesPoint `json:"points"`
}

// StatisticsSeriesPoint is one of the `points` of `StatisticsSeries`.
type StatisticsSeriesPoint struct {
	// UTC: the first day of the interval. Weeks begin on Monday.
	Day   string `json:"day"`
	Value int64  `json:"value"`
}

// User is an account as everyone sees it.
type User struct {
	// For example `alice`.
	Username string `json:"username"`
	// For example `Alice`.
	Name string `json:"name"`
	// Address of a picture, or empty.
	Image string `json:"image"`
	Bio   string `json:"bio"`
	// Further kinds may follow.
	Kind UserKind `json:"kind"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
	// Public realms.
	RealmCount int64 `json:"realmCount"`
	// Downloads of the public realms.
	DownloadCount int64 `json:"downloadCount"`
	// Stars of the public realms.
	StarCount int64 `json:"starCount"`
}

// RegisterBody is what Auth.Register sends.
type RegisterBody struct {
	// Kept lower-case; up to 64 letters, digits, dots, dashes and underscores. Not in the form of an id.
	Username string `json:"username"`
	// At least 8 characters, and at most 1,024 bytes; none of the 10,000 most common ones.
	Password string `json:"password"`
	// No control characters, and none that are invisible or turn the reading direction.
	Name  string `json:"name,omitempty"`
	Email string `json:"email,omitempty"`
	// From the address of an invitation, where the catalog asks for one.
	Invitation string `json:"invitation,omitempty"`
}

// Account is an account as its owner sees it.
type Account struct {
	// UUIDv7.
	ID string `json:"id"`
	// For example `alice`.
	Username string `json:"username"`
	// For example `Alice`.
	Name string `json:"name"`
	// Shown to nobody else.
	Email string `json:"email"`
	Bio   string `json:"bio"`
	Image string `json:"image"`
	Plan  Plan   `json:"plan"`
	Role  Role   `json:"role"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
}

// LoginBody is what Auth.Login sends.
type LoginBody struct {
	// For example `alice`.
	Username string `json:"username"`
	// For example `correct horse battery staple`.
	Password string `json:"password"`
	// Where the account has a second factor: a code of its authenticator app, or a recovery code.
	Code string `json:"code,omitempty"`
}

// Session is the tokens of a login.
type Session struct {
	// A JWT; send it as `Authorization: Bearer …`.
	Token     string           `json:"token"`
	TokenType SessionTokenType `json:"tokenType"`
	// Seconds until the token ends.
	ExpiresIn int64 `json:"expiresIn"`
	// Good once, for the next session.
	RefreshToken string `json:"refreshToken"`
}

// Format prints it without what nobody should find in a log.
func (v Session) Format(state fmt.State, _ rune) {
	type plain Session
	v.Token = "…"
	v.RefreshToken = "…"
	fmt.Fprintf(state, "%+v", plain(v))
}

// RefreshBody is what Auth.Refresh sends.
type RefreshBody struct {
	// For example `rlm_refresh_…`.
	RefreshToken string `json:"refreshToken"`
}

// LogoutBody is what Auth.Logout sends.
type LogoutBody struct {
	// For example `rlm_refresh_…`.
	RefreshToken string `json:"refreshToken,omitempty"`
}

// RequestPasswordResetBody is what Auth.RequestPasswordReset sends.
type RequestPasswordResetBody struct {
	// For example `alice@example.com`.
	Email string `json:"email"`
}

// ResetPasswordBody is what Auth.ResetPassword sends.
type ResetPasswordBody struct {
	// From the address in the mail.
	Token string `json:"token"`
	// At least 8 characters, and at most 1,024 bytes; none of the 10,000 most common ones.
	Password string `json:"password"`
}

// VerifyEmailBody is what Auth.VerifyEmail sends.
type VerifyEmailBody struct {
	// From the address in the mail.
	Token string `json:"token"`
}

// Me: Your account, and the credential that asked for it.
type Me struct {
	// UUIDv7.
	ID string `json:"id"`
	// For example `alice`.
	Username string `json:"username"`
	// For example `Alice`.
	Name string `json:"name"`
	// Shown to nobody else.
	Email string `json:"email"`
	Bio   string `json:"bio"`
	Image string `json:"image"`
	Plan  Plan   `json:"plan"`
	Role  Role   `json:"role"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
	// Whether a mail has shown that the address is yours.
	IsEmailVerified bool         `json:"isEmailVerified"`
	Credential      MeCredential `json:"credential"`
	// What the account may keep here by its plan, and how much of that it does.
	Quota MeQuota `json:"quota"`
}

// MeCredential is the `credential` of `Me`.
type MeCredential struct {
	// For example `key`.
	Kind   MeCredentialKind `json:"kind"`
	Scopes []Scope          `json:"scopes"`
	// When the key, the session or the grant that it belongs to ends; empty: never.
	ExpiresAt string `json:"expiresAt"`
}

// Scope is what a credential may do.
type Scope string

// The values of Scope. A newer catalog may have others.
const (
	ScopeRealmsRead       Scope = "realms:read"
	ScopeRealmsWrite      Scope = "realms:write"
	ScopeCollectionsWrite Scope = "collections:write"
	ScopeAccount          Scope = "account"
	ScopeAdmin            Scope = "admin"
)

// MeQuota is the `quota` of `Me`. What the account may keep here by its plan, and how much of that it does.
type MeQuota struct {
	// Of the archives of all its versions, yanked ones included.
	Bytes Usage `json:"bytes"`
	// That it owns.
	Realms Usage `json:"realms"`
}

// Usage is how much of a quota is used.
type Usage struct {
	Used  int64 `json:"used"`
	Limit int64 `json:"limit"`
}

// UpdateMeBody is what Account.Update sends.
type UpdateMeBody struct {
	// No control characters, and none that are invisible or turn the reading direction.
	Name *string `json:"name,omitempty"`
	Bio  *string `json:"bio,omitempty"`
	// Address of a picture, or empty. Pages show only a picture that was uploaded here.
	Image *string `json:"image,omitempty"`
	Email *string `json:"email,omitempty"`
	// At least 8 characters, and at most 1,024 bytes; none of the 10,000 most common ones.
	Password *string `json:"password,omitempty"`
	// Needed to change the password.
	CurrentPassword *string `json:"currentPassword,omitempty"`
}

// MarshalJSON leaves out what is nil, and keeps an empty list, which takes away what was there.
func (b UpdateMeBody) MarshalJSON() ([]byte, error) { return marshalWithoutNil(b) }

// DeleteMeBody is what Account.Delete sends.
type DeleteMeBody struct {
	// Of the account.
	Password string `json:"password"`
	// Of the second factor, where the account has one.
	Code string `json:"code,omitempty"`
}

// MyData is all data of an account.
type MyData struct {
	// An account as its owner sees it.
	Account Account `json:"account"`
	// Without the keys themselves, which are not stored.
	Keys []Key `json:"keys"`
	// OAuth clients that you have registered.
	Clients  []OAuthClient   `json:"clients"`
	Sessions []MyDataSession `json:"sessions"`
	// The second factors of an account.
	SecondFactors SecondFactors `json:"secondFactors"`
	// At another provider.
	Identities []Identity `json:"identities"`
	Grants     []Grant    `json:"grants"`
	// That you have made.
	Collections []MyDataCollection `json:"collections"`
	// Of realms that you may see.
	Stars []MyDataStar `json:"stars"`
	// That you own, of every visibility. Their archives are downloaded one by one.
	Realms []MyDataRealm `json:"realms"`
	// What you did, the newest first.
	Audit []AuditEntry `json:"audit"`
}

// Key is an API key, without the key itself.
type Key struct {
	// UUIDv7.
	ID string `json:"id"`
	// For example `laptop`.
	Name string `json:"name"`
	// Default: realms:read and realms:write.
	Scopes []Scope `json:"scopes"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
	// A time, or empty: never.
	ExpiresAt string `json:"expiresAt"`
	// About when, or empty: never.
	LastUsedAt string `json:"lastUsedAt"`
}

// OAuthClient is an application that people registered for OAuth 2.0.
type OAuthClient struct {
	// UUIDv7.
	ID string `json:"id"`
	// What people are asked about.
	Name string `json:"name"`
	// Whether it can keep a secret. Programs on people’s own machines cannot; they may receive at any loopback
	// port. Default: `public`.
	Type OAuthClientType `json:"type"`
	// Where answers may be sent, exactly: https, http on a loopback address, or for public clients a private scheme
	// with a dot.
	RedirectURIs []string `json:"redirectUris"`
	// Default: authorization_code and refresh_token. Only confidential clients may have client_credentials.
	GrantTypes []GrantType `json:"grantTypes"`
	// The most that it may ask for. Default: realms:read and realms:write.
	Scopes []Scope `json:"scopes"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
}

// MyDataSession is one of the `sessions` of `MyData`.
type MyDataSession struct {
	// UUIDv7.
	ID string `json:"id"`
	// What the program or the browser said of itself at its last login or refresh (`User-Agent`), or empty.
	Device string `json:"device"`
	// Where the last login or refresh came from; of IPv6 the /64.
	Address string `json:"address"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
	// About when: to the minute, and of a browser to the hour.
	LastUsedAt string `json:"lastUsedAt"`
	// When it ends; of a browser, unless it is used before.
	ExpiresAt string `json:"expiresAt"`
}

// SecondFactors is the second factors of an account.
type SecondFactors struct {
	// Whether a sign-in asks for a second factor: there is an app or a passkey, and the recovery codes are saved.
	IsOn bool `json:"isOn"`
	// Whether there is an authenticator app.
	HasTOTP bool `json:"hasTotp"`
	// How many recovery codes are left.
	RecoveryCodes int64     `json:"recoveryCodes"`
	Passkeys      []Passkey `json:"passkeys"`
}

// Passkey is a passkey of an account.
type Passkey struct {
	// UUIDv7.
	ID string `json:"id"`
	// No control characters, and none that are invisible or turn the reading direction.
	Name string `json:"name"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
	// When somebody last signed in with it; empty: never.
	LastUsedAt string `json:"lastUsedAt"`
}

// Identity is who you are at another provider.
type Identity struct {
	// UUIDv7.
	ID string `json:"id"`
	// The address of the provider.
	Issuer string `json:"issuer"`
	// How the provider called you when you linked it.
	Name string `json:"name"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
	// When you last signed in with it; empty: never.
	LastUsedAt string `json:"lastUsedAt"`
}

// Grant is what you have allowed an application.
type Grant struct {
	// UUIDv7.
	ID string `json:"id"`
	// The application.
	Client GrantClient `json:"client"`
	// What you have allowed.
	Scopes []Scope `json:"scopes"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
	// About when, to the minute; empty: never.
	LastUsedAt string `json:"lastUsedAt"`
	// When it ends.
	ExpiresAt string `json:"expiresAt"`
}

// GrantClient is the `client` of `Grant`. The application.
type GrantClient struct {
	// Its `client_id`.
	ID string `json:"id"`
	// Chosen by whoever registered it.
	Name string `json:"name"`
}

// MyDataCollection is one of the `collections` of `MyData`.
type MyDataCollection struct {
	// For example `business`.
	Slug string `json:"slug"`
}

// MyDataStar is one of the `stars` of `MyData`.
type MyDataStar struct {
	// The unique name of a realm in addresses; never handed to another realm.
	Slug string `json:"slug"`
	// When it was given.
	CreatedAt string `json:"createdAt"`
}

// MyDataRealm is one of the `realms` of `MyData`.
type MyDataRealm struct {
	// UUIDv7.
	ID string `json:"id"`
	// For example `SaaS Starter`.
	Name string `json:"name"`
	// The unique name of a realm in addresses; never handed to another realm.
	Slug string `json:"slug"`
	// For example `Accounts, sessions and a team workspace on Node alone.`.
	Description string `json:"description"`
	// For example saas, blog, api or ecommerce.
	Category string `json:"category"`
	// Lower-case, in the author’s order.
	Tags          []string `json:"tags"`
	DownloadCount int64    `json:"downloadCount"`
	// Downloads of the last 90 whole days of UTC; it changes once a day.
	RecentDownloads int64 `json:"recentDownloads"`
	StarCount       int64 `json:"starCount"`
	// Markdown.
	LongDescription string `json:"longDescription"`
	// Semantic version; 0.0.0 until the first upload.
	Version string `json:"version"`
	// As its author wrote it, or empty.
	License string `json:"license"`
	// Who made a realm, with what they say of themselves.
	Author       AuthorDetail      `json:"author"`
	Features     RealmFeatures     `json:"features"`
	Requirements RealmRequirements `json:"requirements"`
	// Address of the source, or empty.
	Repository string `json:"repository"`
	// Address of a running example, or empty.
	Demo string `json:"demo"`
	// Address of the cover, a WebP at most 480 pixels wide; empty if the version has no picture. That of a private
	// realm is good for 15 minutes.
	CoverURL string `json:"coverUrl"`
	// Of its version, in the author’s order.
	Screenshots []Screenshot `json:"screenshots"`
	// Address of the live preview of its version, for a frame; empty if there is none. That of a private realm is
	// good for 15 minutes.
	PreviewURL string `json:"previewUrl"`
	// Listed; readable by who knows the slug; or there for its owner alone. A new realm is public.
	Visibility Visibility      `json:"visibility"`
	Featured   bool            `json:"featured"`
	Deprecated RealmDeprecated `json:"deprecated"`
	// Of the archive of its version, in bytes; 0 until the first upload.
	Size int64 `json:"size"`
	// Of that archive, in hexadecimal; or empty.
	SHA256 string `json:"sha256"`
	// How many files are in that archive.
	FileCount int64 `json:"fileCount"`
	// When its version was published: RFC 3339, UTC, milliseconds; or empty.
	PublishedAt string `json:"publishedAt"`
	// What its version asks for, by name.
	Variables map[string]Variable `json:"variables"`
	// Parts of its version that can be left out, by name.
	Parts map[string]Part `json:"parts"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
	// When its fields or its newest version last changed.
	UpdatedAt string               `json:"updatedAt"`
	Versions  []MyDataRealmVersion `json:"versions"`
	// There while an operator has quarantined the realm: it is private then, its owner may read and delete it, and
	// nobody may download it.
	Quarantine *RealmSummaryQuarantine `json:"quarantine,omitempty"`
}

// MyDataRealmVersion is one of the `versions` of `MyDataRealm`.
type MyDataRealmVersion struct {
	// For example `1.0.0`.
	Version string `json:"version"`
	// In bytes.
	Size int64 `json:"size"`
	// Of the archive, in hexadecimal.
	SHA256 string `json:"sha256"`
	Yanked bool   `json:"yanked"`
	// Why it was yanked, or empty.
	Reason string `json:"reason"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
}

// AuditEntry is what somebody did.
type AuditEntry struct {
	// The position in the chain, from 1.
	Position int64 `json:"position"`
	// UUIDv7.
	ID string `json:"id"`
	// When it was done.
	At string `json:"at"`
	// What was done.
	Action  AuditAction       `json:"action"`
	Actor   AuditEntryActor   `json:"actor"`
	Subject AuditEntrySubject `json:"subject"`
	// What else there is to say, as texts.
	Details map[string]string `json:"details"`
	// Of the request, or empty.
	RequestID string `json:"requestId"`
	// Where it came from (IPv6: the /64), or empty.
	Address string `json:"address"`
	// SHA-256 over the entry and the hash of the one before it.
	Hash string `json:"hash"`
}

// AuditAction is what was done.
type AuditAction string

// The values of AuditAction. A newer catalog may have others.
const (
	AuditActionLoginSucceed     AuditAction = "login.succeed"
	AuditActionLoginFail        AuditAction = "login.fail"
	AuditActionLoginFlood       AuditAction = "login.flood"
	AuditActionLoginEnd         AuditAction = "login.end"
	AuditActionLoginReplay      AuditAction = "login.replay"
	AuditActionAccountCreate    AuditAction = "account.create"
	AuditActionAccountUpdate    AuditAction = "account.update"
	AuditActionAccountPassword  AuditAction = "account.password"
	AuditActionAccountReset     AuditAction = "account.reset"
	AuditActionAccountEmail     AuditAction = "account.email"
	AuditActionAccountFactor    AuditAction = "account.factor"
	AuditActionAccountLink      AuditAction = "account.link"
	AuditActionAccountUnlink    AuditAction = "account.unlink"
	AuditActionAccountInvite    AuditAction = "account.invite"
	AuditActionAccountRemove    AuditAction = "account.remove"
	AuditActionAccountSuspend   AuditAction = "account.suspend"
	AuditActionAccountRestore   AuditAction = "account.restore"
	AuditActionKeyCreate        AuditAction = "key.create"
	AuditActionKeyRevoke        AuditAction = "key.revoke"
	AuditActionClientCreate     AuditAction = "client.create"
	AuditActionClientUpdate     AuditAction = "client.update"
	AuditActionClientSecret     AuditAction = "client.secret"
	AuditActionClientRemove     AuditAction = "client.remove"
	AuditActionConsentGrant     AuditAction = "consent.grant"
	AuditActionConsentRevoke    AuditAction = "consent.revoke"
	AuditActionConsentReplay    AuditAction = "consent.replay"
	AuditActionRealmCreate      AuditAction = "realm.create"
	AuditActionRealmUpdate      AuditAction = "realm.update"
	AuditActionRealmRename      AuditAction = "realm.rename"
	AuditActionRealmVisibility  AuditAction = "realm.visibility"
	AuditActionRealmDelete      AuditAction = "realm.delete"
	AuditActionRealmPublish     AuditAction = "realm.publish"
	AuditActionRealmYank        AuditAction = "realm.yank"
	AuditActionRealmUnyank      AuditAction = "realm.unyank"
	AuditActionUploadOpen       AuditAction = "upload.open"
	AuditActionRealmFeature     AuditAction = "realm.feature"
	AuditActionRealmUnfeature   AuditAction = "realm.unfeature"
	AuditActionRealmQuarantine  AuditAction = "realm.quarantine"
	AuditActionRealmRelease     AuditAction = "realm.release"
	AuditActionCollectionCreate AuditAction = "collection.create"
	AuditActionCollectionUpdate AuditAction = "collection.update"
	AuditActionCollectionRemove AuditAction = "collection.remove"
	AuditActionCatalogBegin     AuditAction = "catalog.begin"
	AuditActionCatalogRotate    AuditAction = "catalog.rotate"
)

// AuditEntryActor is the `actor` of `AuditEntry`.
type AuditEntryActor struct {
	// The account that did it; empty where none did.
	ID string `json:"id"`
	// Its name, or empty.
	Username string `json:"username"`
	// By which kind of credential, or by what else.
	How AuditEntryActorHow `json:"how"`
}

// AuditEntrySubject is the `subject` of `AuditEntry`.
type AuditEntrySubject struct {
	// For example `realm`.
	Kind AuditEntrySubjectKind `json:"kind"`
	// A slug of a realm or a collection, else an id; empty where there is none.
	ID string `json:"id"`
}

// ListMyRealmsQuery is what Account.Realms asks for.
type ListMyRealmsQuery struct {
	// Only realms of this category; comma-separated or repeated, of one of these.
	Category []string `json:"category,omitempty"`
	// Comma-separated: a realm must have all of them. May also be repeated.
	Tags []string `json:"tags,omitempty"`
	// Only realms of the account with this username; comma-separated or repeated, of one of these.
	Author []string `json:"author,omitempty"`
	// Only realms with this license, in any case; repeated, with one of these. A comma is part of a license.
	License []string `json:"license,omitempty"`
	// Comma-separated or repeated: only realms that have all of these.
	Has []RealmFeature `json:"has,omitempty"`
	// Comma-separated or repeated: just these realms, as far as you may list them. They come in this order unless
	// `sort` says otherwise, and all of them without `limit`.
	Slugs []string `json:"slugs,omitempty"`
	// How many at most; above 100 it is applied, and reported, as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
	// How many to skip; past the end the page is empty. Default: `0`.
	Offset int `json:"offset,omitempty"`
	// Each word must occur in the name or the description, also inside a word; upper and lower case, and accents,
	// are alike.
	Search string `json:"search,omitempty"`
	// The broad search. Each word must occur in the name, the slug, the description, a tag, the category, or the
	// username or name of the author; dots and dashes in tags are ignored. At most 10 words; not together with
	// `search`.
	Q string `json:"q,omitempty"`
	// `true`, `1` or bare: only featured realms. `false` or `0`: all.
	Featured bool `json:"featured,omitempty"`
	// Default: `relevance` with `search` or `q`, else `newest`; with `slugs`, as they stand there. `recent`: by the
	// downloads of the last 90 whole days. `trending`: by how far those of the last 7 days are above those of the
	// 28 days before.
	Sort RealmSort `json:"sort,omitempty"`
	// Comma-separated: adds how many of the realms have each value. Categories, licenses and authors are counted
	// without the filter of the same name, tags with all filters.
	Facets []FacetName `json:"facets,omitempty"`
}

// MyRealmPage is a page of the list of your realms.
type MyRealmPage struct {
	Realms []MyRealm `json:"realms"`
	// Where a page stands in the whole list.
	Pagination Pagination `json:"pagination"`
	// Only with the parameter `facets`, and only those that it names.
	Facets *Facets `json:"facets,omitempty"`
	// Only where a search finds nothing, and similar words find something.
	Suggestion *Suggestion `json:"suggestion,omitempty"`
}

// MyRealm is a realm of yours, as lists have it.
type MyRealm struct {
	// UUIDv7.
	ID string `json:"id"`
	// For example `SaaS Starter`.
	Name string `json:"name"`
	// The unique name of a realm in addresses; never handed to another realm.
	Slug string `json:"slug"`
	// For example `Accounts, sessions and a team workspace on Node alone.`.
	Description string `json:"description"`
	// For example saas, blog, api or ecommerce.
	Category string `json:"category"`
	// Lower-case, in the author’s order.
	Tags          []string `json:"tags"`
	DownloadCount int64    `json:"downloadCount"`
	// Downloads of the last 90 whole days of UTC; it changes once a day.
	RecentDownloads int64 `json:"recentDownloads"`
	StarCount       int64 `json:"starCount"`
	// Semantic version; 0.0.0 until the first upload.
	Version string `json:"version"`
	// As its author wrote it, or empty.
	License string `json:"license"`
	// Listed; readable by who knows the slug; or there for its owner alone. A new realm is public.
	Visibility Visibility `json:"visibility"`
	Featured   bool       `json:"featured"`
	// Whether its owner advises against it.
	IsDeprecated bool `json:"isDeprecated"`
	// Address of the cover, a WebP at most 480 pixels wide; empty if the version has no picture. That of a private
	// realm is good for 15 minutes.
	CoverURL string `json:"coverUrl"`
	// Who made a realm.
	Author Author `json:"author"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
	// When its fields or its newest version last changed.
	UpdatedAt string `json:"updatedAt"`
	// Your role in this realm. Further roles may follow.
	Role MyRealmRole `json:"role"`
	// There while an operator has quarantined the realm: it is private then, its owner may read and delete it, and
	// nobody may download it.
	Quarantine *RealmSummaryQuarantine `json:"quarantine,omitempty"`
}

// ListMyStarsQuery is what Account.Stars asks for.
type ListMyStarsQuery struct {
	// How many at most; above 100 it is applied, and reported, as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
	// How many to skip; past the end the page is empty. Default: `0`.
	Offset int `json:"offset,omitempty"`
}

// ListSessionsQuery is what Account.Sessions asks for.
type ListSessionsQuery struct {
	// How many at most; above 100 it is applied, and reported, as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
	// How many to skip; past the end the page is empty. Default: `0`.
	Offset int `json:"offset,omitempty"`
}

// SessionPage is a page of the list of your sessions.
type SessionPage struct {
	Sessions []LoginSession `json:"sessions"`
	// Where a page stands in the whole list.
	Pagination Pagination `json:"pagination"`
}

// LoginSession is a place where your account is logged in.
type LoginSession struct {
	// UUIDv7.
	ID string `json:"id"`
	// What the program or the browser said of itself at its last login or refresh (`User-Agent`), or empty.
	Device string `json:"device"`
	// Where the last login or refresh came from; of IPv6 the /64.
	Address string `json:"address"`
	// Whether this request belongs to it.
	IsCurrent bool `json:"isCurrent"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
	// About when: to the minute, and of a browser to the hour.
	LastUsedAt string `json:"lastUsedAt"`
	// When it ends; of a browser, unless it is used before.
	ExpiresAt string `json:"expiresAt"`
}

// ListGrantsQuery is what Account.Grants asks for.
type ListGrantsQuery struct {
	// How many at most; above 100 it is applied, and reported, as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
	// How many to skip; past the end the page is empty. Default: `0`.
	Offset int `json:"offset,omitempty"`
}

// GrantPage is a page of the list of your grants.
type GrantPage struct {
	Grants []Grant `json:"grants"`
	// Where a page stands in the whole list.
	Pagination Pagination `json:"pagination"`
}

// NewTOTP is the secret of a new authenticator app.
type NewTOTP struct {
	// For the app, in base32; shown this once.
	Secret string `json:"secret"`
	// The same as an address, for a QR code.
	URI string `json:"uri"`
}

// Format prints it without what nobody should find in a log.
func (v NewTOTP) Format(state fmt.State, _ rune) {
	type plain NewTOTP
	v.Secret = "…"
	v.URI = "…"
	fmt.Fprintf(state, "%+v", plain(v))
}

// ConfirmTOTPBody is what Account.ConfirmTOTP sends.
type ConfirmTOTPBody struct {
	// Six digits that the app shows.
	Code string `json:"code"`
}

// RecoveryCodes: New recovery codes.
type RecoveryCodes struct {
	// Each is good once; shown this once.
	Codes []string `json:"codes"`
}

// Format prints it without what nobody should find in a log.
func (v RecoveryCodes) Format(state fmt.State, _ rune) {
	type plain RecoveryCodes
	v.Codes = []string{"…"}
	fmt.Fprintf(state, "%+v", plain(v))
}

// ConfirmRecoveryCodesBody is what Account.ConfirmRecoveryCodes sends.
type ConfirmRecoveryCodesBody struct {
	// For example `1f0a-93bc-77de-4210`.
	Code string `json:"code"`
}

// PasskeyQuestion is what a browser is asked for a new passkey.
type PasskeyQuestion struct {
	// JSON for `PublicKeyCredential.parseCreationOptionsFromJSON`.
	Options string `json:"options"`
	// Sent back with the answer, within five minutes.
	Token string `json:"token"`
}

// Format prints it without what nobody should find in a log.
func (v PasskeyQuestion) Format(state fmt.State, _ rune) {
	type plain PasskeyQuestion
	v.Token = "…"
	fmt.Fprintf(state, "%+v", plain(v))
}

// CreatePasskeyBody is what Account.CreatePasskey sends.
type CreatePasskeyBody struct {
	// Of the question.
	Token string `json:"token"`
	// No control characters, and none that are invisible or turn the reading direction.
	Name string `json:"name"`
	// JSON of the `PublicKeyCredential` (`toJSON()`).
	Response string `json:"response"`
}

// Identities is the identities of an account.
type Identities struct {
	Identities []Identity `json:"identities"`
}

// CreateKeyBody is what Keys.Create sends.
type CreateKeyBody struct {
	// No control characters, and none that are invisible or turn the reading direction.
	Name string `json:"name"`
	// Default: realms:read and realms:write.
	Scopes []Scope `json:"scopes,omitempty"`
	// When it ends; when left out, with the key or grant that makes it, or never. Not later than that.
	ExpiresAt string `json:"expiresAt,omitempty"`
}

// CreatedKey is a new API key.
type CreatedKey struct {
	// UUIDv7.
	ID string `json:"id"`
	// For example `laptop`.
	Name string `json:"name"`
	// Default: realms:read and realms:write.
	Scopes []Scope `json:"scopes"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
	// A time, or empty: never.
	ExpiresAt string `json:"expiresAt"`
	// The key itself, shown this once.
	Key string `json:"key"`
}

// Format prints it without what nobody should find in a log.
func (v CreatedKey) Format(state fmt.State, _ rune) {
	type plain CreatedKey
	v.Key = "…"
	fmt.Fprintf(state, "%+v", plain(v))
}

// KeyList is all your API keys.
type KeyList struct {
	Keys []Key `json:"keys"`
}

// CreateOAuthClientBody is what OAuthClients.Create sends.
type CreateOAuthClientBody struct {
	// No control characters, and none that are invisible or turn the reading direction.
	Name string `json:"name"`
	// Whether it can keep a secret. Programs on people’s own machines cannot; they may receive at any loopback
	// port. Default: `public`.
	Type OAuthClientType `json:"type,omitempty"`
	// Where answers may be sent, exactly: https, http on a loopback address, or for public clients a private scheme
	// with a dot.
	RedirectURIs []string `json:"redirectUris,omitempty"`
	// Default: authorization_code and refresh_token. Only confidential clients may have client_credentials.
	GrantTypes []GrantType `json:"grantTypes,omitempty"`
	// The most that it may ask for. Default: realms:read and realms:write.
	Scopes []Scope `json:"scopes,omitempty"`
}

// CreatedOAuthClient is a new OAuth client.
type CreatedOAuthClient struct {
	// UUIDv7.
	ID string `json:"id"`
	// What people are asked about.
	Name string `json:"name"`
	// Whether it can keep a secret. Programs on people’s own machines cannot; they may receive at any loopback
	// port. Default: `public`.
	Type OAuthClientType `json:"type"`
	// Where answers may be sent, exactly: https, http on a loopback address, or for public clients a private scheme
	// with a dot.
	RedirectURIs []string `json:"redirectUris"`
	// Default: authorization_code and refresh_token. Only confidential clients may have client_credentials.
	GrantTypes []GrantType `json:"grantTypes"`
	// The most that it may ask for. Default: realms:read and realms:write.
	Scopes []Scope `json:"scopes"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
	// Of a confidential client, shown this once.
	ClientSecret string `json:"clientSecret,omitempty"`
}

// Format prints it without what nobody should find in a log.
func (v CreatedOAuthClient) Format(state fmt.State, _ rune) {
	type plain CreatedOAuthClient
	v.ClientSecret = "…"
	fmt.Fprintf(state, "%+v", plain(v))
}

// OAuthClientList is all your OAuth clients.
type OAuthClientList struct {
	Clients []OAuthClient `json:"clients"`
}

// UpdateOAuthClientBody is what OAuthClients.Update sends.
type UpdateOAuthClientBody struct {
	// No control characters, and none that are invisible or turn the reading direction.
	Name *string `json:"name,omitempty"`
	// Where answers may be sent, exactly: https, http on a loopback address, or for public clients a private scheme
	// with a dot.
	RedirectURIs []string `json:"redirectUris,omitempty"`
	// Default: authorization_code and refresh_token. Only confidential clients may have client_credentials.
	GrantTypes []GrantType `json:"grantTypes,omitempty"`
	// The most that it may ask for. Default: realms:read and realms:write.
	Scopes []Scope `json:"scopes,omitempty"`
}

// MarshalJSON leaves out what is nil, and keeps an empty list, which takes away what was there.
func (b UpdateOAuthClientBody) MarshalJSON() ([]byte, error) { return marshalWithoutNil(b) }

// CreateClientSecretBody is what OAuthClients.CreateSecret sends.
type CreateClientSecretBody struct {
	// End the old secret at once. Default: `false`.
	Revoke bool `json:"revoke,omitempty"`
}

// NewClientSecret is a new secret of an OAuth client.
type NewClientSecret struct {
	// The new secret, shown this once.
	ClientSecret string `json:"clientSecret"`
	// When the old secret ends; empty: it has ended.
	FormerSecretEndsAt string `json:"formerSecretEndsAt"`
}

// Format prints it without what nobody should find in a log.
func (v NewClientSecret) Format(state fmt.State, _ rune) {
	type plain NewClientSecret
	v.ClientSecret = "…"
	fmt.Fprintf(state, "%+v", plain(v))
}

// RateLimitStatus is what is left of your hourly limit.
type RateLimitStatus struct {
	Tier      Tier  `json:"tier"`
	Limit     int64 `json:"limit"`
	Remaining int64 `json:"remaining"`
	// Unix seconds; when the window ends.
	Reset int64 `json:"reset"`
}

// ListUsersQuery is what Admin.Users asks for.
type ListUsersQuery struct {
	// Only usernames that begin so.
	Search string `json:"search,omitempty"`
	// Only accounts with this role.
	Role Role `json:"role,omitempty"`
	// Only accounts with this plan.
	Plan Plan `json:"plan,omitempty"`
	// Only accounts that are suspended, or only those that are not.
	Suspended *bool `json:"suspended,omitempty"`
	// Only what is older than the one with this id: the `next` of the page before.
	Before string `json:"before,omitempty"`
	// How many at most; above 100 it is applied, and reported, as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
}

// ManagedUserPage is a page of the list of accounts.
type ManagedUserPage struct {
	Users      []ManagedUser         `json:"users"`
	Pagination ManagedUserPagination `json:"pagination"`
}

// ManagedUser is an account as administrators see it.
type ManagedUser struct {
	// UUIDv7.
	ID string `json:"id"`
	// For example `alice`.
	Username string `json:"username"`
	// For example `Alice`.
	Name  string `json:"name"`
	Email string `json:"email"`
	Role  Role   `json:"role"`
	Plan  Plan   `json:"plan"`
	// Since when it is suspended; empty if it is not.
	SuspendedAt string `json:"suspendedAt"`
	// RFC 3339, UTC, milliseconds.
	CreatedAt string `json:"createdAt"`
	// What it keeps here.
	Used ManagedUserUsed `json:"used"`
}

// ManagedUserUsed is the `used` of `ManagedUser`. What it keeps here.
type ManagedUserUsed struct {
	// Of the archives of all its versions.
	Bytes int64 `json:"bytes"`
	// That it owns.
	Realms int64 `json:"realms"`
}

// ManagedUserPagination is the `pagination` of `ManagedUserPage`.
type ManagedUserPagination struct {
	// The limit applied.
	Limit int64 `json:"limit"`
	// Whether older ones remain.
	HasMore bool `json:"hasMore"`
	// Send it as `before` for the older ones; empty where none remain.
	Next string `json:"next"`
}

// UpdateUserBody is what Admin.UpdateUser sends.
type UpdateUserBody struct {
	// The rate limit and the quota that it has.
	Plan *Plan `json:"plan,omitempty"`
	// What it may do.
	Role *Role `json:"role,omitempty"`
	// Whether all its credentials are refused.
	Suspended *bool `json:"suspended,omitempty"`
}

// MarshalJSON leaves out what is nil, and keeps an empty list, which takes away what was there.
func (b UpdateUserBody) MarshalJSON() ([]byte, error) { return marshalWithoutNil(b) }

// ListQuarantinedQuery is what Admin.Quarantined asks for.
type ListQuarantinedQuery struct {
	// Only what is older than the one with this id: the `next` of the page before.
	Before string `json:"before,omitempty"`
	// How many at most; above 100 it is applied, and reported, as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
}

// QuarantinedRealmPage is a page of the list of quarantined realms.
type QuarantinedRealmPage struct {
	Realms     []QuarantinedRealm    `json:"realms"`
	Pagination ManagedUserPagination `json:"pagination"`
}

// QuarantinedRealm is a realm that is quarantined.
type QuarantinedRealm struct {
	// UUIDv7.
	ID string `json:"id"`
	// The unique name of a realm in addresses; never handed to another realm.
	Slug string `json:"slug"`
	// For example `SaaS Starter`.
	Name string `json:"name"`
	// Username.
	Owner string `json:"owner"`
	// What it was before, and gets back.
	Visibility Visibility `json:"visibility"`
	// For example `It sends passwords elsewhere.`.
	Reason string `json:"reason"`
	// Since when.
	Since string `json:"since"`
}

// ModerateRealmBody is what Admin.ModerateRealm sends.
type ModerateRealmBody struct {
	// Whether it is among the featured realms.
	Featured *bool `json:"featured,omitempty"`
	// Whether it is withdrawn from everyone but its owner and administrators.
	Quarantined *bool `json:"quarantined,omitempty"`
	// Why it is quarantined: needed for that, and shown to its owner.
	Reason *string `json:"reason,omitempty"`
}

// MarshalJSON leaves out what is nil, and keeps an empty list, which takes away what was there.
func (b ModerateRealmBody) MarshalJSON() ([]byte, error) { return marshalWithoutNil(b) }

// Storage is what is stored, and by whom.
type Storage struct {
	// Of the archives of all versions of all realms.
	Bytes int64 `json:"bytes"`
	// Of any visibility.
	Realms int64 `json:"realms"`
	// Accounts that were not removed.
	Users int64 `json:"users"`
	// What an account of each plan may keep.
	Quotas StorageQuotas `json:"quotas"`
	// The accounts that keep the most, the largest first; 20 at most.
	Largest []StorageLargest `json:"largest"`
}

// StorageQuotas is the `quotas` of `Storage`. What an account of each plan may keep.
type StorageQuotas struct {
	Free    StorageQuotasFree `json:"free"`
	Premium StorageQuotasFree `json:"premium"`
}

// StorageQuotasFree is the `free` of `StorageQuotas`.
type StorageQuotasFree struct {
	// Of all archives.
	Bytes int64 `json:"bytes"`
	// Of any visibility.
	Realms int64 `json:"realms"`
}

// StorageLargest is one of the `largest` of `Storage`.
type StorageLargest struct {
	// For example `alice`.
	Username string `json:"username"`
	Plan     Plan   `json:"plan"`
	// Of the archives of all its versions.
	Bytes int64 `json:"bytes"`
	// That it owns.
	Realms int64 `json:"realms"`
}

// ListAuditQuery is what Audit.List asks for.
type ListAuditQuery struct {
	// Only this action, of those that the audit records.
	Action AuditAction `json:"action,omitempty"`
	// Only what this account did: its username, or its id.
	Actor string `json:"actor,omitempty"`
	// Only what was done to this: a slug, an id, or the username of an account. A realm is found by each slug that
	// it has or had.
	Subject string `json:"subject,omitempty"`
	// Not before this time.
	From string `json:"from,omitempty"`
	// Not after this time.
	To string `json:"to,omitempty"`
	// Only entries older than the one with this id: the `next` of the page before.
	Before string `json:"before,omitempty"`
	// How many at most; above 100 it is applied, and reported, as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
}

// AuditPage is a page of the audit.
type AuditPage struct {
	Entries    []AuditEntry    `json:"entries"`
	Pagination AuditPagination `json:"pagination"`
}

// AuditPagination is the `pagination` of `AuditPage`.
type AuditPagination struct {
	// The limit applied.
	Limit int64 `json:"limit"`
	// Whether older entries remain.
	HasMore bool `json:"hasMore"`
	// Send it as `before` for the older ones; empty where none remain.
	Next string `json:"next"`
}

type RealmFeature string

// The values of RealmFeature. A newer catalog may have others.
const (
	RealmFeatureDemo        RealmFeature = "demo"
	RealmFeaturePreview     RealmFeature = "preview"
	RealmFeatureScreenshots RealmFeature = "screenshots"
)

type RealmSort string

// The values of RealmSort. A newer catalog may have others.
const (
	RealmSortRelevance RealmSort = "relevance"
	RealmSortDownloads RealmSort = "downloads"
	RealmSortRecent    RealmSort = "recent"
	RealmSortTrending  RealmSort = "trending"
	RealmSortStars     RealmSort = "stars"
	RealmSortNewest    RealmSort = "newest"
	RealmSortUpdated   RealmSort = "updated"
	RealmSortName      RealmSort = "name"
)

type FacetName string

// The values of FacetName. A newer catalog may have others.
const (
	FacetNameCategory FacetName = "category"
	FacetNameTags     FacetName = "tags"
	FacetNameLicense  FacetName = "license"
	FacetNameAuthor   FacetName = "author"
)

type VariableFormat string

// The values of VariableFormat. A newer catalog may have others.
const (
	VariableFormatText       VariableFormat = "text"
	VariableFormatSlug       VariableFormat = "slug"
	VariableFormatIdentifier VariableFormat = "identifier"
)

type Interval string

// The values of Interval. A newer catalog may have others.
const (
	IntervalDay   Interval = "day"
	IntervalWeek  Interval = "week"
	IntervalMonth Interval = "month"
)

type GetDownloadsBy string

// The values of GetDownloadsBy. A newer catalog may have others.
const (
	GetDownloadsByVersion GetDownloadsBy = "version"
)

type VersionDetailFormat string

// The values of VersionDetailFormat. A newer catalog may have others.
const (
	VersionDetailFormatTarGz VersionDetailFormat = "tar.gz"
	VersionDetailFormatZip   VersionDetailFormat = "zip"
)

type ChangeKind string

// The values of ChangeKind. A newer catalog may have others.
const (
	ChangeKindAdded   ChangeKind = "added"
	ChangeKindRemoved ChangeKind = "removed"
	ChangeKindChanged ChangeKind = "changed"
)

type Metric string

// The values of Metric. A newer catalog may have others.
const (
	MetricDownloads Metric = "downloads"
	MetricRealms    Metric = "realms"
	MetricUsers     Metric = "users"
)

type UserKind string

// The values of UserKind. A newer catalog may have others.
const (
	UserKindUser UserKind = "user"
)

type Plan string

// The values of Plan. A newer catalog may have others.
const (
	PlanFree    Plan = "free"
	PlanPremium Plan = "premium"
)

type Role string

// The values of Role. A newer catalog may have others.
const (
	RoleUser    Role = "user"
	RoleCurator Role = "curator"
	RoleAdmin   Role = "admin"
)

type SessionTokenType string

// The values of SessionTokenType. A newer catalog may have others.
const (
	SessionTokenTypeBearer SessionTokenType = "Bearer"
)

type MeCredentialKind string

// The values of MeCredentialKind. A newer catalog may have others.
const (
	MeCredentialKindKey   MeCredentialKind = "key"
	MeCredentialKindJwt   MeCredentialKind = "jwt"
	MeCredentialKindOAuth MeCredentialKind = "oauth"
)

type OAuthClientType string

// The values of OAuthClientType. A newer catalog may have others.
const (
	OAuthClientTypePublic       OAuthClientType = "public"
	OAuthClientTypeConfidential OAuthClientType = "confidential"
)

type GrantType string

// The values of GrantType. A newer catalog may have others.
const (
	GrantTypeAuthorizationCode GrantType = "authorization_code"
	GrantTypeRefreshToken      GrantType = "refresh_token"
	GrantTypeDeviceCode        GrantType = "device_code"
	GrantTypeClientCredentials GrantType = "client_credentials"
)

type AuditEntryActorHow string

// The values of AuditEntryActorHow. A newer catalog may have others.
const (
	AuditEntryActorHowAnonymous AuditEntryActorHow = "anonymous"
	AuditEntryActorHowPassword  AuditEntryActorHow = "password"
	AuditEntryActorHowBrowser   AuditEntryActorHow = "browser"
	AuditEntryActorHowKey       AuditEntryActorHow = "key"
	AuditEntryActorHowJwt       AuditEntryActorHow = "jwt"
	AuditEntryActorHowRefresh   AuditEntryActorHow = "refresh"
	AuditEntryActorHowMail      AuditEntryActorHow = "mail"
	AuditEntryActorHowProvider  AuditEntryActorHow = "provider"
	AuditEntryActorHowPasskey   AuditEntryActorHow = "passkey"
	AuditEntryActorHowOAuth     AuditEntryActorHow = "oauth"
	AuditEntryActorHowClient    AuditEntryActorHow = "client"
	AuditEntryActorHowUpload    AuditEntryActorHow = "upload"
	AuditEntryActorHowCommand   AuditEntryActorHow = "command"
	AuditEntryActorHowCatalog   AuditEntryActorHow = "catalog"
)

type AuditEntrySubjectKind string

// The values of AuditEntrySubjectKind. A newer catalog may have others.
const (
	AuditEntrySubjectKindAccount    AuditEntrySubjectKind = "account"
	AuditEntrySubjectKindKey        AuditEntrySubjectKind = "key"
	AuditEntrySubjectKindClient     AuditEntrySubjectKind = "client"
	AuditEntrySubjectKindRealm      AuditEntrySubjectKind = "realm"
	AuditEntrySubjectKindCollection AuditEntrySubjectKind = "collection"
	AuditEntrySubjectKindCatalog    AuditEntrySubjectKind = "catalog"
)

type MyRealmRole string

// The values of MyRealmRole. A newer catalog may have others.
const (
	MyRealmRoleOwner MyRealmRole = "owner"
)

type Tier string

// The values of Tier. A newer catalog may have others.
const (
	TierFree          Tier = "free"
	TierAuthenticated Tier = "authenticated"
	TierPremium       Tier = "premium"
)

// Client asks one catalog. It may be used by any number of goroutines at once.
type Client struct {
	// Listing, searching, reading, creating and changing realms, and starring them. Links to the archives of
	// realms, and how often they were asked for. The versions of realms, and the upload of their archives. What is
	// in the archive of a version, file by file, and what changed between two versions. The realms that you own,
	// and those that you starred.
	Realms *RealmsService
	// What realms are found by, and the completion of what somebody types.
	Tags *TagsService
	// What realms are found by, and the completion of what somebody types.
	Categories *CategoriesService
	// What realms are found by, and the completion of what somebody types.
	Search *SearchService
	// Lists of realms that curators make.
	Collections *CollectionsService
	// What the whole catalog counts.
	Stats *StatsService
	// What everyone may know of an account.
	Users *UsersService
	// Opening an account, logging in and out, and one’s own account. New passwords by mail, and verified addresses.
	Auth *AuthService
	// Opening an account, logging in and out, and one’s own account. The realms that you own, and those that you
	// starred. Where you are logged in, and which applications act for you. All that the catalog has of you. What a
	// sign-in asks for beside the password. New passwords by mail, and verified addresses. The accounts at another
	// provider with which you sign in in the browser.
	Account *AccountService
	// API keys, which an account makes for its programs.
	Keys *KeysService
	// The applications that people register for OAuth 2.0.
	OAuthClients *OAuthClientsService
	// What is left of the hourly limit.
	Limits *LimitsService
	// Accounts, realms and storage, for administrators.
	Admin *AdminService
	// Who did what, for administrators.
	Audit *AuditService

	transport *transport
}

func (c *Client) addServices() {
	c.Realms = &RealmsService{c}
	c.Tags = &TagsService{c}
	c.Categories = &CategoriesService{c}
	c.Search = &SearchService{c}
	c.Collections = &CollectionsService{c}
	c.Stats = &StatsService{c}
	c.Users = &UsersService{c}
	c.Auth = &AuthService{c}
	c.Account = &AccountService{c}
	c.Keys = &KeysService{c}
	c.OAuthClients = &OAuthClientsService{c}
	c.Limits = &LimitsService{c}
	c.Admin = &AdminService{c}
	c.Audit = &AuditService{c}
}

// RealmsService has the methods of Client.Realms. Listing, searching, reading, creating and changing realms, and
// starring them. Links to the archives of realms, and how often they were asked for. The versions of realms, and
// the upload of their archives. What is in the archive of a version, file by file, and what changed between two
// versions. The realms that you own, and those that you starred.
type RealmsService struct{ client *Client }

// List is “List and search realms”: GET /v1/api/realms.
//
// Public realms, newest first; with `search` or `q`, the best match first. Filters narrow each other. The header
// `Link` (RFC 8288) leads to the first, previous, next and last page.
func (s *RealmsService) List(ctx context.Context, query *ListRealmsQuery, options ...CallOption) (*RealmPage, error) {
	return ask[RealmPage](ctx, s.client, request{method: "GET", path: "/realms", query: query, marks: []string{"realms", "pagination"}}, options)
}

// All gives the items of all pages of List, each once: `for item, err := range` from Go 1.23, and a call with a
// function before. An error is the last.
func (s *RealmsService) All(ctx context.Context, query *ListRealmsQuery, options ...CallOption) func(yield func(*RealmSummary, error) bool) {
	return all(ctx, s.client, request{method: "GET", path: "/realms", query: query, marks: []string{"realms", "pagination"}}, options, (*RealmPage).contents, (*RealmSummary).key)
}

// Create is “Create a realm”: POST /v1/api/realms. Needs the scope realms:write.
//
// The fields come in a JSON body, in the query string, or both; one that is given in both with different values
// is a 400. Without `slug`, the slug is made from the name. The realm is visible at once; send its archive to
// `uploadUrl` with `uploadToken`. With the header `Idempotency-Key`, asking again within 24 hours gives the same
// realm and a new `uploadToken`.
//
// Codes of its errors, beside those of every method:
//   - quota_exceeded: a quota of the account, or of the realm, is used up; `GET /me` shows the quota.
//   - conflict: the request conflicts with the current state, such as a name that is taken.
//   - unprocessable: the archive, its digest or an `Idempotency-Key` is refused; `detail` says why.
func (s *RealmsService) Create(ctx context.Context, body *CreateRealmBody, options ...CallOption) (*CreatedRealm, error) {
	return ask[CreatedRealm](ctx, s.client, request{method: "POST", path: "/realms", body: body, takesKey: true, marks: []string{"id"}}, options)
}

// Get is “Read one realm”: GET /v1/api/realms/{slug}.
//
// Public and unlisted realms answer anyone who knows their slug. The old slug of a realm that was renamed leads
// to the new one.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *RealmsService) Get(ctx context.Context, slug string, options ...CallOption) (*Realm, error) {
	return ask[Realm](ctx, s.client, request{method: "GET", path: "/realms/{slug}", parameters: []string{slug}, marks: []string{"id"}}, options)
}

// Update is “Change a realm”: PATCH /v1/api/realms/{slug}. Needs the scope realms:write.
//
// For the owner. Only the fields that are sent change. Any change of visibility is allowed. `slug` renames the
// realm: all addresses with its old slug answer 308 with the new one. The realm itself may take an old slug
// back; it has at most 10.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
//   - conflict: the request conflicts with the current state, such as a name that is taken.
func (s *RealmsService) Update(ctx context.Context, slug string, body *UpdateRealmBody, options ...CallOption) (*Realm, error) {
	return ask[Realm](ctx, s.client, request{method: "PATCH", path: "/realms/{slug}", parameters: []string{slug}, body: body, marks: []string{"id"}}, options)
}

// Delete is “Delete a realm”: DELETE /v1/api/realms/{slug}. Needs the scope realms:write.
//
// For the owner. Its slugs answer as unknown from then on, and are never handed out again.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *RealmsService) Delete(ctx context.Context, slug string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/realms/{slug}", parameters: []string{slug}}, options)
}

// Star is “Star a realm”: PUT /v1/api/realms/{slug}/star. Needs the scope realms:write.
//
// Once for each account, however often it is asked.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *RealmsService) Star(ctx context.Context, slug string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "PUT", path: "/realms/{slug}/star", parameters: []string{slug}}, options)
}

// IsStarred is “Read whether you have starred a realm”: GET /v1/api/realms/{slug}/star. Needs a credential.
//
// 204 if you have, 404 if you have not or may not see the realm.
//
//   - slug: The realm’s slug.
func (s *RealmsService) IsStarred(ctx context.Context, slug string, options ...CallOption) (bool, error) {
	return askWhether(ctx, s.client, request{method: "GET", path: "/realms/{slug}/star", parameters: []string{slug}}, options)
}

// Unstar is “Take a star back”: DELETE /v1/api/realms/{slug}/star. Needs the scope realms:write.
//
// Takes back the star of your account, if there is one.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *RealmsService) Unstar(ctx context.Context, slug string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/realms/{slug}/star", parameters: []string{slug}}, options)
}

// Download is “Download a realm”: POST /v1/api/realms/{slug}/download.
//
// Records one download and gives a link to the archive. With the header `Idempotency-Key`, asking again within
// 24 hours counts once. `version` asks for another than the newest, a yanked one too.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
//   - unprocessable: the archive, its digest or an `Idempotency-Key` is refused; `detail` says why.
func (s *RealmsService) Download(ctx context.Context, slug string, query *DownloadRealmQuery, options ...CallOption) (*Download, error) {
	return ask[Download](ctx, s.client, request{method: "POST", path: "/realms/{slug}/download", parameters: []string{slug}, query: query, takesKey: true, marks: []string{"downloadUrl"}}, options)
}

// Downloads is “Read the downloads of a realm by day”: GET /v1/api/realms/{slug}/downloads.
//
// Days are UTC. Without `from` and `to`, all of them: they sum to `downloadCount`. More than 10,000 rows are a
// 400.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *RealmsService) Downloads(ctx context.Context, slug string, query *GetDownloadsQuery, options ...CallOption) (*DownloadSeries, error) {
	return ask[DownloadSeries](ctx, s.client, request{method: "GET", path: "/realms/{slug}/downloads", parameters: []string{slug}, query: query, marks: []string{"total"}}, options)
}

// DownloadsCSV is “Read the downloads of a realm by day”: GET /v1/api/realms/{slug}/downloads.
//
// Days are UTC. Without `from` and `to`, all of them: they sum to `downloadCount`. More than 10,000 rows are a
// 400.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *RealmsService) DownloadsCSV(ctx context.Context, slug string, query *GetDownloadsQuery, options ...CallOption) (string, error) {
	return askText(ctx, s.client, request{method: "GET", path: "/realms/{slug}/downloads", parameters: []string{slug}, query: query, marks: []string{"total"}}, options)
}

// Versions is “List the versions of a realm”: GET /v1/api/realms/{slug}/versions.
//
// The newest first. Each is immutable.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *RealmsService) Versions(ctx context.Context, slug string, options ...CallOption) (*VersionList, error) {
	return ask[VersionList](ctx, s.client, request{method: "GET", path: "/realms/{slug}/versions", parameters: []string{slug}, marks: []string{"versions"}}, options)
}

// OpenUpload is “Open the upload of a next version”: POST /v1/api/realms/{slug}/versions. Needs the scope
// realms:write.
//
// For the owner. Send the archive to `uploadUrl` with `uploadToken`, which ends with the key, session or grant
// that opened it. With the header `Idempotency-Key`, asking again within 24 hours ends the token before and
// gives a new one.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - quota_exceeded: a quota of the account, or of the realm, is used up; `GET /me` shows the quota.
//   - not_found: nothing exists at this address, or you may not see it.
//   - conflict: the request conflicts with the current state, such as a name that is taken.
//   - unprocessable: the archive, its digest or an `Idempotency-Key` is refused; `detail` says why.
func (s *RealmsService) OpenUpload(ctx context.Context, slug string, options ...CallOption) (*OpenedUpload, error) {
	return ask[OpenedUpload](ctx, s.client, request{method: "POST", path: "/realms/{slug}/versions", parameters: []string{slug}, takesKey: true, marks: []string{"uploadUrl"}}, options)
}

// Upload is “Upload an archive”: PUT /v1/api/realms/{slug}/upload. Needs the token of an upload.
//
// The body is a `.tar.gz` or a `.zip` of at most 100 MiB, under any of its media types or none; `Content-Digest`
// (RFC 9530) is verified if it is sent. `realm.json` in it sets the version and what the realm says of itself. A
// refused archive leaves nothing behind, and its token is good for another try. A version that is published
// already is a 409 if its files differ; if they are the same, the answer is 200 with that version, and nothing
// changes: the token stays good, and no quota is taken.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - quota_exceeded: a quota of the account, or of the realm, is used up; `GET /me` shows the quota.
//   - not_found: nothing exists at this address, or you may not see it.
//   - conflict: the request conflicts with the current state, such as a name that is taken.
//   - payload_too_large: the body is larger than the operation accepts.
//   - unsupported_media_type: the operation does not accept the type of the body.
//   - unprocessable: the archive, its digest or an `Idempotency-Key` is refused; `detail` says why.
func (s *RealmsService) Upload(ctx context.Context, slug string, archive *Archive, uploadToken string, options ...CallOption) (*UploadedVersion, error) {
	return sendOnce(ctx, s.client, request{method: "PUT", path: "/realms/{slug}/upload", parameters: []string{slug}, marks: []string{"slug"}}, archive, uploadToken, options)
}

// Version is “Read one version of a realm”: GET /v1/api/realms/{slug}/versions/{version}.
//
// What its `realm.json` and its README say, and facts of its archive. The generated version 0.0.0 is a 404.
//
//   - slug: The realm’s slug.
//   - version: The version.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *RealmsService) Version(ctx context.Context, slug string, version string, options ...CallOption) (*VersionDetail, error) {
	return ask[VersionDetail](ctx, s.client, request{method: "GET", path: "/realms/{slug}/versions/{version}", parameters: []string{slug, version}, marks: []string{"version"}}, options)
}

// UpdateVersion is “Yank a version, or take that back”: PATCH /v1/api/realms/{slug}/versions/{version}. Needs
// the scope realms:write.
//
// For the owner. A yanked version is kept for who has it, and not served by default.
//
//   - slug: The realm’s slug.
//   - version: The version.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *RealmsService) UpdateVersion(ctx context.Context, slug string, version string, body *UpdateVersionBody, options ...CallOption) (*Version, error) {
	return ask[Version](ctx, s.client, request{method: "PATCH", path: "/realms/{slug}/versions/{version}", parameters: []string{slug, version}, body: body, marks: []string{"version"}}, options)
}

// Files is “List the files of a version”: GET /v1/api/realms/{slug}/versions/{version}/files.
//
// In the order of their paths, byte by byte. A version without an upload (`0.0.0`) has none and is a 404; a
// yanked one has its files.
//
//   - slug: The realm’s slug.
//   - version: The version.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *RealmsService) Files(ctx context.Context, slug string, version string, query *ListFilesQuery, options ...CallOption) (*FilePage, error) {
	return ask[FilePage](ctx, s.client, request{method: "GET", path: "/realms/{slug}/versions/{version}/files", parameters: []string{slug, version}, query: query, marks: []string{"files", "pagination"}}, options)
}

// AllFiles gives the items of all pages of Files, each once: `for item, err := range` from Go 1.23, and a call
// with a function before. An error is the last.
func (s *RealmsService) AllFiles(ctx context.Context, slug string, version string, query *ListFilesQuery, options ...CallOption) func(yield func(*RealmFile, error) bool) {
	return all(ctx, s.client, request{method: "GET", path: "/realms/{slug}/versions/{version}/files", parameters: []string{slug, version}, query: query, marks: []string{"files", "pagination"}}, options, (*FilePage).contents, (*RealmFile).key)
}

// File is “Read a file of a version”: GET /v1/api/realms/{slug}/versions/{version}/files/{path}.
//
// Its bytes: text as `text/plain`, anything else as `application/octet-stream`, and never as a page. Slashes may
// be sent as they are or as `%2F`. Reading counts no download. A file never changes at its address.
//
//   - slug: The realm’s slug.
//   - version: The version.
//   - path: As the list has it.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *RealmsService) File(ctx context.Context, slug string, version string, path string, options ...CallOption) (*http.Response, error) {
	return askResponse(ctx, s.client, request{method: "GET", path: "/realms/{slug}/versions/{version}/files/{path}", parameters: []string{slug, version, path}, hasSlashes: true}, options)
}

// Diff is “Compare two versions”: GET /v1/api/realms/{slug}/diff.
//
// The files that were added, removed or changed, in the order of their paths, with the changes of text. One
// answer has at most 100 files, 1 MiB of changes and 20,000 added or removed lines, and compares no file above 1
// MiB; what goes beyond that has `isTooLarge`.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *RealmsService) Diff(ctx context.Context, slug string, query *CompareVersionsQuery, options ...CallOption) (*VersionDiff, error) {
	return ask[VersionDiff](ctx, s.client, request{method: "GET", path: "/realms/{slug}/diff", parameters: []string{slug}, query: query, marks: []string{"files", "pagination"}}, options)
}

// AllDiff gives the items of all pages of Diff, each once: `for item, err := range` from Go 1.23, and a call
// with a function before. An error is the last.
func (s *RealmsService) AllDiff(ctx context.Context, slug string, query *CompareVersionsQuery, options ...CallOption) func(yield func(*FileChange, error) bool) {
	return all(ctx, s.client, request{method: "GET", path: "/realms/{slug}/diff", parameters: []string{slug}, query: query, marks: []string{"files", "pagination"}}, options, (*VersionDiff).contents, (*FileChange).key)
}

// TagsService has the methods of Client.Tags. What realms are found by, and the completion of what somebody
// types.
type TagsService struct{ client *Client }

// List is “List tags”: GET /v1/api/tags.
//
// The tags of public realms: those of most realms first, then by name.
func (s *TagsService) List(ctx context.Context, query *ListTagsQuery, options ...CallOption) (*TagPage, error) {
	return ask[TagPage](ctx, s.client, request{method: "GET", path: "/tags", query: query, marks: []string{"tags", "pagination"}}, options)
}

// All gives the items of all pages of List, each once: `for item, err := range` from Go 1.23, and a call with a
// function before. An error is the last.
func (s *TagsService) All(ctx context.Context, query *ListTagsQuery, options ...CallOption) func(yield func(*ValueCount, error) bool) {
	return all(ctx, s.client, request{method: "GET", path: "/tags", query: query, marks: []string{"tags", "pagination"}}, options, (*TagPage).contents, (*ValueCount).key)
}

// CategoriesService has the methods of Client.Categories. What realms are found by, and the completion of what
// somebody types.
type CategoriesService struct{ client *Client }

// List is “List categories”: GET /v1/api/categories.
//
// The categories of public realms: those of most realms first, then by name.
func (s *CategoriesService) List(ctx context.Context, query *ListCategoriesQuery, options ...CallOption) (*CategoryPage, error) {
	return ask[CategoryPage](ctx, s.client, request{method: "GET", path: "/categories", query: query, marks: []string{"categories", "pagination"}}, options)
}

// All gives the items of all pages of List, each once: `for item, err := range` from Go 1.23, and a call with a
// function before. An error is the last.
func (s *CategoriesService) All(ctx context.Context, query *ListCategoriesQuery, options ...CallOption) func(yield func(*ValueCount, error) bool) {
	return all(ctx, s.client, request{method: "GET", path: "/categories", query: query, marks: []string{"categories", "pagination"}}, options, (*CategoryPage).contents, (*ValueCount).key)
}

// SearchService has the methods of Client.Search. What realms are found by, and the completion of what somebody
// types.
type SearchService struct{ client *Client }

// Suggest is “Complete what somebody types”: GET /v1/api/suggest.
//
// Public realms, tags and authors that begin with `q`, at most 8 of each. Upper and lower case, and accents, are
// alike.
func (s *SearchService) Suggest(ctx context.Context, query *SuggestQuery, options ...CallOption) (*Completions, error) {
	return ask[Completions](ctx, s.client, request{method: "GET", path: "/suggest", query: query, marks: []string{"realms"}}, options)
}

// CollectionsService has the methods of Client.Collections. Lists of realms that curators make.
type CollectionsService struct{ client *Client }

// List is “List curated collections”: GET /v1/api/collections.
//
// Newest first: all of them, or the page that `limit` and `offset` name.
func (s *CollectionsService) List(ctx context.Context, query *ListCollectionsQuery, options ...CallOption) (*CollectionPage, error) {
	return ask[CollectionPage](ctx, s.client, request{method: "GET", path: "/collections", query: query, marks: []string{"collections", "pagination"}}, options)
}

// All gives the items of all pages of List, each once: `for item, err := range` from Go 1.23, and a call with a
// function before. An error is the last.
func (s *CollectionsService) All(ctx context.Context, query *ListCollectionsQuery, options ...CallOption) func(yield func(*Collection, error) bool) {
	return all(ctx, s.client, request{method: "GET", path: "/collections", query: query, marks: []string{"collections", "pagination"}}, options, (*CollectionPage).contents, (*Collection).key)
}

// Get is “Read one collection”: GET /v1/api/collections/{slug}.
//
// With summaries of its realms, in the curator’s order; those you may not list are left out.
//
//   - slug: Its name in addresses.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *CollectionsService) Get(ctx context.Context, slug string, options ...CallOption) (*CollectionDetail, error) {
	return ask[CollectionDetail](ctx, s.client, request{method: "GET", path: "/collections/{slug}", parameters: []string{slug}, marks: []string{"id"}}, options)
}

// Create is “Make a collection”: POST /v1/api/collections. Needs the scope collections:write.
//
// For curators and administrators.
//
// Codes of its errors, beside those of every method:
//   - conflict: the request conflicts with the current state, such as a name that is taken.
func (s *CollectionsService) Create(ctx context.Context, body *CreateCollectionBody, options ...CallOption) (*Collection, error) {
	return ask[Collection](ctx, s.client, request{method: "POST", path: "/collections", body: body, marks: []string{"id"}}, options)
}

// Update is “Change a collection”: PATCH /v1/api/collections/{slug}. Needs the scope collections:write.
//
// Only the fields that are sent change.
//
//   - slug: Its name in addresses.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *CollectionsService) Update(ctx context.Context, slug string, body *UpdateCollectionBody, options ...CallOption) (*Collection, error) {
	return ask[Collection](ctx, s.client, request{method: "PATCH", path: "/collections/{slug}", parameters: []string{slug}, body: body, marks: []string{"id"}}, options)
}

// Delete is “Remove a collection”: DELETE /v1/api/collections/{slug}. Needs the scope collections:write.
//
// Its realms stay.
//
//   - slug: Its name in addresses.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *CollectionsService) Delete(ctx context.Context, slug string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/collections/{slug}", parameters: []string{slug}}, options)
}

// StatsService has the methods of Client.Stats. What the whole catalog counts.
type StatsService struct{ client *Client }

// Get is “Read platform statistics”: GET /v1/api/stats.
//
// Counts public realms and their downloads, and all accounts.
func (s *StatsService) Get(ctx context.Context, options ...CallOption) (*Statistics, error) {
	return ask[Statistics](ctx, s.client, request{method: "GET", path: "/stats", marks: []string{"totalRealms"}}, options)
}

// Series is “Read platform statistics by day”: GET /v1/api/stats/series.
//
// Of what is public now: downloads by day, realms and accounts by the day of their creation. Without `from` and
// `to`, the points sum to the total that `/stats` has.
func (s *StatsService) Series(ctx context.Context, query *GetSeriesQuery, options ...CallOption) (*StatisticsSeries, error) {
	return ask[StatisticsSeries](ctx, s.client, request{method: "GET", path: "/stats/series", query: query, marks: []string{"metric"}}, options)
}

// SeriesCSV is “Read platform statistics by day”: GET /v1/api/stats/series.
//
// Of what is public now: downloads by day, realms and accounts by the day of their creation. Without `from` and
// `to`, the points sum to the total that `/stats` has.
func (s *StatsService) SeriesCSV(ctx context.Context, query *GetSeriesQuery, options ...CallOption) (string, error) {
	return askText(ctx, s.client, request{method: "GET", path: "/stats/series", query: query, marks: []string{"metric"}}, options)
}

// UsersService has the methods of Client.Users. What everyone may know of an account.
type UsersService struct{ client *Client }

// Get is “Read a profile”: GET /v1/api/users/{username}.
//
// The profile of an account, and sums over its public realms.
//
//   - username: In upper or lower case.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *UsersService) Get(ctx context.Context, username string, options ...CallOption) (*User, error) {
	return ask[User](ctx, s.client, request{method: "GET", path: "/users/{username}", parameters: []string{username}, marks: []string{"username"}}, options)
}

// AuthService has the methods of Client.Auth. Opening an account, logging in and out, and one’s own account. New
// passwords by mail, and verified addresses.
type AuthService struct{ client *Client }

// Register is “Open an account”: POST /v1/api/auth/register.
//
// Free. Log in with it, then make a key. An address may open five accounts an hour; every valid request counts.
// Where the catalog is closed, or asks for an invitation, it is a 403.
//
// Codes of its errors, beside those of every method:
//   - forbidden: the credential is valid and lacks a scope or a role, which `detail` names.
//   - conflict: the request conflicts with the current state, such as a name that is taken.
func (s *AuthService) Register(ctx context.Context, body *RegisterBody, options ...CallOption) (*Account, error) {
	return ask[Account](ctx, s.client, request{method: "POST", path: "/auth/register", body: body, marks: []string{"id"}}, options)
}

// Login is “Log in”: POST /v1/api/auth/login.
//
// Gives a JWT of 15 minutes that may do all its account may, and a refresh token of 30 days. Ten tries without
// success from one address for one account in five minutes, and further ones are a 429. An account with a second
// factor needs a `code` as well; after ten wrong ones within an hour, over all addresses, only recovery codes
// count until it ends.
//
// Codes of its errors, beside those of every method:
//   - second_factor_required: the password of a login is right, and the account asks for a `code` as well, which
//     is missing or wrong.
func (s *AuthService) Login(ctx context.Context, body *LoginBody, options ...CallOption) (*Session, error) {
	return ask[Session](ctx, s.client, request{method: "POST", path: "/auth/login", body: body, marks: []string{"token"}}, options)
}

// Refresh is “Refresh a session”: POST /v1/api/auth/refresh.
//
// Gives a new JWT and a new refresh token. A refresh token is good once: using an old one again ends the
// session.
func (s *AuthService) Refresh(ctx context.Context, body *RefreshBody, options ...CallOption) (*Session, error) {
	return ask[Session](ctx, s.client, request{method: "POST", path: "/auth/refresh", body: body, marks: []string{"token"}}, options)
}

// Logout is “Log out”: POST /v1/api/auth/logout.
//
// Ends the session of the refresh token in the body, or of the JWT that asks. Its tokens end at once.
func (s *AuthService) Logout(ctx context.Context, body *LogoutBody, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "POST", path: "/auth/logout", body: body}, options)
}

// RequestPasswordReset is “Ask for a new password by mail”: POST /v1/api/auth/reset.
//
// Sends a link, good once for an hour, to the account that has verified this address. The answer is the same
// where there is none. Only where the catalog sends mail; else a 404.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *AuthService) RequestPasswordReset(ctx context.Context, body *RequestPasswordResetBody, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "POST", path: "/auth/reset", body: body}, options)
}

// ResetPassword is “Set a new password by mail”: PUT /v1/api/auth/reset.
//
// Ends every session and grant of the account. It logs nobody in: the next login asks for the second factor as
// before. Only where the catalog sends mail; else a 404.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *AuthService) ResetPassword(ctx context.Context, body *ResetPasswordBody, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "PUT", path: "/auth/reset", body: body}, options)
}

// VerifyEmail is “Confirm an address”: POST /v1/api/auth/verify-email.
//
// The address of the account is then verified, until it is changed. Only where the catalog sends mail; else a
// 404.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *AuthService) VerifyEmail(ctx context.Context, body *VerifyEmailBody, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "POST", path: "/auth/verify-email", body: body}, options)
}

// AccountService has the methods of Client.Account. Opening an account, logging in and out, and one’s own
// account. The realms that you own, and those that you starred. Where you are logged in, and which applications
// act for you. All that the catalog has of you. What a sign-in asks for beside the password. New passwords by
// mail, and verified addresses. The accounts at another provider with which you sign in in the browser.
type AccountService struct{ client *Client }

// Get is “Read your account”: GET /v1/api/me. Needs a credential.
//
// Answers any good credential, and says what it may do.
func (s *AccountService) Get(ctx context.Context, options ...CallOption) (*Me, error) {
	return ask[Me](ctx, s.client, request{method: "GET", path: "/me", marks: []string{"id"}}, options)
}

// Update is “Change your account”: PATCH /v1/api/me. Needs the scope account.
//
// Only the fields that are sent change. A new password needs the current one, and ends every other session.
func (s *AccountService) Update(ctx context.Context, body *UpdateMeBody, options ...CallOption) (*Account, error) {
	return ask[Account](ctx, s.client, request{method: "PATCH", path: "/me", body: body, marks: []string{"id"}}, options)
}

// Delete is “Delete your account”: DELETE /v1/api/me. Needs the scope account.
//
// Your private and unlisted realms go. Public ones stay, under an author without a name. All credentials of the
// account end at once, and nobody can ever have its username again. An account with a second factor needs a
// `code` as well. An account without a password is deleted in the settings of the web pages.
//
// Codes of its errors, beside those of every method:
//   - second_factor_required: the password of a login is right, and the account asks for a `code` as well, which
//     is missing or wrong.
func (s *AccountService) Delete(ctx context.Context, body *DeleteMeBody, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/me", body: body}, options)
}

// SetAvatar is “Upload your picture”: PUT /v1/api/me/avatar. Needs the scope account.
//
// PNG, JPEG, WebP or AVIF of at most 1 MiB, which becomes a square of 256 pixels. The reply has its address as
// `image`. Without a picture, pages draw one.
//
// Codes of its errors, beside those of every method:
//   - unprocessable: the archive, its digest or an `Idempotency-Key` is refused; `detail` says why.
func (s *AccountService) SetAvatar(ctx context.Context, picture []byte, options ...CallOption) (*Account, error) {
	return ask[Account](ctx, s.client, request{method: "PUT", path: "/me/avatar", picture: picture, marks: []string{"id"}}, options)
}

// RemoveAvatar is “Remove your picture”: DELETE /v1/api/me/avatar. Needs the scope account.
//
// Empties `image`, whatever it is.
func (s *AccountService) RemoveAvatar(ctx context.Context, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/me/avatar"}, options)
}

// Data is “Take your data with you”: GET /v1/api/me/data. Needs the scope account.
//
// One JSON document, sent while it is read. Needs the scope `realms:read` beside `account`.
func (s *AccountService) Data(ctx context.Context, options ...CallOption) (*MyData, error) {
	return ask[MyData](ctx, s.client, request{method: "GET", path: "/me/data", marks: []string{"account"}}, options)
}

// Realms is “List your realms”: GET /v1/api/me/realms. Needs the scope realms:read.
//
// All realms that you own, of every visibility. The parameters are those of the list of all realms.
func (s *AccountService) Realms(ctx context.Context, query *ListMyRealmsQuery, options ...CallOption) (*MyRealmPage, error) {
	return ask[MyRealmPage](ctx, s.client, request{method: "GET", path: "/me/realms", query: query, marks: []string{"realms", "pagination"}}, options)
}

// AllRealms gives the items of all pages of Realms, each once: `for item, err := range` from Go 1.23, and a call
// with a function before. An error is the last.
func (s *AccountService) AllRealms(ctx context.Context, query *ListMyRealmsQuery, options ...CallOption) func(yield func(*MyRealm, error) bool) {
	return all(ctx, s.client, request{method: "GET", path: "/me/realms", query: query, marks: []string{"realms", "pagination"}}, options, (*MyRealmPage).contents, (*MyRealm).key)
}

// Stars is “List the realms that you have starred”: GET /v1/api/me/stars. Needs a credential.
//
// The star that was given last comes first, and the last 10,000 are listed. Realms that you may not see any more
// are left out.
func (s *AccountService) Stars(ctx context.Context, query *ListMyStarsQuery, options ...CallOption) (*RealmPage, error) {
	return ask[RealmPage](ctx, s.client, request{method: "GET", path: "/me/stars", query: query, marks: []string{"realms", "pagination"}}, options)
}

// AllStars gives the items of all pages of Stars, each once: `for item, err := range` from Go 1.23, and a call
// with a function before. An error is the last.
func (s *AccountService) AllStars(ctx context.Context, query *ListMyStarsQuery, options ...CallOption) func(yield func(*RealmSummary, error) bool) {
	return all(ctx, s.client, request{method: "GET", path: "/me/stars", query: query, marks: []string{"realms", "pagination"}}, options, (*RealmPage).contents, (*RealmSummary).key)
}

// Sessions is “List your sessions”: GET /v1/api/me/sessions. Needs the scope account.
//
// Where your account is logged in: programs, and browsers at the web pages. Those that end last come first.
func (s *AccountService) Sessions(ctx context.Context, query *ListSessionsQuery, options ...CallOption) (*SessionPage, error) {
	return ask[SessionPage](ctx, s.client, request{method: "GET", path: "/me/sessions", query: query, marks: []string{"sessions", "pagination"}}, options)
}

// AllSessions gives the items of all pages of Sessions, each once: `for item, err := range` from Go 1.23, and a
// call with a function before. An error is the last.
func (s *AccountService) AllSessions(ctx context.Context, query *ListSessionsQuery, options ...CallOption) func(yield func(*LoginSession, error) bool) {
	return all(ctx, s.client, request{method: "GET", path: "/me/sessions", query: query, marks: []string{"sessions", "pagination"}}, options, (*SessionPage).contents, (*LoginSession).key)
}

// EndSession is “End a session”: DELETE /v1/api/me/sessions/{id}. Needs the scope account.
//
// Its tokens end at once, and so do the uploads that it has opened. Keys that were made with it stay.
//
//   - id: The session’s id.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *AccountService) EndSession(ctx context.Context, id string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/me/sessions/{id}", parameters: []string{id}}, options)
}

// Grants is “List what you have allowed applications”: GET /v1/api/me/grants. Needs the scope account.
//
// One grant for each time that you have allowed an application to act for you; the newest first.
func (s *AccountService) Grants(ctx context.Context, query *ListGrantsQuery, options ...CallOption) (*GrantPage, error) {
	return ask[GrantPage](ctx, s.client, request{method: "GET", path: "/me/grants", query: query, marks: []string{"grants", "pagination"}}, options)
}

// AllGrants gives the items of all pages of Grants, each once: `for item, err := range` from Go 1.23, and a call
// with a function before. An error is the last.
func (s *AccountService) AllGrants(ctx context.Context, query *ListGrantsQuery, options ...CallOption) func(yield func(*Grant, error) bool) {
	return all(ctx, s.client, request{method: "GET", path: "/me/grants", query: query, marks: []string{"grants", "pagination"}}, options, (*GrantPage).contents, (*Grant).key)
}

// RevokeGrant is “Revoke a grant”: DELETE /v1/api/me/grants/{id}. Needs the scope account.
//
// Its tokens end at once, and so do the keys that were made and the uploads that were opened with them.
//
//   - id: The grant’s id.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *AccountService) RevokeGrant(ctx context.Context, id string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/me/grants/{id}", parameters: []string{id}}, options)
}

// RequestEmailVerification is “Verify your address”: POST /v1/api/me/verify-email. Needs the scope account.
//
// Sends a link, good once for a day, to the address of your account. Takes a login of the last 30 minutes, and
// no key or OAuth token. Only where the catalog sends mail; else a 404.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
//   - conflict: the request conflicts with the current state, such as a name that is taken.
func (s *AccountService) RequestEmailVerification(ctx context.Context, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "POST", path: "/me/verify-email"}, options)
}

// SecondFactors is “Read your second factors”: GET /v1/api/me/second-factors. Needs the scope account.
//
// Which ones you have, and whether a sign-in asks for them.
func (s *AccountService) SecondFactors(ctx context.Context, options ...CallOption) (*SecondFactors, error) {
	return ask[SecondFactors](ctx, s.client, request{method: "GET", path: "/me/second-factors", marks: []string{"isOn"}}, options)
}

// CreateTOTP is “Add an authenticator app”: POST /v1/api/me/second-factors/totp. Needs the scope account.
//
// Makes the secret for the app, which counts once a code of it is confirmed. Takes a login of the last 30
// minutes (`POST /auth/login`), and no key or OAuth token.
//
// Codes of its errors, beside those of every method:
//   - conflict: the request conflicts with the current state, such as a name that is taken.
func (s *AccountService) CreateTOTP(ctx context.Context, options ...CallOption) (*NewTOTP, error) {
	return ask[NewTOTP](ctx, s.client, request{method: "POST", path: "/me/second-factors/totp", marks: []string{"secret"}}, options)
}

// ConfirmTOTP is “Confirm an authenticator app”: PUT /v1/api/me/second-factors/totp. Needs the scope account.
//
// Send a code that the app shows. A sign-in asks for codes as soon as recovery codes are confirmed as well.
// Takes a login of the last 30 minutes (`POST /auth/login`), and no key or OAuth token.
//
// Codes of its errors, beside those of every method:
//   - conflict: the request conflicts with the current state, such as a name that is taken.
func (s *AccountService) ConfirmTOTP(ctx context.Context, body *ConfirmTOTPBody, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "PUT", path: "/me/second-factors/totp", body: body}, options)
}

// DeleteTOTP is “Remove the authenticator app”: DELETE /v1/api/me/second-factors/totp. Needs the scope account.
//
// If it was the last second factor, the recovery codes end as well. Takes a login of the last 30 minutes (`POST
// /auth/login`), and no key or OAuth token.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *AccountService) DeleteTOTP(ctx context.Context, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/me/second-factors/totp"}, options)
}

// CreateRecoveryCodes is “Make new recovery codes”: POST /v1/api/me/second-factors/recovery-codes. Needs the
// scope account.
//
// Eight codes. They count instead of earlier ones once one of them is confirmed. Takes a login of the last 30
// minutes (`POST /auth/login`), and no key or OAuth token.
func (s *AccountService) CreateRecoveryCodes(ctx context.Context, options ...CallOption) (*RecoveryCodes, error) {
	return ask[RecoveryCodes](ctx, s.client, request{method: "POST", path: "/me/second-factors/recovery-codes", marks: []string{"codes"}}, options)
}

// ConfirmRecoveryCodes is “Confirm that recovery codes are saved”: PUT /v1/api/me/second-factors/recovery-codes.
// Needs the scope account.
//
// Send one of the new codes; it stays good. When this turns second factors on, every other session and every
// grant ends. Takes a login of the last 30 minutes (`POST /auth/login`), and no key or OAuth token.
func (s *AccountService) ConfirmRecoveryCodes(ctx context.Context, body *ConfirmRecoveryCodesBody, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "PUT", path: "/me/second-factors/recovery-codes", body: body}, options)
}

// AskForPasskey is “Ask for a new passkey”: POST /v1/api/me/second-factors/passkey-question. Needs the scope
// account.
//
// What a page of this catalog asks the browser. Passkeys need https with a domain name, or localhost; elsewhere
// it is a 409. Takes a login of the last 30 minutes (`POST /auth/login`), and no key or OAuth token.
//
// Codes of its errors, beside those of every method:
//   - conflict: the request conflicts with the current state, such as a name that is taken.
func (s *AccountService) AskForPasskey(ctx context.Context, options ...CallOption) (*PasskeyQuestion, error) {
	return ask[PasskeyQuestion](ctx, s.client, request{method: "POST", path: "/me/second-factors/passkey-question", marks: []string{"options"}}, options)
}

// CreatePasskey is “Add a passkey”: POST /v1/api/me/second-factors/passkeys. Needs the scope account.
//
// Takes what the browser answered. An account has at most 20. A sign-in asks for them as soon as recovery codes
// are confirmed as well; alone they are a login, too. Takes a login of the last 30 minutes (`POST /auth/login`),
// and no key or OAuth token.
//
// Codes of its errors, beside those of every method:
//   - conflict: the request conflicts with the current state, such as a name that is taken.
func (s *AccountService) CreatePasskey(ctx context.Context, body *CreatePasskeyBody, options ...CallOption) (*Passkey, error) {
	return ask[Passkey](ctx, s.client, request{method: "POST", path: "/me/second-factors/passkeys", body: body, marks: []string{"id"}}, options)
}

// DeletePasskey is “Remove a passkey”: DELETE /v1/api/me/second-factors/passkeys/{id}. Needs the scope account.
//
// The last way in stays: without a password, another passkey or an identity this is a 409. Takes a login of the
// last 30 minutes (`POST /auth/login`), and no key or OAuth token.
//
//   - id: The passkey’s id.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
//   - conflict: the request conflicts with the current state, such as a name that is taken.
func (s *AccountService) DeletePasskey(ctx context.Context, id string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/me/second-factors/passkeys/{id}", parameters: []string{id}}, options)
}

// Identities is “List your identities”: GET /v1/api/me/identities. Needs the scope account.
//
// Those that are linked to your account. Identities are linked in the browser.
func (s *AccountService) Identities(ctx context.Context, options ...CallOption) (*Identities, error) {
	return ask[Identities](ctx, s.client, request{method: "GET", path: "/me/identities", marks: []string{"identities"}}, options)
}

// UnlinkIdentity is “Unlink an identity”: DELETE /v1/api/me/identities/{id}. Needs the scope account.
//
// It no longer signs in to your account. The last way in stays: without a password, a passkey or another
// identity this is a 409. Takes a login of the last 30 minutes, and no key or OAuth token.
//
//   - id: The identity’s id.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
//   - conflict: the request conflicts with the current state, such as a name that is taken.
func (s *AccountService) UnlinkIdentity(ctx context.Context, id string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/me/identities/{id}", parameters: []string{id}}, options)
}

// KeysService has the methods of Client.Keys. API keys, which an account makes for its programs.
type KeysService struct{ client *Client }

// Create is “Make an API key”: POST /v1/api/keys. Needs the scope account.
//
// The key is shown this once; only its hash is kept.
//
// Codes of its errors, beside those of every method:
//   - conflict: the request conflicts with the current state, such as a name that is taken.
func (s *KeysService) Create(ctx context.Context, body *CreateKeyBody, options ...CallOption) (*CreatedKey, error) {
	return ask[CreatedKey](ctx, s.client, request{method: "POST", path: "/keys", body: body, marks: []string{"id"}}, options)
}

// List is “List your API keys”: GET /v1/api/keys. Needs the scope account.
//
// Newest first, without the keys themselves.
func (s *KeysService) List(ctx context.Context, options ...CallOption) (*KeyList, error) {
	return ask[KeyList](ctx, s.client, request{method: "GET", path: "/keys", marks: []string{"keys"}}, options)
}

// Revoke is “Revoke an API key”: DELETE /v1/api/keys/{id}. Needs the scope account.
//
// It ends at once.
//
//   - id: The key’s id.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *KeysService) Revoke(ctx context.Context, id string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/keys/{id}", parameters: []string{id}}, options)
}

// OAuthClientsService has the methods of Client.OAuthClients. The applications that people register for OAuth
// 2.0.
type OAuthClientsService struct{ client *Client }

// Create is “Register an OAuth client”: POST /v1/api/oauth/clients. Needs the scope account.
//
// Its id is the `client_id` of OAuth 2.0. The secret of a confidential client is shown this once; only its hash
// is kept. Names of the catalog itself, and names that look like them, are refused.
//
// Codes of its errors, beside those of every method:
//   - conflict: the request conflicts with the current state, such as a name that is taken.
func (s *OAuthClientsService) Create(ctx context.Context, body *CreateOAuthClientBody, options ...CallOption) (*CreatedOAuthClient, error) {
	return ask[CreatedOAuthClient](ctx, s.client, request{method: "POST", path: "/oauth/clients", body: body, marks: []string{"id"}}, options)
}

// List is “List your OAuth clients”: GET /v1/api/oauth/clients. Needs the scope account.
//
// Newest first, without their secrets.
func (s *OAuthClientsService) List(ctx context.Context, options ...CallOption) (*OAuthClientList, error) {
	return ask[OAuthClientList](ctx, s.client, request{method: "GET", path: "/oauth/clients", marks: []string{"clients"}}, options)
}

// Update is “Change an OAuth client”: PATCH /v1/api/oauth/clients/{id}. Needs the scope account.
//
// Only the fields that are sent change; the type stays. A scope that is taken away ends every grant and token
// that has it. Your credential needs all scopes that the client then has.
//
//   - id: The client’s id.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *OAuthClientsService) Update(ctx context.Context, id string, body *UpdateOAuthClientBody, options ...CallOption) (*OAuthClient, error) {
	return ask[OAuthClient](ctx, s.client, request{method: "PATCH", path: "/oauth/clients/{id}", parameters: []string{id}, body: body, marks: []string{"id"}}, options)
}

// CreateSecret is “Make a new client secret”: POST /v1/api/oauth/clients/{id}/secret. Needs the scope account.
//
// The old secret stays valid for 24 hours, unless `revoke` is true. Your credential needs all scopes that the
// client has. A public client has no secret: 409.
//
//   - id: The client’s id.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
//   - conflict: the request conflicts with the current state, such as a name that is taken.
func (s *OAuthClientsService) CreateSecret(ctx context.Context, id string, body *CreateClientSecretBody, options ...CallOption) (*NewClientSecret, error) {
	return ask[NewClientSecret](ctx, s.client, request{method: "POST", path: "/oauth/clients/{id}/secret", parameters: []string{id}, body: body, marks: []string{"clientSecret"}}, options)
}

// Delete is “Remove an OAuth client”: DELETE /v1/api/oauth/clients/{id}. Needs the scope account.
//
// Everything that it was ever given ends at once.
//
//   - id: The client’s id.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *OAuthClientsService) Delete(ctx context.Context, id string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/oauth/clients/{id}", parameters: []string{id}}, options)
}

// LimitsService has the methods of Client.Limits. What is left of the hourly limit.
type LimitsService struct{ client *Client }

// Get is “Read your rate limit”: GET /v1/api/rate_limit.
//
// What is left of your hourly limit. Asking costs nothing.
func (s *LimitsService) Get(ctx context.Context, options ...CallOption) (*RateLimitStatus, error) {
	return ask[RateLimitStatus](ctx, s.client, request{method: "GET", path: "/rate_limit", marks: []string{"tier"}}, options)
}

// AdminService has the methods of Client.Admin. Accounts, realms and storage, for administrators.
type AdminService struct{ client *Client }

// Users is “List accounts”: GET /v1/api/admin/users. Needs the scope admin.
//
// For administrators. The newest first; filters narrow each other. With `search`, the first ones by username,
// and no further page. Removed accounts are left out.
func (s *AdminService) Users(ctx context.Context, query *ListUsersQuery, options ...CallOption) (*ManagedUserPage, error) {
	return ask[ManagedUserPage](ctx, s.client, request{method: "GET", path: "/admin/users", query: query, marks: []string{"users", "pagination"}}, options)
}

// AllUsers gives the items of all pages of Users, each once: `for item, err := range` from Go 1.23, and a call
// with a function before. An error is the last.
func (s *AdminService) AllUsers(ctx context.Context, query *ListUsersQuery, options ...CallOption) func(yield func(*ManagedUser, error) bool) {
	return all(ctx, s.client, request{method: "GET", path: "/admin/users", query: query, marks: []string{"users", "pagination"}}, options, (*ManagedUserPage).contents, (*ManagedUser).key)
}

// UpdateUser is “Change the plan or the role of an account, or suspend it”: PATCH
// /v1/api/admin/users/{username}. Needs the scope admin.
//
// For administrators, for instance a billing system. While an account is suspended, its credentials of every
// kind are refused, and so are its OAuth clients; its realms stay. Nobody can suspend themselves, or change
// their own role.
//
//   - username: In upper or lower case.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
//   - conflict: the request conflicts with the current state, such as a name that is taken.
func (s *AdminService) UpdateUser(ctx context.Context, username string, body *UpdateUserBody, options ...CallOption) (*ManagedUser, error) {
	return ask[ManagedUser](ctx, s.client, request{method: "PATCH", path: "/admin/users/{username}", parameters: []string{username}, body: body, marks: []string{"id"}}, options)
}

// Quarantined is “List quarantined realms”: GET /v1/api/admin/realms. Needs the scope admin.
//
// For administrators. The realm that was created last comes first.
func (s *AdminService) Quarantined(ctx context.Context, query *ListQuarantinedQuery, options ...CallOption) (*QuarantinedRealmPage, error) {
	return ask[QuarantinedRealmPage](ctx, s.client, request{method: "GET", path: "/admin/realms", query: query, marks: []string{"realms", "pagination"}}, options)
}

// AllQuarantined gives the items of all pages of Quarantined, each once: `for item, err := range` from Go 1.23,
// and a call with a function before. An error is the last.
func (s *AdminService) AllQuarantined(ctx context.Context, query *ListQuarantinedQuery, options ...CallOption) func(yield func(*QuarantinedRealm, error) bool) {
	return all(ctx, s.client, request{method: "GET", path: "/admin/realms", query: query, marks: []string{"realms", "pagination"}}, options, (*QuarantinedRealmPage).contents, (*QuarantinedRealm).key)
}

// ModerateRealm is “Feature a realm, or quarantine it”: PATCH /v1/api/admin/realms/{slug}. Needs the scope
// admin.
//
// For administrators. A quarantined realm is gone at once from lists, counts, searches, collections, pictures,
// previews and downloads. Its owner may read and delete it, and nothing else. A `reason` is needed, and shown to
// its owner.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this address, or you may not see it.
func (s *AdminService) ModerateRealm(ctx context.Context, slug string, body *ModerateRealmBody, options ...CallOption) (*Realm, error) {
	return ask[Realm](ctx, s.client, request{method: "PATCH", path: "/admin/realms/{slug}", parameters: []string{slug}, body: body, marks: []string{"id"}}, options)
}

// Storage is “Read what is stored”: GET /v1/api/admin/storage. Needs the scope admin.
//
// For administrators. The quotas, and the accounts that keep the most.
func (s *AdminService) Storage(ctx context.Context, options ...CallOption) (*Storage, error) {
	return ask[Storage](ctx, s.client, request{method: "GET", path: "/admin/storage", marks: []string{"bytes"}}, options)
}

// AuditService has the methods of Client.Audit. Who did what, for administrators.
type AuditService struct{ client *Client }

// List is “Read who did what”: GET /v1/api/audit. Needs the scope admin.
//
// For administrators. The newest first; filters narrow each other. The header `Link` leads to the next page.
func (s *AuditService) List(ctx context.Context, query *ListAuditQuery, options ...CallOption) (*AuditPage, error) {
	return ask[AuditPage](ctx, s.client, request{method: "GET", path: "/audit", query: query, marks: []string{"entries", "pagination"}}, options)
}

// All gives the items of all pages of List, each once: `for item, err := range` from Go 1.23, and a call with a
// function before. An error is the last.
func (s *AuditService) All(ctx context.Context, query *ListAuditQuery, options ...CallOption) func(yield func(*AuditEntry, error) bool) {
	return all(ctx, s.client, request{method: "GET", path: "/audit", query: query, marks: []string{"entries", "pagination"}}, options, (*AuditPage).contents, (*AuditEntry).key)
}

func (p *RealmPage) contents() ([]RealmSummary, bool, string) {
	return p.Realms, p.Pagination.HasMore, ""
}

func (p *FilePage) contents() ([]RealmFile, bool, string) {
	return p.Files, p.Pagination.HasMore, ""
}

func (p *VersionDiff) contents() ([]FileChange, bool, string) {
	return p.Files, p.Pagination.HasMore, ""
}

func (p *TagPage) contents() ([]ValueCount, bool, string) {
	return p.Tags, p.Pagination.HasMore, ""
}

func (p *CategoryPage) contents() ([]ValueCount, bool, string) {
	return p.Categories, p.Pagination.HasMore, ""
}

func (p *CollectionPage) contents() ([]Collection, bool, string) {
	return p.Collections, p.Pagination.HasMore, ""
}

func (p *MyRealmPage) contents() ([]MyRealm, bool, string) {
	return p.Realms, p.Pagination.HasMore, ""
}

func (p *SessionPage) contents() ([]LoginSession, bool, string) {
	return p.Sessions, p.Pagination.HasMore, ""
}

func (p *GrantPage) contents() ([]Grant, bool, string) {
	return p.Grants, p.Pagination.HasMore, ""
}

func (p *ManagedUserPage) contents() ([]ManagedUser, bool, string) {
	return p.Users, p.Pagination.HasMore, p.Pagination.Next
}

func (p *QuarantinedRealmPage) contents() ([]QuarantinedRealm, bool, string) {
	return p.Realms, p.Pagination.HasMore, p.Pagination.Next
}

func (p *AuditPage) contents() ([]AuditEntry, bool, string) {
	return p.Entries, p.Pagination.HasMore, p.Pagination.Next
}

func (i *RealmSummary) key() string { return i.ID }

func (i *RealmFile) key() string { return i.Path }

func (i *FileChange) key() string { return i.Path }

func (i *ValueCount) key() string { return i.Value }

func (i *Collection) key() string { return i.ID }

func (i *MyRealm) key() string { return i.ID }

func (i *LoginSession) key() string { return i.ID }

func (i *Grant) key() string { return i.ID }

func (i *ManagedUser) key() string { return i.ID }

func (i *QuarantinedRealm) key() string { return i.ID }

func (i *AuditEntry) key() string { return i.ID }
