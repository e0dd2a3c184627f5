// Bytes of an archive change on the disk: before it was ever given out, after it was, and by its end being cut off.
import assert from 'node:assert/strict';
import { readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { ask } from '../server/test/support/processes.ts';
import { aCatalog, type Tortured } from './catalog.ts';
import type { Fault } from './fault.ts';
import { pathOf } from './ledger.ts';
import { anArchive, digestOf, download, expect, openAccount, publish } from './visits.ts';

interface Published {
  slug: string;
  bytes: Buffer;
  path: string;
}

export const corrupt: Fault = {
  about: 'a corrupt archive on the disk: 500 and an alarm in the log, never its bytes; all others are served',
  async run({ isShort }) {
    await using catalog = await aCatalog();
    await catalog.start();
    const key = await openAccount(catalog.url);
    const publishOne = async (name: string, size = 10_000): Promise<Published> => {
      const bytes = anArchive(size);
      const { slug } = await publish(catalog.url, key, name, bytes);
      return { slug, bytes, path: pathOf(catalog.dataDir, digestOf(bytes)) };
    };
    const [rotten, spoilt, cut, good] = [
      await publishOne('Rotten'),
      await publishOne('Spoilt'),
      await publishOne('Cut', isShort ? 200_000 : 20_000_000),
      await publishOne('Good'),
    ];

    flipByte(rotten); // nobody has fetched it yet
    await assertServed(catalog, spoilt);
    await assertServed(catalog, cut);
    flipByte(spoilt);
    truncateSync(cut.path, cut.bytes.length - 1);
    for (const damaged of [rotten, spoilt, cut]) await assertRefused(catalog, damaged);
    await assertServed(catalog, good);
    const { status, said } = catalog.admin('archives', 'verify');
    assert.equal(status, 1);
    for (const damaged of [rotten, spoilt, cut])
      assert.match(said, new RegExp(`${damaged.slug} 1\\.0\\.0 .* is damaged`));
    assert.doesNotMatch(said, new RegExp(`${good.slug} 1`));

    for (const { path, bytes } of [rotten, spoilt, cut]) writeFileSync(path, bytes);
    for (const healed of [rotten, spoilt, cut]) await assertServed(catalog, healed);
    assert.equal(catalog.admin('archives', 'verify').status, 0);
    return {
      damaged: 3,
      alarms: alarmsOf(catalog).length,
      served: 'all others, and the damaged ones when they were put back',
    };
  },
};

/** As a disk would: its size and its time stay what they were. */
function flipByte({ path }: Published): void {
  const { atime, mtime } = statSync(path);
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  writeFileSync(path, bytes);
  utimesSync(path, atime, mtime);
}

const alarmsOf = ({ logged }: Tortured) => logged.filter(({ level }) => level === 60);

async function fetchArchive({ url }: Tortured, slug: string, headers: Record<string, string> = {}): Promise<Response> {
  const { downloadUrl } = expect(200, await download(url, slug)).body as { downloadUrl: string };
  return fetch(downloadUrl, { headers: { connection: 'close', ...headers } });
}

async function assertServed(catalog: Tortured, { slug, bytes }: Published): Promise<void> {
  const response = await fetchArchive(catalog, slug);
  assert.equal(response.status, 200);
  assert.equal(digestOf(Buffer.from(await response.arrayBuffer())), digestOf(bytes));
}

async function assertRefused(catalog: Tortured, { slug, bytes }: Published): Promise<void> {
  const headers = [{}, { range: 'bytes=0-9' }, {}];
  const answers = await Promise.all(headers.map((more) => fetchArchive(catalog, slug, more)));
  for (const answer of answers) {
    assert.equal(answer.status, 500);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
    assert.equal(((await answer.json()) as { code: string }).code, 'internal_error');
  }
  await ask(`${catalog.url}/healthz`); // by now its log lines are written
  const digest = digestOf(bytes);
  for (let waited = 0; waited < 100 && !alarmsOf(catalog).some((line) => line['digest'] === digest); waited += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(
    alarmsOf(catalog).some((line) => line['digest'] === digest),
    'no alarm in the log',
  );
}
