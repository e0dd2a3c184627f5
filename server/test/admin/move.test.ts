// `admin move`, run as an operator runs it: from a catalog on disk into a real PostgreSQL and a real S3 store.
// Run: one store, own process
// Needs: PostgreSQL, S3
import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { Client } from 'pg';
import sql from 'sql-template-tag';
import { storageKey } from '../../src/archives/storage-key.ts';
import { s3Client } from '../../src/archives/s3-client.ts';
import { s3Archives } from '../../src/archives/s3.ts';
import { makeTar } from '../../src/archives/make-tar.ts';
import { findHead } from '../../src/audit/queries.ts';
import { seal } from '../../src/audit/seal.ts';
import { verify } from '../../src/audit/verify.ts';
import { readConfig } from '../../src/config/config.ts';
import { tables } from '../../src/db/tables.ts';
import { firstStart } from '../../src/starters.ts';
import { adminCommand, type Outcome } from './admin-command.ts';
import {
  aKey,
  anAccessToken,
  anAccount,
  aRealm,
  bearer,
  json,
  type Person,
  PUBLIC_URL,
  signUp,
  startCatalog,
  type TestCatalog,
  useCatalog,
} from '../support/harness.ts';
import { startPostgres } from '../support/servers/postgres.ts';
import { startS3, type S3Server } from '../support/servers/s3.ts';
import { startS3Proxy } from '../support/servers/s3-proxy.ts';
import { databaseUrl, onServer } from '../support/stores.ts';

/** On this machine's disk, whichever stores the other tests are on. */
const SMALL = { DATABASE_URL: '', REDIS_URL: '', ARCHIVES_URL: '', RATE_LIMIT_AUTHENTICATED: '1000000' };
const ARCHIVE = /\/([0-9a-f]{2})\/([0-9a-f]{62})$/;
const PASSWORD_OF_DATABASE = 'sEcRet-of-the-database';

interface Servers {
  postgres: string;
  s3: S3Server;
  stop(): Promise<void>;
}

async function startServers(): Promise<Servers> {
  const own = process.env['TEST_DATABASE_URL'] ? undefined : await startPostgres();
  const s3 = await startS3();
  return {
    postgres: own?.url ?? process.env['TEST_DATABASE_URL'] ?? '',
    s3,
    async stop() {
      await s3.stop();
      await own?.[Symbol.asyncDispose]();
    },
  };
}

const started = await startServers().catch((error: Error) => `PostgreSQL or S3 cannot be had: ${error.message}`);
/** Each test of its own, so that the summary counts what is skipped. */
const needsServers = { skip: typeof started === 'string' ? started : false };
const servers = started as Servers;
const databases: string[] = [];
after(async () => {
  if (needsServers.skip) return;
  for (const name of databases) await onServer(servers.postgres, `drop database ${name} with (force)`);
  await servers.stop();
});

/** A new and empty place to move to: the settings of a catalog there. */
async function emptyTarget(): Promise<Record<string, string> & { DATABASE_URL: string; ARCHIVES_URL: string }> {
  const name = `move_${randomUUID().replaceAll('-', '')}`;
  await onServer(servers.postgres, `create database ${name}`);
  databases.push(name);
  const url = new URL(databaseUrl(servers.postgres, name));
  url.password ||= PASSWORD_OF_DATABASE; // the tests' own server trusts everyone
  const ARCHIVES_URL = servers.s3.archivesUrl();
  return { ...servers.s3.env, S3_LINKS: 'through', DATABASE_URL: url.href, ARCHIVES_URL };
}
type Target = Awaited<ReturnType<typeof emptyTarget>>;

function moving(from: TestCatalog, { DATABASE_URL, ARCHIVES_URL, ...settings }: Target) {
  const words = ['move', '--to', DATABASE_URL, '--archives', ARCHIVES_URL];
  return adminCommand(words, { ...settings, DATA_DIR: from.services.config.dataDir });
}

async function moved(from: TestCatalog, to: Target): Promise<string> {
  const { code, stdout, stderr } = await moving(from, to).ended;
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^(?:\w+ \w+: \d+ %\n)*$/, 'its progress and nothing else');
  return stdout;
}

async function assertRefused(outcome: Promise<Outcome>, says: RegExp): Promise<void> {
  const { code, stdout, stderr } = await outcome;
  assert.equal(code, 1, stderr);
  assert.equal(stdout, '');
  assert.match(stderr, says);
  assert.match(stderr, /^admin: /m);
  assert.doesNotMatch(stderr, /\bat .*\(|node:|\.ts\b|sEcRet/);
}

const secretKey = (from: TestCatalog) => readFileSync(join(from.services.config.dataDir, 'secret.key'), 'utf8');
const startOn = (to: Target, SECRET_KEY: string) =>
  startCatalog({}, { ...to, REDIS_URL: '', SECRET_KEY, RATE_LIMIT_AUTHENTICATED: '1000000', DATABASE_POOL: '5' });

async function rowsIn(to: Target): Promise<Record<string, number>> {
  const client = new Client({ connectionString: to.DATABASE_URL });
  await client.connect();
  try {
    const counts = tables.map(({ name }) => `(select count(*)::int from ${name}) as ${name}`);
    return (await client.query(`select ${counts.join()}`)).rows[0] as Record<string, number>;
  } finally {
    await client.end();
  }
}

/** Publishes a version of a realm over HTTP. */
async function publish(catalog: TestCatalog, slug: string, uploadToken: string, version: string): Promise<Uint8Array> {
  const files: [string, string][] = [
    ['realm.json', JSON.stringify({ version, license: 'MIT', features: { auth: true } })],
    ['README.md', `# ${slug} ${version}\n\nÜber Bäume 🌳.\n`],
  ];
  const archive = new Uint8Array(gzipSync(await makeTar('app', files)));
  const headers = { 'content-type': 'application/gzip', ...bearer(uploadToken).headers };
  const reply = await catalog.ask(`/v1/realms/${slug}/upload`, { method: 'PUT', headers, body: archive });
  assert.equal(reply.status, 201, reply.text);
  return archive;
}

async function createRealm(
  catalog: TestCatalog,
  who: Person,
  fields: object,
): Promise<{ slug: string; uploadToken: string }> {
  const { status, body, text } = await catalog.ask('/v1/realms', json({ category: 'api', ...fields }, who.token));
  assert.equal(status, 201, text);
  return body as { slug: string; uploadToken: string };
}

describe('a catalog that moves', needsServers, () => {
  const source = useCatalog({}, SMALL);
  let alice: Person;
  let key: string;
  let accessToken: string;
  let archive: Uint8Array;
  before(async () => {
    await firstStart(source.services, { empty: false });
    alice = await signUp(source, { username: 'alice', role: 'curator' });
    const bob = await signUp(source, { username: 'bob', plan: 'premium' });
    ({ key } = await aKey(source, alice.token));
    ({ accessToken } = await anAccessToken(source, alice.token));
    const tools = await createRealm(source, alice, {
      name: 'Über tools',
      description: 'Bäume & Äste',
      tags: ['z', 'a'],
    });
    archive = await publish(source, tools.slug, tools.uploadToken, '1.0.0');
    const next = await source.ask(`/v1/realms/${tools.slug}/versions`, json({}, alice.token));
    archive = await publish(source, tools.slug, next.body.uploadToken, '1.1.0');
    await createRealm(source, bob, { name: 'Hidden', description: 'Bob alone sees it.', visibility: 'private' });
    const gone = await createRealm(source, bob, { name: 'Gone', description: 'It will be deleted.' });
    await source.ask(`/v1/realms/${gone.slug}`, { method: 'DELETE', ...bearer(bob.token) });
    await source.ask(`/v1/realms/${tools.slug}/star`, { method: 'PUT', ...bearer(bob.token) });
    const picks = { slug: 'picks', name: 'Picks', description: 'Good ones.', realms: [tools.slug] };
    assert.equal((await source.ask('/v1/collections', json(picks, alice.token))).status, 201);
    for (let times = 0; times < 7; times += 1)
      await source.ask(`/v1/realms/${tools.slug}/download`, {
        method: 'POST',
        headers: { 'idempotency-key': `n-${times}` },
      });
  });

  const paths = [
    '/v1/realms',
    '/v1/realms?limit=3&offset=2&sort=name',
    '/v1/realms?sort=downloads',
    '/v1/realms?sort=stars',
    '/v1/realms?search=b%C3%A4ume',
    '/v1/realms?search=re',
    '/v1/realms?tags=a',
    '/v1/realms?category=api',
    '/v1/realms/uber-tools',
    '/v1/realms/uber-tools/versions',
    '/v1/realms/uber-tools/downloads',
    '/v1/realms/gone',
    '/v1/realms/hidden',
    '/v1/collections',
    '/v1/collections/picks',
    '/v1/stats',
  ];
  /** What everyone sees, and what an account does. */
  async function answersOf(catalog: TestCatalog): Promise<Record<string, string>> {
    const answers: Record<string, string> = {};
    for (const path of paths) {
      const { status, text, headers } = await catalog.ask(path);
      // An error says which request it was for.
      const body = status === 200 ? text : text.replaceAll(/"(instance|requestId)":"[^"]*",?/g, '');
      answers[path] = `${status} ${status === 200 ? headers.get('etag') : ''} ${body}`;
    }
    for (const path of ['/v1/me', '/v1/oauth/clients'])
      answers[path] = (await catalog.ask(path, bearer(alice.token))).text;
    return answers;
  }

  function assertSaysWhatToSet(said: string, to: Target): void {
    assert.match(said, /DATABASE_URL/);
    assert.ok(said.includes(to.ARCHIVES_URL));
    assert.ok(said.includes(join(source.services.config.dataDir, 'secret.key')));
    for (const secret of [PASSWORD_OF_DATABASE, secretKey(source), to['S3_SECRET_ACCESS_KEY'] ?? ''])
      assert.ok(!said.includes(secret));
  }

  test('says what to set, and answers as before, to the byte, and to the credentials of before', async () => {
    const to = await emptyTarget();
    const before = await answersOf(source);
    const said = await moved(source, to);
    assert.match(said, new RegExp(`Verified: ${tables.length} tables with \\d+ rows`));
    assertSaysWhatToSet(said, to);
    await using large = await startOn(to, secretKey(source));
    assert.equal(large.services.db.dialect, 'postgres');
    assert.deepEqual(await answersOf(large), before);
    await seal(source.services.db);
    const { position, hash } = await findHead(source.services.db);
    const { fault, until } = await verify(large.services.db, hash); // the same chain
    assert.deepEqual([fault, until], [undefined, { position, hash }]);
    assert.ok(position > 5);
    assert.ok(before['/v1/realms?search=b%C3%A4ume']?.includes('uber-tools'), before['/v1/realms?search=b%C3%A4ume']);
    for (const credential of [alice.token, key, accessToken])
      assert.equal((await large.ask('/v1/realms?limit=1', bearer(credential))).status, 200);
    const refreshed = await large.ask('/v1/auth/refresh', json({ refreshToken: alice.refreshToken }));
    assert.equal(refreshed.status, 200, refreshed.text);

    const link = await large.ask('/v1/realms/uber-tools/download', { method: 'POST' });
    const bytes = await fetch(large.url + link.body.downloadUrl.replace(PUBLIC_URL, ''));
    assert.equal(bytes.status, 200);
    assert.deepEqual(new Uint8Array(await bytes.arrayBuffer()), archive);
    // And goes on from where it was.
    assert.equal((await large.ask('/v1/realms/uber-tools')).body.downloadCount, 8);
    const more = await createRealm(large, alice, { name: 'Made after', description: 'On the new stores.' });
    assert.match((await large.ask('/v1/realms?search=made+after', bearer(alice.token))).text, new RegExp(more.slug));

    await assertRefused(moving(source, to).ended, /what that wrote would be lost/);
    assert.equal((await large.ask(`/v1/realms/${more.slug}`, bearer(alice.token))).status, 200);
  });

  test('moves twice without anything there twice, and what changed in between is right', async () => {
    const to = await emptyTarget();
    await moved(source, to);
    const rows = await rowsIn(to);
    assert.match(await moved(source, to), / 0 archives copied .* \d+ were there/);
    assert.deepEqual(await rowsIn(to), rows);

    const patch = { ...json({ description: 'Another one.', tags: ['b'] }, alice.token), method: 'PATCH' };
    const { slug } = await createRealm(source, alice, {
      name: 'Short-lived',
      description: 'For a while.',
      tags: ['s'],
    });
    await moved(source, to);
    assert.equal((await source.ask('/v1/realms/uber-tools', patch)).status, 200);
    assert.equal((await source.ask(`/v1/realms/${slug}`, { method: 'DELETE', ...bearer(alice.token) })).status, 204);
    await source.ask('/v1/realms/uber-tools/download', { method: 'POST' });
    await moved(source, to);
    const before = await answersOf(source);
    assert.match(before['/v1/realms/uber-tools'] ?? '', /Another one/);
    await using large = await startOn(to, secretKey(source));
    assert.deepEqual(await answersOf(large), before);
    assert.equal((await large.ask(`/v1/realms/${slug}`, bearer(alice.token))).status, 404);
  });

  test('is told where to move to by a file or the environment, which no list of processes shows', async () => {
    const { DATABASE_URL } = await emptyTarget();
    const env = { DATA_DIR: source.services.config.dataDir };
    const file = join(env.DATA_DIR, 'move-to');
    writeFileSync(file, `${DATABASE_URL}\n`);
    for (const [words, more] of [
      [['move', '--to-file', file], {}],
      [['move'], { MOVE_TO_URL: DATABASE_URL }],
      [['move'], { MOVE_TO_URL_FILE: file }],
    ] as const) {
      const { code, stdout, stderr } = await adminCommand([...words], { ...env, ...more }).ended;
      assert.equal(code, 0, stderr);
      assert.match(stdout, /Verified: \d+ tables/);
    }
    await assertRefused(
      adminCommand(['move', '--to-file', `${file}-not`], env).ended,
      /--to-file must be a file that can be read, .*ENOENT/,
    );
    await assertRefused(adminCommand(['move'], env).ended, /--to, --to-file or MOVE_TO_URL/);
  });

  test('with another PUBLIC_URL ends JWTs, as it says, and no other credential', async () => {
    const to = await emptyTarget();
    const { refreshToken } = await signUp(source, { username: 'carol' });
    assert.match(await moved(source, to), /PUBLIC_URL +as it is now: .*\(JWTs\) end/);
    const settings = { ...to, REDIS_URL: '', SECRET_KEY: secretKey(source), PUBLIC_URL: 'https://new.example' };
    await using large = await startCatalog({}, settings);
    assert.equal((await large.ask('/v1/me', bearer(alice.token))).status, 401);
    for (const credential of [key, accessToken])
      assert.equal((await large.ask('/v1/me', bearer(credential))).status, 200);
    assert.equal((await large.ask('/v1/auth/refresh', json({ refreshToken }))).status, 200);
  });

  test('names an archive that is damaged, copies the others, and copies again what the bucket has with other bytes of the same length', async () => {
    const { db, config } = source.services;
    const digests = await db.all<{ digest: string }>(sql`select distinct digest from versions order by digest`);
    const damaged = hash('sha256', archive);
    const file = join(config.dataDir, 'archives', damaged.slice(0, 2), damaged.slice(2));
    const intact = readFileSync(file);
    writeFileSync(file, Buffer.alloc(statSync(file).size, 'x'));
    const to = await emptyTarget();
    await assertRefused(moving(source, to).ended, new RegExp(`uber-tools 1\\.1\\.0 \\(${damaged}\\) is damaged`));
    writeFileSync(file, intact);
    assert.match(
      await moved(source, to),
      new RegExp(` 1 archives copied \\(${intact.length} bytes\\), ${digests.length - 1} were there`),
    );
    await assertCopiedAgain(to, damaged);
  });

  async function assertCopiedAgain(to: Target, digest: string): Promise<void> {
    const { s3 } = readConfig({ ...to, DATA_DIR: source.services.config.dataDir });
    assert.ok(s3);
    const bucket = await s3Archives(s3, join(source.services.config.dataDir, 'uploads'));
    const client = await s3Client(s3, s3.endpoint);
    assert.ok(await bucket.findIntact?.(digest, archive.length));
    const object = { Bucket: s3.bucket, Key: s3.prefix + storageKey(digest) };
    await client.send(new PutObjectCommand({ ...object, Body: Buffer.alloc(archive.length, 'x') }));
    assert.equal(await bucket.findIntact?.(digest, archive.length), undefined);
    assert.match(await moved(source, to), /Verified by digest: 1 archives copied .* \d+ were there/);
    assert.ok(await bucket.findIntact?.(digest, archive.length));
  }

  test('asks the bucket again only for archives that are new to it, or were changed or lost there', async () => {
    const { dataDir } = source.services.config;
    await using way = await startS3Proxy(servers.s3.url);
    const to = { ...(await emptyTarget()), S3_ENDPOINT: way.url };
    const move = async () => {
      way.asked.length = 0;
      const said = await moved(source, to);
      const paths = way.asked.map(({ path }) => ARCHIVE.exec(path)).filter((found) => found !== null);
      return { said, asked: [...new Set(paths.map(([, first, rest]) => `${first}${rest}`))].toSorted() };
    };
    const all = (await move()).asked;
    assert.ok(all.length > 1);
    const second = await move();
    assert.deepEqual(second.asked, []);
    assert.match(second.said, / 0 archives copied \(0 bytes\), (\d+) were there, of which \1 are unchanged/);

    const { slug, uploadToken } = await createRealm(source, alice, { name: 'Later', description: 'Came later.' });
    const added = hash('sha256', await publish(source, slug, uploadToken, '1.0.0'));
    assert.deepEqual((await move()).asked, [added]);

    const { s3 } = readConfig({ ...to, DATA_DIR: dataDir });
    assert.ok(s3);
    const bucket = await s3Archives(s3, join(dataDir, 'uploads'));
    const [lost = '', changed = ''] = all;
    await bucket.remove(lost);
    const client = await s3Client(s3, s3.endpoint);
    const Key = s3.prefix + storageKey(changed);
    await client.send(new PutObjectCommand({ Bucket: s3.bucket, Key, Body: 'other bytes' }));
    const healed = await move();
    assert.deepEqual(healed.asked, [lost, changed].toSorted());
    assert.match(healed.said, / 2 archives copied/);
    assert.deepEqual((await move()).asked, []);

    const memory = join(dataDir, 'moved-archives');
    writeFileSync(memory, readFileSync(memory, 'utf8').slice(0, -3)); // as a kill may leave it
    assert.equal((await move()).asked.length, 1);
    writeFileSync(memory, 'nonsense');
    assert.deepEqual((await move()).asked, [...all, added].toSorted());
  });

  test('is not copied over another one', async () => {
    const to = await emptyTarget();
    await using other = await startOn(to, 'k'.repeat(40));
    await firstStart(other.services, { empty: true });
    await assertRefused(moving(source, to).ended, /--to cannot be used: it holds another catalog/);
    assert.equal((await rowsIn(to))['realms'], 0);

    await using second = await startCatalog({}, SMALL);
    await firstStart(second.services, { empty: true });
    const mine = await emptyTarget();
    await moved(source, mine);
    await assertRefused(moving(second, mine).ended, /it holds another catalog/);
  });

  test('says in a line what cannot be reached', async () => {
    const to = await emptyTarget();
    const closed = { ...to, DATABASE_URL: to.DATABASE_URL.replace(/:\d+\//, ':1/') };
    await assertRefused(moving(source, closed).ended, /--to cannot be used: .*ECONNREFUSED/);
    await assertRefused(moving(source, { ...to, ARCHIVES_URL: 's3://nowhere' }).ended, /--archives cannot be used/);
    await assertRefused(moving(source, { ...to, DATABASE_URL: 'mysql://x:sEcRet@y/z' }).ended, /--to must be/);
    await assertRefused(moving(source, { ...to, DATABASE_URL: '' }).ended, /must not be empty/);
  });

  test('leaves no table behind', async () => {
    const made = await source.services.db.all<{ name: string }>(sql`
      select name from sqlite_master where type = 'table' and name not like 'sqlite_%'
        and name not in ('migrations', 'revisions', 'changes', 'snapshots', 'batch_conditions',
          'download_scores', 'score_run', 'jobs', 'pending_downloads', 'download_keys') order by name`);
    assert.deepEqual(
      tables.map(({ name }) => name).toSorted(),
      made.map(({ name }) => name),
    );
  });
});

test('a move that is killed midway is completed by the next one', needsServers, async () => {
  await using source = await startCatalog({}, SMALL);
  await firstStart(source.services, { empty: true });
  const ada = anAccount({ username: 'ada' });
  const realms = Array.from({ length: 8_000 }, (_, at) =>
    aRealm(ada, { slug: `realm-${at}`, tags: ['many', `t${at}`] }),
  );
  await source.insert({ accounts: [ada], realms });
  const to = await emptyTarget();

  const { child, ended } = moving(source, to);
  for (let tries = 0; !((await rowsIn(to).catch(() => undefined))?.['realms'] ?? 0); tries += 1) {
    assert.ok(tries < 500 && child.exitCode === null, 'the move did not begin');
    await setTimeout(20);
  }
  child.kill('SIGKILL');
  await ended;
  const midway = await rowsIn(to);
  assert.ok((midway['download_counts'] ?? 0) < 8_000, 'it was faster than the kill');

  await moved(source, to);
  const { realms: all, download_counts: counts } = await rowsIn(to);
  assert.deepEqual({ all, counts }, { all: 8_000, counts: 8_000 });
  await using large = await startOn(to, secretKey(source));
  const path = '/v1/realms?tags=many&limit=50&offset=7000';
  assert.equal((await large.ask(path)).text, (await source.ask(path)).text);
});

const keyId = (at: number) => `key-${String(at).padStart(5, '0')}`;

test('keys are moved that name keys of a higher id as what they were made with', needsServers, async () => {
  await using source = await startCatalog({}, SMALL);
  await firstStart(source.services, { empty: true });
  const { id: account } = (await signUp(source, { username: 'alice' })).account;
  const count = 5_000; // so that they are written in several batches
  await source.services.db.batch(
    Array.from({ length: count }, (_, at) => count - 1 - at).map(
      (
        at,
      ) => sql`insert into api_keys (id, account_id, hash, name, scopes, made_with_key, created_at, expires_at, last_used_at)
        values (${keyId(at)}, ${account}, ${`hash-${at}`}, '', '', ${at === count - 1 ? null : keyId(at + 1)}, '', '', '')`,
    ),
  );
  const to = await emptyTarget();
  assert.match(await moved(source, to), /Verified: \d+ tables/);
  assert.equal((await rowsIn(to))['api_keys'], count);
});

test('a catalog on PostgreSQL is backed up by pg_dump, and not moved', needsServers, async () => {
  const { DATABASE_URL, ARCHIVES_URL } = await emptyTarget();
  await using small = await startCatalog({}, SMALL);
  const env = { DATABASE_URL, DATA_DIR: small.services.config.dataDir };
  await assertRefused(adminCommand(['backup', join(env.DATA_DIR, 'copy')], env).ended, /pg_dump/);
  const words = ['move', '--to', DATABASE_URL, '--archives', ARCHIVES_URL];
  await assertRefused(adminCommand(words, env).ended, /DATABASE_URL is set/);
  await assertRefused(adminCommand(words, { ...env, DATABASE_URL: '' }).ended, /There is no catalog/);
});
