// Summaries in blocks: what is put is found until it is deleted or evicted, and stays as it is for whoever reads it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../support/fixed-seed.ts';
import { summaryBlocks } from '../../src/catalog/summary-blocks.ts';
import { parseRealm, serializeRealm, type RealmJson } from '../../src/realms/realm-json.ts';

const jsonOf = (text: string) => serializeRealm({ text });
const textOf = (json: RealmJson | undefined) => json && (parseRealm(json) as { text: string }).text;
const step = fc.record({
  seq: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(2 ** 31, 2 ** 40)),
  text: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
});

test('they are a map, and what was read stays as it was', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const blocks = summaryBlocks(2 ** 20);
      const model = new Map<number, string | undefined>();
      const read: [RealmJson, string][] = [];
      for (const { seq, text } of steps) {
        if (text === undefined) blocks.delete(seq);
        else blocks.put(new Map([[seq, jsonOf(text)]]));
        model.set(seq, text);
        for (const [known, expected] of model) {
          const found = blocks.get(known);
          assert.equal(textOf(found), expected);
          if (found) read.push([found, expected ?? '']);
        }
      }
      for (const [json, expected] of read) assert.equal(textOf(json), expected);
      blocks.clear();
      for (const seq of model.keys()) assert.equal(blocks.get(seq), undefined);
    }),
  );
});

test('full ones evict what did not change for longest', () => {
  const blocks = summaryBlocks(2 ** 20);
  const text = 'x'.repeat(1_000);
  let last = 0;
  while (!blocks.isFull) blocks.put(new Map([[(last += 1), jsonOf(text)]]));
  assert.ok(last > 900 && blocks.get(1) && blocks.get(40));
  blocks.put(new Map([[1, jsonOf('changed')]]));
  for (let seq = last + 1; seq < last + 200; seq += 1) {
    blocks.put(new Map([[seq, jsonOf(text)]]));
    assert.ok(blocks.get(1) && blocks.get(seq));
  }
  assert.equal(blocks.get(40), undefined);
});
