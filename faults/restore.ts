// The restore drill: a catalog is backed up again and again under load, destroyed, and restored from its last copy.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { adminCommand } from '../server/test/admin/admin-command.ts';
import { aCatalog } from './catalog.ts';
import type { Fault } from './fault.ts';
import { check, openLedger, work, type Ledger } from './ledger.ts';

const SECONDS_BETWEEN = 1;
const PATIENCE_MS = 120_000;

export const restore: Fault = {
  about: 'backed up under load, destroyed and restored: nothing that is older than the last copy is lost',
  async run({ isShort, report }) {
    await using catalog = await aCatalog();
    await using backups = temporaryFolder();
    await catalog.start();
    const ledger = await openLedger(catalog.url);
    const stopping = new AbortController();
    const working = work({ clients: 8, ledger, pause: 5 }, stopping.signal);
    const secretKey = readFileSync(join(catalog.dataDir, 'secret.key'));
    const command = adminCommand(['backup', backups.path, '--every', String(SECONDS_BETWEEN)], {
      DATA_DIR: catalog.dataDir,
    });

    const known = await untilCopied(isShort ? 2 : 15, backups.path, ledger, command.child);
    command.child.kill('SIGKILL'); // it is on the same machine
    await command.ended;
    await catalog.stop('SIGKILL');
    const destroyedAt = Date.now();
    rmSync(catalog.dataDir, { recursive: true });
    stopping.abort();
    await working;
    report((await command.ended).stdout.trim());

    const copy = copiesIn(backups.path).at(-1) ?? assert.fail('there is no copy');
    mkdirSync(catalog.dataDir, { mode: 0o700 });
    cpSync(join(backups.path, copy), join(catalog.dataDir, 'catalog.sqlite'));
    cpSync(join(backups.path, 'archives'), join(catalog.dataDir, 'archives'), { recursive: true });
    writeFileSync(join(catalog.dataDir, 'secret.key'), secretKey, { mode: 0o600 });
    const restoredFrom = Date.now();
    await catalog.start();
    const readyAfterMs = Date.now() - restoredFrom;
    for (const words of [
      ['archives', 'verify'],
      ['audit', 'verify'],
    ]) {
      const { status, said } = catalog.admin(...words);
      assert.equal(status, 0, said);
      report(said.trim());
    }
    const { sent } = ledger.downloads;
    const stored = check(
      { ...known, downloads: { ...known.downloads, sent }, creations: ledger.creations },
      catalog.dataDir,
    );
    return {
      secondsBetweenCopies: SECONDS_BETWEEN,
      copyBeganSecondsBefore: (destroyedAt - beganAt(copy)) / 1_000,
      readyAfterMs,
      lost: {
        downloads: lost(ledger.downloads.acked, stored.downloads),
        realms: lost(ledger.created.size, stored.realms),
        archives: lost(ledger.uploaded.size, stored.archives),
      },
      acknowledged: {
        downloads: ledger.downloads.acked,
        realms: ledger.created.size,
        archives: ledger.uploaded.size,
      },
    };
  },
};

/** What is stored may be more: what was done and not yet acknowledged. */
const lost = (acknowledged: number, stored: number) => Math.max(0, acknowledged - stored);

function temporaryFolder(): AsyncDisposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'realm-catalog-backups-'));
  return { path, [Symbol.asyncDispose]: async () => rmSync(path, { recursive: true, force: true }) };
}

const copiesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('catalog-'))
    .toSorted();

/** Waits for so many copies, and some load after them. Returns what was acknowledged before the last of them began. */
async function untilCopied(
  copies: number,
  folder: string,
  ledger: Ledger,
  command: { readonly exitCode: number | null },
): Promise<Ledger> {
  const until = Date.now() + PATIENCE_MS;
  const states = [stateOf(ledger)];
  for (;;) {
    const before = stateOf(ledger);
    const there = copiesIn(folder).length;
    while (states.length <= there) states.push(before); // the next copy begins after this moment
    if (there >= copies) break;
    assert.ok(Date.now() < until && command.exitCode === null, 'the copies are not made');
    await setTimeout(20);
  }
  await setTimeout(500);
  return states[Math.min(copiesIn(folder).length, states.length) - 1] ?? assert.fail();
}

const stateOf = (ledger: Ledger): Ledger => ({
  ...ledger,
  downloads: { ...ledger.downloads },
  uploaded: new Map(ledger.uploaded),
  created: new Set(ledger.created),
});

function beganAt(copy: string): number {
  const text = copy.replace(/^catalog-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z.*/, '$1-$2-$3T$4:$5:$6.$7Z');
  return Date.parse(text);
}
