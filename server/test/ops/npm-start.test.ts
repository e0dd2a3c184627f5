// `npm start` as a service manager runs it: a signal to npm reaches the server, which stops cleanly and frees its port.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

function npmStart(t: TestContext, port: number) {
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-npm-start-'));
  const npm = spawn('npm', ['start', '--', '--empty'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // a group of its own, so that nothing is left behind when the test fails
  });
  t.after(() => {
    try {
      process.kill(-Number(npm.pid), 'SIGKILL');
    } catch {} // it has ended
    rmSync(folder, { recursive: true, force: true });
  });
  return npm;
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`${signal} to npm ends the server, which exits with 0 and frees its port`, { timeout: 120_000 }, async (t) => {
    const port = await freePort();
    const npm = npmStart(t, port);
    const exited = once(npm, 'exit');
    let shown = '';
    while (!shown.includes('is ready')) shown += String((await once(npm.stderr, 'data'))[0]);
    npm.kill(signal);
    assert.deepEqual(await exited, [0, null], shown);
    const free = createServer().listen(port, '127.0.0.1');
    await once(free, 'listening'); // rejects if another process still listens
    free.close();
  });
