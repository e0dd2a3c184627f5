// Downloads: a link to a realm's archive, and how often it was asked for.
import { csv, grouped, INTERVALS, realmSlug, seriesDay, seriesQuery, seriesTotal, timestamp } from './fields.ts';
import type { Resource } from './operation.ts';
import { integer, list, object, oneOf, string } from './schema.ts';

const Download = object({
  downloadUrl: string({
    format: 'uri',
    description: 'Signed; good until `expiresAt`. Fetching it counts nothing.',
    examples: ['https://catalog.example/archives/9f86d081/saas-starter-1.0.0.tar.gz?expires=1794733800'],
  }),
  expiresAt: timestamp('When the link ends: in 15 minutes.'),
  version: string({ examples: ['1.0.0'] }),
  size: integer({ minimum: 0, description: 'Of the archive, in bytes.', examples: [4096] }),
  sha256: string({ description: 'Of the archive, in hexadecimal.', examples: ['9f86d081884c7d65…'] }),
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
          description: 'With `by=version` alone; 0.0.0 before the first upload.',
          examples: ['1.0.0'],
        }),
      },
    ),
    { description: 'The intervals that have downloads, the oldest first; of one interval, by version.' },
  ),
});

export const downloadResource = {
  chapter: 'Downloads',
  description: 'Links to the archives of realms, and how often they were asked for.',
  schemas: { Download, DownloadSeries },
  meanings: {
    Download: 'A link to an archive, and what is behind it.',
    DownloadSeries: 'The downloads of a realm by day, week or month.',
  },
  details: {
    downloadRealm: {
      clientMethod: 'realms.download',
      summary: 'Download a realm',
      description:
        'Records one download and gives a link to the archive. With the header `Idempotency-Key`, asking again within 24 hours counts ' +
        'once. `version` asks for another than the newest, a yanked one too.',
      params: realmSlug,
      query: object(
        {},
        { version: string({ description: 'Default: the newest that is not yanked.', examples: ['1.0.0'] }) },
      ),
      reply: { status: 200, schema: Download },
      errors: ['not_found', 'unprocessable'],
    },
    getDownloads: {
      clientMethod: 'realms.downloads',
      summary: 'Read the downloads of a realm by day',
      description:
        'Days are UTC. Without `from` and `to`, all of them: they sum to `downloadCount`. ' +
        `More than ${grouped(MAX_DOWNLOAD_ROWS)} rows are a 400.`,
      params: realmSlug,
      query: object(
        {},
        {
          ...seriesQuery,
          interval: oneOf(INTERVALS, { default: 'day' }),
          by: oneOf(['version'], { description: 'A row for each version.' }),
          version: string({ description: 'Of this version alone.', examples: ['1.0.0'] }),
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
