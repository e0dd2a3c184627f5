// `admin backup`, run as an operator runs it: beside a catalog that goes on being written to.
// Run: one store, own process
// Needs: minutes
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { firstStart } from '../../src/starters.ts';
import { adminCommand } from './admin-command.ts';
import { anAccount, aRealm, json, signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { create, tarGz, upload } from '../publishing/uploads.ts';
import { until } from '../support/until.ts';

const ada = anAccount({ username: 'ada' });
/** Fifty megabytes, so that copying them takes a while. */
const longDescription = 'Long. '.repeat(40_000);
const realms = Array.from({ length: 200 }, (_, at) => aRealm(ada, { slug: `realm-${at}`, longDescription }));

let catalog: TestCatalog;
let folder: string;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'realm-backup-'));
  const small = { DATABASE_URL: '', REDIS_URL: '', ARCHIVES_URL: '' };
  const manyWrites = { RATE_LIMIT_AUTHENTICATED: '1000000', QUOTA_REALMS_FREE: '1000000' };
  catalog = await startCatalog({}, { ...small, ...manyWrites });
  await firstStart(catalog.services, { empty: true });
  await catalog.insert({ accounts: [ada], realms });
});
after(async () => {
  await catalog[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

function backup(file: string, env: Record<string, string> = {}) {
  const settings = { DATA_DIR: catalog.services.config.dataDir, ...env };
  return adminCommand(['backup', file], settings, folder).ended;
}

test('a backup under a load of writes is whole, and holds every write that was answered before it began', async () => {
  const { token } = await signUp(catalog, { username: 'writer' });
  const answered = { downloads: 0, created: [] as string[] };
  const over = new AbortController();
  async function download(): Promise<void> {
    for (let at = 0; !over.signal.aborted; at += 1) {
      const { status, text } = await catalog.ask(`/v1/realms/realm-${at % 50}/download`, { method: 'POST' });
      assert.equal(status, 200, text);
      answered.downloads += 1;
    }
  }
  async function create(): Promise<void> {
    while (!over.signal.aborted) {
      const realm = { name: 'Made meanwhile', description: 'Something.', category: 'api' };
      const { status, body, text } = await catalog.ask('/v1/realms', json(realm, token));
      assert.equal(status, 201, text);
      answered.created.push(body.slug as string);
    }
  }
  const writing = Promise.all([download(), download(), download(), create(), create()]);

  try {
    // As often as it takes for a few hundred writes to be answered while backups are made.
    let written = 0;
    for (let round = 0; written < 400; round += 1) {
      assert.ok(round < 40, `${written} writes during ${round} backups`);
      const earlier = { downloads: answered.downloads, created: [...answered.created] };
      const file = join(folder, `round-${round}.sqlite`);
      const { code, stderr } = await backup(file);
      assert.equal(code, 0, stderr);
      written += answered.downloads - earlier.downloads + answered.created.length - earlier.created.length;
      assertWhole(file, earlier);
      rmSync(file);
    }
  } finally {
    over.abort();
    await writing;
  }
});

test('backup --every makes a copy when something has changed, keeps the last ones, and ends when it is told to', async () => {
  const copies = join(folder, 'copies');
  mkdirSync(copies);
  const draft = '.catalog-20260101T000000000Z.db.1';
  for (const name of [draft, 'mine.txt']) writeFileSync(join(copies, name), '');
  const env = { DATA_DIR: catalog.services.config.dataDir };
  const { child, ended } = adminCommand(['backup', copies, '--every', '1', '--keep', '2'], env);
  const made = new Set<string>();
  async function anotherCopy(): Promise<void> {
    for (const before = made.size; made.size === before; await setTimeout(50)) {
      assert.equal(child.exitCode, null, 'it ended');
      for (const name of readdirSync(copies)) if (name.startsWith('catalog-')) made.add(name);
    }
  }
  await anotherCopy();
  for (let times = 0; times < 3; times += 1) {
    assert.equal((await catalog.ask('/v1/realms/realm-0/download', { method: 'POST' })).status, 200);
    await anotherCopy();
  }
  child.kill('SIGTERM');
  const { code, stdout, stderr } = await ended;
  assert.deepEqual([code, stderr], [0, '']);
  const left = readdirSync(copies).toSorted();
  const last = [...stdout.matchAll(/catalog-\w+\.db/g)].map(([name]) => name).slice(-2);
  assert.deepEqual(left, ['archives', ...last, 'mine.txt']);
  assertWhole(join(copies, last[1] ?? ''), { downloads: 3, created: [] });
});

/** The data as they are now, in a folder without a running catalog, whose own jobs would write something now and then. */
async function dataWithoutCatalog(name: string): Promise<string> {
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  assert.equal((await backup(join(dataDir, 'catalog.sqlite'))).code, 0);
  const archives = join(catalog.services.config.dataDir, 'archives');
  if (existsSync(archives)) cpSync(archives, join(dataDir, 'archives'), { recursive: true });
  return dataDir;
}

test('backup --every makes no copy when nothing has changed', async () => {
  const copies = join(folder, 'unchanged');
  const dataDir = await dataWithoutCatalog('of-unchanged');
  const { child, ended } = adminCommand(['backup', copies, '--every', '1'], { DATA_DIR: dataDir });
  child.stdout?.once('data', () => void setTimeout(3_500).then(() => child.kill('SIGTERM')));
  const { code, stdout } = await ended;
  assert.equal(code, 0);
  assert.equal(stdout.match(/^.*\.db: \d+ bytes/gm)?.length, 1, stdout);
});

test('backup --every completes the copy that it is making when the terminal is closed in the midst of it', async () => {
  const copies = join(folder, 'hung-up');
  const { child, ended } = adminCommand(['backup', copies, '--every', '1'], {
    DATA_DIR: await dataWithoutCatalog('of-hung-up'),
  });
  await once(child.stdout ?? assert.fail(), 'data'); // before the first copy
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) child.kill(signal);
  const { code, stdout, stderr } = await ended;
  assert.deepEqual([code, stderr], [0, '']);
  const [name = ''] = /catalog-\w+\.db/.exec(stdout) ?? [];
  assert.deepEqual(readdirSync(copies).toSorted(), ['archives', name]);
});

const fileOf = (digest: string, place: string) => join(place, 'archives', digest.slice(0, 2), digest.slice(2));

test('backup --every goes on past an archive that cannot be read, counts it, and copies it once it can be read', async () => {
  const owner = await signUp(catalog, { username: 'publisher' });
  const digests: string[] = [];
  for (const name of ['First published', 'Second published']) {
    const { status, body } = await upload(catalog, await create(catalog, owner, { name }), await tarGz({ a: name }));
    assert.equal(status, 201);
    digests.push(body.sha256 as string);
  }
  const [lost = '', other = ''] = digests;
  const dataDir = await dataWithoutCatalog('of-past-a-fault');
  const original = fileOf(lost, dataDir);
  const intact = readFileSync(original);
  // A folder that is a file: nobody can open what should be in it, root neither.
  rmSync(dirname(original), { recursive: true });
  writeFileSync(dirname(original), '');

  const copies = join(folder, 'past-a-fault');
  const { child, ended } = adminCommand(['backup', copies, '--every', '1'], { DATA_DIR: dataDir });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name]?.on('data', (chunk) => (said[name] += String(chunk)));
  async function untilSaid(pattern: RegExp): Promise<void> {
    for (; !pattern.test(said.stdout); await setTimeout(50)) assert.equal(child.exitCode, null, said.stderr);
  }
  await untilSaid(/\.db: .* realms, 1 new archives, 1 archives are missing,/);
  assert.ok(existsSync(fileOf(other, copies)));
  await setTimeout(1_500); // a round in which nothing has changed
  rmSync(dirname(original));
  mkdirSync(dirname(original));
  writeFileSync(original, intact);
  await untilSaid(/1 archives that were missing are copied, 0 are missing/);
  child.kill('SIGTERM');
  const { code, stdout, stderr } = await ended;
  assert.equal(code, 0);
  assert.match(stderr, new RegExp(`^admin: first-published 1\\.0\\.0 \\(${lost}\\) cannot be copied: ENOTDIR.*\\n$`));
  assert.equal(stdout.match(/\.db: \d+ bytes/g)?.length, 1, 'no copy of the database for an archive alone');
  assert.deepEqual(readFileSync(fileOf(lost, copies)), intact);
});

test('backup --every takes a number of seconds', async () => {
  const env = { DATA_DIR: catalog.services.config.dataDir };
  const { code, stderr } = await adminCommand(['backup', join(folder, 'x'), '--every', '0'], env).ended;
  assert.equal(code, 1);
  assert.match(stderr, /whole number from 1/);
});

/** Kills a backup in the midst of its copy, and returns what is in the folder then. */
async function stopped(place: string, signal: NodeJS.Signals) {
  const env = { DATA_DIR: await dataWithoutCatalog(`of-${signal}`) };
  const { child, ended } = adminCommand(['backup', join(place, 'copy.sqlite')], env);
  await until('a copy is begun', () => readdirSync(place).length > 0);
  child.kill(signal);
  return { ...(await ended), left: readdirSync(place) };
}

test('a backup that is stopped leaves no file, and the next one removes those of one that was killed', async () => {
  const place = mkdtempSync(join(folder, 'stopped-'));
  const { code, stderr, left } = await stopped(place, 'SIGTERM');
  assert.deepEqual([code, stderr, left], [1, 'admin: stopped by SIGTERM.\n', []]);
  const killed = await stopped(place, 'SIGKILL');
  assert.ok(killed.left.length > 0);
  for (const name of killed.left) utimesSync(join(place, name), 0, 0); // one of another machine may still be written to
  const ofOthers = ['.realm-catalog-copy-other.sqlite', '.mine.1'];
  for (const name of ofOthers) writeFileSync(join(place, name), '');
  const done = await backup(join(place, 'whole.sqlite'));
  assert.equal(done.code, 0, done.stderr);
  assert.deepEqual(readdirSync(place).toSorted(), [...ofOthers, 'whole.sqlite'].toSorted());
});

test('backup --every removes what a killed one left among the archives', async () => {
  const copies = join(folder, 'after-a-kill');
  mkdirSync(join(copies, 'archives', 'tmp'), { recursive: true });
  writeFileSync(join(copies, 'archives', 'tmp', 'half'), '');
  const env = { DATA_DIR: await dataWithoutCatalog('of-after-a-kill') };
  const { child, ended } = adminCommand(['backup', copies, '--every', '1'], env);
  child.stdout?.once('data', () => child.kill('SIGTERM'));
  assert.equal((await ended).code, 0);
  assert.deepEqual(readdirSync(join(copies, 'archives', 'tmp')), []);
});

test('a backup of a damaged database is one clear line, and no file', async () => {
  const dataDir = await dataWithoutCatalog('damaged');
  const file = join(dataDir, 'catalog.sqlite');
  const bytes = readFileSync(file);
  bytes.fill(0xff, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 200 * 4_096);
  writeFileSync(file, bytes);
  const place = mkdtempSync(join(folder, 'of-damaged-'));
  const { code, stdout, stderr } = await backup(join(place, 'copy.sqlite'), { DATA_DIR: dataDir });
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^admin: the database is damaged: .*\n$/);
  assert.deepEqual(readdirSync(place), []);
});

/** Sound, at one moment between two transactions, and not before what was answered earlier. */
function assertWhole(file: string, earlier: { downloads: number; created: string[] }): void {
  const copy = new DatabaseSync(file, { readOnly: true });
  const get = (statement: string) => Number(Object.values(copy.prepare(statement).get() ?? {})[0]);
  assert.deepEqual(
    copy
      .prepare('pragma integrity_check')
      .all()
      .map((row) => ({ ...row })),
    [{ integrity_check: 'ok' }],
  );
  assert.deepEqual(copy.prepare('pragma foreign_key_check').all(), []);
  const slugs = new Set(
    copy
      .prepare('select slug from realms')
      .all()
      .map((row) => row['slug']),
  );
  assert.deepEqual(
    earlier.created.filter((slug) => !slugs.has(slug)),
    [],
  );
  const total = (name: string) => get(`select value from totals where name = '${name}'`);
  const pending = get('select coalesce(sum(count), 0) from pending_downloads');
  assert.ok(total('downloads') + pending >= earlier.downloads);
  assert.equal(total('downloads'), get('select sum(count) from download_counts'));
  assert.equal(total('downloads'), get('select sum(count) from download_days'));
  assert.equal(total('realms'), get(`select count(*) from realms where visibility = 'public'`));
  assert.equal(
    get(`select count from category_totals where category = 'api'`),
    get(`select count(*) from realms where visibility = 'public' and category = 'api'`),
  );
  assert.equal(total('accounts'), get('select count(*) from accounts'));
  copy.close();
}

test('a backup says in a line where it is, how large, how many realms it has, and what it is not of', async () => {
  const file = join(folder, 'said.sqlite');
  const { stdout, stderr } = await backup('said.sqlite');
  assert.equal(stderr, '');
  assert.match(stdout, /^.*\n$/);
  const { dataDir } = catalog.services.config;
  const copy = new DatabaseSync(file, { readOnly: true });
  const held = copy.prepare('select count(*) as realms from realms').get()?.['realms'];
  copy.close();
  for (const part of [
    file,
    `${statSync(file).size} bytes`,
    `${Number(held)} realms`,
    `${dataDir}/archives`,
    'secret.key',
  ])
    assert.ok(stdout.includes(part), `${part} in ${stdout}`);
});

test('a backup is private, and leaves nothing else beside it', async () => {
  const place = mkdtempSync(join(folder, 'place-'));
  await backup(join(place, 'copy'));
  assert.deepEqual(readdirSync(place), ['copy']);
  assert.equal(statSync(join(place, 'copy')).mode & 0o777, 0o600);
});

test('a catalog starts on a backup, and answers as the other did', async () => {
  const dataDir = mkdtempSync(join(folder, 'restored-'));
  await backup(join(dataDir, 'catalog.sqlite'));
  const key = readFileSync(join(catalog.services.config.dataDir, 'secret.key'), 'utf8');
  const stores = { DATABASE_URL: '', REDIS_URL: '', ARCHIVES_URL: '', DATA_DIR: dataDir, SECRET_KEY: key };
  await using restored = await startCatalog({}, stores);
  for (const path of ['/v1/realms?limit=50&search=realm', '/v1/stats', '/v1/realms/realm-7'])
    assert.equal((await restored.ask(path)).text, (await catalog.ask(path)).text);
});

async function assertRefused(outcome: ReturnType<typeof backup>, says: RegExp): Promise<void> {
  const { code, stdout, stderr } = await outcome;
  assert.equal(code, 1);
  assert.equal(stdout, '');
  assert.match(stderr, says);
  assert.match(stderr, /^admin: .*\n$/);
}

test('a file that is there is left as it is', async () => {
  const file = join(folder, 'taken');
  writeFileSync(file, 'mine');
  await assertRefused(backup(file), /there already/);
  assert.equal(readFileSync(file, 'utf8'), 'mine');
});

test('a place that cannot be written to is said in a line', async () => {
  await assertRefused(backup(join(folder, 'nowhere', 'copy')), /cannot be written: ENOENT/);
});

test('a folder without a catalog is not backed up', async () => {
  const empty = mkdtempSync(join(folder, 'empty-'));
  await assertRefused(backup(join(folder, 'of-nothing'), { DATA_DIR: empty }), /no catalog/);
  assert.ok(!readdirSync(folder).includes('of-nothing'));
});
