// What the catalog promises: shapes, operations, errors, and the OpenAPI document made of them.
export * from './access.ts';
export type { Account } from './accounts.ts';
export { auditActions, type AuditAction, type AuditEntry, type ActorIdentification } from './audit.ts';
export { DEFAULT_FILES, MAX_FILES, type FileChange } from './files.ts';
export type { Collection } from './collections.ts';
export { MAX_DOWNLOAD_ROWS } from './downloads.ts';
export { errors, Problem, type ErrorCode } from './errors.ts';
export { CSV_TYPE, INTERVALS, NAME_PATTERN, SLUG, type Interval } from './fields.ts';
export { ManifestSchema, type Manifest } from './manifest.ts';
export type { OAuthClient, OAuthClientChanges, OAuthClientFields } from './oauth.ts';
export { openApiDocument } from './openapi.ts';
export { requestHeaders } from './openapi-components.ts';
export {
  archiveTypes,
  errorsOf,
  mayHaveMoved,
  openApiPath,
  requestHeadersOf,
  type OperationRow,
  type Specification,
} from './operation.ts';
export { operations, type OperationId } from './operations.ts';
export type { ManagedUser, QuarantinedRealm, Storage } from './operators.ts';
export { DEFAULT_LIMIT, MAX_LIMIT } from './paging.ts';
export {
  GENERATED_VERSION,
  MAX_SEARCH_LENGTH,
  type FacetName,
  type Has,
  hasNames,
  sortNames,
  MAX_WORDS,
  type RealmChanges,
  type RealmDetail,
  type RealmFields,
  type RealmSummary,
  type Sort,
} from './realms.ts';
export type { Identity } from './identities.ts';
export type { SecondFactors } from './second-factors.ts';
export type { Grant, LoginSession } from './sessions.ts';
export type { Static } from './schema.ts';
export { chapters, specifications } from './specifications.ts';
export { MAX_POINTS, type Metric, type Statistics } from './stats.ts';
export type { User } from './users.ts';
export { MAX_COMPLETIONS, type Completions, type ValueCount } from './tags.ts';
