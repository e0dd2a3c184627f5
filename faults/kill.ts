// The server is killed with SIGKILL in the midst of downloads, creations and uploads, again and again.
import assert from 'node:assert/strict';
import { aCatalog } from './catalog.ts';
import type { Fault } from './fault.ts';
import { check, openLedger, sweep, workUntil } from './ledger.ts';
import { expect } from './visits.ts';

export const kill: Fault = {
  about: 'kill -9 under load: nothing that was acknowledged is lost',
  async run({ isShort, report }) {
    await using catalog = await aCatalog();
    const { url, dataDir } = catalog;
    await catalog.start();
    const ledger = await openLedger(url);
    const rounds = isShort ? 2 : 50;
    let stored = 0; // downloads
    for (let round = 1; round <= rounds; round += 1) {
      await workUntil(() => catalog.stop('SIGKILL'), { ledger, clients: 8, most: isShort ? 500 : 1_000 });
      await catalog.start();
      stored = check(ledger, dataDir).downloads;
      const shown = expect(200, await catalog.ask(`/v1/realms/${ledger.slug}`)).body as { downloadCount: number };
      assert.equal(shown.downloadCount, stored);
      const { sent, acked } = ledger.downloads;
      report(`${round}: ${acked} ≤ ${stored} ≤ ${sent} downloads, ${ledger.created.size} realms`);
    }
    await catalog.stop();
    const { downloads, created, uploaded } = ledger;
    const orphansSwept = await sweep(dataDir);
    return {
      rounds,
      downloads: { ...downloads, stored },
      created: created.size,
      uploaded: uploaded.size,
      orphansSwept,
    };
  },
};
