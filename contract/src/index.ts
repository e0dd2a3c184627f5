// What the catalog promises: shapes, operations, errors, and the OpenAPI document made of them.
export * from './access.ts';
export type { Account } from './accounts.ts';
export { auditActions, type AuditAction, type AuditEntry, type AuditWay } from './audit.ts';
export type { Collection } from './collections.ts';
export { errors, type ErrorCode, type Problem } from './errors.ts';
export { NAME_PATTERN, SLUG } from './fields.ts';
export { ManifestSchema, type Manifest } from './manifest.ts';
export type { OAuthClient, OAuthClientFields } from './oauth.ts';
export { openApiDocument } from './openapi.ts';
export { errorsOf, type Operation, type Specification } from './operation.ts';
export { operations, type OperationId } from './operations.ts';
export { DEFAULT_LIMIT, MAX_LIMIT } from './pagination.ts';
export {
  MAX_SEARCH_LENGTH,
  type FacetName,
  type RealmChanges,
  type RealmDetail,
  type RealmFields,
  type RealmSummary,
  type Sort,
} from './realms.ts';
export type { Static } from './schema.ts';
export { chapters, specifications } from './specifications.ts';
export type { Statistics } from './stats.ts';
export { MAX_COMPLETIONS, type Completions, type ValueCount } from './values.ts';
