// The fields that several resources share.
import { object, string } from './schema.ts';

export const SLUG = '^[a-z0-9]+(-[a-z0-9]+)*$';

export const id = string({
  format: 'uuid',
  description: 'UUIDv7.',
  examples: ['019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11'],
});
export const timestamp = (description: string) =>
  string({ format: 'date-time', description, examples: ['2026-11-15T09:30:00.000Z'] });
export const createdAt = timestamp('RFC 3339, UTC, milliseconds.');
export const slug = string({
  pattern: SLUG,
  maxLength: 64,
  description: 'The unique name of a realm in addresses; never handed to another realm.',
  examples: ['saas-starter'],
});

/** The parameter of every path of a realm. */
export const realmSlug = object({
  slug: string({ pattern: SLUG, description: 'The realm’s slug.', examples: ['saas-starter'] }),
});
