// The server is stopped and started again many times while a few clients go on asking.
import assert from 'node:assert/strict';
import { aCatalog } from './catalog.ts';
import type { Fault } from './fault.ts';
import { checkStopped, openLedger, sweep, workUntil } from './ledger.ts';

export const restarts: Fault = {
  about: 'fifty restarts under light load: each exits with 0, and nothing is lost or left behind',
  async run({ isShort, report }) {
    await using catalog = await aCatalog();
    const { url, dataDir } = catalog;
    await catalog.start();
    const ledger = await openLedger(url);
    const rounds = isShort ? 2 : 50;
    const starts: number[] = [];
    let reset = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const { end, ends } = await workUntil(() => catalog.stop(), { ledger, clients: 4, pause: 20, most: 300 });
      assert.equal(end, 0);
      reset += checkStopped(ledger, dataDir, ends);
      const before = performance.now();
      await catalog.start();
      starts.push(Math.round(performance.now() - before));
      report(
        `${round}: ${ledger.downloads.acked} downloads, ${ledger.created.size} realms, ready after ${starts.at(-1)} ms`,
      );
    }
    await catalog.stop();
    assert.equal(await sweep(dataDir), 0, 'something was left behind');
    const sorted = starts.toSorted((a, b) => a - b);
    return {
      rounds,
      downloads: ledger.downloads.acked,
      realms: ledger.created.size,
      lost: 0,
      resetAtTheClosedPort: reset,
      startMs: { median: sorted[Math.floor(sorted.length / 2)], slowest: sorted.at(-1) },
    };
  },
};
