// Another process holds the database locked: for a while, and for longer than a write waits.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { aCatalog, type Tortured } from './catalog.ts';
import type { Fault } from './fault.ts';
import { create, download, expect, expectUnavailable, openAccount, type Opened } from './visits.ts';

const READS = ['/healthz', '/readyz', '/v1/realms', '/v1/realms?search=target', '/v1/realms/target'];
/** Less than a write waits. */
const MAX_READ_MS = 4_000;
/** A moment, after which a write that was sent before is waiting. */
const MOMENT_MS = 300;

export const locked: Fault = {
  about: 'a database locked by another process: writes wait, then 503; reads go on; afterwards all is well',
  async run() {
    await using catalog = await aCatalog();
    const { url, dataDir } = catalog;
    await catalog.start();
    const key = await openAccount(url);
    const { slug } = expect(201, await create(url, key, 'Target')).body as Opened;
    const other = new DatabaseSync(join(dataDir, 'catalog.sqlite'), { timeout: 5_000 });
    const writes = () => [create(url, key, 'Waited for'), download(url, slug)];

    other.exec('begin immediate');
    const waiting = Promise.all(writes());
    await setTimeout(MOMENT_MS);
    const before = await readMeanwhile(catalog, waiting, 20);
    other.exec('rollback');
    expect(201, (await waiting)[0] as Awaited<ReturnType<typeof create>>);
    expect(200, (await waiting)[1] as Awaited<ReturnType<typeof create>>);

    other.exec('begin immediate');
    const from = performance.now();
    const refused = Promise.all([create(url, key, 'Refused'), download(url, slug)]);
    const meanwhile = await readMeanwhile(catalog, refused, Infinity);
    for (const reply of await refused) expectUnavailable(reply);
    const seconds = ((performance.now() - from) / 1_000).toFixed(1);
    other.exec('rollback');
    other.close();

    expect(404, await catalog.ask('/v1/realms/refused'));
    expect(201, await create(url, key, 'Taken'));
    expect(200, await download(url, slug));
    const { downloadCount } = expect(200, await catalog.ask(`/v1/realms/${slug}`)).body as { downloadCount: number };
    assert.equal(downloadCount, 2, 'the one that was refused is not counted');
    assert.equal(await catalog.stop(), 0);
    return { refusedAfterSeconds: Number(seconds), readsMeanwhile: before + meanwhile };
  },
};

/** Reads one after the other, so many or until the writes are over; they must not have had to wait for those. */
async function readMeanwhile(catalog: Tortured, writes: Promise<unknown>, most: number): Promise<number> {
  const over = new AbortController();
  void writes.finally(() => over.abort());
  let reads = 0;
  while (reads < most && !over.signal.aborted) {
    expect(200, await catalog.ask(READS[reads % READS.length] ?? '', { signal: AbortSignal.timeout(MAX_READ_MS) }));
    reads += 1;
    if (most === Infinity) await setTimeout(20);
  }
  assert.ok(most === Infinity ? reads > 10 : !over.signal.aborted, `${reads} reads; they waited for the writes`);
  return reads;
}
