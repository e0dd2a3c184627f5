// A page of realms is put together from what was written of each, and told apart from every other page by their digests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from './fixed-seed.ts';
import { joined, write } from '../src/realms/written.ts';

const texts = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 });

test('a page is the JSON of its realms with commas between, whatever they hold', () => {
  fc.assert(
    fc.property(texts, (names) => {
      const realms = names.map((name) => ({ name }));
      const written = realms.map(write);
      const { bytes } = joined('{"päge":[', written, '],"end":"é"}');
      assert.equal(bytes.toString(), `{"päge":[${realms.map((realm) => JSON.stringify(realm)).join(',')}],"end":"é"}`);
    }),
  );
});

test('two pages are told apart just when their bytes differ', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.array(fc.nat(2), { maxLength: 3 }), fc.nat(2)), { maxLength: 8 }), (pages) => {
      const all = pages.map(([names, total]) =>
        joined(
          '[',
          names.map((name) => write({ name })),
          `],${total}`,
        ),
      );
      const count = (of: 'bytes' | 'digests') => new Set(all.map((page) => page[of].toString('latin1'))).size;
      assert.equal(count('digests'), count('bytes'));
    }),
  );
});
