// The views of the web catalog: data in, HTML out.
export { llmsText } from './documents/llms.ts';
export { openSearchDescription, openSearchSuggestions } from './documents/opensearch.ts';
export { realmMarkdown } from './documents/realm-markdown.ts';
export { robotsText } from './documents/robots.ts';
export { sitemapIndex, sitemapPart, type SitemapEntry } from './documents/sitemap.ts';
export {
  namesOfHas,
  parseBegunOperator,
  suggestedGroups,
  valueGroups,
  type BegunOperator,
  type FoundValues,
} from './documents/suggestions.ts';
export { emblemSvg, favicon, touchIcon } from './emblem.ts';
export { filePath } from './file-paths.ts';
export { fontMetrics } from './font-metrics.ts';
export { NEW_FORM, readValues, type FormState } from './forms/form.ts';
export { bytesAsHtml, html, safeHtml, type Html } from './html.ts';
export { layout, type Page } from './layout.ts';
export { collectionImage, OG_WIDTH, realmImage, type OgStyle } from './og-image.ts';
export {
  listAddress,
  listText,
  offsetOf,
  parseListState,
  viewOf,
  type ListState,
  type ListView,
} from './list-state.ts';
export { passkeySignInPage, secondStepPage } from './pages/account/second-step.ts';
export { emailVerifiedPage, forgotPasswordPage, resetPasswordPage, verifyEmailPage } from './pages/account/by-mail.ts';
export { newDeviceMail, newKeyMail, resetMail, verifyMail } from './mails/mails.ts';
export type { MailMessage } from './mails/message.ts';
export { byteSize } from './numbers.ts';
export { hexOfOklch } from './oklch.ts';
export { adminAuditPage } from './pages/admin/audit.ts';
export type { AdminMessage } from './pages/admin/admin-page.ts';
export { adminRealmsPage } from './pages/admin/realms.ts';
export { adminStoragePage } from './pages/admin/storage.ts';
export { adminUsersPage } from './pages/admin/users.ts';
export { curateCollectionPage, type OrderAction } from './pages/curate-collection.ts';
export { curatePage } from './pages/curate.ts';
export { applicationsPage, sessionsPage } from './pages/account/access.ts';
export { clientPage, newClientPage } from './pages/account/client.ts';
export { keysPage } from './pages/account/keys.ts';
export { accountDeletedPage, dataPage, deleteAccountPage } from './pages/account/leaving.ts';
export { dashboardPage, ownSorts, type OwnRealm, type Trend } from './pages/account/dashboard.ts';
export { myStarsPage } from './pages/account/mine.ts';
export { passwordPage } from './pages/account/password.ts';
export { profilePage } from './pages/account/profile.ts';
export type { SettingsMessage, SettingsPath } from './pages/account/settings-page.ts';
export { applicationSignInPage, signInPage, signOutPage } from './pages/account/sign-in.ts';
export { newAppPage, newPasskeyPage, newRecoveryCodesPage, secondFactorsPage } from './pages/account/second-factors.ts';
export { identitiesPage, mailPage } from './pages/account/ways.ts';
export { signUpPage } from './pages/account/sign-up.ts';
export { authorPage } from './pages/author.ts';
export { collectionPage, collectionsPage } from './pages/collections.ts';
export { clientsPage } from './pages/clients.ts';
export { commandLinePage } from './pages/command-line.ts';
export { countingPage } from './pages/counting.ts';
export { designPage } from './pages/design.ts';
export { diffPage, type DiffLine } from './pages/diff.ts';
export { errorPage } from './pages/error.ts';
export { filePage, folderPage, type FileContent } from './pages/files.ts';
export { findFilePage } from './pages/find-file.ts';
export { homePage } from './pages/home.ts';
export type { ApplicationView } from './pages/oauth/application.ts';
export { consentPage, failurePage } from './pages/oauth/consent.ts';
export { deviceCodePage, deviceConfirmPage, deviceDonePage } from './pages/oauth/device.ts';
export { leavingPage } from './pages/oauth/leaving.ts';
export { fullPreviewPage, previewPage, type ShownPreview } from './pages/preview.ts';
export { publishPage } from './pages/publish/create.ts';
export { editPage } from './pages/publish/edit.ts';
export type { ManageMessage } from './pages/publish/manage-page.ts';
export { realmFieldNames } from './pages/publish/realm-fields.ts';
export { realmSettingsPage } from './pages/publish/realm-settings.ts';
export { uploadPage } from './pages/publish/upload.ts';
export { yankPage } from './pages/publish/yank.ts';
export { realmPage } from './pages/realm.ts';
export { realmsPage } from './pages/realms.ts';
export { realmStatsPage, realmStatsPath, type StatsState } from './pages/realm-stats.ts';
export { graphqlPage, type GraphqlView, type SchemaType } from './pages/graphql.ts';
export { referencePage } from './pages/reference.ts';
export { chapterPage } from './pages/reference-chapter.ts';
export { statsPage } from './pages/stats.ts';
export { categoriesPage, tagsPage } from './pages/values.ts';
export { versionPage } from './pages/version.ts';
export { versionsPage } from './pages/versions.ts';
export type { Point } from './parts/charts.ts';
export { FAN_COVERS, type ShownCollection } from './parts/collection-card.ts';
export { treeEntryBytes, type Tree, type TreeEntry, type TreeLevel } from './parts/file-tree.ts';
export { FIRST_CARDS, realmCard, realmRow } from './parts/realm-card.ts';
export type { Series } from './parts/series.ts';
export type { VersionState } from './parts/version-notice.ts';
export type { ExampleRequest } from './reference/curl.ts';
export type { Example } from './reference/operation.ts';
export { chapterPath } from './reference/side.ts';
export type { Site } from './site.ts';

/** The folder with the styles and the islands. */
export const webFolder = new URL('../', import.meta.url);
