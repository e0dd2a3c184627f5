// Upgrades from releases: a later version takes over the store that a release has left, and runs beside the release's own code.
// Needs: PostgreSQL
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test, type TestContext } from 'node:test';
import { verify } from '../../src/audit/verify.ts';
import { migrate } from '../../src/db/migrate.ts';
import { processFor, withoutPostgres } from '../many-processes/many-processes.ts';
import { countRows, makeFixture, readFixtures, type Fixture } from './fixture.ts';
import { mixedLoad, storedCounts } from './mixed-load.ts';
import { assertSameReads } from './reads.ts';
import { commonPart, contentOf, onDatabase, restored } from './restored.ts';
import { thisVersion, unpackProgram, type Program } from './source.ts';
import { countOf, download, downloadAll, publish, send, useCredentials } from './use.ts';
import { until } from '../support/until.ts';
import { startPostgres } from '../support/servers/postgres.ts';

const missing = withoutPostgres();
const needsPostgres = { skip: missing };
const { TEST_DATABASE_URL: given } = process.env;
const postgres = given || missing ? undefined : await startPostgres();
const server = given ?? postgres?.url ?? '';
const scratch = mkdtempSync(join(tmpdir(), 'realm-catalog-releases-'));
after(async () => {
  await postgres?.[Symbol.asyncDispose]();
  rmSync(scratch, { recursive: true });
});

interface Upgrade {
  name: string;
  from: Fixture;
  old: Program;
  next: Program;
}

const sourceOf = ({ folder }: Fixture) => readFileSync(join(folder, 'source.tar.zst'));

async function fromRelease(from: Fixture): Promise<Upgrade> {
  const { version } = from.expected;
  const old = await unpackProgram(join(scratch, version), sourceOf(from));
  return { name: `${version} to this version`, from, old, next: thisVersion };
}

/** From this version, as if it were released now, to its own source with a further migration. */
async function toNextVersion(): Promise<Upgrade> {
  const from = await makeFixture(join(scratch, 'fixture'));
  const next = await unpackProgram(join(scratch, 'next'), sourceOf(from));
  writeFileSync(
    new URL('9999-motto.sql', next.migrations),
    `alter table accounts add column motto text not null default 'none';
     create table mottos (account_id text not null primary key references accounts (id) on delete cascade);`,
  );
  return { name: 'this version to one with a further migration', from, old: thisVersion, next };
}

const releases = await Promise.all(readFixtures().map(fromRelease));
const toNext = await toNextVersion();
const startable = (t: TestContext, env: Record<string, string>, { main, env: own }: Program) =>
  processFor(t, { ...env, ...own }, main);

for (const { name, from, next } of [...releases, toNext])
  describe(`from ${name}`, () => {
    const { sample, reads, rows, auditHead } = from.expected;

    async function assertTakenOver(t: TestContext, env: Record<string, string>): Promise<void> {
      assert.deepEqual(await onDatabase(env, (db) => countRows(db, Object.keys(rows))), rows);
      const before = await contentOf(env);
      const catalog = await startable(t, env, next);
      await catalog.start();
      const after = await contentOf(env);
      assert.deepEqual(commonPart(after, before), commonPart(before, after));
      await assertSameReads(catalog, sample, reads);
      await useCredentials(catalog, sample);
      await downloadAll(catalog, sample);
      await send(catalog, sample.openUpload, '3.0.0');
      assert.equal(await catalog.stop(), 0);
      const { fault, entries } = await onDatabase(env, (db) => verify(db, auditHead));
      assert.equal(fault, undefined);
      assert.ok(entries > 1, 'what was done since is in the audit, after what was there');
    }

    test('the store is taken over, answers the same, and is used further, on SQLite', async (t) => {
      await assertTakenOver(t, await restored(t, from));
    });

    test('the store is taken over, answers the same, and is used further, on PostgreSQL', needsPostgres, async (t) => {
      await assertTakenOver(t, await restored(t, from, server));
    });
  });

for (const { name, from, old: release, next: later } of [...releases.slice(-1), toNext])
  describe(`from ${name}, under load`, () => {
    const { sample } = from.expected;
    const keyed = { ...sample.download, idempotencyKey: 'sent-to-both' };

    test('processes of both versions share PostgreSQL, and no request fails', needsPostgres, async (t) => {
      const env = await restored(t, from, server);
      const [old, next] = [await startable(t, env, release), await startable(t, env, later)];
      await old.start();
      const before = await storedCounts(env);
      const load = mixedLoad(t, sample, old);
      await load.further(old, 50);
      await next.start(); // and migrates meanwhile
      load.sendTo(old, next);
      for (const one of [old, next]) assert.equal((await one.ask('/realms')).status, 200);
      await publish(old, next, sample, '3.0.0');
      await publish(next, old, sample, '3.1.0');
      for (const one of [old, next]) await download(one, keyed);
      await load.further(next, 100);
      await load.further(old, 50);
      load.sendTo(next);
      await load.answered(old);
      assert.equal(await old.stop('SIGINT'), 0);
      await load.further(next, 50);
      const sent = await load.stopped();
      assert.deepEqual(sent.failures, []);
      const downloads = before.downloads + sent.downloads + 1; // with that which was sent to both
      await until('the downloads are folded', async () => (await storedCounts(env)).downloads >= downloads);
      const after = await storedCounts(env);
      assert.equal(after.downloads, downloads);
      assert.equal(after.realms - before.realms, sent.creations);
      assert.equal((await next.ask('/v1/realms?search=meanwhile')).body.pagination.total, sent.creations);
      assert.equal((await onDatabase(env, (db) => verify(db))).fault, undefined);
    });

    // Two servers on one file are refused; a command of the new version may come to the file of an old server.
    test('a process of the old version goes on after the SQLite file was migrated, and the new one takes over', async (t) => {
      const env = await restored(t, from);
      const [old, next] = [await startable(t, env, release), await startable(t, env, later)];
      await old.start();
      const before = await storedCounts(env);
      const load = mixedLoad(t, sample, old);
      await load.further(old, 50);
      await onDatabase(env, (db) => migrate(db, later.migrations));
      await load.further(old, 100);
      await download(old, keyed);
      const sent = await load.stopped();
      assert.deepEqual(sent.failures, []);
      assert.equal(await old.stop(), 0);
      await next.start();
      const counted = await countOf(next, keyed.slug);
      await download(next, keyed);
      assert.equal(await countOf(next, keyed.slug), counted);
      const after = await storedCounts(env);
      assert.equal(after.downloads - before.downloads, sent.downloads + 1);
      assert.equal((await next.ask('/v1/realms?search=meanwhile')).body.pagination.total, sent.creations);
    });
  });
