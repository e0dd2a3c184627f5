// The fixture of a release: its store for both databases, its source, and what it answered. Later versions are tested with it.
import assert from 'node:assert/strict';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import sql, { join as joined, raw } from 'sql-template-tag';
import { findHead } from '../../src/audit/queries.ts';
import { seal } from '../../src/audit/seal.ts';
import { readConfig, version } from '../../src/config/config.ts';
import type { Database } from '../../src/db/database.ts';
import { tables } from '../../src/db/tables.ts';
import { firstStart } from '../../src/starters.ts';
import { openUnmigratedDatabase } from '../../src/store.ts';
import { PUBLIC_URL, startCatalog } from '../support/harness.ts';
import { withoutLimits } from '../many-processes/many-processes.ts';
import { onServer } from '../support/stores.ts';
import { postgresDump } from './postgres-dump.ts';
import { recordReads, type Read } from './reads.ts';
import { fillCatalog, type FixtureCatalog } from './fixture-catalog.ts';
import { packFolder, packSource, unpackInto } from './source.ts';

/** What `expected.json` holds. */
interface Expected {
  version: string;
  madeAt: string;
  /** Of the catalog that the store was made by. */
  settings: Record<string, string>;
  sample: FixtureCatalog;
  /** The hash of the last sealed entry of the audit. */
  auditHead: string;
  /** How many rows each table has. */
  rows: Record<string, number>;
  reads: Read[];
}

export interface Fixture {
  folder: string;
  expected: Expected;
}

/** Where the fixtures of all releases are, in a folder each. */
export const RELEASES = fileURLToPath(new URL('.', import.meta.url));
/** Of no other store. */
const SECRET_KEY = 'not a secret: it seals the keys of test fixtures alone';
/** On this machine's disk, whichever stores other tests are on. */
const ON_DISK = { DATABASE_URL: '', REDIS_URL: '', ARCHIVES_URL: '' };

/** Oldest first. */
export function readFixtures(): Fixture[] {
  const versions = globSync('*.*.*', { cwd: RELEASES, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  return versions.map((name) => readFixture(join(RELEASES, name)));
}

function readFixture(folder: string): Fixture {
  return { folder, expected: JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected };
}

/** Writes the fixture of this version into a new folder. */
export async function makeFixture(folder: string): Promise<Fixture> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realm-catalog-release-'));
  try {
    const made = await makeStore(dataDir);
    const db = await openUnmigratedDatabase(readConfig({ DATA_DIR: dataDir }));
    const dump = await postgresDump(db);
    const rows = await countRows(
      db,
      tables.map(({ name }) => name),
    );
    const { hash: auditHead } = await findHead(db);
    await db.close();
    for (const [table, count] of Object.entries(rows)) assert.ok(count > 0, `the fixture has no row of ${table}`);
    const isFile = (path: string) => statSync(join(dataDir, path)).isFile();
    const archives = globSync('archives/**/*', { cwd: dataDir }).filter(isFile).toSorted();
    mkdirSync(folder);
    const write = (name: string, data: string | Uint8Array) => writeFileSync(join(folder, name), data);
    write('store.sqlite.gz', gzipSync(readFileSync(join(dataDir, 'catalog.sqlite')), { level: 9 }));
    write('store.postgres.sql.gz', gzipSync(dump, { level: 9 }));
    write('archives.tar.zst', await packFolder(dataDir, archives));
    write('source.tar.zst', await packSource());
    write('expected.json', `${JSON.stringify({ version, ...made, auditHead, rows }, null, 1)}\n`);
    return readFixture(folder);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

/** A store that a running catalog has made, and left as it was stopped. */
async function makeStore(dataDir: string): Promise<Pick<Expected, 'settings' | 'sample' | 'reads' | 'madeAt'>> {
  const settings = { PUBLIC_URL, SECRET_KEY, ...withoutLimits };
  await using catalog = await startCatalog({}, { ...ON_DISK, ...settings, DATA_DIR: dataDir });
  await firstStart(catalog.services, { empty: true });
  const sample = await fillCatalog(catalog);
  await seal(catalog.services.db);
  await catalog.services.downloadCounter.flush(); // else the order by downloads would follow a moment later
  const reads = await recordReads(catalog, sample);
  return { settings, sample, reads, madeAt: new Date().toISOString() };
}

/** A store that is not migrated yet has no other tables than those that its fixture names. */
export async function countRows(db: Database, names: string[]): Promise<Record<string, number>> {
  const counts = names.map((name) => sql`(select count(*) from ${raw(name)}) as ${raw(name)}`);
  return { ...(await db.get<Record<string, number>>(sql`select ${joined(counts)}`)) };
}

/** Puts the store of a fixture into an empty folder, and into an empty database if one is named. */
export async function restoreFixture({ folder }: Fixture, dataDir: string, databaseUrl?: string): Promise<void> {
  const read = (name: string) => readFileSync(join(folder, name));
  await unpackInto(dataDir, read('archives.tar.zst'));
  if (databaseUrl) await onServer(databaseUrl, gunzipSync(read('store.postgres.sql.gz')).toString());
  else writeFileSync(join(dataDir, 'catalog.sqlite'), gunzipSync(read('store.sqlite.gz')));
}
