// The server is told to stop (SIGTERM) in the midst of reads, downloads and uploads.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { startLoad, tally } from '../server/test/support/load.ts';
import { aCatalog } from './catalog.ts';
import type { Fault } from './fault.ts';
import { checkStopped, openLedger, sweep, work } from './ledger.ts';

/** Asserted by `npm run torture` alone: a busy machine may take longer. */
const MAX_STOP_MS = 10_000;

export const stop: Fault = {
  about: 'SIGTERM under load: not ready any more, no request cut off, exit 0 within ten seconds',
  async run({ isShort, report }) {
    const rounds = isShort ? 1 : 10;
    const all: Awaited<ReturnType<typeof stopOnce>>[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      all.push(await stopOnce());
      report(`${round}: ${JSON.stringify(all.at(-1))}`);
    }
    const slowestStopMs = Math.max(...all.map((one) => one.stoppedAfterMs));
    assert.ok(isShort || slowestStopMs < MAX_STOP_MS, `stopped after ${slowestStopMs} ms`);
    return {
      rounds,
      answered: all.reduce((sum, one) => sum + one.answered, 0),
      cutOff: 0,
      resetAtTheClosedPort: all.reduce((sum, one) => sum + one.resetAtTheClosedPort, 0),
      slowestStopMs,
    };
  },
};

async function stopOnce() {
  await using catalog = await aCatalog();
  const { url, dataDir } = catalog;
  await catalog.start();
  const ledger = await openLedger(url);
  const publishing = new AbortController();
  const paths = ['/v1/realms', '/v1/realms?search=target', `/v1/realms/${ledger.slug}`];
  const load = startLoad(32, (number) =>
    number % 4 === 0
      ? { url: `${url}/v1/realms/${ledger.slug}/download`, method: 'POST' }
      : { url: url + (paths[number % paths.length] ?? '') },
  );
  const working = work({ ledger, clients: 4 }, publishing.signal);
  const asking = connect(Number(new URL(url).port), '127.0.0.1');
  await once(asking, 'connect');
  asking.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n');
  await setTimeout(700);

  const from = performance.now();
  const stopped = catalog.stop();
  await closed(catalog.url);
  asking.write('\r\n');
  assert.match(await text(asking), /^HTTP\/1\.1 503 [^]*"code":"unavailable"/, 'it says that it is ready');
  const exit = await stopped;
  const stoppedAfterMs = Math.round(performance.now() - from);
  publishing.abort();
  const outcomes = await load.stop();
  assert.equal(exit, 0);
  const { 200: answered = 0, ECONNREFUSED: _late, ...others } = tally(outcomes);
  assert.deepEqual(others, {}, 'requests were cut off');
  const downloads = outcomes.filter(({ sent, status }) => sent.method === 'POST' && status === 200).length;
  ledger.downloads.acked += downloads;
  ledger.downloads.sent += downloads;
  const resetAtTheClosedPort = checkStopped(ledger, dataDir, await working);
  assert.equal(await sweep(dataDir), 0, 'something was left behind');
  return { answered, published: ledger.uploaded.size, resetAtTheClosedPort, stoppedAfterMs };
}

/** Until nobody is let in any more. */
async function closed(url: string): Promise<void> {
  for (;;) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (!isOpen) return;
    await setTimeout(10);
  }
}
