// The fields that several resources share.
import { integer, object, oneOf, string } from './schema.ts';

export const SLUG = '^[a-z0-9]+(-[a-z0-9]+)*$';

export const id = string({
  format: 'uuid',
  description: 'A UUIDv7.',
  examples: ['019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11'],
});
export const UUID_PATTERN = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
export const timestamp = (description: string) =>
  string({ format: 'date-time', description, examples: ['2026-11-15T09:30:00.000Z'] });
export const createdAt = timestamp('When it was created: RFC 3339 in UTC, with milliseconds.');
export const slug = string({
  pattern: SLUG,
  maxLength: 64,
  description: 'The unique name of a realm in URLs. It is never given to another realm.',
  examples: ['saas-starter'],
});

export const Visibility = oneOf(['public', 'unlisted', 'private'], {
  description:
    '`public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can read it. `private`: only its owner ' +
    'and administrators can read it. A new realm is public.',
  examples: ['public'],
});

/**
 * What a name that people read must not hold: control characters, and what is invisible or turns the reading direction of the text around it.
 * Allowed are joiners (U+200C, U+200D), variation selectors and tags, which languages and emoji need.
 */
export const NAME_PATTERN =
  '^[^\\u0000-\\u001F\\u007F-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u180E\\u200B\\u200E\\u200F' +
  '\\u202A-\\u202E\\u2060-\\u2069\\u3164\\uFEFF\\uFFA0]*$';
/** Of a new account, whose name is kept lower-case. */
export const USERNAME_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$';
/** A name that people read, in a request. */
export const displayName = string({
  maxLength: 100,
  pattern: NAME_PATTERN,
  description:
    'It must not contain control characters, invisible characters or characters that change the reading direction.',
});

/** 1000 as `1,000`. The first `toLocaleString` of a process takes 30 ms, and this is run at every start. */
export const grouped = (count: number) => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** The parameter of every path of a realm. */
export const realmSlug = object({
  slug: string({ pattern: SLUG, description: 'The realm’s slug.', examples: ['saas-starter'] }),
});

/** A day of UTC. */
const day = (description: string) => string({ format: 'date', description, examples: ['2026-11-15'] });

/** How series of days are asked for. */
export const INTERVALS = ['day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];
export const seriesQuery = {
  from: day('The first day to include (UTC).'),
  to: day('The last day to include (UTC).'),
  format: oneOf(['json', 'csv'], { default: 'json', description: '`csv`: the rows as CSV, with a header line.' }),
};
export const seriesDay = day('The first day of the interval (UTC). Weeks begin on Monday.');
export const seriesTotal = integer({ minimum: 0, description: 'The sum of all rows.', examples: [3] });

/** The media type of a series as CSV. */
export const CSV_TYPE = 'text/csv; charset=utf-8';
export const csv = (...examples: string[]) => ({
  [CSV_TYPE]: string({ description: 'A header line, then a line for each row. Lines end with CRLF.', examples }),
});

export const newPassword = string({
  format: 'new-password',
  description: 'At least 8 characters and at most 1,024 bytes. The 10,000 most common passwords are refused.',
  examples: ['correct horse battery staple'],
});
