// The program as an operator meets it: it starts, says where it is, refuses clearly, and stops cleanly.
// Needs: minutes
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OperatorError, readConfig } from '../../src/config/config.ts';
import { refusal } from '../../src/runtime.js';
import { adminDone } from '../admin/admin-command.ts';
import { compileCache } from '../support/compile-cache.ts';
import { childrenOf } from '../support/processes.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const starters = JSON.parse(readFileSync(new URL('../../../starters/catalog.json', import.meta.url), 'utf8')) as {
  realms: string[];
};

interface Started {
  process: ChildProcess;
  url: string;
  /** What it wrote for people. */
  shown: () => string;
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'realm-catalog-start-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function launch(t: TestContext, env: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: '', ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let shown = '';
  child.stderr.on('data', (chunk) => (shown += String(chunk)));
  child.stdout.resume();
  return { child, shown: () => shown };
}

async function start(t: TestContext, env: Record<string, string> = {}, args: string[] = []): Promise<Started> {
  const port = String(await freePort());
  const { child, shown } = launch(t, { PORT: port, DATA_DIR: folder(t), ...env }, args);
  const exited = once(child, 'exit');
  while (!shown().includes('is ready')) {
    if (child.exitCode !== null) throw new Error(shown());
    await once(child.stderr, 'data');
  }
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    const [code] = await exited;
    return code as number | null;
  };
  return { process: child, url: `http://127.0.0.1:${port}`, shown, stop };
}

async function refused(t: TestContext, env: Record<string, string>): Promise<string> {
  const { child, shown } = launch(t, env);
  const [code] = await once(child, 'close');
  assert.equal(code, 1);
  assert.equal(shown().trim().split('\n').length, 1, shown());
  return shown();
}

/** The sockets on which a process listens. */
function listening(pid: number): string[] {
  const lines = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/net/${name}`, 'utf8').split('\n'));
  const fields = lines.map((line) => line.trim().split(/ +/));
  const sockets = new Set(fields.flatMap(({ 3: state, 9: inode }) => (state === '0A' ? [`socket:[${inode}]`] : [])));
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/${pid}/fd/${fd}`);
      return sockets.has(file) ? [file] : [];
    } catch {
      return []; // it is closed by now
    }
  });
}

const listed = async (url: string) => {
  const response = await fetch(`${url}/v1/realms?limit=100`);
  return ((await response.json()) as { realms: { slug: string; author: { username: string } }[] }).realms;
};

test('HOST is one address: a name could be several, each with a server of its own', () => {
  assert.equal(readConfig({ HOST: 'localhost' }).host, '127.0.0.1');
  assert.equal(readConfig({ HOST: '::1' }).host, '::1');
  assert.throws(() => readConfig({ HOST: 'catalog.example' }), /HOST must be an IP address/);
});

test('a new catalog shows where it is and holds the starters; a second start keeps them and loads nothing again', async (t) => {
  const dataDir = folder(t);
  const catalog = await start(t, { DATA_DIR: dataDir });
  for (const part of [`${catalog.url}/v1/api/realms`, `${catalog.url}/docs`, dataDir])
    assert.ok(catalog.shown().includes(part), part);
  const next = ['search blog', 'get markdown-blog', 'login'].map(
    (words) => `npx --yes ${catalog.url}/cli/realm.tgz ${words}`,
  );
  assert.ok(
    catalog.shown().includes(`In another terminal:\n${next.map((line) => `    ${line}\n`).join('')}`),
    catalog.shown(),
  );
  // In any folder, even where npm is told not to fetch what is not installed, as in a clone.
  const elsewhere = folder(t);
  writeFileSync(join(elsewhere, '.npmrc'), 'yes=false\n');
  const { stdout } = await promisify(execFile)('npx', next[0]?.split(' ').slice(1), {
    cwd: elsewhere,
    env: { PATH: process.env['PATH'], HOME: elsewhere, npm_config_registry: 'http://127.0.0.1:9/' },
  });
  assert.match(stdout, /^markdown-blog\t/);
  const realms = await listed(catalog.url);
  assert.deepEqual(
    realms.map((realm) => realm.slug),
    starters.realms.toReversed(),
  );
  assert.ok(realms.every((realm) => realm.author.username === 'realm-catalog'));

  const ask = async (path: string) => (await fetch(catalog.url + path)).json() as Promise<any>;
  const { collections } = await ask('/v1/collections');
  const slugs = collections.map(({ slug }: { slug: string }) => slug);
  assert.deepEqual(slugs, ['open-for-business', 'first-steps']);
  assert.equal((await ask('/v1/collections?featured')).collections.length, 1);
  for (const { realms } of collections) assert.ok(realms.length > 1);
  const detail = await ask('/v1/realms/saas-starter');
  assert.match(detail.longDescription, /^# /);
  assert.equal(detail.version, '1.0.0');
  assert.equal(await catalog.stop('SIGINT'), 0);
  const second = await start(t, { DATA_DIR: dataDir });
  const withoutCovers = (list: typeof realms) => list.map((realm) => ({ ...realm, coverUrl: '' })); // which are made in the background
  assert.deepEqual(withoutCovers(await listed(second.url)), withoutCovers(realms));
  assert.equal(await second.stop(), 0);
});

test('started with --empty it holds nothing, then and later, and only its owner may read its folder', async (t) => {
  const dataDir = join(folder(t), 'data');
  const first = await start(t, { DATA_DIR: dataDir }, ['--empty']);
  assert.deepEqual(await listed(first.url), []);
  assert.doesNotMatch(first.shown(), /realm (?:search|get)/); // there is nothing to get
  assert.equal(statSync(dataDir).mode & 0o777, 0o700);
  assert.equal(statSync(join(dataDir, 'secret.key')).mode & 0o777, 0o600);
  assert.equal(await first.stop(), 0);
  const second = await start(t, { DATA_DIR: dataDir });
  assert.deepEqual(await listed(second.url), []);
  assert.equal(await second.stop(), 0);
});

test('a taken port is one clear line and exit 1', async (t) => {
  const catalog = await start(t, {}, ['--empty']);
  const port = new URL(catalog.url).port;
  assert.match(
    await refused(t, { PORT: port, DATA_DIR: folder(t) }),
    new RegExp(`127\\.0\\.0\\.1:${port}.*another program`),
  );
});

test('a data folder that cannot be used is one clear line and exit 1', async (t) => {
  const file = join(folder(t), 'file');
  writeFileSync(file, '');
  assert.match(await refused(t, { DATA_DIR: join(file, 'data') }), /DATA_DIR .*file\/data cannot be used/);
});

test('a data folder without the right to write is one clear line and exit 1', async (t) => {
  const locked = folder(t);
  chmodSync(locked, 0o500);
  // Root may write anywhere, so there the same is asked of a file system that takes no files.
  const dataDir = process.getuid?.() === 0 ? '/sys/realm-catalog' : join(locked, 'data');
  assert.match(await refused(t, { DATA_DIR: dataDir }), /DATA_DIR .* cannot be used/);
});

for (const [setting, value, message] of [
  ['PORT', '70000', /PORT must be a whole number from 1 to 65535, not "70000"/],
  ['PORT', 'http', /PORT must be/],
  ['PUBLIC_URL', 'ftp://example.com', /PUBLIC_URL must be an http or https address/],
  ['PUBLIC_URL', 'example.com', /PUBLIC_URL must be/],
  ['STAGING_URL', 'https://example.com/?x=1', /STAGING_URL must be/],
  ['S3_ENDPOINT', 'http://key:hidden@s3.example', /S3_ENDPOINT must be an address without a name and a password\.$/],
  ['TRUST_PROXY', '0.0.0.0/0', /TRUST_PROXY must be addresses and networks/],
  ['TRUST_PROXY', '10.0.0.0/8/9', /TRUST_PROXY must be/],
  ['TRUST_PROXY', 'proxy', /TRUST_PROXY must be/],
  ['SECRET_KEY', 'short', /SECRET_KEY must have at least 32 characters/],
  ['LOG_LEVEL', 'loud', /LOG_LEVEL must be one of silent, .*not "loud"/],
] as const)
  test(`${setting}=${value} is refused in one clear line`, () => {
    assert.throws(
      () => readConfig({ [setting]: value }),
      (error) => {
        assert.ok(error instanceof OperatorError);
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /\n/);
        return true;
      },
    );
  });

test('a setting that is wrong, or misspelt, is one clear line and exit 1', async (t) => {
  assert.match(await refused(t, { DATA_DIR: folder(t), PORT: '70000' }), /^realm-catalog: PORT must be .*\n$/);
  const dataDir = join(folder(t), 'data');
  const misspelt = await refused(t, { DATA_DIR: dataDir, DATABSE_URL: 'postgres://db.example/catalog' });
  assert.equal(misspelt, 'realm-catalog: DATABSE_URL is not a setting. Did you mean DATABASE_URL?\n');
  assert.equal(existsSync(dataDir), false, 'no catalog is begun');
});

test('a data folder that cannot be made is one clear line and exit 1', async (t) => {
  const file = join(folder(t), 'file');
  writeFileSync(file, '');
  for (const dataDir of ['/proc/realm-catalog/data', join(file, 'data'), file])
    assert.match(await refused(t, { DATA_DIR: dataDir }), /^realm-catalog: DATA_DIR .* cannot be used: [A-Z]+: .*\n$/);
});

test(
  'a disk that is full at the stop is one clear line in the log, and exit 1',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const catalog = await start(t, {}, ['--empty']);
    await listed(catalog.url); // its limits are to be saved
    const { pid, stdout } = catalog.process;
    const logged = text(stdout ?? assert.fail());
    assert.equal(spawnSync('prlimit', [`--pid=${pid}`, '--fsize=0:unlimited']).status, 0);
    assert.equal(await catalog.stop(), 1);
    const errors = (await logged).split('\n').filter((line) => line.includes('"level":50'));
    assert.equal(errors.length, 1, errors.join('\n'));
    assert.match(errors[0] ?? '', /"msg":"not everything could be saved: the database does not answer \([^")]+\)"\}$/);
  },
);

test('a first start whose archives cannot be kept is one clear line and exit 1', async (t) => {
  const nobody = {
    ARCHIVES_URL: 's3://archives',
    S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'hidden',
  };
  assert.match(
    await refused(t, { DATA_DIR: folder(t), ...nobody }),
    /archives of the starter realms cannot be kept: the S3/,
  );
});

test('a stop answers the requests that are under way, takes no new ones, and exits 0', async (t) => {
  const catalog = await start(t, {}, ['--empty']);
  const { hostname, port } = new URL(catalog.url);
  const begun = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write('GET /v1/realms HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n');
      return socket;
    }),
  );
  const get = (path: string) => fetch(`${catalog.url}${path}`, { headers: { connection: 'close' } }); // a stop waits for idle connections
  assert.equal((await get('/healthz')).status, 200); // by now the server has read what was written before

  const stopped = catalog.stop();
  while (
    await get('/healthz').then(
      () => true,
      () => false,
    )
  )
    await setTimeout(10);
  for (const socket of begun) {
    socket.write('\r\n');
    assert.match(await text(socket), /^HTTP\/1\.1 200 OK\r\n[^]*"hasMore":false\}\}$/);
  }
  assert.equal(await stopped, 0);
});

test('a stop cuts off whoever never ends a request, and exits 0 all the same', async (t) => {
  const catalog = await start(t, {}, ['--empty']);
  const { hostname, port } = new URL(catalog.url);
  const socket = connect(Number(port), hostname);
  socket.write('POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n');
  socket.write('Content-Length: 100\r\n\r\n{"username": ');
  const answered = text(socket);
  await listed(catalog.url); // by now the server has read what was written before

  assert.equal(await catalog.stop(), 0); // after ten seconds it would be 1
  assert.equal(await answered, '', 'nothing is said to half a request');
});

test(
  'SIGUSR1 opens no debugger, in the server and in the processes that work for it',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const catalog = await start(t);
    const server = Number(catalog.process.pid);
    assert.match(await (await fetch(`${catalog.url}/realms/saas-starter`)).text(), /id="readme-/);
    const [renderer = 0] = childrenOf(server, 'markdown-child');
    for (const pid of [server, renderer]) {
      process.kill(pid, 'SIGUSR1');
      await until('the signal has come', () =>
        /^(Sig|Shd)Pnd:\t0+$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')),
      );
    }
    assert.match(await (await fetch(`${catalog.url}/realms/live-board`)).text(), /id="readme-/);
    assert.deepEqual(childrenOf(server, 'markdown-child'), [renderer]);
    assert.deepEqual(
      [server, renderer].map((pid) => listening(pid).length),
      [1, 0],
    );
    assert.doesNotMatch(catalog.shown(), /Debugger/);
    assert.equal(await catalog.stop('SIGINT'), 0);
  },
);

test('a stop in the midst of a start keeps the limits that the last process has saved', async (t) => {
  const dataDir = folder(t);
  const catalog = await start(t, { DATA_DIR: dataDir }, ['--empty']);
  await listed(catalog.url);
  assert.equal(await catalog.stop('SIGINT'), 0);
  using db = new DatabaseSync(join(dataDir, 'catalog.sqlite'));
  const saved = () => db.prepare('select bucket, count from rate_windows').all();
  const before = saved();
  assert.equal(before.length, 1);

  const { child, shown } = launch(t, { PORT: String(await freePort()), DATA_DIR: dataDir });
  const ended = once(child, 'exit');
  await until('it has the limits in its memory', () => saved().length === 0);
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null], shown());
  assert.deepEqual(saved(), before);
});

test('an older Node and an SQLite that may lose writes are refused, newer ones are not', () => {
  const bad = [
    { node: '20.20.2', sqlite: '3.53.0' },
    { node: '24.18.0', sqlite: '3.53.0' },
    { node: '24.21.0', sqlite: '3.51.2' },
    { node: '24.21.0', sqlite: '3.52.0' },
    { node: '24.21.0', sqlite: '3.9.9' },
    { node: '24.21.0' },
  ];
  const good = [
    { node: '24.18.1', sqlite: '3.51.3' },
    { node: '24.21.0', sqlite: '3.53.4' },
    { node: '26.0.0', sqlite: '3.100.0' },
  ];
  for (const versions of bad)
    assert.match(refusal(versions) ?? '', /^Realm Catalog needs (Node|SQLite) /, JSON.stringify(versions));
  for (const versions of good) assert.equal(refusal(versions), undefined, JSON.stringify(versions));
});

test('a store of another secret key or of a newer version is refused in one line, and left as it is', async (t) => {
  const dataDir = folder(t);
  const catalog = await start(t, { DATA_DIR: dataDir }, ['--empty']);
  await catalog.stop();
  const another = { DATA_DIR: dataDir, SECRET_KEY: 'x'.repeat(32) };
  assert.match(await refused(t, another), /is not the one that this store was made with/);
  writeFileSync(join(dataDir, 'secret.key'), '');
  assert.match(await refused(t, { DATA_DIR: dataDir }), /secret\.key is damaged/);
  const db = new DatabaseSync(join(dataDir, 'catalog.sqlite'));
  db.exec("insert into migrations (name, checksum, applied_at) values ('9999-later', '', '2030-01-01T00:00:00.000Z')");
  db.close();
  assert.match(await refused(t, { DATA_DIR: dataDir }), /from a newer version of Realm Catalog/);
});

test('every file is for its owner alone, also in a folder that was there and that others may read', async (t) => {
  const others = process.umask(0o022); // as on most machines
  t.after(() => process.umask(others));
  const dataDir = folder(t);
  chmodSync(dataDir, 0o755);
  const catalog = await start(t, { DATA_DIR: dataDir });
  assert.equal((await fetch(`${catalog.url}/v1/realms/saas-starter/download`, { method: 'POST' })).status, 200);
  const copy = join(folder(t), 'copy.sqlite');
  chmodSync(dirname(copy), 0o755);
  await adminDone(['backup', copy], { DATA_DIR: dataDir });
  const openToOthers = () =>
    [copy, ...readdirSync(dataDir, { recursive: true }).map((name) => join(dataDir, String(name)))].filter(
      (path) => (statSync(path).mode & 0o077) !== 0,
    );
  const names = readdirSync(dataDir, { recursive: true }).map(String);
  for (const name of ['catalog.sqlite', 'catalog.sqlite-wal', 'catalog.sqlite-shm', 'lock.sqlite', 'secret.key'])
    assert.ok(names.includes(name), name);
  assert.ok(names.some((name) => /^archives\/[0-9a-f]{2}\/[0-9a-f]{62}$/.test(name)));
  assert.deepEqual(openToOthers(), []);
  assert.equal(await catalog.stop(), 0);
  assert.deepEqual(openToOthers(), []);

  const untouched = folder(t);
  chmodSync(untouched, 0o755);
  await adminDone(['users', 'add', 'alice', '--password', 'correct horse'], { DATA_DIR: untouched });
  for (const name of readdirSync(untouched)) assert.equal(statSync(join(untouched, name)).mode & 0o077, 0, name);
});

test('900 connections wait while the process is busy, and none is sent away to come again', async (t) => {
  const allowed = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  const many = Math.min(900, allowed);
  const { process: busy, url, stop } = await start(t, {}, ['--empty']);
  busy.kill('SIGSTOP');
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: many }, () => connect(Number(port), hostname));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  // One that finds no place is not told so, and would be connecting until the process goes on.
  const connected = Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const late = setTimeout(30_000, 'some still wait for a place', { ref: false });
  assert.equal(await Promise.race([connected.then(() => 'all are in'), late]), 'all are in');
  busy.kill('SIGCONT');
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  for (const socket of sockets) socket.destroy();
  assert.equal(await stop(), 0);
});

test('the code of web pages is loaded after the start, before anyone asks for a page', async (t) => {
  const tell = `import{registerHooks}from"node:module";registerHooks({load(url,context,next){console.error("loaded",url);return next(url,context)}})`;
  const started = await start(t, { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(tell)}` }, [
    '--empty',
  ]);
  assert.doesNotMatch(started.shown().split('is ready')[0] ?? '', /loaded \S+pages\/tools\.ts/);
  await until('the code is loaded', () => /loaded \S+pages\/realm\/realm-pages\.ts/.test(started.shown()));
  assert.equal(await started.stop(), 0);
});
