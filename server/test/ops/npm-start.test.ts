// `npm start` on a terminal and under a service manager: a signal comes once or twice, and the server saves everything before it ends.
// Needs: minutes
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tarEntry, targz } from '../archives/archive-writers.ts';
import { aRealm, logIn, register } from '../many-processes/many-processes.ts';
import { freePort } from '../support/free-port.ts';
import { bearer } from '../support/harness.ts';
import { ask, childrenOf } from '../support/processes.ts';
import { until } from '../support/until.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** With so many realms, a catalog saves its index. */
const SAVED_REALMS = 20_000;

const folderOf = (t: TestContext | { after: typeof after }): string => {
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-npm-start-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

async function npmStart(t: TestContext | { after: typeof after }, folder: string) {
  const port = await freePort();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // a group of its own, as on a terminal
  });
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      process.kill(-Number(npm.pid), signal);
    } catch {} // it has ended
  };
  t.after(() => signalGroup('SIGKILL'));
  const exited = once(npm, 'exit');
  let shown = '';
  npm.stderr.setEncoding('utf8').on('data', (text) => (shown += text));
  await until('it is ready', () => shown.includes('is ready') || assert.equal(npm.exitCode, null, shown));
  const [server = 0] = childrenOf(Number(npm.pid), 'server/src/main.ts');
  const url = `http://127.0.0.1:${port}`;
  return {
    npm,
    server,
    port,
    exited,
    signalGroup,
    isListening: () =>
      ask(`${url}/healthz`).then(
        () => true,
        () => false,
      ),
    ask: (path: string, init?: RequestInit) => ask(url + path, init),
  };
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`${signal} to npm ends the server, which exits with 0 and frees its port`, { timeout: 120_000 }, async (t) => {
    const { npm, port, exited } = await npmStart(t, folderOf(t));
    npm.kill(signal);
    assert.deepEqual(await exited, [0, null]);
    const free = createServer().listen(port, '127.0.0.1');
    await once(free, 'listening'); // rejects if another process still listens
    free.close();
  });

describe('a signal to the whole process group, as a terminal sends it', { skip: process.platform !== 'linux' }, () => {
  /** The folder of a catalog that has stopped with one realm fewer. */
  const filled = folderOf({ after });

  before(async () => {
    const started = await npmStart({ after }, filled);
    started.npm.kill('SIGTERM');
    await started.exited;
    using db = new DatabaseSync(join(filled, 'catalog.sqlite'));
    const { names } = db
      .prepare(
        `select group_concat(name) as names from pragma_table_info('realms') where name not in ('seq', 'id', 'slug')`,
      )
      .get() as { names: string };
    db.exec(`
      with recursive numbers (number) as (select count(*) + 1 from realms union all select number + 1 from numbers where number < ${SAVED_REALMS - 1})
      insert into realms (id, slug, ${names})
        select 'id-' || number, 'slug-' || number, ${names} from (select * from realms limit 1), numbers`);
  });

  // npm leaves SIGHUP to the server, and is ended by it.
  for (const [signal, ended] of [
    ['SIGTERM', [0, null]],
    ['SIGINT', [0, null]],
    ['SIGHUP', [null, 'SIGHUP']],
  ] as const)
    test(
      `${signal}, twice, lets an upload finish, and saves the limits and the index`,
      { timeout: 120_000 },
      async (t) => {
        const folder = folderOf(t);
        cpSync(filled, folder, { recursive: true });
        const catalog = await npmStart(t, folder);
        const isRunning = () => existsSync(`/proc/${catalog.server}`);
        await register(catalog, 'alice');
        const { slug, uploadToken } = await aRealm(catalog, await logIn(catalog, 'alice'), 'The last one');
        const { headers } = await catalog.ask('/v1/realms?limit=1');
        const snapshot = join(folder, 'search-index.snapshot');
        assert.equal(existsSync(snapshot), false);

        const uploaded = catalog.ask(`/v1/realms/${slug}/upload`, {
          method: 'PUT',
          headers: { 'content-type': 'application/gzip', ...bearer(uploadToken).headers },
          body: new Uint8Array(targz(tarEntry('README.md', '# The last one\n'))),
        });
        const [inspection = 0] = await someChildren(catalog.server, 'inspect-child');
        process.kill(inspection, 'SIGSTOP');
        catalog.signalGroup(signal);
        await until('it stops', async () => !(await catalog.isListening()));
        catalog.signalGroup(signal);
        process.kill(inspection, 'SIGCONT');

        const { status, text } = await uploaded;
        assert.equal(status, 201, text);
        assert.deepEqual(await catalog.exited, ended);
        await until('the server has ended', () => !isRunning());
        assert.ok(existsSync(snapshot));
        using db = new DatabaseSync(join(folder, 'catalog.sqlite'));
        const [limit, left] = ['limit', 'remaining'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
        const saved = db
          .prepare('select allowed - count as "left" from rate_windows where allowed = ?')
          .all(Number(limit));
        assert.deepEqual(
          saved.map((window) => window['left']),
          [left],
        );
      },
    );
});

async function someChildren(pid: number, script: string): Promise<number[]> {
  let found: number[] = [];
  await until(`${script} runs`, () => (found = childrenOf(pid, script)).length > 0);
  return found;
}
