// Code generated from the contract of the catalog by npm run docs. DO NOT EDIT.

package realmcatalog

import (
	"context"
	"fmt"
	"net/http"
)

// ListRealmsQuery is what Realms.List asks for.
type ListRealmsQuery struct {
	// Only realms of this category, or of any of several categories, comma-separated or repeated.
	Category []string `json:"category,omitempty"`
	// Only realms with all of these tags, comma-separated or repeated.
	Tags []string `json:"tags,omitempty"`
	// Only realms of this author (a username), or of any of several authors, comma-separated or repeated.
	Author []string `json:"author,omitempty"`
	// Only realms with this license, in upper or lower case, or with any of several licenses. Repeat the parameter:
	// a comma is part of a license.
	License []string `json:"license,omitempty"`
	// Only realms that have all of these, comma-separated or repeated.
	Has []RealmFeature `json:"has,omitempty"`
	// Only these realms, comma-separated or repeated, without those that you may not list. They come in this order
	// unless you send `sort`. Without `limit`, you get all of them.
	Slugs []string `json:"slugs,omitempty"`
	// The maximum number of items. Values above 100 count as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
	// How many items to skip. Past the end, the page is empty. Default: `0`.
	Offset int `json:"offset,omitempty"`
	// Each word must occur in the name or the description, also inside a longer word. Case and accents do not
	// matter.
	Search string `json:"search,omitempty"`
	// Searches more fields than `search`. Each word must occur in the name, the slug, the description, a tag, the
	// category, or the username or name of the author. Dots and dashes in tags are ignored. At most 10 words. Not
	// together with `search`.
	Q string `json:"q,omitempty"`
	// With `true`, `1` or no value: only featured realms. With `false` or `0`: all.
	Featured bool `json:"featured,omitempty"`
	// Default: the order of `slugs`, if you send it, `relevance` with `search` or `q`, else `newest`. `recent`
	// sorts by the downloads of the last 90 whole days. `trending` sorts by how far the downloads of the last 7
	// days exceed those of the 28 days before.
	Sort RealmSort `json:"sort,omitempty"`
	// Comma-separated. Adds how many of the realms have each value. Categories, licenses and authors are counted
	// without the filter of the same name. Tags are counted with all filters.
	Facets []FacetName `json:"facets,omitempty"`
}

// RealmPage is a page of a list of realms.
type RealmPage struct {
	Realms []RealmSummary `json:"realms"`
	// The position of a page in the list.
	Pagination Pagination `json:"pagination"`
	// Only the facets that the parameter `facets` names.
	Facets *Facets `json:"facets,omitempty"`
	// Present if a search finds nothing, but a search for similar words does.
	Suggestion *Suggestion `json:"suggestion,omitempty"`
}

// RealmSummary is a realm in a list.
type RealmSummary struct {
	// A UUIDv7.
	ID string `json:"id"`
	// For example `SaaS Starter`.
	Name string `json:"name"`
	// The unique name of a realm in URLs. It is never given to another realm.
	Slug string `json:"slug"`
	// For example `Accounts, sessions and a team workspace on Node alone.`.
	Description string `json:"description"`
	// For example saas, blog, api or ecommerce.
	Category string `json:"category"`
	// Lower-case, in the author’s order.
	Tags          []string `json:"tags"`
	DownloadCount int64    `json:"downloadCount"`
	// Downloads of the last 90 whole days (UTC). It changes once a day.
	RecentDownloads int64 `json:"recentDownloads"`
	StarCount       int64 `json:"starCount"`
	// Semantic version; 0.0.0 until the first upload.
	Version string `json:"version"`
	// As its author wrote it, or empty.
	License string `json:"license"`
	// `public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can read it. `private`:
	// only its owner and administrators can read it. A new realm is public.
	Visibility Visibility `json:"visibility"`
	Featured   bool       `json:"featured"`
	// Whether its owner advises against it.
	IsDeprecated bool `json:"isDeprecated"`
	// The URL of the cover, a WebP at most 480 pixels wide. Empty if the version has no picture. For a private
	// realm, the URL works for 15 minutes.
	CoverURL string `json:"coverUrl"`
	// The author of a realm.
	Author Author `json:"author"`
	// When its version was published (RFC 3339 in UTC, with milliseconds), or empty.
	PublishedAt string `json:"publishedAt"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
	// When its fields or its newest version last changed.
	UpdatedAt string `json:"updatedAt"`
	// Present while an operator has quarantined the realm. It is then private, its owner can only read and delete
	// it, and nobody can download it.
	Quarantine *RealmSummaryQuarantine `json:"quarantine,omitempty"`
}

// Visibility: `public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can read it.
// `private`: only its owner and administrators can read it. A new realm is public.
type Visibility string

// The values of Visibility. A newer catalog may have others.
const (
	VisibilityPublic   Visibility = "public"
	VisibilityUnlisted Visibility = "unlisted"
	VisibilityPrivate  Visibility = "private"
)

// Author is the author of a realm.
type Author struct {
	// For example `realm-catalog`.
	Username string `json:"username"`
	// For example `Realm Catalog`.
	Name string `json:"name"`
	// The URL of a picture, or empty.
	Image string `json:"image"`
}

// RealmSummaryQuarantine is the `quarantine` of `RealmSummary`. Present while an operator has quarantined the
// realm. It is then private, its owner can only read and delete it, and nobody can download it.
type RealmSummaryQuarantine struct {
	// Why the operator quarantined it.
	Reason string `json:"reason"`
	// When it was quarantined.
	Since string `json:"since"`
}

// Pagination is the position of a page in the list.
type Pagination struct {
	// How many items match in total.
	Total int64 `json:"total"`
	// The limit that was applied.
	Limit int64 `json:"limit"`
	// The offset that was applied.
	Offset int64 `json:"offset"`
	// Whether there are more items after this page.
	HasMore bool `json:"hasMore"`
}

// Facets is how many of the matching realms have each value.
type Facets struct {
	// The 50 most frequent values, by count, then by value.
	Category []ValueCount `json:"category,omitempty"`
	// The 50 most frequent values, by count, then by value.
	Tags []ValueCount `json:"tags,omitempty"`
	// The 50 most frequent values, by count, then by value.
	License []ValueCount `json:"license,omitempty"`
	// The 50 most frequent values, by count, then by value.
	Author []ValueCount `json:"author,omitempty"`
}

// ValueCount is a tag or another value, and how many realms have it.
type ValueCount struct {
	// For example `auth`.
	Value string `json:"value"`
	// How many realms have it.
	Count int64 `json:"count"`
}

// Suggestion is a similar search, for a search that finds nothing.
type Suggestion struct {
	// How many realms it finds with the same filters.
	Total int64 `json:"total"`
	// The search, with similar words in place of words that no public realm has.
	Search string `json:"search,omitempty"`
	// The same, for a search by `q`.
	Q string `json:"q,omitempty"`
}

// CreateRealmBody is what Realms.Create sends.
type CreateRealmBody struct {
	// Without `slug`, the slug is made from the name, with `-2`, `-3`… if it is taken. It must not contain control
	// characters, invisible characters or characters that change the reading direction.
	Name string `json:"name"`
	// For example `What it is, in a sentence.`.
	Description string `json:"description"`
	// For example `saas`.
	Category string `json:"category"`
	// If another realm has or had it, this is a 409. Without it, the slug is made from the name.
	Slug string `json:"slug,omitempty"`
	// Stored in lower case, in order, without duplicates.
	Tags []string `json:"tags,omitempty"`
	// `public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can read it. `private`:
	// only its owner and administrators can read it. A new realm is public.
	Visibility Visibility `json:"visibility,omitempty"`
	// For example `MIT`.
	License string `json:"license,omitempty"`
	// An absolute http or https URL.
	Repository string `json:"repository,omitempty"`
}

// CreatedRealm is a new realm, and where to send its first archive.
type CreatedRealm struct {
	// A UUIDv7.
	ID string `json:"id"`
	// The unique name of a realm in URLs. It is never given to another realm.
	Slug string `json:"slug"`
	// Where to send the archive.
	UploadURL string `json:"uploadUrl"`
	// A secret for this upload. It works once, for one hour, and for this realm only.
	UploadToken string `json:"uploadToken"`
}

// Format prints it without what nobody should find in a log.
func (v CreatedRealm) Format(state fmt.State, _ rune) {
	type plain CreatedRealm
	v.UploadToken = "…"
	fmt.Fprintf(state, "%+v", plain(v))
}

// Realm is a realm, with all its details and those of its newest version.
type Realm struct {
	// A UUIDv7.
	ID string `json:"id"`
	// For example `SaaS Starter`.
	Name string `json:"name"`
	// The unique name of a realm in URLs. It is never given to another realm.
	Slug string `json:"slug"`
	// For example `Accounts, sessions and a team workspace on Node alone.`.
	Description string `json:"description"`
	// For example saas, blog, api or ecommerce.
	Category string `json:"category"`
	// Lower-case, in the author’s order.
	Tags          []string `json:"tags"`
	DownloadCount int64    `json:"downloadCount"`
	// Downloads of the last 90 whole days (UTC). It changes once a day.
	RecentDownloads int64 `json:"recentDownloads"`
	StarCount       int64 `json:"starCount"`
	// Markdown.
	LongDescription string `json:"longDescription"`
	// Semantic version; 0.0.0 until the first upload.
	Version string `json:"version"`
	// As its author wrote it, or empty.
	License string `json:"license"`
	// The author of a realm, with their bio.
	Author       AuthorDetail      `json:"author"`
	Features     RealmFeatures     `json:"features"`
	Requirements RealmRequirements `json:"requirements"`
	// The URL of the source, or empty.
	Repository string `json:"repository"`
	// The URL of a running example, or empty.
	Demo string `json:"demo"`
	// The URL of the cover, a WebP at most 480 pixels wide. Empty if the version has no picture. For a private
	// realm, the URL works for 15 minutes.
	CoverURL string `json:"coverUrl"`
	// The pictures of its version, in the author’s order.
	Screenshots []Screenshot `json:"screenshots"`
	// The URL of the live preview of its version, for a frame. Empty if there is none. For a private realm, the URL
	// works for 15 minutes.
	PreviewURL string `json:"previewUrl"`
	// `public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can read it. `private`:
	// only its owner and administrators can read it. A new realm is public.
	Visibility Visibility      `json:"visibility"`
	Featured   bool            `json:"featured"`
	Deprecated RealmDeprecated `json:"deprecated"`
	// The size of the archive of its version, in bytes. 0 until the first upload.
	Size int64 `json:"size"`
	// The SHA-256 of that archive, in hexadecimal, or empty.
	SHA256 string `json:"sha256"`
	// How many files are in that archive.
	FileCount int64 `json:"fileCount"`
	// When its version was published (RFC 3339 in UTC, with milliseconds), or empty.
	PublishedAt string `json:"publishedAt"`
	// The variables of its version, by name.
	Variables map[string]Variable `json:"variables"`
	// The parts of its version that people can leave out, by name.
	Parts map[string]Part `json:"parts"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
	// When its fields or its newest version last changed.
	UpdatedAt string `json:"updatedAt"`
	// Present while an operator has quarantined the realm. It is then private, its owner can only read and delete
	// it, and nobody can download it.
	Quarantine *RealmSummaryQuarantine `json:"quarantine,omitempty"`
}

// AuthorDetail is the author of a realm, with their bio.
type AuthorDetail struct {
	// For example `realm-catalog`.
	Username string `json:"username"`
	// For example `Realm Catalog`.
	Name string `json:"name"`
	// The URL of a picture, or empty.
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

// Screenshot is a picture of the result that a realm gives.
type Screenshot struct {
	// The URL of a WebP at most 960 pixels wide. Replace `-960` with `-480` or `-1920` for another width.
	URL string `json:"url"`
	// The width of the upright original, in pixels.
	Width  int64 `json:"width"`
	Height int64 `json:"height"`
	// What the picture shows, or empty.
	Alt string `json:"alt"`
}

// RealmDeprecated is the `deprecated` of `Realm`.
type RealmDeprecated struct {
	// Whether its owner advises against it.
	IsDeprecated bool `json:"isDeprecated"`
	// Why it is deprecated, or empty.
	Message string `json:"message"`
	// The slug of the realm to use instead. Empty if there is none that you may see.
	Successor string `json:"successor"`
}

// Variable is a value that a realm asks for, and the text that it replaces.
type Variable struct {
	// The question.
	Ask string `json:"ask"`
	// The text that the value replaces: two or more words, each beginning with an upper-case letter. No two
	// variables can replace the same text. `Acme Shop` is found as `Acme Shop`, `acme shop`, `acme-shop`,
	// `acme_shop`, `acmeShop`, `AcmeShop`, `ACME_SHOP` and `acmeshop`.
	Replaces string `json:"replaces"`
	// The value if nobody answers. `{folder}` is the name of the target folder as words: `red-fox` gives `Red Fox`.
	// Without a default, it is the first choice, or else the text that the variable replaces.
	Default string `json:"default"`
	// The form of a value. `text` has letters, digits, spaces and `. , + - _ ’`. A `slug` is like `red-fox`. An
	// `identifier` is like `redFox`.
	Format VariableFormat `json:"format"`
	// The values to choose from. If there are none, any value.
	Choices []string `json:"choices"`
	// The files and paths in which it is replaced: globs like those of parts.
	Files []string `json:"files"`
}

// Part: Files of a realm that people can leave out.
type Part struct {
	// The question.
	Ask string `json:"ask"`
	// The files of the part: globs with `*`, `**` and `?`, relative to the root of the realm. Each must match a
	// file.
	Files []string `json:"files"`
	// Whether it is included if nobody answers.
	Default bool `json:"default"`
}

// UpdateRealmBody is what Realms.Update sends.
type UpdateRealmBody struct {
	// Without `slug`, the slug is made from the name, with `-2`, `-3`… if it is taken. It must not contain control
	// characters, invisible characters or characters that change the reading direction.
	Name *string `json:"name,omitempty"`
	// For example `What it is, in a sentence.`.
	Description *string `json:"description,omitempty"`
	// For example `saas`.
	Category *string `json:"category,omitempty"`
	// Renames the realm. The old slug leads to the new one, and is never given to another realm.
	Slug *string `json:"slug,omitempty"`
	// Stored in lower case, in order, without duplicates.
	Tags []string `json:"tags,omitempty"`
	// `public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can read it. `private`:
	// only its owner and administrators can read it. A new realm is public.
	Visibility *Visibility `json:"visibility,omitempty"`
	// For example `MIT`.
	License *string `json:"license,omitempty"`
	// An absolute http or https URL.
	Repository *string `json:"repository,omitempty"`
	// For example `https://example.com/demo`.
	Demo *string `json:"demo,omitempty"`
	// Marks the realm as deprecated. `null` removes the mark.
	Deprecated *Nullable[UpdateRealmDeprecated] `json:"deprecated,omitempty"`
}

// MarshalJSON leaves out what is nil, and keeps an empty list, which takes away what was there.
func (b UpdateRealmBody) MarshalJSON() ([]byte, error) { return marshalWithoutNil(b) }

// UpdateRealmDeprecated is the `deprecated` of `UpdateRealmBody`. Marks the realm as deprecated. `null` removes
// the mark.
type UpdateRealmDeprecated struct {
	// Why it is deprecated, and what to do.
	Message *string `json:"message,omitempty"`
	// The slug of the realm to use instead, or empty.
	Successor *string `json:"successor,omitempty"`
}

// MarshalJSON leaves out what is nil, and keeps an empty list, which takes away what was there.
func (b UpdateRealmDeprecated) MarshalJSON() ([]byte, error) { return marshalWithoutNil(b) }

// DownloadRealmQuery is what Realms.Download asks for.
type DownloadRealmQuery struct {
	// Default: the newest version that is not yanked.
	Version string `json:"version,omitempty"`
}

// Download is a link to an archive, with its size and digest.
type Download struct {
	// A signed URL, valid until `expiresAt`. Fetching it does not count as a download.
	DownloadURL string `json:"downloadUrl"`
	// When the link expires: 15 minutes after the request.
	ExpiresAt string `json:"expiresAt"`
	// For example `1.0.0`.
	Version string `json:"version"`
	// The size of the archive, in bytes.
	Size int64 `json:"size"`
	// The SHA-256 of the archive, in hexadecimal.
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
	// The first day to include (UTC).
	From string `json:"from,omitempty"`
	// The last day to include (UTC).
	To string `json:"to,omitempty"`
	// Default: `day`.
	Interval Interval `json:"interval,omitempty"`
	// Adds a row for each version.
	By GetDownloadsBy `json:"by,omitempty"`
	// Only downloads of this version.
	Version string `json:"version,omitempty"`
}

// DownloadSeries is the downloads of a realm by day, week or month.
type DownloadSeries struct {
	// The sum of all rows.
	Total int64 `json:"total"`
	// The intervals with downloads, oldest first, then by version.
	Days []DownloadSeriesDay `json:"days"`
}

// DownloadSeriesDay is one of the `days` of `DownloadSeries`.
type DownloadSeriesDay struct {
	// The first day of the interval (UTC). Weeks begin on Monday.
	Day       string `json:"day"`
	Downloads int64  `json:"downloads"`
	// Only with `by=version`. Downloads before the first upload have 0.0.0.
	Version string `json:"version,omitempty"`
}

// VersionList is all versions of a realm.
type VersionList struct {
	Versions []Version `json:"versions"`
}

// Version is a version of a realm in the list of versions.
type Version struct {
	// Semantic version.
	Version string `json:"version"`
	// The size of the archive, in bytes.
	Size int64 `json:"size"`
	// The SHA-256 of the archive, in hexadecimal.
	SHA256 string `json:"sha256"`
	// A digest of its files, in hexadecimal. It is the same for the same files, however they are packed: the
	// SHA-256 of a line for each file, sorted by the bytes of the path. A line is path, NUL, mode (`0644` or
	// `0755`), NUL, SHA-256 of the file, line feed. Empty until an upgraded catalog has computed it for an older
	// version.
	FilesSHA256 string `json:"filesSha256"`
	// Whether it is yanked: you can still get it by its number, but it is not served by default.
	Yanked bool `json:"yanked"`
	// Why it was yanked, or empty.
	Reason string `json:"reason"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
}

// OpenedUpload is where to send the archive of the next version.
type OpenedUpload struct {
	// Where to send the archive.
	UploadURL string `json:"uploadUrl"`
	// A secret for this upload. It works once, for one hour, and for this realm only.
	UploadToken string `json:"uploadToken"`
	// When the token expires.
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
	// The unique name of a realm in URLs. It is never given to another realm.
	Slug string `json:"slug"`
	// Semantic version.
	Version string `json:"version"`
	// The size of the archive, in bytes.
	Size int64 `json:"size"`
	// The SHA-256 of the archive, in hexadecimal.
	SHA256 string `json:"sha256"`
	// A digest of its files, in hexadecimal. It is the same for the same files, however they are packed: the
	// SHA-256 of a line for each file, sorted by the bytes of the path. A line is path, NUL, mode (`0644` or
	// `0755`), NUL, SHA-256 of the file, line feed. Empty until an upgraded catalog has computed it for an older
	// version.
	FilesSHA256 string `json:"filesSha256"`
}

// VersionDetail is a version of a realm, with details from its archive.
type VersionDetail struct {
	// Semantic version.
	Version string `json:"version"`
	// The size of the archive, in bytes.
	Size int64 `json:"size"`
	// The SHA-256 of the archive, in hexadecimal.
	SHA256 string `json:"sha256"`
	// A digest of its files, in hexadecimal. It is the same for the same files, however they are packed: the
	// SHA-256 of a line for each file, sorted by the bytes of the path. A line is path, NUL, mode (`0644` or
	// `0755`), NUL, SHA-256 of the file, line feed. Empty until an upgraded catalog has computed it for an older
	// version.
	FilesSHA256 string `json:"filesSha256"`
	// Whether it is yanked: you can still get it by its number, but it is not served by default.
	Yanked bool `json:"yanked"`
	// Why it was yanked, or empty.
	Reason string `json:"reason"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
	// The format of the archive.
	Format VersionDetailFormat `json:"format"`
	// The size of all its files, in bytes.
	UnpackedSize int64 `json:"unpackedSize"`
	FileCount    int64 `json:"fileCount"`
	// Downloads of this version.
	DownloadCount int64 `json:"downloadCount"`
	// Username of the account that published it.
	PublishedBy string `json:"publishedBy"`
	// Markdown from its `realm.json`, or else from its README.
	LongDescription string `json:"longDescription"`
	// Its README.md, or empty.
	Readme string `json:"readme"`
	// From its `realm.json`, or empty.
	License string `json:"license"`
	// From its `realm.json`, or empty.
	Demo         string              `json:"demo"`
	Features     VersionFeatures     `json:"features"`
	Requirements VersionRequirements `json:"requirements"`
	// The variables of its version, by name.
	Variables map[string]Variable `json:"variables"`
	// The parts of its version that people can leave out, by name.
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
	// Why it is yanked. It is shown with the version until you unyank it.
	Reason *string `json:"reason,omitempty"`
}

// MarshalJSON leaves out what is nil, and keeps an empty list, which takes away what was there.
func (b UpdateVersionBody) MarshalJSON() ([]byte, error) { return marshalWithoutNil(b) }

// ListFilesQuery is what Realms.Files asks for.
type ListFilesQuery struct {
	// Only files whose path begins with this text.
	Prefix string `json:"prefix,omitempty"`
	// The maximum number of files. Values above 1,000 count as 1,000. Default: `100`.
	Limit int `json:"limit,omitempty"`
	// How many items to skip. Past the end, the page is empty. Default: `0`.
	Offset int `json:"offset,omitempty"`
}

// FilePage is a page of the list of files.
type FilePage struct {
	Files []RealmFile `json:"files"`
	// The position of a page in the list of files.
	Pagination FilePagination `json:"pagination"`
}

// RealmFile is a file of a version.
type RealmFile struct {
	// The path relative to the root of the realm. A single top folder in the archive is left out.
	Path string `json:"path"`
	// The size in bytes.
	Size int64 `json:"size"`
	// The SHA-256 of the file, in hexadecimal.
	SHA256 string `json:"sha256"`
	// Whether the file is valid UTF-8 without a NUL.
	IsText bool `json:"isText"`
}

// FilePagination is the position of a page in the list of files.
type FilePagination struct {
	// How many items match in total.
	Total int64 `json:"total"`
	// The limit that was applied.
	Limit int64 `json:"limit"`
	// The offset that was applied.
	Offset int64 `json:"offset"`
	// Whether there are more items after this page.
	HasMore bool `json:"hasMore"`
}

// CompareVersionsQuery is what Realms.Diff asks for.
type CompareVersionsQuery struct {
	// The older version.
	From string `json:"from"`
	// The newer version.
	To string `json:"to"`
	// The maximum number of files. Values above 100 count as 100. Default: `100`.
	Limit int `json:"limit,omitempty"`
	// How many items to skip. Past the end, the page is empty. Default: `0`.
	Offset int `json:"offset,omitempty"`
}

// VersionDiff is a page of the changes between two versions.
type VersionDiff struct {
	// The older version.
	From string `json:"from"`
	// The newer version.
	To    string       `json:"to"`
	Files []FileChange `json:"files"`
	// The position of a page in the list.
	Pagination Pagination `json:"pagination"`
}

// FileChange is a file that was added, removed or changed.
type FileChange struct {
	// The path relative to the root of the realm. A single top folder in the archive is left out.
	Path string `json:"path"`
	// For example `changed`.
	Change ChangeKind `json:"change"`
	// Whether the file is text in both versions.
	IsText bool `json:"isText"`
	// Whether the diff is left out because the file or the diff is too large.
	IsTooLarge bool `json:"isTooLarge"`
	// A unified diff. Empty if the file is not text or is too large.
	Diff string `json:"diff"`
}

// ListTagsQuery is what Tags.List asks for.
type ListTagsQuery struct {
	// Only values that begin with this text, in upper or lower case.
	Prefix string `json:"prefix,omitempty"`
	// The maximum number of items. Values above 100 count as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
	// How many items to skip. Past the end, the page is empty. Default: `0`.
	Offset int `json:"offset,omitempty"`
}

// TagPage is a page of the list of tags.
type TagPage struct {
	Tags []ValueCount `json:"tags"`
	// The position of a page in the list.
	Pagination Pagination `json:"pagination"`
}

// ListCategoriesQuery is what Categories.List asks for.
type ListCategoriesQuery struct {
	// Only values that begin with this text, in upper or lower case.
	Prefix string `json:"prefix,omitempty"`
	// The maximum number of items. Values above 100 count as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
	// How many items to skip. Past the end, the page is empty. Default: `0`.
	Offset int `json:"offset,omitempty"`
}

// CategoryPage is a page of the list of categories.
type CategoryPage struct {
	Categories []ValueCount `json:"categories"`
	// The position of a page in the list.
	Pagination Pagination `json:"pagination"`
}

// SuggestQuery is what Search.Suggest asks for.
type SuggestQuery struct {
	// The text so far.
	Q string `json:"q"`
}

// Completions: Completions of a text.
type Completions struct {
	// Realms whose name has a word that begins with the text, most downloaded first.
	Realms []CompletionsRealm `json:"realms"`
	// Tags that begin with the text. Tags of the most realms come first.
	Tags []string `json:"tags"`
	// Usernames that begin with the text. Authors with the most downloads come first.
	Authors []string `json:"authors"`
}

// CompletionsRealm is one of the `realms` of `Completions`.
type CompletionsRealm struct {
	// The unique name of a realm in URLs. It is never given to another realm.
	Slug string `json:"slug"`
	// For example `SaaS Starter`.
	Name string `json:"name"`
}

// ListCollectionsQuery is what Collections.List asks for.
type ListCollectionsQuery struct {
	// With `true`, `1` or no value: only featured collections. With `false` or `0`: all.
	Featured bool `json:"featured,omitempty"`
	// The maximum number of collections. Default: all. Values above 100 count as 100.
	Limit int `json:"limit,omitempty"`
	// How many collections to skip. Default: `0`.
	Offset int `json:"offset,omitempty"`
}

// CollectionPage is a page of the list of collections.
type CollectionPage struct {
	Collections []Collection         `json:"collections"`
	Pagination  CollectionPagination `json:"pagination"`
}

// Collection is a curated list of realms.
type Collection struct {
	// A UUIDv7.
	ID string `json:"id"`
	// Its name in URLs.
	Slug string `json:"slug"`
	// For example `Start a business`.
	Name string `json:"name"`
	// For example `Templates that earn their keep.`.
	Description string `json:"description"`
	// Slugs in the curator’s order, without realms that you may not list.
	Realms []string `json:"realms"`
	// Username of the curator.
	CreatedBy string `json:"createdBy"`
	Featured  bool   `json:"featured"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
	// When its fields or its list of realms last changed.
	UpdatedAt string `json:"updatedAt"`
}

// CollectionPagination is the `pagination` of `CollectionPage`.
type CollectionPagination struct {
	// How many items match in total.
	Total int64 `json:"total"`
	// The limit that was applied. If you sent none, the number of collections after the offset.
	Limit int64 `json:"limit"`
	// The offset that was applied.
	Offset int64 `json:"offset"`
	// Whether there are more items after this page.
	HasMore bool `json:"hasMore"`
}

// CollectionDetail is a curated list of realms, with a summary of each realm.
type CollectionDetail struct {
	// A UUIDv7.
	ID string `json:"id"`
	// Its name in URLs.
	Slug string `json:"slug"`
	// For example `Start a business`.
	Name string `json:"name"`
	// For example `Templates that earn their keep.`.
	Description string `json:"description"`
	// Slugs in the curator’s order, without realms that you may not list.
	Realms []string `json:"realms"`
	// Username of the curator.
	CreatedBy string `json:"createdBy"`
	Featured  bool   `json:"featured"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
	// When its fields or its list of realms last changed.
	UpdatedAt string `json:"updatedAt"`
	// The same realms as summaries, in the same order.
	Items []RealmSummary `json:"items"`
}

// CreateCollectionBody is what Collections.Create sends.
type CreateCollectionBody struct {
	// Its name in URLs.
	Slug string `json:"slug"`
	// It must not contain control characters, invisible characters or characters that change the reading direction.
	Name string `json:"name"`
	// For example `Templates that earn their keep.`.
	Description string `json:"description"`
	// Slugs in order, without duplicates.
	Realms []string `json:"realms"`
	// Default: `false`.
	Featured bool `json:"featured,omitempty"`
}

// UpdateCollectionBody is what Collections.Update sends.
type UpdateCollectionBody struct {
	// It must not contain control characters, invisible characters or characters that change the reading direction.
	Name *string `json:"name,omitempty"`
	// For example `Templates that earn their keep.`.
	Description *string `json:"description,omitempty"`
	// Slugs in order, without duplicates.
	Realms   []string `json:"realms,omitempty"`
	Featured *bool    `json:"featured,omitempty"`
}

// MarshalJSON leaves out what is nil, and keeps an empty list, which takes away what was there.
func (b UpdateCollectionBody) MarshalJSON() ([]byte, error) { return marshalWithoutNil(b) }

// Statistics: Statistics of the whole catalog.
type Statistics struct {
	// Public realms.
	TotalRealms int64 `json:"totalRealms"`
	// Downloads of public realms.
	TotalDownloads int64 `json:"totalDownloads"`
	// All accounts.
	TotalUsers int64 `json:"totalUsers"`
	// How many public realms each of the 200 largest categories has; equal ones by name. saas, blog, api and
	// ecommerce always appear.
	Categories map[string]int64 `json:"categories"`
}

// GetSeriesQuery is what Stats.Series asks for.
type GetSeriesQuery struct {
	// What to count: downloads by their day, or realms or accounts by the day of their creation.
	Metric Metric `json:"metric"`
	// The first day to include (UTC).
	From string `json:"from,omitempty"`
	// The last day to include (UTC).
	To string `json:"to,omitempty"`
	// Default: the shortest interval that gives at most 1,000 points. A shorter interval is a 400.
	Interval Interval `json:"interval,omitempty"`
	// Only realms of this category. With `users`, this is a 400.
	Category string `json:"category,omitempty"`
}

// StatisticsSeries: Statistics of the whole catalog by day, week or month.
type StatisticsSeries struct {
	// For example `downloads`.
	Metric Metric `json:"metric"`
	// For example `day`.
	Interval Interval `json:"interval"`
	// The sum of all rows.
	Total int64 `json:"total"`
	// The intervals with a value, oldest first.
	Points []StatisticsSeriesPoint `json:"points"`
}

// StatisticsSeriesPoint is one of the `points` of `StatisticsSeries`.
type StatisticsSeriesPoint struct {
	// The first day of the interval (UTC). Weeks begin on Monday.
	Day   string `json:"day"`
	Value int64  `json:"value"`
}

// User is the public profile of an account.
type User struct {
	// For example `alice`.
	Username string `json:"username"`
	// For example `Alice`.
	Name string `json:"name"`
	// The URL of a picture, or empty.
	Image string `json:"image"`
	Bio   string `json:"bio"`
	// More kinds may be added.
	Kind UserKind `json:"kind"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
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
	// Up to 64 letters, digits, dots, dashes and underscores, stored in lower case. It must not look like an id.
	Username string `json:"username"`
	// At least 8 characters and at most 1,024 bytes. The 10,000 most common passwords are refused.
	Password string `json:"password"`
	// It must not contain control characters, invisible characters or characters that change the reading direction.
	Name  string `json:"name,omitempty"`
	Email string `json:"email,omitempty"`
	// The token from the link of an invitation, if the catalog requires one.
	Invitation string `json:"invitation,omitempty"`
}

// Account is an account as its owner sees it.
type Account struct {
	// A UUIDv7.
	ID string `json:"id"`
	// For example `alice`.
	Username string `json:"username"`
	// For example `Alice`.
	Name string `json:"name"`
	// Nobody else can see it.
	Email string `json:"email"`
	Bio   string `json:"bio"`
	Image string `json:"image"`
	Plan  Plan   `json:"plan"`
	Role  Role   `json:"role"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
}

// LoginBody is what Auth.Login sends.
type LoginBody struct {
	// For example `alice`.
	Username string `json:"username"`
	// For example `correct horse battery staple`.
	Password string `json:"password"`
	// If the account has a second factor: a code from its authenticator app, or a recovery code.
	Code string `json:"code,omitempty"`
}

// Session is the tokens of a login.
type Session struct {
	// A JWT; send it as `Authorization: Bearer …`.
	Token     string           `json:"token"`
	TokenType SessionTokenType `json:"tokenType"`
	// Seconds until the token expires.
	ExpiresIn int64 `json:"expiresIn"`
	// Works once, to refresh the session.
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
	// The token from the link in the mail.
	Token string `json:"token"`
	// At least 8 characters and at most 1,024 bytes. The 10,000 most common passwords are refused.
	Password string `json:"password"`
}

// VerifyEmailBody is what Auth.VerifyEmail sends.
type VerifyEmailBody struct {
	// The token from the link in the mail.
	Token string `json:"token"`
}

// Me: Your account, and the credential of the request.
type Me struct {
	// A UUIDv7.
	ID string `json:"id"`
	// For example `alice`.
	Username string `json:"username"`
	// For example `Alice`.
	Name string `json:"name"`
	// Nobody else can see it.
	Email string `json:"email"`
	Bio   string `json:"bio"`
	Image string `json:"image"`
	Plan  Plan   `json:"plan"`
	Role  Role   `json:"role"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
	// Whether you have confirmed the address by mail.
	IsEmailVerified bool         `json:"isEmailVerified"`
	Credential      MeCredential `json:"credential"`
	// The quotas of the plan, and how much of them is used.
	Quota MeQuota `json:"quota"`
}

// MeCredential is the `credential` of `Me`.
type MeCredential struct {
	// For example `key`.
	Kind   MeCredentialKind `json:"kind"`
	Scopes []Scope          `json:"scopes"`
	// When it expires: the key, or the session or grant of the token. Empty if never.
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

// MeQuota is the `quota` of `Me`. The quotas of the plan, and how much of them is used.
type MeQuota struct {
	// Bytes of the archives of all versions, including yanked ones.
	Bytes Usage `json:"bytes"`
	// Realms that the account owns.
	Realms Usage `json:"realms"`
}

// Usage is how much of a quota is used.
type Usage struct {
	Used  int64 `json:"used"`
	Limit int64 `json:"limit"`
}

// UpdateMeBody is what Account.Update sends.
type UpdateMeBody struct {
	// It must not contain control characters, invisible characters or characters that change the reading direction.
	Name *string `json:"name,omitempty"`
	Bio  *string `json:"bio,omitempty"`
	// The URL of a picture, or empty. Pages show only pictures that were uploaded to the catalog.
	Image *string `json:"image,omitempty"`
	Email *string `json:"email,omitempty"`
	// At least 8 characters and at most 1,024 bytes. The 10,000 most common passwords are refused.
	Password *string `json:"password,omitempty"`
	// Required to change the password.
	CurrentPassword *string `json:"currentPassword,omitempty"`
}

// MarshalJSON leaves out what is nil, and keeps an empty list, which takes away what was there.
func (b UpdateMeBody) MarshalJSON() ([]byte, error) { return marshalWithoutNil(b) }

// DeleteMeBody is what Account.Delete sends.
type DeleteMeBody struct {
	// The password of the account.
	Password string `json:"password"`
	// A code of the second factor, if the account has one.
	Code string `json:"code,omitempty"`
}

// MyData is all data of an account.
type MyData struct {
	// An account as its owner sees it.
	Account Account `json:"account"`
	// Without the keys themselves, which are not stored.
	Keys []Key `json:"keys"`
	// The OAuth clients that you have registered.
	Clients  []OAuthClient   `json:"clients"`
	Sessions []MyDataSession `json:"sessions"`
	// The second factors of an account.
	SecondFactors SecondFactors `json:"secondFactors"`
	// Your accounts at other providers.
	Identities []Identity `json:"identities"`
	Grants     []Grant    `json:"grants"`
	// The collections that you have created.
	Collections []MyDataCollection `json:"collections"`
	// The realms that you have starred, without those that you may no longer see.
	Stars []MyDataStar `json:"stars"`
	// The realms that you own, of every visibility. Download their archives one by one.
	Realms []MyDataRealm `json:"realms"`
	// What you did, newest first.
	Audit []AuditEntry `json:"audit"`
}

// Key is an API key, without the key itself.
type Key struct {
	// A UUIDv7.
	ID string `json:"id"`
	// For example `laptop`.
	Name string `json:"name"`
	// Default: realms:read and realms:write.
	Scopes []Scope `json:"scopes"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
	// When the key expires. Empty if never.
	ExpiresAt string `json:"expiresAt"`
	// About when the key was last used. Empty if never.
	LastUsedAt string `json:"lastUsedAt"`
}

// OAuthClient is an application that is registered for OAuth 2.0.
type OAuthClient struct {
	// A UUIDv7.
	ID string `json:"id"`
	// The name that people see when the client asks for access.
	Name string `json:"name"`
	// Whether the client can keep a secret. Programs on people’s own machines cannot; their redirect URIs may use
	// any loopback port. Default: `public`.
	Type OAuthClientType `json:"type"`
	// The redirect URIs, which must match exactly: https, http on a loopback address, or, for public clients, a
	// private scheme with a dot.
	RedirectURIs []string `json:"redirectUris"`
	// Default: authorization_code and refresh_token. Only confidential clients may have client_credentials.
	GrantTypes []GrantType `json:"grantTypes"`
	// The scopes that it may ask for. Default: realms:read and realms:write.
	Scopes []Scope `json:"scopes"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
}

// MyDataSession is one of the `sessions` of `MyData`.
type MyDataSession struct {
	// A UUIDv7.
	ID string `json:"id"`
	// The `User-Agent` of the last login or refresh, or empty.
	Device string `json:"device"`
	// The IP address of the last login or refresh (of IPv6 the /64).
	Address string `json:"address"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
	// When it was last used: to the minute, or to the hour for a browser.
	LastUsedAt string `json:"lastUsedAt"`
	// When it expires. A browser extends it by using it.
	ExpiresAt string `json:"expiresAt"`
}

// SecondFactors is the second factors of an account.
type SecondFactors struct {
	// Whether a sign-in asks for a second factor: there is an app or a passkey, and the recovery codes are
	// confirmed.
	IsOn bool `json:"isOn"`
	// Whether there is an authenticator app.
	HasTOTP bool `json:"hasTotp"`
	// How many recovery codes are left.
	RecoveryCodes int64     `json:"recoveryCodes"`
	Passkeys      []Passkey `json:"passkeys"`
}

// Passkey is a passkey of an account.
type Passkey struct {
	// A UUIDv7.
	ID string `json:"id"`
	// It must not contain control characters, invisible characters or characters that change the reading direction.
	Name string `json:"name"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
	// When it was last used to sign in. Empty if never.
	LastUsedAt string `json:"lastUsedAt"`
}

// Identity: Your account at another provider.
type Identity struct {
	// A UUIDv7.
	ID string `json:"id"`
	// The address of the provider.
	Issuer string `json:"issuer"`
	// Your name at the provider when you linked the identity.
	Name string `json:"name"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
	// When you last signed in with it. Empty if never.
	LastUsedAt string `json:"lastUsedAt"`
}

// Grant is the access that you have given an application.
type Grant struct {
	// A UUIDv7.
	ID string `json:"id"`
	// The application.
	Client GrantClient `json:"client"`
	// The scopes that you have allowed.
	Scopes []Scope `json:"scopes"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
	// When it was last used, to the minute. Empty if never.
	LastUsedAt string `json:"lastUsedAt"`
	// When it expires.
	ExpiresAt string `json:"expiresAt"`
}

// GrantClient is the `client` of `Grant`. The application.
type GrantClient struct {
	// Its `client_id`.
	ID string `json:"id"`
	// The name that its developer chose.
	Name string `json:"name"`
}

// MyDataCollection is one of the `collections` of `MyData`.
type MyDataCollection struct {
	// For example `business`.
	Slug string `json:"slug"`
}

// MyDataStar is one of the `stars` of `MyData`.
type MyDataStar struct {
	// The unique name of a realm in URLs. It is never given to another realm.
	Slug string `json:"slug"`
	// When you starred it.
	CreatedAt string `json:"createdAt"`
}

// MyDataRealm is one of the `realms` of `MyData`.
type MyDataRealm struct {
	// A UUIDv7.
	ID string `json:"id"`
	// For example `SaaS Starter`.
	Name string `json:"name"`
	// The unique name of a realm in URLs. It is never given to another realm.
	Slug string `json:"slug"`
	// For example `Accounts, sessions and a team workspace on Node alone.`.
	Description string `json:"description"`
	// For example saas, blog, api or ecommerce.
	Category string `json:"category"`
	// Lower-case, in the author’s order.
	Tags          []string `json:"tags"`
	DownloadCount int64    `json:"downloadCount"`
	// Downloads of the last 90 whole days (UTC). It changes once a day.
	RecentDownloads int64 `json:"recentDownloads"`
	StarCount       int64 `json:"starCount"`
	// Markdown.
	LongDescription string `json:"longDescription"`
	// Semantic version; 0.0.0 until the first upload.
	Version string `json:"version"`
	// As its author wrote it, or empty.
	License string `json:"license"`
	// The author of a realm, with their bio.
	Author       AuthorDetail      `json:"author"`
	Features     RealmFeatures     `json:"features"`
	Requirements RealmRequirements `json:"requirements"`
	// The URL of the source, or empty.
	Repository string `json:"repository"`
	// The URL of a running example, or empty.
	Demo string `json:"demo"`
	// The URL of the cover, a WebP at most 480 pixels wide. Empty if the version has no picture. For a private
	// realm, the URL works for 15 minutes.
	CoverURL string `json:"coverUrl"`
	// The pictures of its version, in the author’s order.
	Screenshots []Screenshot `json:"screenshots"`
	// The URL of the live preview of its version, for a frame. Empty if there is none. For a private realm, the URL
	// works for 15 minutes.
	PreviewURL string `json:"previewUrl"`
	// `public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can read it. `private`:
	// only its owner and administrators can read it. A new realm is public.
	Visibility Visibility      `json:"visibility"`
	Featured   bool            `json:"featured"`
	Deprecated RealmDeprecated `json:"deprecated"`
	// The size of the archive of its version, in bytes. 0 until the first upload.
	Size int64 `json:"size"`
	// The SHA-256 of that archive, in hexadecimal, or empty.
	SHA256 string `json:"sha256"`
	// How many files are in that archive.
	FileCount int64 `json:"fileCount"`
	// When its version was published (RFC 3339 in UTC, with milliseconds), or empty.
	PublishedAt string `json:"publishedAt"`
	// The variables of its version, by name.
	Variables map[string]Variable `json:"variables"`
	// The parts of its version that people can leave out, by name.
	Parts map[string]Part `json:"parts"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
	// When its fields or its newest version last changed.
	UpdatedAt string               `json:"updatedAt"`
	Versions  []MyDataRealmVersion `json:"versions"`
	// Present while an operator has quarantined the realm. It is then private, its owner can only read and delete
	// it, and nobody can download it.
	Quarantine *RealmSummaryQuarantine `json:"quarantine,omitempty"`
}

// MyDataRealmVersion is one of the `versions` of `MyDataRealm`.
type MyDataRealmVersion struct {
	// For example `1.0.0`.
	Version string `json:"version"`
	// The size in bytes.
	Size int64 `json:"size"`
	// The SHA-256 of the archive, in hexadecimal.
	SHA256 string `json:"sha256"`
	Yanked bool   `json:"yanked"`
	// Why it was yanked, or empty.
	Reason string `json:"reason"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
}

// AuditEntry is an entry of the audit log.
type AuditEntry struct {
	// The position in the chain. The first entry has 1.
	Position int64 `json:"position"`
	// A UUIDv7.
	ID string `json:"id"`
	// When it happened.
	At string `json:"at"`
	// What was done.
	Action  AuditAction       `json:"action"`
	Actor   AuditEntryActor   `json:"actor"`
	Subject AuditEntrySubject `json:"subject"`
	// Further details, as strings.
	Details map[string]string `json:"details"`
	// The id of the request, or empty.
	RequestID string `json:"requestId"`
	// The IP address of the request (of IPv6 the /64), or empty.
	Address string `json:"address"`
	// SHA-256 over this entry and the hash of the previous entry.
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
	// The id of the account that did it, or empty.
	ID string `json:"id"`
	// The username of that account, or empty.
	Username string `json:"username"`
	// How the actor was identified.
	How AuditEntryActorHow `json:"how"`
}

// AuditEntrySubject is the `subject` of `AuditEntry`.
type AuditEntrySubject struct {
	// For example `realm`.
	Kind AuditEntrySubjectKind `json:"kind"`
	// The slug of a realm or a collection. For other kinds, an id or empty.
	ID string `json:"id"`
	// The username of an account, the name of a key or an application; empty where there is none any more.
	Name string `json:"name"`
}

// ListMyRealmsQuery is what Account.Realms asks for.
type ListMyRealmsQuery struct {
	// Only realms of this category, or of any of several categories, comma-separated or repeated.
	Category []string `json:"category,omitempty"`
	// Only realms with all of these tags, comma-separated or repeated.
	Tags []string `json:"tags,omitempty"`
	// Only realms of this author (a username), or of any of several authors, comma-separated or repeated.
	Author []string `json:"author,omitempty"`
	// Only realms with this license, in upper or lower case, or with any of several licenses. Repeat the parameter:
	// a comma is part of a license.
	License []string `json:"license,omitempty"`
	// Only realms that have all of these, comma-separated or repeated.
	Has []RealmFeature `json:"has,omitempty"`
	// Only these realms, comma-separated or repeated, without those that you may not list. They come in this order
	// unless you send `sort`. Without `limit`, you get all of them.
	Slugs []string `json:"slugs,omitempty"`
	// The maximum number of items. Values above 100 count as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
	// How many items to skip. Past the end, the page is empty. Default: `0`.
	Offset int `json:"offset,omitempty"`
	// Each word must occur in the name or the description, also inside a longer word. Case and accents do not
	// matter.
	Search string `json:"search,omitempty"`
	// Searches more fields than `search`. Each word must occur in the name, the slug, the description, a tag, the
	// category, or the username or name of the author. Dots and dashes in tags are ignored. At most 10 words. Not
	// together with `search`.
	Q string `json:"q,omitempty"`
	// With `true`, `1` or no value: only featured realms. With `false` or `0`: all.
	Featured bool `json:"featured,omitempty"`
	// Default: the order of `slugs`, if you send it, `relevance` with `search` or `q`, else `newest`. `recent`
	// sorts by the downloads of the last 90 whole days. `trending` sorts by how far the downloads of the last 7
	// days exceed those of the 28 days before.
	Sort RealmSort `json:"sort,omitempty"`
	// Comma-separated. Adds how many of the realms have each value. Categories, licenses and authors are counted
	// without the filter of the same name. Tags are counted with all filters.
	Facets []FacetName `json:"facets,omitempty"`
}

// MyRealmPage is a page of the list of your realms.
type MyRealmPage struct {
	Realms []MyRealm `json:"realms"`
	// The position of a page in the list.
	Pagination Pagination `json:"pagination"`
	// Only the facets that the parameter `facets` names.
	Facets *Facets `json:"facets,omitempty"`
	// Present if a search finds nothing, but a search for similar words does.
	Suggestion *Suggestion `json:"suggestion,omitempty"`
}

// MyRealm is one of your realms in a list.
type MyRealm struct {
	// A UUIDv7.
	ID string `json:"id"`
	// For example `SaaS Starter`.
	Name string `json:"name"`
	// The unique name of a realm in URLs. It is never given to another realm.
	Slug string `json:"slug"`
	// For example `Accounts, sessions and a team workspace on Node alone.`.
	Description string `json:"description"`
	// For example saas, blog, api or ecommerce.
	Category string `json:"category"`
	// Lower-case, in the author’s order.
	Tags          []string `json:"tags"`
	DownloadCount int64    `json:"downloadCount"`
	// Downloads of the last 90 whole days (UTC). It changes once a day.
	RecentDownloads int64 `json:"recentDownloads"`
	StarCount       int64 `json:"starCount"`
	// Semantic version; 0.0.0 until the first upload.
	Version string `json:"version"`
	// As its author wrote it, or empty.
	License string `json:"license"`
	// `public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can read it. `private`:
	// only its owner and administrators can read it. A new realm is public.
	Visibility Visibility `json:"visibility"`
	Featured   bool       `json:"featured"`
	// Whether its owner advises against it.
	IsDeprecated bool `json:"isDeprecated"`
	// The URL of the cover, a WebP at most 480 pixels wide. Empty if the version has no picture. For a private
	// realm, the URL works for 15 minutes.
	CoverURL string `json:"coverUrl"`
	// The author of a realm.
	Author Author `json:"author"`
	// When its version was published (RFC 3339 in UTC, with milliseconds), or empty.
	PublishedAt string `json:"publishedAt"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
	// When its fields or its newest version last changed.
	UpdatedAt string `json:"updatedAt"`
	// Your role in this realm. More roles may be added.
	Role MyRealmRole `json:"role"`
	// Present while an operator has quarantined the realm. It is then private, its owner can only read and delete
	// it, and nobody can download it.
	Quarantine *RealmSummaryQuarantine `json:"quarantine,omitempty"`
}

// ListMyStarsQuery is what Account.Stars asks for.
type ListMyStarsQuery struct {
	// The maximum number of items. Values above 100 count as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
	// How many items to skip. Past the end, the page is empty. Default: `0`.
	Offset int `json:"offset,omitempty"`
}

// ListSessionsQuery is what Account.Sessions asks for.
type ListSessionsQuery struct {
	// The maximum number of items. Values above 100 count as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
	// How many items to skip. Past the end, the page is empty. Default: `0`.
	Offset int `json:"offset,omitempty"`
}

// SessionPage is a page of the list of your sessions.
type SessionPage struct {
	Sessions []LoginSession `json:"sessions"`
	// The position of a page in the list.
	Pagination Pagination `json:"pagination"`
}

// LoginSession is a place where your account is logged in.
type LoginSession struct {
	// A UUIDv7.
	ID string `json:"id"`
	// The `User-Agent` of the last login or refresh, or empty.
	Device string `json:"device"`
	// The IP address of the last login or refresh (of IPv6 the /64).
	Address string `json:"address"`
	// Whether this request belongs to the session.
	IsCurrent bool `json:"isCurrent"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
	// When it was last used: to the minute, or to the hour for a browser.
	LastUsedAt string `json:"lastUsedAt"`
	// When it expires. A browser extends it by using it.
	ExpiresAt string `json:"expiresAt"`
}

// ListGrantsQuery is what Account.Grants asks for.
type ListGrantsQuery struct {
	// The maximum number of items. Values above 100 count as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
	// How many items to skip. Past the end, the page is empty. Default: `0`.
	Offset int `json:"offset,omitempty"`
}

// GrantPage is a page of the list of your grants.
type GrantPage struct {
	Grants []Grant `json:"grants"`
	// The position of a page in the list.
	Pagination Pagination `json:"pagination"`
}

// NewTOTP is the secret of a new authenticator app.
type NewTOTP struct {
	// The secret for the app, in base32. It is shown only once.
	Secret string `json:"secret"`
	// The secret as a URI, for a QR code.
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
	// The six digits that the app shows.
	Code string `json:"code"`
}

// RecoveryCodes: New recovery codes.
type RecoveryCodes struct {
	// Each code works once. They are shown only once.
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

// PasskeyQuestion is what a browser needs to create a passkey.
type PasskeyQuestion struct {
	// JSON for `PublicKeyCredential.parseCreationOptionsFromJSON`.
	Options string `json:"options"`
	// Send it back with the answer, within five minutes.
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
	// The token that came with `options`.
	Token string `json:"token"`
	// It must not contain control characters, invisible characters or characters that change the reading direction.
	Name string `json:"name"`
	// The `PublicKeyCredential` as JSON (`toJSON()`).
	Response string `json:"response"`
}

// Identities is the identities of an account.
type Identities struct {
	Identities []Identity `json:"identities"`
}

// CreateKeyBody is what Keys.Create sends.
type CreateKeyBody struct {
	// It must not contain control characters, invisible characters or characters that change the reading direction.
	Name string `json:"name"`
	// Default: realms:read and realms:write.
	Scopes []Scope `json:"scopes,omitempty"`
	// When the key expires. By default, with the key or grant that creates it, or never. It cannot expire later
	// than that key or grant.
	ExpiresAt string `json:"expiresAt,omitempty"`
}

// CreatedKey is a new API key.
type CreatedKey struct {
	// A UUIDv7.
	ID string `json:"id"`
	// For example `laptop`.
	Name string `json:"name"`
	// Default: realms:read and realms:write.
	Scopes []Scope `json:"scopes"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
	// When the key expires. Empty if never.
	ExpiresAt string `json:"expiresAt"`
	// The key itself. It is shown only once.
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
	// It must not contain control characters, invisible characters or characters that change the reading direction.
	Name string `json:"name"`
	// Whether the client can keep a secret. Programs on people’s own machines cannot; their redirect URIs may use
	// any loopback port. Default: `public`.
	Type OAuthClientType `json:"type,omitempty"`
	// The redirect URIs, which must match exactly: https, http on a loopback address, or, for public clients, a
	// private scheme with a dot.
	RedirectURIs []string `json:"redirectUris,omitempty"`
	// Default: authorization_code and refresh_token. Only confidential clients may have client_credentials.
	GrantTypes []GrantType `json:"grantTypes,omitempty"`
	// The scopes that it may ask for. Default: realms:read and realms:write.
	Scopes []Scope `json:"scopes,omitempty"`
}

// CreatedOAuthClient is a new OAuth client.
type CreatedOAuthClient struct {
	// A UUIDv7.
	ID string `json:"id"`
	// The name that people see when the client asks for access.
	Name string `json:"name"`
	// Whether the client can keep a secret. Programs on people’s own machines cannot; their redirect URIs may use
	// any loopback port. Default: `public`.
	Type OAuthClientType `json:"type"`
	// The redirect URIs, which must match exactly: https, http on a loopback address, or, for public clients, a
	// private scheme with a dot.
	RedirectURIs []string `json:"redirectUris"`
	// Default: authorization_code and refresh_token. Only confidential clients may have client_credentials.
	GrantTypes []GrantType `json:"grantTypes"`
	// The scopes that it may ask for. Default: realms:read and realms:write.
	Scopes []Scope `json:"scopes"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
	// The secret of a confidential client. It is shown only once.
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
	// It must not contain control characters, invisible characters or characters that change the reading direction.
	Name *string `json:"name,omitempty"`
	// The redirect URIs, which must match exactly: https, http on a loopback address, or, for public clients, a
	// private scheme with a dot.
	RedirectURIs []string `json:"redirectUris,omitempty"`
	// Default: authorization_code and refresh_token. Only confidential clients may have client_credentials.
	GrantTypes []GrantType `json:"grantTypes,omitempty"`
	// The scopes that it may ask for. Default: realms:read and realms:write.
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
	// The new secret. It is shown only once.
	ClientSecret string `json:"clientSecret"`
	// When the old secret stops working. Empty if it already has.
	FormerSecretEndsAt string `json:"formerSecretEndsAt"`
}

// Format prints it without what nobody should find in a log.
func (v NewClientSecret) Format(state fmt.State, _ rune) {
	type plain NewClientSecret
	v.ClientSecret = "…"
	fmt.Fprintf(state, "%+v", plain(v))
}

// RateLimitStatus: Your hourly limit, and how much of it is left.
type RateLimitStatus struct {
	Tier      Tier  `json:"tier"`
	Limit     int64 `json:"limit"`
	Remaining int64 `json:"remaining"`
	// When the window ends, in Unix seconds.
	Reset int64 `json:"reset"`
}

// ListUsersQuery is what Admin.Users asks for.
type ListUsersQuery struct {
	// Only usernames that begin with this text.
	Search string `json:"search,omitempty"`
	// Only accounts with this role.
	Role Role `json:"role,omitempty"`
	// Only accounts with this plan.
	Plan Plan `json:"plan,omitempty"`
	// Only suspended accounts (`true`), or only the others (`false`).
	Suspended *bool `json:"suspended,omitempty"`
	// Only items older than the item with this id. Send the `next` of the previous page.
	Before string `json:"before,omitempty"`
	// The maximum number of items. Values above 100 count as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
}

// ManagedUserPage is a page of the list of accounts.
type ManagedUserPage struct {
	Users      []ManagedUser         `json:"users"`
	Pagination ManagedUserPagination `json:"pagination"`
}

// ManagedUser is an account as administrators see it.
type ManagedUser struct {
	// A UUIDv7.
	ID string `json:"id"`
	// For example `alice`.
	Username string `json:"username"`
	// For example `Alice`.
	Name  string `json:"name"`
	Email string `json:"email"`
	Role  Role   `json:"role"`
	Plan  Plan   `json:"plan"`
	// When it was suspended. Empty if it is not suspended.
	SuspendedAt string `json:"suspendedAt"`
	// When it was created: RFC 3339 in UTC, with milliseconds.
	CreatedAt string `json:"createdAt"`
	// How much of its quotas the account uses.
	Used ManagedUserUsed `json:"used"`
}

// ManagedUserUsed is the `used` of `ManagedUser`. How much of its quotas the account uses.
type ManagedUserUsed struct {
	// Bytes of the archives of all its versions.
	Bytes int64 `json:"bytes"`
	// Realms that it owns.
	Realms int64 `json:"realms"`
}

// ManagedUserPagination is the `pagination` of `ManagedUserPage`.
type ManagedUserPagination struct {
	// The limit that was applied.
	Limit int64 `json:"limit"`
	// Whether older ones remain.
	HasMore bool `json:"hasMore"`
	// Send it as `before` to get the next page. Empty on the last page.
	Next string `json:"next"`
}

// UpdateUserBody is what Admin.UpdateUser sends.
type UpdateUserBody struct {
	// The plan, which sets its rate limit and quota.
	Plan *Plan `json:"plan,omitempty"`
	// The role, which sets what it may do.
	Role *Role `json:"role,omitempty"`
	// Whether all its credentials are refused.
	Suspended *bool `json:"suspended,omitempty"`
	// Why it is suspended. The audit keeps it, and only administrators see it.
	Reason *string `json:"reason,omitempty"`
}

// MarshalJSON leaves out what is nil, and keeps an empty list, which takes away what was there.
func (b UpdateUserBody) MarshalJSON() ([]byte, error) { return marshalWithoutNil(b) }

// ListQuarantinedQuery is what Admin.Quarantined asks for.
type ListQuarantinedQuery struct {
	// Only items older than the item with this id. Send the `next` of the previous page.
	Before string `json:"before,omitempty"`
	// The maximum number of items. Values above 100 count as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
}

// QuarantinedRealmPage is a page of the list of quarantined realms.
type QuarantinedRealmPage struct {
	Realms     []QuarantinedRealm    `json:"realms"`
	Pagination ManagedUserPagination `json:"pagination"`
}

// QuarantinedRealm is a quarantined realm.
type QuarantinedRealm struct {
	// A UUIDv7.
	ID string `json:"id"`
	// The unique name of a realm in URLs. It is never given to another realm.
	Slug string `json:"slug"`
	// For example `SaaS Starter`.
	Name string `json:"name"`
	// The username of the owner.
	Owner string `json:"owner"`
	// The visibility before the quarantine. The realm gets it back afterwards.
	Visibility Visibility `json:"visibility"`
	// For example `It sends passwords elsewhere.`.
	Reason string `json:"reason"`
	// When it was quarantined.
	Since string `json:"since"`
}

// ModerateRealmBody is what Admin.ModerateRealm sends.
type ModerateRealmBody struct {
	// Whether the realm is featured.
	Featured *bool `json:"featured,omitempty"`
	// Whether the realm is hidden from everyone except its owner and administrators.
	Quarantined *bool `json:"quarantined,omitempty"`
	// Why the realm is quarantined. Required to quarantine it, and shown to its owner.
	Reason *string `json:"reason,omitempty"`
}

// MarshalJSON leaves out what is nil, and keeps an empty list, which takes away what was there.
func (b ModerateRealmBody) MarshalJSON() ([]byte, error) { return marshalWithoutNil(b) }

// Storage is how much is stored, and by which accounts.
type Storage struct {
	// Bytes of the archives of all versions of all realms.
	Bytes int64 `json:"bytes"`
	// Realms of any visibility.
	Realms int64 `json:"realms"`
	// Accounts that were not deleted.
	Users int64 `json:"users"`
	// The quotas of each plan.
	Quotas StorageQuotas `json:"quotas"`
	// The accounts that store the most, largest first; at most 20.
	Largest []StorageLargest `json:"largest"`
}

// StorageQuotas is the `quotas` of `Storage`. The quotas of each plan.
type StorageQuotas struct {
	Free    StorageQuotasFree `json:"free"`
	Premium StorageQuotasFree `json:"premium"`
}

// StorageQuotasFree is the `free` of `StorageQuotas`.
type StorageQuotasFree struct {
	// Bytes of all archives.
	Bytes int64 `json:"bytes"`
	// Realms of any visibility.
	Realms int64 `json:"realms"`
}

// StorageLargest is one of the `largest` of `Storage`.
type StorageLargest struct {
	// For example `alice`.
	Username string `json:"username"`
	Plan     Plan   `json:"plan"`
	// Bytes of the archives of all its versions.
	Bytes int64 `json:"bytes"`
	// Realms that it owns.
	Realms int64 `json:"realms"`
}

// ListAuditQuery is what Audit.List asks for.
type ListAuditQuery struct {
	// Only entries with this action.
	Action AuditAction `json:"action,omitempty"`
	// Only what this account did. Send its username or its id.
	Actor string `json:"actor,omitempty"`
	// Only what was done to this subject. Send a slug, an id, or the username of an account. You can find a realm
	// by any slug that it has or had.
	Subject string `json:"subject,omitempty"`
	// Only entries at this time or later.
	From string `json:"from,omitempty"`
	// Only entries at this time or earlier.
	To string `json:"to,omitempty"`
	// Only entries older than the entry with this id. Send the `next` of the previous page.
	Before string `json:"before,omitempty"`
	// The maximum number of items. Values above 100 count as 100. Default: `20`.
	Limit int `json:"limit,omitempty"`
}

// AuditPage is a page of the audit log.
type AuditPage struct {
	Entries    []AuditEntry    `json:"entries"`
	Pagination AuditPagination `json:"pagination"`
}

// AuditPagination is the `pagination` of `AuditPage`.
type AuditPagination struct {
	// The limit that was applied.
	Limit int64 `json:"limit"`
	// Whether there are older entries.
	HasMore bool `json:"hasMore"`
	// Send it as `before` to get the next page. Empty on the last page.
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
	// List, search, read, create, change and star realms. Links to the archives of realms, and counts of downloads.
	// The versions of realms, and the upload of their archives. The files of a version, and the changes between two
	// versions. The realms that you own, and the realms that you have starred.
	Realms *RealmsService
	// Tags and categories of realms, and completions for a search box.
	Tags *TagsService
	// Tags and categories of realms, and completions for a search box.
	Categories *CategoriesService
	// Tags and categories of realms, and completions for a search box.
	Search *SearchService
	// Curated lists of realms.
	Collections *CollectionsService
	// Statistics of the whole catalog.
	Stats *StatsService
	// Public profiles of accounts.
	Users *UsersService
	// Create an account, log in and out, and manage your account. Set a new password by mail, and verify your
	// address.
	Auth *AuthService
	// Create an account, log in and out, and manage your account. The realms that you own, and the realms that you
	// have starred. Where you are logged in, and which applications may act for you. All data that the catalog has
	// about you. What a sign-in asks for in addition to the password. Set a new password by mail, and verify your
	// address. Accounts at other providers that you use to sign in with a browser.
	Account *AccountService
	// API keys for your programs.
	Keys *KeysService
	// Applications that are registered for OAuth 2.0.
	OAuthClients *OAuthClientsService
	// Your rate limit.
	Limits *LimitsService
	// Accounts, realms and storage, for administrators.
	Admin *AdminService
	// The audit log: who did what. For administrators.
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

// RealmsService has the methods of Client.Realms. List, search, read, create, change and star realms. Links to
// the archives of realms, and counts of downloads. The versions of realms, and the upload of their archives. The
// files of a version, and the changes between two versions. The realms that you own, and the realms that you
// have starred.
type RealmsService struct{ client *Client }

// List is “List and search realms”: GET /v1/api/realms.
//
// Public realms, newest first. With `search` or `q`, the best match comes first. Realms match all filters that
// you send. The `Link` header (RFC 8288) leads to the first, previous, next and last page.
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
// Send the fields in a JSON body, in the query string, or in both. Different values for one field are a 400.
// Without `slug`, the slug is made from the name. The realm is visible at once. Send its archive to `uploadUrl`
// with `uploadToken`. If you repeat the request with the same `Idempotency-Key` within 24 hours, you get the
// same realm and a new `uploadToken`.
//
// Codes of its errors, beside those of every method:
//   - quota_exceeded: a quota of the account or the realm is used up; `GET /me` shows the quota.
//   - conflict: the request conflicts with the current state: a name is taken, for example.
//   - unprocessable: the archive, its digest or an `Idempotency-Key` is refused; `detail` says why.
func (s *RealmsService) Create(ctx context.Context, body *CreateRealmBody, options ...CallOption) (*CreatedRealm, error) {
	return ask[CreatedRealm](ctx, s.client, request{method: "POST", path: "/realms", body: body, takesKey: true, marks: []string{"id"}}, options)
}

// Get is “Read one realm”: GET /v1/api/realms/{slug}.
//
// Anyone who knows the slug can read a public or unlisted realm. The old slug of a renamed realm leads to the
// new one.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *RealmsService) Get(ctx context.Context, slug string, options ...CallOption) (*Realm, error) {
	return ask[Realm](ctx, s.client, request{method: "GET", path: "/realms/{slug}", parameters: []string{slug}, marks: []string{"id"}}, options)
}

// Update is “Change a realm”: PATCH /v1/api/realms/{slug}. Needs the scope realms:write.
//
// For the owner. Only the fields that you send change. Any change of visibility is allowed. `slug` renames the
// realm: URLs with the old slug then answer 308 with the new one. A realm can take an old slug back. It can have
// at most 10 old slugs.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
//   - conflict: the request conflicts with the current state: a name is taken, for example.
func (s *RealmsService) Update(ctx context.Context, slug string, body *UpdateRealmBody, options ...CallOption) (*Realm, error) {
	return ask[Realm](ctx, s.client, request{method: "PATCH", path: "/realms/{slug}", parameters: []string{slug}, body: body, marks: []string{"id"}}, options)
}

// Delete is “Delete a realm”: DELETE /v1/api/realms/{slug}. Needs the scope realms:write.
//
// For the owner. Its slugs are then unknown, and are never given to another realm.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *RealmsService) Delete(ctx context.Context, slug string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/realms/{slug}", parameters: []string{slug}}, options)
}

// Star is “Star a realm”: PUT /v1/api/realms/{slug}/star. Needs the scope realms:write.
//
// Each account can star a realm once. Repeating the request changes nothing.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *RealmsService) Star(ctx context.Context, slug string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "PUT", path: "/realms/{slug}/star", parameters: []string{slug}}, options)
}

// IsStarred is “Read whether you have starred a realm”: GET /v1/api/realms/{slug}/star. Needs a credential.
//
// 204 if you have. 404 if you have not, or if you may not see the realm.
//
//   - slug: The realm’s slug.
func (s *RealmsService) IsStarred(ctx context.Context, slug string, options ...CallOption) (bool, error) {
	return askWhether(ctx, s.client, request{method: "GET", path: "/realms/{slug}/star", parameters: []string{slug}}, options)
}

// Unstar is “Unstar a realm”: DELETE /v1/api/realms/{slug}/star. Needs the scope realms:write.
//
// Removes your star, if there is one.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *RealmsService) Unstar(ctx context.Context, slug string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/realms/{slug}/star", parameters: []string{slug}}, options)
}

// Download is “Download a realm”: POST /v1/api/realms/{slug}/download.
//
// Records one download and returns a link to the archive. If you repeat the request with the same
// `Idempotency-Key` within 24 hours, it counts once. Send `version` to get another version than the newest. It
// may be a yanked version.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
//   - unprocessable: the archive, its digest or an `Idempotency-Key` is refused; `detail` says why.
func (s *RealmsService) Download(ctx context.Context, slug string, query *DownloadRealmQuery, options ...CallOption) (*Download, error) {
	return ask[Download](ctx, s.client, request{method: "POST", path: "/realms/{slug}/download", parameters: []string{slug}, query: query, takesKey: true, marks: []string{"downloadUrl"}}, options)
}

// Downloads is “Read the downloads of a realm by day”: GET /v1/api/realms/{slug}/downloads.
//
// Days are in UTC. Without `from` and `to`, you get all days; their sum is `downloadCount`. More than 10,000
// rows are a 400.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *RealmsService) Downloads(ctx context.Context, slug string, query *GetDownloadsQuery, options ...CallOption) (*DownloadSeries, error) {
	return ask[DownloadSeries](ctx, s.client, request{method: "GET", path: "/realms/{slug}/downloads", parameters: []string{slug}, query: query, marks: []string{"total"}}, options)
}

// DownloadsCSV is “Read the downloads of a realm by day”: GET /v1/api/realms/{slug}/downloads.
//
// Days are in UTC. Without `from` and `to`, you get all days; their sum is `downloadCount`. More than 10,000
// rows are a 400.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *RealmsService) DownloadsCSV(ctx context.Context, slug string, query *GetDownloadsQuery, options ...CallOption) (string, error) {
	return askText(ctx, s.client, request{method: "GET", path: "/realms/{slug}/downloads", parameters: []string{slug}, query: query, marks: []string{"total"}}, options)
}

// Versions is “List the versions of a realm”: GET /v1/api/realms/{slug}/versions.
//
// Newest first. The archive of a version never changes.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *RealmsService) Versions(ctx context.Context, slug string, options ...CallOption) (*VersionList, error) {
	return ask[VersionList](ctx, s.client, request{method: "GET", path: "/realms/{slug}/versions", parameters: []string{slug}, marks: []string{"versions"}}, options)
}

// OpenUpload is “Open the upload of the next version”: POST /v1/api/realms/{slug}/versions. Needs the scope
// realms:write.
//
// For the owner. Send the archive to `uploadUrl` with `uploadToken`. The token ends with the key, session or
// grant that opened the upload. If you repeat the request with the same `Idempotency-Key` within 24 hours, a new
// token replaces the earlier one.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - quota_exceeded: a quota of the account or the realm is used up; `GET /me` shows the quota.
//   - not_found: nothing exists at this URL, or you may not see it.
//   - conflict: the request conflicts with the current state: a name is taken, for example.
//   - unprocessable: the archive, its digest or an `Idempotency-Key` is refused; `detail` says why.
func (s *RealmsService) OpenUpload(ctx context.Context, slug string, options ...CallOption) (*OpenedUpload, error) {
	return ask[OpenedUpload](ctx, s.client, request{method: "POST", path: "/realms/{slug}/versions", parameters: []string{slug}, takesKey: true, marks: []string{"uploadUrl"}}, options)
}

// Upload is “Upload an archive”: PUT /v1/api/realms/{slug}/upload. Needs the token of an upload.
//
// The body is a `.tar.gz` or a `.zip` of at most 100 MiB, with any of its media types or none. If you send
// `Content-Digest` (RFC 9530), it is verified. The `realm.json` in the archive sets the version and its details.
// A refused archive leaves nothing behind, and you can try again with the same token. If the version is already
// published with other files, this is a 409. If its files are the same, the response is 200 with that version
// and nothing changes: the token stays valid, and no quota is used.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - quota_exceeded: a quota of the account or the realm is used up; `GET /me` shows the quota.
//   - not_found: nothing exists at this URL, or you may not see it.
//   - conflict: the request conflicts with the current state: a name is taken, for example.
//   - payload_too_large: the body is larger than the operation accepts.
//   - unsupported_media_type: the operation does not accept the type of the body.
//   - unprocessable: the archive, its digest or an `Idempotency-Key` is refused; `detail` says why.
func (s *RealmsService) Upload(ctx context.Context, slug string, archive *Archive, uploadToken string, options ...CallOption) (*UploadedVersion, error) {
	return sendOnce(ctx, s.client, request{method: "PUT", path: "/realms/{slug}/upload", parameters: []string{slug}, marks: []string{"slug"}}, archive, uploadToken, options)
}

// Version is “Read one version of a realm”: GET /v1/api/realms/{slug}/versions/{version}.
//
// Includes details from its `realm.json`, its README and facts about its archive. The generated version 0.0.0 is
// a 404.
//
//   - slug: The realm’s slug.
//   - version: The version.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *RealmsService) Version(ctx context.Context, slug string, version string, options ...CallOption) (*VersionDetail, error) {
	return ask[VersionDetail](ctx, s.client, request{method: "GET", path: "/realms/{slug}/versions/{version}", parameters: []string{slug, version}, marks: []string{"version"}}, options)
}

// UpdateVersion is “Yank or unyank a version”: PATCH /v1/api/realms/{slug}/versions/{version}. Needs the scope
// realms:write.
//
// For the owner. People can still get a yanked version by its number, but it is not served by default.
//
//   - slug: The realm’s slug.
//   - version: The version.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *RealmsService) UpdateVersion(ctx context.Context, slug string, version string, body *UpdateVersionBody, options ...CallOption) (*Version, error) {
	return ask[Version](ctx, s.client, request{method: "PATCH", path: "/realms/{slug}/versions/{version}", parameters: []string{slug, version}, body: body, marks: []string{"version"}}, options)
}

// Files is “List the files of a version”: GET /v1/api/realms/{slug}/versions/{version}/files.
//
// Sorted by path, byte by byte. Version `0.0.0`, before the first upload, is a 404. A yanked version has its
// files.
//
//   - slug: The realm’s slug.
//   - version: The version.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
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
// Returns the bytes of the file: text as `text/plain`, anything else as `application/octet-stream`. You can send
// slashes in the path as they are or as `%2F`. Reading a file does not count as a download. The file at a URL
// never changes.
//
//   - slug: The realm’s slug.
//   - version: The version.
//   - path: The path, as in the list of files.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *RealmsService) File(ctx context.Context, slug string, version string, path string, options ...CallOption) (*http.Response, error) {
	return askResponse(ctx, s.client, request{method: "GET", path: "/realms/{slug}/versions/{version}/files/{path}", parameters: []string{slug, version, path}, hasSlashes: true}, options)
}

// Diff is “Compare two versions”: GET /v1/api/realms/{slug}/diff.
//
// The files that were added, removed or changed, sorted by path, with diffs of text files. A response has at
// most 100 files, 1 MiB of diffs and 20,000 added or removed lines. Files above 1 MiB are not compared. A file
// beyond these limits has `isTooLarge`.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *RealmsService) Diff(ctx context.Context, slug string, query *CompareVersionsQuery, options ...CallOption) (*VersionDiff, error) {
	return ask[VersionDiff](ctx, s.client, request{method: "GET", path: "/realms/{slug}/diff", parameters: []string{slug}, query: query, marks: []string{"files", "pagination"}}, options)
}

// AllDiff gives the items of all pages of Diff, each once: `for item, err := range` from Go 1.23, and a call
// with a function before. An error is the last.
func (s *RealmsService) AllDiff(ctx context.Context, slug string, query *CompareVersionsQuery, options ...CallOption) func(yield func(*FileChange, error) bool) {
	return all(ctx, s.client, request{method: "GET", path: "/realms/{slug}/diff", parameters: []string{slug}, query: query, marks: []string{"files", "pagination"}}, options, (*VersionDiff).contents, (*FileChange).key)
}

// TagsService has the methods of Client.Tags. Tags and categories of realms, and completions for a search box.
type TagsService struct{ client *Client }

// List is “List tags”: GET /v1/api/tags.
//
// The tags of public realms. Tags of the most realms come first, then by name.
func (s *TagsService) List(ctx context.Context, query *ListTagsQuery, options ...CallOption) (*TagPage, error) {
	return ask[TagPage](ctx, s.client, request{method: "GET", path: "/tags", query: query, marks: []string{"tags", "pagination"}}, options)
}

// All gives the items of all pages of List, each once: `for item, err := range` from Go 1.23, and a call with a
// function before. An error is the last.
func (s *TagsService) All(ctx context.Context, query *ListTagsQuery, options ...CallOption) func(yield func(*ValueCount, error) bool) {
	return all(ctx, s.client, request{method: "GET", path: "/tags", query: query, marks: []string{"tags", "pagination"}}, options, (*TagPage).contents, (*ValueCount).key)
}

// CategoriesService has the methods of Client.Categories. Tags and categories of realms, and completions for a
// search box.
type CategoriesService struct{ client *Client }

// List is “List categories”: GET /v1/api/categories.
//
// The categories of public realms. Categories of the most realms come first, then by name.
func (s *CategoriesService) List(ctx context.Context, query *ListCategoriesQuery, options ...CallOption) (*CategoryPage, error) {
	return ask[CategoryPage](ctx, s.client, request{method: "GET", path: "/categories", query: query, marks: []string{"categories", "pagination"}}, options)
}

// All gives the items of all pages of List, each once: `for item, err := range` from Go 1.23, and a call with a
// function before. An error is the last.
func (s *CategoriesService) All(ctx context.Context, query *ListCategoriesQuery, options ...CallOption) func(yield func(*ValueCount, error) bool) {
	return all(ctx, s.client, request{method: "GET", path: "/categories", query: query, marks: []string{"categories", "pagination"}}, options, (*CategoryPage).contents, (*ValueCount).key)
}

// SearchService has the methods of Client.Search. Tags and categories of realms, and completions for a search
// box.
type SearchService struct{ client *Client }

// Suggest is “Complete a text”: GET /v1/api/suggest.
//
// Public realms, tags and authors that begin with `q`, at most 8 of each. Case and accents do not matter.
func (s *SearchService) Suggest(ctx context.Context, query *SuggestQuery, options ...CallOption) (*Completions, error) {
	return ask[Completions](ctx, s.client, request{method: "GET", path: "/suggest", query: query, marks: []string{"realms"}}, options)
}

// CollectionsService has the methods of Client.Collections. Curated lists of realms.
type CollectionsService struct{ client *Client }

// List is “List curated collections”: GET /v1/api/collections.
//
// Newest first. Without `limit`, you get all of them.
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
// Includes summaries of its realms, in the curator’s order, without realms that you may not list.
//
//   - slug: Its name in URLs.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *CollectionsService) Get(ctx context.Context, slug string, options ...CallOption) (*CollectionDetail, error) {
	return ask[CollectionDetail](ctx, s.client, request{method: "GET", path: "/collections/{slug}", parameters: []string{slug}, marks: []string{"id"}}, options)
}

// Create is “Create a collection”: POST /v1/api/collections. Needs the scope collections:write.
//
// For curators and administrators.
//
// Codes of its errors, beside those of every method:
//   - conflict: the request conflicts with the current state: a name is taken, for example.
func (s *CollectionsService) Create(ctx context.Context, body *CreateCollectionBody, options ...CallOption) (*Collection, error) {
	return ask[Collection](ctx, s.client, request{method: "POST", path: "/collections", body: body, marks: []string{"id"}}, options)
}

// Update is “Change a collection”: PATCH /v1/api/collections/{slug}. Needs the scope collections:write.
//
// Only the fields that you send change.
//
//   - slug: Its name in URLs.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *CollectionsService) Update(ctx context.Context, slug string, body *UpdateCollectionBody, options ...CallOption) (*Collection, error) {
	return ask[Collection](ctx, s.client, request{method: "PATCH", path: "/collections/{slug}", parameters: []string{slug}, body: body, marks: []string{"id"}}, options)
}

// Delete is “Delete a collection”: DELETE /v1/api/collections/{slug}. Needs the scope collections:write.
//
// Its realms stay.
//
//   - slug: Its name in URLs.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *CollectionsService) Delete(ctx context.Context, slug string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/collections/{slug}", parameters: []string{slug}}, options)
}

// StatsService has the methods of Client.Stats. Statistics of the whole catalog.
type StatsService struct{ client *Client }

// Get is “Read platform statistics”: GET /v1/api/stats.
//
// How many public realms, downloads and accounts there are.
func (s *StatsService) Get(ctx context.Context, options ...CallOption) (*Statistics, error) {
	return ask[Statistics](ctx, s.client, request{method: "GET", path: "/stats", marks: []string{"totalRealms"}}, options)
}

// Series is “Read platform statistics by day”: GET /v1/api/stats/series.
//
// Counts realms that are public now, and all accounts. Downloads count on their day; realms and accounts count
// on the day of their creation. Without `from` and `to`, the sum of the points is the total of `/stats`.
func (s *StatsService) Series(ctx context.Context, query *GetSeriesQuery, options ...CallOption) (*StatisticsSeries, error) {
	return ask[StatisticsSeries](ctx, s.client, request{method: "GET", path: "/stats/series", query: query, marks: []string{"metric"}}, options)
}

// SeriesCSV is “Read platform statistics by day”: GET /v1/api/stats/series.
//
// Counts realms that are public now, and all accounts. Downloads count on their day; realms and accounts count
// on the day of their creation. Without `from` and `to`, the sum of the points is the total of `/stats`.
func (s *StatsService) SeriesCSV(ctx context.Context, query *GetSeriesQuery, options ...CallOption) (string, error) {
	return askText(ctx, s.client, request{method: "GET", path: "/stats/series", query: query, marks: []string{"metric"}}, options)
}

// UsersService has the methods of Client.Users. Public profiles of accounts.
type UsersService struct{ client *Client }

// Get is “Read a profile”: GET /v1/api/users/{username}.
//
// The public profile of an account, and totals of its public realms.
//
//   - username: The username, in upper or lower case.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *UsersService) Get(ctx context.Context, username string, options ...CallOption) (*User, error) {
	return ask[User](ctx, s.client, request{method: "GET", path: "/users/{username}", parameters: []string{username}, marks: []string{"username"}}, options)
}

// AuthService has the methods of Client.Auth. Create an account, log in and out, and manage your account. Set a
// new password by mail, and verify your address.
type AuthService struct{ client *Client }

// Register is “Create an account”: POST /v1/api/auth/register.
//
// Free. Log in, then create an API key. An IP address can create five accounts per hour; every valid request
// counts. If the catalog is closed or requires an invitation, this is a 403.
//
// Codes of its errors, beside those of every method:
//   - forbidden: the credential is valid but lacks a scope or a role; `detail` names it.
//   - conflict: the request conflicts with the current state: a name is taken, for example.
func (s *AuthService) Register(ctx context.Context, body *RegisterBody, options ...CallOption) (*Account, error) {
	return ask[Account](ctx, s.client, request{method: "POST", path: "/auth/register", body: body, marks: []string{"id"}}, options)
}

// Login is “Log in”: POST /v1/api/auth/login.
//
// Returns a JWT for 15 minutes, which may do everything that the account may, and a refresh token for 30 days.
// After ten failed attempts for an account from one IP address within five minutes, further attempts are a 429.
// An account with a second factor also needs a `code`. After ten wrong codes within an hour, from any address,
// only recovery codes are accepted until the hour ends.
//
// Codes of its errors, beside those of every method:
//   - second_factor_required: the password of a login is right, but the account also needs a `code`, which is
//     missing or wrong.
func (s *AuthService) Login(ctx context.Context, body *LoginBody, options ...CallOption) (*Session, error) {
	return ask[Session](ctx, s.client, request{method: "POST", path: "/auth/login", body: body, marks: []string{"token"}}, options)
}

// Refresh is “Refresh a session”: POST /v1/api/auth/refresh.
//
// Returns a new JWT and a new refresh token. A refresh token works once. Using an old one again ends the
// session.
func (s *AuthService) Refresh(ctx context.Context, body *RefreshBody, options ...CallOption) (*Session, error) {
	return ask[Session](ctx, s.client, request{method: "POST", path: "/auth/refresh", body: body, marks: []string{"token"}}, options)
}

// Logout is “Log out”: POST /v1/api/auth/logout.
//
// Ends the session of the refresh token in the body, or of the JWT in the request. Its tokens stop working at
// once.
func (s *AuthService) Logout(ctx context.Context, body *LogoutBody, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "POST", path: "/auth/logout", body: body}, options)
}

// RequestPasswordReset is “Ask for a new password by mail”: POST /v1/api/auth/reset.
//
// Sends a link to this address if an account has verified it. The link works once, within an hour. The response
// is the same if there is no such account. If the catalog sends no mail, this is a 404.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *AuthService) RequestPasswordReset(ctx context.Context, body *RequestPasswordResetBody, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "POST", path: "/auth/reset", body: body}, options)
}

// ResetPassword is “Set a new password with the link from the mail”: PUT /v1/api/auth/reset.
//
// Ends every session and grant of the account. It does not log you in: the next login asks for the second factor
// as before. If the catalog sends no mail, this is a 404.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *AuthService) ResetPassword(ctx context.Context, body *ResetPasswordBody, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "PUT", path: "/auth/reset", body: body}, options)
}

// VerifyEmail is “Confirm an address”: POST /v1/api/auth/verify-email.
//
// Marks the address of the account as verified, until it changes. If the catalog sends no mail, this is a 404.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *AuthService) VerifyEmail(ctx context.Context, body *VerifyEmailBody, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "POST", path: "/auth/verify-email", body: body}, options)
}

// AccountService has the methods of Client.Account. Create an account, log in and out, and manage your account.
// The realms that you own, and the realms that you have starred. Where you are logged in, and which applications
// may act for you. All data that the catalog has about you. What a sign-in asks for in addition to the password.
// Set a new password by mail, and verify your address. Accounts at other providers that you use to sign in with
// a browser.
type AccountService struct{ client *Client }

// Get is “Read your account”: GET /v1/api/me. Needs a credential.
//
// Accepts any valid credential, and shows what it may do.
func (s *AccountService) Get(ctx context.Context, options ...CallOption) (*Me, error) {
	return ask[Me](ctx, s.client, request{method: "GET", path: "/me", marks: []string{"id"}}, options)
}

// Update is “Change your account”: PATCH /v1/api/me. Needs the scope account.
//
// Only the fields that you send change. A new password requires the current one, and ends every other session.
func (s *AccountService) Update(ctx context.Context, body *UpdateMeBody, options ...CallOption) (*Account, error) {
	return ask[Account](ctx, s.client, request{method: "PATCH", path: "/me", body: body, marks: []string{"id"}}, options)
}

// Delete is “Delete your account”: DELETE /v1/api/me. Needs the scope account.
//
// Deletes your private and unlisted realms. Your public realms stay, with an author without a name. All
// credentials of the account stop working at once, and nobody can take its username again. An account with a
// second factor also needs a `code`. If the account has no password, delete it on its settings page.
//
// Codes of its errors, beside those of every method:
//   - second_factor_required: the password of a login is right, but the account also needs a `code`, which is
//     missing or wrong.
func (s *AccountService) Delete(ctx context.Context, body *DeleteMeBody, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/me", body: body}, options)
}

// SetAvatar is “Upload your picture”: PUT /v1/api/me/avatar. Needs the scope account.
//
// A PNG, JPEG, WebP or AVIF of at most 1 MiB. The catalog makes it a square of 256 pixels. The response has its
// URL as `image`. If you have no picture, pages draw one.
//
// Codes of its errors, beside those of every method:
//   - unprocessable: the archive, its digest or an `Idempotency-Key` is refused; `detail` says why.
func (s *AccountService) SetAvatar(ctx context.Context, picture []byte, options ...CallOption) (*Account, error) {
	return ask[Account](ctx, s.client, request{method: "PUT", path: "/me/avatar", picture: picture, marks: []string{"id"}}, options)
}

// RemoveAvatar is “Remove your picture”: DELETE /v1/api/me/avatar. Needs the scope account.
//
// Empties `image`.
func (s *AccountService) RemoveAvatar(ctx context.Context, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/me/avatar"}, options)
}

// Data is “Export your data”: GET /v1/api/me/data. Needs the scope account.
//
// One JSON document, sent as a stream. Needs the scope `realms:read` in addition to `account`.
func (s *AccountService) Data(ctx context.Context, options ...CallOption) (*MyData, error) {
	return ask[MyData](ctx, s.client, request{method: "GET", path: "/me/data", marks: []string{"account"}}, options)
}

// Realms is “List your realms”: GET /v1/api/me/realms. Needs the scope realms:read.
//
// All realms that you own, of every visibility. It takes the parameters of the list of all realms.
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
// The latest star first, at most 10,000. Realms that you may no longer see are left out.
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
// Where your account is logged in: programs and browsers. Sessions that expire last come first.
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
// Its tokens, and the uploads that it opened, end at once. Keys that it created stay.
//
//   - id: The session’s id.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *AccountService) EndSession(ctx context.Context, id string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/me/sessions/{id}", parameters: []string{id}}, options)
}

// Grants is “List the applications that may act for you”: GET /v1/api/me/grants. Needs the scope account.
//
// One grant for each time that you allowed an application to act for you, newest first.
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
// Its tokens end at once, and so do the keys and uploads that were created with them.
//
//   - id: The grant’s id.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *AccountService) RevokeGrant(ctx context.Context, id string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/me/grants/{id}", parameters: []string{id}}, options)
}

// RequestEmailVerification is “Verify your address”: POST /v1/api/me/verify-email. Needs the scope account.
//
// Sends a link to the address of your account. The link works once, within a day. Needs the JWT of a login in
// the last 30 minutes; API keys and OAuth tokens are refused. If the catalog sends no mail, this is a 404.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
//   - conflict: the request conflicts with the current state: a name is taken, for example.
func (s *AccountService) RequestEmailVerification(ctx context.Context, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "POST", path: "/me/verify-email"}, options)
}

// SecondFactors is “Read your second factors”: GET /v1/api/me/second-factors. Needs the scope account.
//
// Your second factors, and whether a sign-in asks for them.
func (s *AccountService) SecondFactors(ctx context.Context, options ...CallOption) (*SecondFactors, error) {
	return ask[SecondFactors](ctx, s.client, request{method: "GET", path: "/me/second-factors", marks: []string{"isOn"}}, options)
}

// CreateTOTP is “Add an authenticator app”: POST /v1/api/me/second-factors/totp. Needs the scope account.
//
// Creates the secret for the app. The app counts as a second factor once you confirm a code. Needs the JWT of a
// login (`POST /auth/login`) in the last 30 minutes; API keys and OAuth tokens are refused.
//
// Codes of its errors, beside those of every method:
//   - conflict: the request conflicts with the current state: a name is taken, for example.
func (s *AccountService) CreateTOTP(ctx context.Context, options ...CallOption) (*NewTOTP, error) {
	return ask[NewTOTP](ctx, s.client, request{method: "POST", path: "/me/second-factors/totp", marks: []string{"secret"}}, options)
}

// ConfirmTOTP is “Confirm an authenticator app”: PUT /v1/api/me/second-factors/totp. Needs the scope account.
//
// Send a code that the app shows. A sign-in asks for codes once you have also confirmed recovery codes. Needs
// the JWT of a login (`POST /auth/login`) in the last 30 minutes; API keys and OAuth tokens are refused.
//
// Codes of its errors, beside those of every method:
//   - conflict: the request conflicts with the current state: a name is taken, for example.
func (s *AccountService) ConfirmTOTP(ctx context.Context, body *ConfirmTOTPBody, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "PUT", path: "/me/second-factors/totp", body: body}, options)
}

// DeleteTOTP is “Remove the authenticator app”: DELETE /v1/api/me/second-factors/totp. Needs the scope account.
//
// If it was the last second factor, the recovery codes stop working too. Needs the JWT of a login (`POST
// /auth/login`) in the last 30 minutes; API keys and OAuth tokens are refused.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *AccountService) DeleteTOTP(ctx context.Context, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/me/second-factors/totp"}, options)
}

// CreateRecoveryCodes is “Create new recovery codes”: POST /v1/api/me/second-factors/recovery-codes. Needs the
// scope account.
//
// Returns eight codes. They replace earlier codes once you confirm one of them. Needs the JWT of a login (`POST
// /auth/login`) in the last 30 minutes; API keys and OAuth tokens are refused.
func (s *AccountService) CreateRecoveryCodes(ctx context.Context, options ...CallOption) (*RecoveryCodes, error) {
	return ask[RecoveryCodes](ctx, s.client, request{method: "POST", path: "/me/second-factors/recovery-codes", marks: []string{"codes"}}, options)
}

// ConfirmRecoveryCodes is “Confirm that recovery codes are saved”: PUT /v1/api/me/second-factors/recovery-codes.
// Needs the scope account.
//
// Send one of the new codes. It still works afterwards. If this turns second factors on, every other session and
// every grant ends. Needs the JWT of a login (`POST /auth/login`) in the last 30 minutes; API keys and OAuth
// tokens are refused.
func (s *AccountService) ConfirmRecoveryCodes(ctx context.Context, body *ConfirmRecoveryCodesBody, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "PUT", path: "/me/second-factors/recovery-codes", body: body}, options)
}

// AskForPasskey is “Ask for a new passkey”: POST /v1/api/me/second-factors/passkey-question. Needs the scope
// account.
//
// Returns what a page of this catalog passes to the browser. Passkeys need https and a domain name, or
// http://localhost; elsewhere this is a 409. Needs the JWT of a login (`POST /auth/login`) in the last 30
// minutes; API keys and OAuth tokens are refused.
//
// Codes of its errors, beside those of every method:
//   - conflict: the request conflicts with the current state: a name is taken, for example.
func (s *AccountService) AskForPasskey(ctx context.Context, options ...CallOption) (*PasskeyQuestion, error) {
	return ask[PasskeyQuestion](ctx, s.client, request{method: "POST", path: "/me/second-factors/passkey-question", marks: []string{"options"}}, options)
}

// CreatePasskey is “Add a passkey”: POST /v1/api/me/second-factors/passkeys. Needs the scope account.
//
// Send what the browser answered. An account can have at most 20 passkeys. A sign-in asks for a passkey once you
// have also confirmed recovery codes. You can also sign in with a passkey alone. Needs the JWT of a login (`POST
// /auth/login`) in the last 30 minutes; API keys and OAuth tokens are refused.
//
// Codes of its errors, beside those of every method:
//   - conflict: the request conflicts with the current state: a name is taken, for example.
func (s *AccountService) CreatePasskey(ctx context.Context, body *CreatePasskeyBody, options ...CallOption) (*Passkey, error) {
	return ask[Passkey](ctx, s.client, request{method: "POST", path: "/me/second-factors/passkeys", body: body, marks: []string{"id"}}, options)
}

// DeletePasskey is “Remove a passkey”: DELETE /v1/api/me/second-factors/passkeys/{id}. Needs the scope account.
//
// You cannot remove your last way to sign in: without a password, another passkey or an identity, this is a 409.
// Needs the JWT of a login (`POST /auth/login`) in the last 30 minutes; API keys and OAuth tokens are refused.
//
//   - id: The passkey’s id.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
//   - conflict: the request conflicts with the current state: a name is taken, for example.
func (s *AccountService) DeletePasskey(ctx context.Context, id string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/me/second-factors/passkeys/{id}", parameters: []string{id}}, options)
}

// Identities is “List your identities”: GET /v1/api/me/identities. Needs the scope account.
//
// The identities that are linked to your account. You link them in the browser.
func (s *AccountService) Identities(ctx context.Context, options ...CallOption) (*Identities, error) {
	return ask[Identities](ctx, s.client, request{method: "GET", path: "/me/identities", marks: []string{"identities"}}, options)
}

// UnlinkIdentity is “Unlink an identity”: DELETE /v1/api/me/identities/{id}. Needs the scope account.
//
// You can then no longer sign in with it. You cannot remove your last way to sign in: without a password, a
// passkey or another identity, this is a 409. Needs the JWT of a login in the last 30 minutes; API keys and
// OAuth tokens are refused.
//
//   - id: The identity’s id.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
//   - conflict: the request conflicts with the current state: a name is taken, for example.
func (s *AccountService) UnlinkIdentity(ctx context.Context, id string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/me/identities/{id}", parameters: []string{id}}, options)
}

// KeysService has the methods of Client.Keys. API keys for your programs.
type KeysService struct{ client *Client }

// Create is “Create an API key”: POST /v1/api/keys. Needs the scope account.
//
// The key is shown only once. The catalog stores only its hash.
//
// Codes of its errors, beside those of every method:
//   - conflict: the request conflicts with the current state: a name is taken, for example.
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
// The key stops working at once.
//
//   - id: The key’s id.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *KeysService) Revoke(ctx context.Context, id string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/keys/{id}", parameters: []string{id}}, options)
}

// OAuthClientsService has the methods of Client.OAuthClients. Applications that are registered for OAuth 2.0.
type OAuthClientsService struct{ client *Client }

// Create is “Register an OAuth client”: POST /v1/api/oauth/clients. Needs the scope account.
//
// Its `id` is the `client_id` of OAuth 2.0. The secret of a confidential client is shown only once; the catalog
// stores only its hash. Names that look like a name of the catalog itself are refused.
//
// Codes of its errors, beside those of every method:
//   - conflict: the request conflicts with the current state: a name is taken, for example.
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
// Only the fields that you send change. The type cannot change. If you remove a scope, every grant and token
// that has it ends. Your credential needs every scope that the client will have.
//
//   - id: The client’s id.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *OAuthClientsService) Update(ctx context.Context, id string, body *UpdateOAuthClientBody, options ...CallOption) (*OAuthClient, error) {
	return ask[OAuthClient](ctx, s.client, request{method: "PATCH", path: "/oauth/clients/{id}", parameters: []string{id}, body: body, marks: []string{"id"}}, options)
}

// CreateSecret is “Create a new client secret”: POST /v1/api/oauth/clients/{id}/secret. Needs the scope account.
//
// The old secret stays valid for 24 hours, unless `revoke` is true. Your credential needs every scope that the
// client has. A public client has no secret, so this is a 409.
//
//   - id: The client’s id.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
//   - conflict: the request conflicts with the current state: a name is taken, for example.
func (s *OAuthClientsService) CreateSecret(ctx context.Context, id string, body *CreateClientSecretBody, options ...CallOption) (*NewClientSecret, error) {
	return ask[NewClientSecret](ctx, s.client, request{method: "POST", path: "/oauth/clients/{id}/secret", parameters: []string{id}, body: body, marks: []string{"clientSecret"}}, options)
}

// Delete is “Delete an OAuth client”: DELETE /v1/api/oauth/clients/{id}. Needs the scope account.
//
// All its grants, tokens and codes end at once.
//
//   - id: The client’s id.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *OAuthClientsService) Delete(ctx context.Context, id string, options ...CallOption) error {
	return askNothing(ctx, s.client, request{method: "DELETE", path: "/oauth/clients/{id}", parameters: []string{id}}, options)
}

// LimitsService has the methods of Client.Limits. Your rate limit.
type LimitsService struct{ client *Client }

// Get is “Read your rate limit”: GET /v1/api/rate_limit.
//
// Your hourly limit, and how much of it is left. This request does not count.
func (s *LimitsService) Get(ctx context.Context, options ...CallOption) (*RateLimitStatus, error) {
	return ask[RateLimitStatus](ctx, s.client, request{method: "GET", path: "/rate_limit", marks: []string{"tier"}}, options)
}

// AdminService has the methods of Client.Admin. Accounts, realms and storage, for administrators.
type AdminService struct{ client *Client }

// Users is “List accounts”: GET /v1/api/admin/users. Needs the scope admin.
//
// For administrators. Newest first. Accounts match all filters that you send. With `search`, you get the first
// matches by username, and no further page. Deleted accounts are left out.
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
// For administrators and for programs such as a billing system. While an account is suspended, all its
// credentials and OAuth clients are refused. Its realms stay. You cannot suspend yourself or change your own
// role.
//
//   - username: The username, in upper or lower case.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
//   - conflict: the request conflicts with the current state: a name is taken, for example.
func (s *AdminService) UpdateUser(ctx context.Context, username string, body *UpdateUserBody, options ...CallOption) (*ManagedUser, error) {
	return ask[ManagedUser](ctx, s.client, request{method: "PATCH", path: "/admin/users/{username}", parameters: []string{username}, body: body, marks: []string{"id"}}, options)
}

// Quarantined is “List quarantined realms”: GET /v1/api/admin/realms. Needs the scope admin.
//
// For administrators. Newest realm first.
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
// For administrators. A quarantined realm disappears at once from lists, counts, searches, collections,
// pictures, previews and downloads. Its owner can only read and delete it. A `reason` is required, and shown to
// the owner.
//
//   - slug: The realm’s slug.
//
// Codes of its errors, beside those of every method:
//   - not_found: nothing exists at this URL, or you may not see it.
func (s *AdminService) ModerateRealm(ctx context.Context, slug string, body *ModerateRealmBody, options ...CallOption) (*Realm, error) {
	return ask[Realm](ctx, s.client, request{method: "PATCH", path: "/admin/realms/{slug}", parameters: []string{slug}, body: body, marks: []string{"id"}}, options)
}

// Storage is “Read how much is stored”: GET /v1/api/admin/storage. Needs the scope admin.
//
// For administrators. Includes the quotas, and the accounts that store the most.
func (s *AdminService) Storage(ctx context.Context, options ...CallOption) (*Storage, error) {
	return ask[Storage](ctx, s.client, request{method: "GET", path: "/admin/storage", marks: []string{"bytes"}}, options)
}

// AuditService has the methods of Client.Audit. The audit log: who did what. For administrators.
type AuditService struct{ client *Client }

// List is “Read the audit log”: GET /v1/api/audit. Needs the scope admin.
//
// For administrators. Newest first. Entries match all filters that you send. The `Link` header leads to the next
// page.
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
