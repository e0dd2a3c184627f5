// Downloads over HTTP: a counted link to an archive, downloads by day and version, and realms as templates of giget.
import { GENERATED_VERSION, MAX_DOWNLOAD_ROWS } from '@realm-catalog/contract';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { anonymous, type Caller } from '../credentials/caller.ts';
import type { Serve } from '../api/api.ts';
import { csvBody } from '../http/csv.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { problem } from '../http/problem.ts';
import { clientAddress } from '../client-address.ts';
import { findNewSlug } from '../realms/old-slug-queries.ts';
import { noRealm, NoRealmError } from '../realms/ownership.ts';
import { findRealm, visibleTo } from '../realms/queries.ts';
import type { Archives } from '../archives/archives.ts';
import type { Config } from '../config.ts';
import type { Keyring } from '../credentials/keyring.ts';
import type { Database } from '../db/database.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { ArchiveFiles } from '../files/archive-files.ts';
import { repackedArchives } from '../files/repacked-archives.ts';
import type { Counter } from './counter.ts';
import { archiveRoutes } from './archive-routes.ts';
import { generatedArchives } from './generated-archives.ts';
import { gigetTemplate } from './giget.ts';
import { links } from './links.ts';
import { findDownloadable, listDownloads, type Downloadable, type StoredArchive } from './queries.ts';
import { recordOnce } from './idempotency.ts';

/** The cache is emptied by every change of a realm, and more realms are not downloaded between two changes. */
const MAX_CACHED = 1_000;

interface DownloadServices {
  db: Database;
  config: Pick<Config, 'publicUrl'>;
  archives: Archives;
  files: ArchiveFiles;
  downloadCounter: Counter;
  keyring: Keyring;
  catalog: Catalog;
}

/** `onRequest` admits the requests of giget as requests to the API. */
export function downloads(
  serve: Serve,
  app: FastifyInstance,
  services: DownloadServices,
  onRequest: onRequestHookHandler,
): void {
  const { db, config, archives, downloadCounter, keyring, catalog } = services;
  const signed = links(keyring, config.publicUrl, archives);
  const generate = generatedArchives(archives);
  const findRepacked = repackedArchives(archives, services.files);
  archiveRoutes(app, archives, signed);

  /** The newest archives for anonymous callers. Entries are good until a realm changes, and not while the store is away. */
  const cache = new LRUCache<string, { found: Downloadable; nonce: number }>({ max: MAX_CACHED });

  async function findNewest(slug: string): Promise<Downloadable | undefined> {
    const { nonce, staleSeconds } = catalog;
    const cached = cache.get(slug);
    if (cached?.nonce === nonce && staleSeconds === undefined) return cached.found;
    const found = await findDownloadable(db, anonymous, slug);
    if (found) cache.set(found.realm.slug, { found, nonce }); // `slug` is a slice of the URL, and would keep all of it in memory
    return found;
  }

  async function find(caller: Caller, slug: string, version?: string): Promise<Downloadable> {
    const isCacheable = caller.kind === 'anonymous' && version === undefined;
    const found = await (isCacheable ? findNewest(slug) : findDownloadable(db, caller, slug, version));
    if (!found) throw noRealm();
    const isGenerated = !found.hasVersions && (version ?? GENERATED_VERSION) === GENERATED_VERSION;
    if (!found.archive && !isGenerated) throw problem('not_found', 'This realm has no such version.');
    return found;
  }

  /** The realm that had this slug before; rethrows the error if there is none. */
  async function findRenamed(oldSlug: string, error: unknown): Promise<Downloadable> {
    const slug =
      error instanceof NoRealmError ? await findNewSlug(db, oldSlug, visibleTo(anonymous, 'bySlug')) : undefined;
    if (slug === undefined) throw error;
    return find(anonymous, slug);
  }

  async function linkTo({ realm }: Downloadable, { version, digest, size, format }: StoredArchive) {
    const filename = `${realm.slug}-${version}.${format}`;
    const { url, expiresAt } = await signed.sign({ realmId: realm.id, digest, filename });
    return { downloadUrl: url, expiresAt, version, size, sha256: digest, filename };
  }

  serve('downloadRealm', async ({ caller, ip, headers, params, query }) => {
    const key = readIdempotencyKey(headers);
    const found = await find(caller, params.slug, query.version || undefined);
    const { realm, archive } = found;
    const served = archive ?? (await generate(realm)); // before it is counted, so that a counted download can be fetched
    const body = await linkTo(found, served);
    const download = { id: realm.id, seq: realm.seq, version: served.version };
    if (key === undefined) {
      await downloadCounter.record(download);
      return { body };
    }
    const callerName = 'account' in caller ? `account ${caller.account.id}` : `address ${clientAddress(ip)}`;
    const request = { realmId: realm.id, version: query.version ?? '' };
    const first = await recordOnce(services, download, {
      key,
      caller: callerName,
      request,
      ...(archive && { archive }),
    });
    if (!first) throw problem('unprocessable', 'This Idempotency-Key was used for another download. Send a new one.');
    return { body: await linkTo(found, first.archive ?? (await generate(realm))) };
  });

  serve('getDownloads', async ({ caller, params, query }) => {
    const { from = '0000-01-01', to = '9999-12-31', interval = 'day', by, format } = query;
    const realm = await findRealm(db, caller, params.slug);
    if (!realm) throw noRealm();
    const isByVersion = by === 'version';
    const days = await listDownloads(db, realm.id, { from, to, interval, isByVersion });
    if (days.length > MAX_DOWNLOAD_ROWS)
      throw invalid('interval', 'gives too many rows; ask for a longer one, or for fewer days');
    if (format === 'csv') return downloadsCsv(days, isByVersion);
    return { body: { total: days.reduce((total, { downloads }) => total + downloads, 0), days } };
  });

  app.get<{ Params: { file: string } }>('/giget/:file', { onRequest }, async ({ params }, reply) => {
    const [, slug] = /^(.+)\.json$/.exec(params.file) ?? [];
    if (!slug) throw problem('not_found', 'Nothing answers at this address.');
    const found = await find(anonymous, slug).catch((error: unknown) => findRenamed(slug, error));
    const { version, digest } = found.archive ?? (await generate(found.realm));
    const repacked = found.archive ? await findRepacked(found.archive) : digest;
    if (!repacked) throw problem('not_found', 'The files of this realm cannot be read.');
    const { id, slug: name } = found.realm;
    const { url } = await signed.sign({ realmId: id, digest: repacked, filename: `${name}-${version}.tar.gz` });
    return reply.header('cache-control', 'no-store').send(gigetTemplate(name, version, url, config.publicUrl));
  });
}

function downloadsCsv(days: Awaited<ReturnType<typeof listDownloads>>, isByVersion: boolean) {
  const header = ['day', ...(isByVersion ? ['version'] : []), 'downloads'];
  return csvBody(
    header,
    days.map(({ day, version, downloads }) => [day, ...(version === undefined ? [] : [version]), downloads]),
  );
}

function invalid(field: string, message: string): Error {
  return problem('invalid_request', 'Some parameters are not valid.', { errors: [{ field, message }] });
}
