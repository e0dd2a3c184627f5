// Downloads over HTTP: a counted link to an archive, downloads by day and version, and realms as templates of giget.
import { MAX_DOWNLOAD_ROWS } from '@realm-catalog/contract';
import type { Caller } from '../credentials/caller.ts';
import type { AddHandler } from '../api/api.ts';
import type { RawHandler } from '../api/raw-routes.ts';
import { csvBody } from '../http/csv.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { invalidParameters } from '../http/problem.ts';
import { clientAddress } from '../http/client-address.ts';
import { noRealm } from '../realms/ownership.ts';
import { findRealm } from '../realms/queries.ts';
import { MissingArchiveError, type Archives } from '../archives/archives.ts';
import { archivePresence } from '../archives/presence.ts';
import { digestOf } from '../archives/storage-key.ts';
import type { Config } from '../config/config.ts';
import type { Keyring } from '../credentials/keyring.ts';
import { StoreUnavailableError, type Database } from '../db/database.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { ArchiveFiles } from '../files/archive-files.ts';
import { repackedArchives } from '../files/repacked-archives.ts';
import type { Counter } from './counter.ts';
import { downloadAnswers } from './answers.ts';
import { archiveHandler } from './archive-routes.ts';
import { damages } from '../telemetry.ts';
import { generatedArchives } from './generated-archives.ts';
import { downloadFinder } from './find-download.ts';
import { gigetHandler } from './giget.ts';
import { links, type Links } from './links.ts';
import { isQuarantined, listDownloads, type StoredArchive } from './queries.ts';
import { findFirst, idempotencyKey } from '../api/with-idempotency-key.ts';

interface DownloadServices {
  db: Database;
  config: Pick<Config, 'publicUrl'>;
  archives: Archives;
  files: ArchiveFiles;
  downloadCounter: Counter;
  keyring: Keyring;
  catalog: Catalog;
}

/** Adds the operations, and returns the handlers of the addresses beside them: archives, and templates of giget. */
export function addDownloadHandlers(
  addHandler: AddHandler,
  services: DownloadServices,
): Record<'archive' | 'giget', RawHandler> {
  const { db, config, archives, downloadCounter, keyring, catalog } = services;
  const signed = links(keyring, config.publicUrl, archives);
  const presence = archivePresence(archives);
  const generate = generatedArchives(archives, presence);
  const { find, findByAnySlug } = downloadFinder(db, catalog);
  const sign: Links['sign'] = async (target) => {
    if (await presence.isThere(target.name)) return signed.sign(target);
    const digest = digestOf(target.name);
    damages.publish({ digest });
    throw new MissingArchiveError(digest);
  };
  const { answerTo, linkTo } = downloadAnswers({ ...signed, sign }, generate);

  addHandler('downloadRealm', async ({ caller, ip, headers, params, query }) => {
    const key = readIdempotencyKey(headers);
    const found = await find(caller, params.slug, query.version || undefined);
    const { realm, archive } = found;
    const { version, bytes } = await answerTo(found); // before it is counted, so that a counted download can be fetched
    const download = { id: realm.id, seq: realm.seq, version };
    if (key === undefined) {
      await downloadCounter.count(download);
      return { bytes };
    }
    const request = { realmId: realm.id, version: query.version ?? '' };
    const keyed = { key, owner: keyOwner(caller, ip), request, archive: archive ?? null };
    return linkTo(realm, (await countOnce(services, download, keyed)) ?? (await generate(realm)));
  });

  addHandler('getDownloads', async ({ caller, params, query }) => {
    const { from = '0000-01-01', to = '9999-12-31', interval = 'day', by, version = '', format } = query;
    const realm = await findRealm(db, caller, params.slug);
    if (!realm) throw noRealm();
    const isByVersion = by === 'version';
    const days = await listDownloads(db, realm.id, { from, to, interval, isByVersion, version });
    if (days.length > MAX_DOWNLOAD_ROWS)
      throw invalidParameters({
        field: 'interval',
        message: 'gives too many rows: send a longer interval or fewer days',
      });
    if (format === 'csv') return downloadsCsv(days, isByVersion);
    return { body: { total: days.reduce((total, { downloads }) => total + downloads, 0), days } };
  });

  return {
    archive: archiveHandler(archives, signed, presence, (realmId) => isWithdrawn(services, realmId)),
    giget: gigetHandler({
      publicUrl: config.publicUrl,
      find: findByAnySlug,
      generate,
      findRepacked: repackedArchives(archives, services.files, presence),
      sign,
    }),
  };
}

/** Whether the realm is quarantined, as far as the database can say: links work while it is unavailable. */
async function isWithdrawn(
  { db, catalog }: Pick<DownloadServices, 'db' | 'catalog'>,
  realmId: string,
): Promise<boolean> {
  if (catalog.staleSeconds !== undefined) return false;
  return isQuarantined(db, realmId).catch((error: unknown) => {
    if (error instanceof StoreUnavailableError) return false;
    throw error;
  });
}

/** Whose an Idempotency-Key is. */
function keyOwner(caller: Caller, ip: string): string {
  return 'account' in caller ? `account ${caller.account.id}` : `address ${clientAddress(ip)}`;
}

function downloadsCsv(days: Awaited<ReturnType<typeof listDownloads>>, isByVersion: boolean) {
  const header = ['day', ...(isByVersion ? ['version'] : []), 'downloads'];
  return csvBody(
    header,
    days.map(({ day, version, downloads }) => [day, ...(version === undefined ? [] : [version]), downloads]),
  );
}

interface KeyedDownload {
  key: string;
  owner: string;
  /** `version` is empty where none was requested. */
  request: { realmId: string; version: string };
  /** Null for a generated archive, which is not stored for a day. */
  archive: StoredArchive | null;
}

/**
 * Counts a download unless one was counted with this key. Returns the archive of the first download with the key. Its link is not stored: it
 * may have expired, and a new one leads to the same archive.
 *
 * The first row with the hash wins, in the transaction that counts, and only its download is counted. So two processes cannot both count, and
 * nobody is told to wait: requests at the same time wait for the commit and read the row that it left.
 */
async function countOnce(
  { db, downloadCounter }: { db: Database; downloadCounter: Counter },
  counted: Parameters<Counter['count']>[0],
  { key, owner, request, archive }: KeyedDownload,
): Promise<StoredArchive | null> {
  const done = { realmId: request.realmId, result: JSON.stringify(archive) };
  const own = idempotencyKey(key, [owner], JSON.stringify(request), done);
  const find = () => findFirst(db, own, 'download');
  let first = await find();
  if (!first) {
    await downloadCounter.count(counted, own);
    first = (await find()) ?? own;
  }
  return JSON.parse(first.result) as StoredArchive | null;
}
