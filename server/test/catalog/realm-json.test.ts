// The JSON of a realm, and pages of them: a page is made of the JSON of its realms, and what its ETag is made of differs wherever its bytes do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../support/fixed-seed.ts';
import { oneRealm, parseRealm, realmPage, serializeRealm } from '../../src/realms/realm-json.ts';

const texts = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 });

test('a page is the JSON of its realms with commas between, whatever they hold', () => {
  fc.assert(
    fc.property(texts, (names) => {
      const realms = names.map((name) => ({ name }));
      const serialized = realms.map(serializeRealm);
      const { bytes } = realmPage('{"päge":[', serialized, '],"end":"é"}');
      assert.deepEqual(serialized.map(parseRealm), realms);
      for (const [at, one] of serialized.entries())
        assert.equal(oneRealm(one).bytes.toString(), JSON.stringify(realms[at]));
      assert.equal(bytes.toString(), `{"päge":[${realms.map((realm) => JSON.stringify(realm)).join(',')}],"end":"é"}`);
    }),
  );
});

test('two pages are told apart just when their bytes differ', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.array(fc.nat(2), { maxLength: 3 }), fc.nat(2)), { maxLength: 8 }), (pages) => {
      const all = pages.map(([names, total]) =>
        realmPage(
          '[',
          names.map((name) => serializeRealm({ name })),
          `],${total}`,
        ),
      );
      const count = (of: 'bytes' | 'etagInput') => new Set(all.map((page) => page[of].toString('latin1'))).size;
      assert.equal(count('etagInput'), count('bytes'));
    }),
  );
});
