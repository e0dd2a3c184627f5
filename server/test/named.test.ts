// Bytes by name: what comes out is what was put in last under this very name, or nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from './fixed-seed.ts';
import { named } from '../src/shelves/named.ts';

const MIB = 2 ** 20;
const names = Array.from({ length: 30 }, (_, at) => `realm-${'x'.repeat(at % 3)}${at}`);

const aNumber = fc.integer({ min: 1, max: names.length });
const aStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), number: aNumber }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), number: aNumber }) },
  { weight: 1, arbitrary: fc.constant({ do: 'clear' as const }) },
);

test('a name has what was put last for it, or nothing where another one has its place', () => {
  fc.assert(
    fc.property(fc.array(aStep, { maxLength: 100, size: 'max' }), (steps) => {
      const texts = named(4 * MIB, 8); // places, for thirty names
      const model = new Map<string, string>();
      for (const [at, step] of steps.entries()) {
        if (step.do === 'clear') {
          texts.clear();
          model.clear();
          continue;
        }
        const name = names[step.number - 1] ?? '';
        if (step.do === 'put') {
          texts.put(name, step.number, Buffer.from(`${name} ${at}`));
          model.set(name, `${name} ${at}`);
          assert.equal(String(texts.get(name)), model.get(name));
        } else {
          texts.delete(step.number);
          model.delete(name);
          assert.equal(texts.get(name), undefined);
        }
      }
      for (const name of names) assert.ok([undefined, model.get(name)].includes(texts.get(name)?.toString()), name);
    }),
    { numRuns: 200 },
  );
});

test('with places enough, nearly all are there', () => {
  const texts = named(4 * MIB);
  const many = Array.from({ length: 10_000 }, (_, at) => `a-realm-${at}`);
  for (const [at, name] of many.entries()) texts.put(name, at + 1, Buffer.from(name));
  const there = many.filter((name) => texts.get(name)?.toString() === name).length;
  assert.ok(there > 9_900, `${there} of 10,000`);
});

test('names that nobody gave are not there, whatever is in them', () => {
  const texts = named(4 * MIB, 1);
  texts.put('cafe', 1, Buffer.from('it'));
  assert.equal(String(texts.get('cafe')), 'it');
  for (const name of ['', 'caf', 'cafeit', 'café', 'cafe\0', 'CAFE', 'x'.repeat(300), 'ţafe'])
    assert.equal(texts.get(name), undefined, name);
});

test('a number that gets another name leaves nothing behind under the first', () => {
  const texts = named(4 * MIB);
  texts.put('old', 7, Buffer.from('it'));
  texts.put('new', 7, Buffer.from('it'));
  assert.equal(texts.get('old'), undefined);
  texts.delete(7);
  assert.equal(texts.get('new'), undefined);
});
