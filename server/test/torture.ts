// Kills a catalog with SIGKILL in the midst of downloads, creations and uploads, again and again, and sees that nothing is lost.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { diskArchives } from '../src/archives/disk.ts';
import { openSqlite } from '../src/db/sqlite.ts';
import { keptDigests } from '../src/publishing/queries.ts';
import { freePort } from './free-port.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const WORKERS = 8;

/** What was sent, and what was acknowledged. */
interface Ledger {
  downloads: { sent: number; acked: number };
  created: Set<string>;
  uploaded: Map<string, string>;
  creations: number;
  uploads: number;
}

export interface Figures {
  rounds: number;
  downloads: { sent: number; acked: number; stored: number };
  created: number;
  uploaded: number;
  orphansSwept: number;
}

export async function torture(rounds: number, report: (line: string) => void = () => undefined): Promise<Figures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realm-catalog-torture-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FREE: '1000000000',
    RATE_LIMIT_AUTHENTICATED: '1000000000',
  };
  const ledger: Ledger = {
    downloads: { sent: 0, acked: 0 },
    created: new Set(),
    uploaded: new Map(),
    creations: 0,
    uploads: 0,
  };
  let server = await start(env);
  try {
    const key = await openAccount(url);
    const { slug } = (await post(
      `${url}/v1/realms`,
      { name: 'Target', description: 'Downloaded.', category: 'api' },
      key,
    )) as { slug: string };
    for (let round = 1; round <= rounds; round += 1) {
      const stopping = new AbortController();
      const work = Promise.all(
        Array.from({ length: WORKERS }, (_, at) => worker(at, { url, key, slug, ledger, stopping: stopping.signal })),
      );
      await midst(ledger);
      server.kill('SIGKILL');
      stopping.abort();
      await Promise.all([work, once(server, 'exit')]);
      server = await start(env);
      const stored = await check(url, slug, ledger, dataDir);
      report(
        `round ${round}: ${ledger.downloads.acked} ≤ ${stored} ≤ ${ledger.downloads.sent} downloads, ${ledger.created.size} realms, ${ledger.uploaded.size} archives`,
      );
    }
    const stored = await check(url, slug, ledger, dataDir);
    server.kill('SIGTERM');
    await once(server, 'exit');
    const orphansSwept = await sweep(dataDir);
    return {
      rounds,
      downloads: { ...ledger.downloads, stored },
      created: ledger.created.size,
      uploaded: ledger.uploaded.size,
      orphansSwept,
    };
  } finally {
    server.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A moment in which all are at work: each kind has been acknowledged at least once more, however slow the machine is. */
async function midst({ uploaded, downloads }: Ledger): Promise<void> {
  const before = { uploads: uploaded.size, downloads: downloads.acked };
  await setTimeout(200 + Math.random() * 800);
  for (let waited = 0; waited < 400; waited += 1) {
    if (uploaded.size > before.uploads && downloads.acked > before.downloads) return;
    await setTimeout(50);
  }
}

interface Job {
  url: string;
  key: string;
  slug: string;
  ledger: Ledger;
  stopping: AbortSignal;
}

/** Half of them download, the others create realms and upload to them; each until its server is gone. */
async function worker(at: number, job: Job): Promise<void> {
  while (!job.stopping.aborted)
    try {
      await (at % 2 === 0 ? download(job) : publish(job));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // an answer that should not have been
      return; // the connection broke: the server was killed under it
    }
}

async function download({ url, slug, ledger }: Job): Promise<void> {
  ledger.downloads.sent += 1;
  await post(`${url}/v1/realms/${slug}/download`);
  ledger.downloads.acked += 1;
}

async function publish({ url, key, ledger }: Job): Promise<void> {
  ledger.creations += 1;
  const fields = { name: `Made ${ledger.creations}`, description: 'Under fire.', category: 'api' };
  const made = (await post(`${url}/v1/realms`, fields, key)) as { slug: string; uploadToken: string };
  ledger.created.add(made.slug);
  ledger.uploads += 1;
  const bytes = await archive(ledger.uploads);
  const response = await fetch(`${url}/v1/realms/${made.slug}/upload`, {
    method: 'PUT',
    headers: { 'content-type': 'application/gzip', authorization: `Bearer ${made.uploadToken}` },
    body: new Uint8Array(bytes),
  });
  assert.equal(response.status, 201, await response.text());
  ledger.uploaded.set(made.slug, createHash('sha256').update(bytes).digest('hex'));
}

async function archive(number: number): Promise<Buffer> {
  const files = { 'app/realm.json': '{"version":"1.0.0"}', 'app/number.txt': String(number) };
  const entries = Object.entries(files).map(([name, body]) => ({
    header: { name, size: body.length, type: 'file' as const },
    body,
  }));
  return gzipSync(await packTar(entries));
}

/** Nothing that was acknowledged is missing, and nothing is there by half. Returns how many downloads are stored. */
async function check(url: string, slug: string, ledger: Ledger, dataDir: string): Promise<number> {
  const { downloadCount } = (await get(`${url}/v1/realms/${slug}`)) as { downloadCount: number };
  const { total } = (await get(`${url}/v1/realms/${slug}/downloads`)) as { total: number };
  assert.ok(
    ledger.downloads.acked <= downloadCount && downloadCount <= ledger.downloads.sent,
    `${downloadCount} downloads`,
  );
  assert.equal(total, downloadCount, 'the days sum to the count');

  const db = new DatabaseSync(join(dataDir, 'catalog.sqlite'), { readOnly: true });
  const rows = (sql: string) => db.prepare(sql).all() as Record<string, string>[];
  assert.deepEqual(
    rows('pragma integrity_check').map((row) => ({ ...row })),
    [{ integrity_check: 'ok' }],
  );
  assert.deepEqual(rows('pragma foreign_key_check'), []);
  const slugs = new Set(rows('select slug from realms').map((row) => row['slug']));
  for (const created of ledger.created) assert.ok(slugs.has(created), `the realm ${created} is gone`);
  assert.ok(slugs.size - 1 <= ledger.creations, 'a realm that nobody sent');
  const stored = new Map(
    rows('select slug, digest from versions join realms on realms.id = realm_id').map((row) => [
      row['slug'] ?? '',
      row['digest'] ?? '',
    ]),
  );
  db.close();
  for (const [uploaded, digest] of ledger.uploaded)
    assert.equal(stored.get(uploaded), digest, `the archive of ${uploaded} is gone`);
  for (const digest of stored.values()) {
    const bytes = readFileSync(join(dataDir, 'archives', digest.slice(0, 2), digest.slice(2)));
    assert.equal(createHash('sha256').update(bytes).digest('hex'), digest, 'an archive is not what it says');
  }
  return downloadCount;
}

/** As the service does it, but at once; then what is on the disk is what versions refer to, and nothing else. */
async function sweep(dataDir: string): Promise<number> {
  const db = openSqlite(join(dataDir, 'catalog.sqlite'));
  const archives = diskArchives(join(dataDir, 'archives'));
  const swept = await archives.sweep((digests) => keptDigests(db, digests), 0);
  const left: string[] = [];
  for await (const { digest } of archives.list()) left.push(digest);
  assert.deepEqual(await keptDigests(db, left), new Set(left), 'an orphan is left');
  assert.deepEqual(readdirSync(join(dataDir, 'archives', 'tmp')), [], 'a temporary file is left');
  await db.close();
  return swept;
}

async function start(env: Record<string, string>): Promise<ChildProcess> {
  const server = spawn(process.execPath, [main, '--empty'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let shown = '';
  server.stderr.on('data', (chunk) => (shown += String(chunk)));
  while (!shown.includes('is ready')) {
    if (server.exitCode !== null) throw new Error(shown);
    await once(server.stderr, 'data');
  }
  return server;
}

async function openAccount(url: string): Promise<string> {
  const login = { username: 'alice', password: 'correct horse' };
  await post(`${url}/v1/auth/register`, login);
  const { token } = (await post(`${url}/v1/auth/login`, login)) as { token: string };
  return ((await post(`${url}/v1/keys`, { name: 'torture' }, token)) as { key: string }).key;
}

async function post(url: string, body?: object, token?: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

async function get(url: string): Promise<unknown> {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  return response.json();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rounds = Number(process.argv[2] ?? 50);
  console.log(await torture(rounds, console.log));
}
