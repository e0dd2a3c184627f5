// Realms that are kept as JSON: never what changed while it was read, nothing that is not public, and nothing after it was forgotten.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { alone, joined, write } from '../src/realms/written.ts';
import { searchIndex } from '../src/search-index/search-index.ts';
import { kept, type Kept } from '../src/shelves/kept.ts';
import { findFindables } from '../src/shelves/queries.ts';
import { texts } from '../src/shelves/texts.ts';
import { anAccount, aRealm, startCatalog } from './harness.ts';

const SEQ = 7;
const written = write({ slug: 'one' });

/** Reads one realm, and keeps it in both shapes after `meanwhile`. */
function reading(memory: Kept, meanwhile: () => void): Promise<void> {
  return memory.whileReading(async (keep) => {
    meanwhile();
    keep.summary(SEQ, written);
    keep.detail(SEQ, 'one', written);
  });
}

test('what changed while it was read is not kept, and what others changed is', async () => {
  const memory = kept();
  const holds = () => [memory.summary(SEQ), memory.detail('one')].map((text) => text?.equals(written));
  await reading(memory, () => memory.forget([SEQ]));
  assert.deepEqual(holds(), [undefined, undefined]);
  await reading(memory, () => memory.clear());
  assert.deepEqual(holds(), [undefined, undefined]);
  await reading(memory, () => memory.forget([SEQ + 1]));
  assert.deepEqual(holds(), [true, true]);
  memory.forget([SEQ]);
  assert.deepEqual(holds(), [undefined, undefined]);
});

test('what is written before anyone asks is public, is what is answered, and is forgotten with its realm', async (t) => {
  const ada = anAccount();
  const realms = (['public', 'unlisted', 'private'] as const).map((visibility) =>
    aRealm(ada, { slug: visibility, visibility }),
  );
  const catalog = await startCatalog({ accounts: [ada], realms });
  t.after(() => catalog[Symbol.asyncDispose]());
  const { db } = catalog.services;
  const seqs = (await db.all<{ seq: number }>(sql`select seq from realms`)).map(({ seq }) => seq);
  const index = searchIndex();
  for (const realm of await findFindables(db, seqs)) index.put(realm);

  const memory = kept();
  await texts(
    memory,
    () => db,
    () => false,
  ).writeBeforehand(() => index, new AbortController().signal);
  for (const slug of ['unlisted', 'private']) assert.equal(memory.detail(slug), undefined, slug);
  assert.equal(seqs.filter((seq) => memory.summary(seq)).length, 1);
  const detail = memory.detail('public') ?? assert.fail('it is not there');
  assert.deepEqual(JSON.parse(String(alone(detail).bytes)), (await catalog.ask('/v1/realms/public')).body);
  memory.forget(seqs);
  assert.equal(memory.detail('public'), undefined);
  assert.equal(seqs.filter((seq) => memory.summary(seq)).length, 0);
});

test('an answer does not hold the memory that its realms are packed in', async () => {
  const memory = kept();
  await reading(memory, () => undefined);
  const packed = memory.detail('one') ?? assert.fail('it is not there');
  assert.ok(packed.buffer.byteLength >= 2 ** 20);
  for (const { bytes } of [alone(packed), joined('', [packed], '')]) assert.ok(bytes.buffer.byteLength < 2 ** 17);
});
