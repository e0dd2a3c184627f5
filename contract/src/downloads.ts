// Downloads: a link to a realm's archive, and how often it was asked for.
import { csv, grouped, INTERVALS, realmSlug, seriesDay, seriesQuery, seriesTotal, timestamp } from './fields.ts';
import type { Resource } from './operation.ts';
import { integer, list, object, oneOf, string } from './schema.ts';

const Download = object({
  downloadUrl: string({
    format: 'uri',
    description: 'A signed URL, valid until `expiresAt`. Fetching it does not count as a download.',
    examples: ['https://catalog.example/archives/9f86d081/saas-starter-1.0.0.tar.gz?expires=1794733800'],
  }),
  expiresAt: timestamp('When the link expires: 15 minutes after the request.'),
  version: string({ examples: ['1.0.0'] }),
  size: integer({ minimum: 0, description: 'The size of the archive, in bytes.', examples: [4096] }),
  sha256: string({ description: 'The SHA-256 of the archive, in hexadecimal.', examples: ['9f86d081884c7d65…'] }),
  filename: string({ examples: ['saas-starter-1.0.0.tar.gz'] }),
});

/** More rows are refused: ask for a longer interval, or for fewer days. */
export const MAX_DOWNLOAD_ROWS = 10_000;
const DownloadSeries = object({
  total: seriesTotal,
  days: list(
    object(
      { day: seriesDay, downloads: integer({ minimum: 1, examples: [3] }) },
      {
        version: string({
          description: 'Only with `by=version`. Downloads before the first upload have 0.0.0.',
          examples: ['1.0.0'],
        }),
      },
    ),
    { description: 'The intervals with downloads, oldest first, then by version.' },
  ),
});

export const downloadResource = {
  chapter: 'Downloads',
  description: 'Links to the archives of realms, and counts of downloads.',
  schemas: { Download, DownloadSeries },
  meanings: {
    Download: 'A link to an archive, with its size and digest.',
    DownloadSeries: 'The downloads of a realm by day, week or month.',
  },
  details: {
    downloadRealm: {
      clientMethod: 'realms.download',
      summary: 'Download a realm',
      description:
        'Records one download and returns a link to the archive. If you repeat the request with the same `Idempotency-Key` within 24 ' +
        'hours, it counts once. Send `version` to get another version than the newest. It may be a yanked version.',
      params: realmSlug,
      query: object(
        {},
        { version: string({ description: 'Default: the newest version that is not yanked.', examples: ['1.0.0'] }) },
      ),
      reply: { status: 200, schema: Download },
      errors: ['not_found', 'unprocessable'],
    },
    getDownloads: {
      clientMethod: 'realms.downloads',
      summary: 'Read the downloads of a realm by day',
      description:
        'Days are in UTC. Without `from` and `to`, you get all days; their sum is `downloadCount`. More than ' +
        `${grouped(MAX_DOWNLOAD_ROWS)} rows are a 400.`,
      params: realmSlug,
      query: object(
        {},
        {
          ...seriesQuery,
          interval: oneOf(INTERVALS, { default: 'day' }),
          by: oneOf(['version'], { description: 'Adds a row for each version.' }),
          version: string({ description: 'Only downloads of this version.', examples: ['1.0.0'] }),
        },
      ),
      reply: {
        status: 200,
        schema: DownloadSeries,
        alternatives: csv('day,version,downloads\r\n2026-11-15,1.0.0,3\r\n'),
      },
      errors: ['not_found'],
    },
  },
} as const satisfies Resource;
