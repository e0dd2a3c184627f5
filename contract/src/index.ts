// What the catalog promises: shapes, operations, errors, and the OpenAPI document made of them.
export * from './errors.ts';
export * from './openapi.ts';
export * from './operations.ts';
export * from './shapes.ts';
export type { Static } from './schema.ts';
