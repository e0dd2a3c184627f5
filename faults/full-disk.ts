// The disk is full at every step of a creation, an upload and a download: with more and more room, until all of it fits.
import assert from 'node:assert/strict';
import { closeSync, cpSync, ftruncateSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reply } from '../server/test/support/harness.ts';
import { aCatalog, type Tortured } from './catalog.ts';
import { NotPossibleError, type Fault } from './fault.ts';
import { check, openLedger, sweep, type Ledger } from './ledger.ts';
import { aVolume, limitFiles } from './volume.ts';
import { anArchive, create, digestOf, download, expect, expectUnavailable, upload, type Opened } from './visits.ts';

const PAGE_BYTES = 4_096;

/** What is left of the disk, in pages; or all of it. */
type Squeeze = (pages: number | 'all') => void;

export const fullDisk: Fault = {
  about: 'disk full at every step of an upload and a write: 503, nothing half done, and on it goes when there is room',
  async run(order) {
    try {
      await using volume = await aVolume('size=16m');
      await using catalog = await aCatalog({ dataDir: volume.folder, within: volume.within });
      return { by: 'a full tmpfs', ...(await walk(catalog, volume.seen, filling(volume.seen), order.isShort)) };
    } catch (error) {
      if (!(error instanceof NotPossibleError)) throw error;
      order.report(`${error.message}; the kernel refuses files above a size instead`);
    }
    await using catalog = await aCatalog();
    const limit: Squeeze = (pages) => limitFiles(catalog.pid, pages === 'all' ? 'unlimited' : pages * PAGE_BYTES);
    return { by: 'a limit to the size of files', ...(await walk(catalog, catalog.dataDir, limit, order.isShort)) };
  },
};

/** Fills a volume with a file, to its end, and takes so much back. */
function filling(folder: string): Squeeze {
  const filler = join(folder, 'filler');
  return (pages) => {
    rmSync(filler, { force: true });
    if (pages === 'all') return;
    const file = openSync(filler, 'w');
    let size = 0;
    for (const chunk of [Buffer.alloc(256 * PAGE_BYTES), Buffer.alloc(PAGE_BYTES)])
      try {
        for (;;) size += writeSync(file, chunk);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    ftruncateSync(file, size - pages * PAGE_BYTES);
    closeSync(file);
  };
}

async function walk(catalog: Tortured, dataDir: string, squeeze: Squeeze, isShort: boolean) {
  const { url } = catalog;
  await catalog.start();
  const ledger = await openLedger(url);
  const { key } = ledger;
  const refused = { creations: 0, uploads: 0, downloads: 0 };
  let steps = 0;
  let fit = 0;
  // When everything has fitted a few times, there is nothing more to see.
  for (let pages = 0; fit < 3 && pages < 400; pages += isShort ? 8 : 1) {
    steps += 1;
    const before = { ...refused };
    const waiting = expect(201, await create(url, key, `Waiting ${pages}`)).body as Opened; // while there is room
    note(ledger, waiting);
    squeeze(pages);

    const bytes = anArchive(40_000);
    const uploaded = await upload(url, waiting, bytes);
    if (!done(uploaded, 201)) refused.uploads += 1;
    ledger.creations += 1;
    const created = await create(url, key, `Made ${pages}`);
    if (done(created, 201)) note(ledger, created.body as Opened, false);
    else refused.creations += 1;
    ledger.downloads.sent += 1;
    const downloaded = await download(url, ledger.slug);
    if (done(downloaded, 200)) ledger.downloads.acked += 1;
    else refused.downloads += 1;

    await assertWhole(catalog, dataDir, waiting, uploaded.status === 201);
    squeeze('all');
    if (uploaded.status !== 201) await uploadAgain(url, waiting, bytes);
    ledger.uploaded.set(waiting.slug, digestOf(bytes));
    if (Object.entries(before).every(([name, count]) => refused[name as keyof typeof refused] === count)) fit += 1;
  }
  assert.ok(fit === 3, 'it never fitted');
  for (const [what, count] of Object.entries(refused)) assert.ok(count > 0, `no ${what} met a full disk`);
  assert.equal(await catalog.stop(), 0);
  const copy = mkdtempSync(join(tmpdir(), 'realm-catalog-torture-')); // SQLite opens no file of another namespace
  try {
    cpSync(dataDir, copy, { recursive: true });
    check(ledger, copy);
    const orphansSwept = await sweep(copy);
    check(ledger, copy);
    return { steps, refused, realms: ledger.created.size, archives: ledger.uploaded.size, orphansSwept, lost: 0 };
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function note(ledger: Ledger, { slug }: Opened, isNew = true): void {
  ledger.created.add(slug);
  if (isNew) ledger.creations += 1;
}

/** Or else it was refused, clearly. */
function done(reply: Reply, status: number): boolean {
  if (reply.status === status) return true;
  expectUnavailable(reply);
  return false;
}

/** Reads go on while the disk is full, and show an upload whole or not at all. */
async function assertWhole(catalog: Tortured, dataDir: string, { slug }: Opened, isThere: boolean): Promise<void> {
  const { version } = expect(200, await catalog.ask(`/v1/realms/${slug}`)).body as { version: string };
  assert.equal(version, isThere ? '1.0.0' : '0.0.0');
  const { versions } = expect(200, await catalog.ask(`/v1/realms/${slug}/versions`)).body as { versions: object[] };
  assert.equal(versions.length, Number(isThere));
  for (const path of ['/healthz', '/readyz', '/v1/realms?search=waiting']) expect(200, await catalog.ask(path));
  assert.deepEqual(readdirSync(join(dataDir, 'archives', 'tmp')), [], 'an upload left its file behind');
}

/** With the same token, which is given back as soon as that can be written down. */
async function uploadAgain(url: string, opened: Opened, bytes: Buffer): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const reply = await upload(url, opened, bytes);
    if (reply.status !== 409 || tries === 50) return void expect(201, reply);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
