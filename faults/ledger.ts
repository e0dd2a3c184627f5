// What clients sent, what was acknowledged to them, and what is stored: nothing that was acknowledged may be missing.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { diskArchives } from '../server/src/archives/disk.ts';
import { openSqlite } from '../server/src/db/sqlite.ts';
import { findUsedDigests } from '../server/src/publishing/queries.ts';
import { reasonOf } from '../server/test/support/load.ts';
import { anArchive, create, digestOf, download, expect, openAccount, publish, upload, type Opened } from './visits.ts';

export interface Ledger {
  url: string;
  /** Of the account whose realms they are. */
  key: string;
  /** The realm that is downloaded. */
  slug: string;
  downloads: { sent: number; acked: number };
  /** Digests of archives by the slugs of their realms. */
  uploaded: Map<string, string>;
  created: Set<string>;
  creations: number;
}

export async function openLedger(url: string): Promise<Ledger> {
  const key = await openAccount(url);
  const bytes = anArchive();
  const { slug } = await publish(url, key, 'Target', bytes);
  return {
    url,
    key,
    slug,
    downloads: { sent: 0, acked: 0 },
    uploaded: new Map([[slug, digestOf(bytes)]]),
    created: new Set([slug]),
    creations: 1,
  };
}

interface Stored {
  downloads: number;
  realms: number;
  archives: number;
}

interface Work {
  clients: number;
  ledger: Ledger;
  /** Between two requests of one client, in milliseconds. */
  pause?: number;
}

/** Half of them download, the others create realms and upload to them, each until its server is gone. Returns how that showed. */
export async function work({ clients, ledger, pause = 0 }: Work, stopping: AbortSignal): Promise<string[]> {
  const visits = Array.from({ length: clients }, (_, at) => (at % 2 === 0 ? downloadOne : publishOne));
  const ends = await Promise.all(visits.map((visit) => oneClient(() => visit(ledger), pause, stopping)));
  return ends.filter((end) => end !== undefined);
}

/** They are at work when the server is stopped. Returns what that came to, and how it showed to them. */
export async function workUntil<End>(
  stop: () => Promise<End>,
  { most, ...job }: Work & { most: number },
): Promise<{ end: End; ends: string[] }> {
  const stopping = new AbortController();
  const working = work(job, stopping.signal);
  await midst(job.ledger, most);
  const end = await stop();
  stopping.abort();
  return { end, ends: await working };
}

async function oneClient(
  visit: () => Promise<void>,
  pause: number,
  stopping: AbortSignal,
): Promise<string | undefined> {
  while (!stopping.aborted)
    try {
      await visit();
      if (pause > 0) await setTimeout(pause);
    } catch (error) {
      const reason = reasonOf(error as Error);
      if (!/^E[A-Z]+$/.test(reason)) throw error; // an answer that should not have been
      return reason;
    }
  return undefined;
}

async function downloadOne(ledger: Ledger): Promise<void> {
  ledger.downloads.sent += 1;
  expect(200, await download(ledger.url, ledger.slug));
  ledger.downloads.acked += 1;
}

async function publishOne(ledger: Ledger): Promise<void> {
  const { url, key } = ledger;
  ledger.creations += 1;
  const made = expect(201, await create(url, key, `Made ${ledger.creations}`)).body as Opened;
  ledger.created.add(made.slug);
  const bytes = anArchive();
  expect(201, await upload(url, made, bytes));
  ledger.uploaded.set(made.slug, digestOf(bytes));
}

/** A moment in which all are at work: each kind has been acknowledged at least once more, however slow the machine is. */
async function midst({ uploaded, downloads }: Ledger, most: number): Promise<void> {
  const before = { uploads: uploaded.size, downloads: downloads.acked };
  await setTimeout((0.2 + Math.random() * 0.8) * most);
  for (let waited = 0; waited < 400; waited += 1) {
    if (uploaded.size > before.uploads && downloads.acked > before.downloads) return;
    await setTimeout(50);
  }
}

/** Nothing that was acknowledged is missing, and nothing is there by half. Returns how much is stored. */
export function check(ledger: Ledger, dataDir: string): Stored {
  const db = new DatabaseSync(join(dataDir, 'catalog.sqlite'), { readOnly: true });
  const rows = (sql: string) => db.prepare(sql).all() as Record<string, string | number>[];
  assert.deepEqual(
    rows('pragma integrity_check').map((row) => row['integrity_check']),
    ['ok'],
  );
  assert.deepEqual(rows('pragma foreign_key_check'), []);
  const [counted, summed, pending] = ['download_counts', 'download_days', 'pending_downloads'].map(
    (table) =>
      rows(`select coalesce(sum(count), 0) as n from ${table} join realms on realms.id = realm_id
        where slug = '${ledger.slug}'`)[0]?.['n'] as number,
  );
  assert.equal(summed, counted, 'the days sum to the count');
  checkSums(rows);
  const slugs = new Set(rows('select slug from realms').map((row) => row['slug']));
  const stored = new Map(
    rows('select slug, digest from versions join realms on realms.id = realm_id').map((row) => [
      String(row['slug']),
      String(row['digest']),
    ]),
  );
  db.close();

  const { sent, acked } = ledger.downloads;
  const downloads = (counted ?? 0) + (pending ?? 0);
  assert.ok(
    acked <= downloads && downloads <= sent,
    `${downloads} downloads, of ${sent} sent and ${acked} acknowledged`,
  );
  for (const slug of ledger.created) assert.ok(slugs.has(slug), `the realm ${slug} is gone`);
  assert.ok(slugs.size <= ledger.creations, 'a realm that nobody sent');
  assert.ok(stored.size <= ledger.creations, 'an archive that nobody sent');
  for (const [slug, digest] of ledger.uploaded)
    assert.equal(stored.get(slug), digest, `the archive of ${slug} is gone`);
  for (const digest of stored.values())
    assert.equal(digestOf(readFileSync(pathOf(dataDir, digest))), digest, 'an archive is not what it says');
  return { downloads, realms: slugs.size, archives: stored.size };
}

/** Every download is of a version that there is, and all of them sum to the totals, by day and by category. */
function checkSums(rows: (sql: string) => Record<string, string | number>[]): void {
  const unknown = `select * from download_days where version <> '0.0.0' and not exists (select 1 from versions
    where versions.realm_id = download_days.realm_id and versions.version = download_days.version)`;
  assert.deepEqual(rows(unknown), [], 'a download of no version');
  const days = `select day, sum(count) as value from download_days join realms on realms.id = realm_id
    where visibility = 'public'`;
  const totals = `select day, value from day_totals where metric = 'downloads' and category`;
  assert.deepEqual(rows(`${totals} = '' order by day`), rows(`${days} group by day order by day`));
  assert.deepEqual(
    rows(`${totals} <> '' order by category, day`),
    rows(`${days} group by category, day order by category, day`),
  );
  const sums = `select (select value from totals where name = 'downloads') as total,
    (select coalesce(sum(value), 0) from day_totals where metric = 'downloads' and category = '') as by_day`;
  assert.deepEqual(
    rows(sums).map((row) => row['by_day']),
    rows(sums).map((row) => row['total']),
  );
}

/**
 * After a stop: exactly what was acknowledged is stored. A connection that the kernel makes at the very moment when the port is closed is
 * reset by it. What was sent on such a one was not read, so nothing of it may be there. Returns how many there were.
 */
export function checkStopped(ledger: Ledger, dataDir: string, ends: string[]): number {
  for (const end of ends) assert.match(end, /^ECONN(REFUSED|RESET)$/);
  const { downloads, created, uploaded } = ledger;
  assert.deepEqual(check(ledger, dataDir), {
    downloads: downloads.acked,
    realms: created.size,
    archives: uploaded.size,
  });
  downloads.sent = downloads.acked; // the others met a closed port
  return ends.filter((end) => end === 'ECONNRESET').length;
}

export function pathOf(dataDir: string, digest: string): string {
  return join(dataDir, 'archives', digest.slice(0, 2), digest.slice(2));
}

/** As the service does it, but at once; then what is on the disk is what versions refer to, and nothing else. Returns how many went. */
export async function sweep(dataDir: string): Promise<number> {
  const db = openSqlite(join(dataDir, 'catalog.sqlite'));
  const archives = diskArchives(join(dataDir, 'archives'));
  const swept = await archives.sweep((digests) => findUsedDigests(db, digests), 0);
  const left: string[] = [];
  for await (const { digest } of archives.list()) left.push(digest);
  assert.deepEqual(await findUsedDigests(db, left), new Set(left), 'an orphan is left');
  assert.deepEqual(readdirSync(join(dataDir, 'archives', 'tmp')), [], 'a temporary file is left');
  await db.close();
  return swept;
}
