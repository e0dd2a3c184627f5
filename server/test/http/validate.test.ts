// The contract's own validation (`contract/src/validate.ts`) against Ajv: any schema of the forms of the contract, and any value.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManifestSchema } from '@realm-catalog/contract/manifest';
import { RealmFields } from '@realm-catalog/contract/realms';
import { boolean, integer, list, mapOf, object, oneOf, orNull, string } from '@realm-catalog/contract/schema';
import { specifications } from '@realm-catalog/contract/specifications';
import { faultsIn, formats, type Schema } from '@realm-catalog/contract/validate';
import { Ajv } from 'ajv';
import { fc } from '../support/fixed-seed.ts';

const ajv = new Ajv({
  strict: true,
  strictTypes: false, // a `pattern` without a type is followed, too
  ownProperties: true, // what JSON has: no name of a prototype
  formats: Object.fromEntries(Object.entries(formats).map(([name, { test }]) => [name, test])),
});

const names = ['a', 'b', 'c', 'toString', '__proto__'];
const words = ['', 'a', 'b', 'ab', 'a-b', '1', '🚀', '🚀🚀', 'e\u{301}', 'x'.repeat(9), '\u{d800}'];
const texts = fc.oneof(
  fc.constantFrom(...words, 'https://example.com', '2026-02-30', '2026-11-15', '2026-11-15T09:30:00Z', 'ftp://x'),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.uuid(),
);
const numbers = fc.oneof(fc.integer({ min: -3, max: 9 }), fc.constantFrom(1.5, 2 ** 53, 1e300, -0));
const small = fc.integer({ min: 0, max: 4 });
const some = { requiredKeys: [] };

const schemas = fc.letrec<{ any: Schema; object: { type: 'object' } }>((tie) => {
  const fields = fc.dictionary(fc.constantFrom(...names.slice(0, 4)), tie('any'), {
    maxKeys: 3,
    noNullPrototype: true,
  });
  return {
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc
        .record(
          {
            minLength: small,
            maxLength: small,
            pattern: fc.constantFrom('^[a-z]*$', '^\\p{L}', '-'),
            format: fc.constantFrom(...Object.keys(formats)),
          },
          some,
        )
        .map(string),
      fc.record({ minimum: small, maximum: small }, some).map(integer),
      fc.constant(boolean()),
      fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((values) => oneOf(values)),
      fc
        .tuple(tie('any'), fc.record({ minItems: small, maxItems: small }, some))
        .map(([items, bounds]) => list(items, bounds)),
      tie('any').map((values) => mapOf(values)),
      tie('object'),
      tie('object').map((one) => orNull(one)),
    ),
    object: fc.tuple(fields, fields, fc.boolean()).map(([required, optional, isClosed]) => ({
      ...object(required, optional),
      ...(isClosed && { additionalProperties: false }),
    })),
  };
}).any;

const anything = fc.oneof(texts, numbers, fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 3 }));

/** Mostly as the schema wants it, so that faults are deep in the value as well. */
function valuesFor(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anything });
}

function fitting({
  type,
  enum: choices,
  items,
  properties,
  required,
  additionalProperties: others,
}: Schema): fc.Arbitrary<unknown> {
  if (choices) return fc.constantFrom(...choices);
  if (type === 'string') return texts;
  if (type === 'integer') return numbers;
  if (type === 'boolean') return fc.boolean();
  if (items) return fc.array(valuesFor(items), { maxLength: 4 });
  if (!properties) return fc.dictionary(fc.constantFrom(...names), valuesFor(others || {}), { maxKeys: 3 });
  const fields = Object.fromEntries(Object.entries(properties).map(([name, own]) => [name, valuesFor(own)]));
  const known = fc.record(fields, { requiredKeys: [...(required ?? [])] });
  const more = fc.dictionary(fc.constantFrom('z', 'toString'), anything, { maxKeys: 1 });
  return fc
    .tuple(known, fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: more }), fc.boolean())
    .map(([own, further, isComplete]) =>
      isComplete ? { ...own, ...further } : Object.fromEntries(Object.entries(own).slice(1)),
    );
}

type FoundFault = [keyword: string, place: string] | undefined;

/** As JSON Pointer has it. */
const escaped = (name: string | number) => String(name).replaceAll('~', '~0').replaceAll('/', '~1');

function faultByAjv(schema: object, value: unknown): FoundFault {
  const validate = ajv.compile(schema);
  if (validate(value)) return undefined;
  const { keyword, instancePath, params } = validate.errors?.[0] ?? assert.fail();
  const name = params['missingProperty'] ?? params['additionalProperty'];
  return [keyword, name === undefined ? instancePath : `${instancePath}/${escaped(name)}`];
}

function faultByContract(schema: Schema, value: unknown): FoundFault {
  const [fault] = faultsIn(value, schema);
  return fault && [fault.keyword, fault.path.map((step) => `/${escaped(step)}`).join('')];
}

test('a value is accepted if Ajv accepts it, and otherwise the first fault has the same keyword and place', () => {
  const found = new Map<string, number>();
  const cases = schemas.chain((schema) =>
    fc.tuple(fc.constant(schema), fc.array(valuesFor(schema), { minLength: 8, maxLength: 8 })),
  );
  fc.assert(
    fc.property(cases, ([schema, values]) => {
      for (const value of values.map((one) => JSON.parse(JSON.stringify(one)) as unknown)) {
        const fault = faultByContract(schema, value);
        assert.deepEqual(fault, faultByAjv(schema, value), JSON.stringify({ schema, value }));
        const [kind] = fault ?? ['none'];
        found.set(kind, (found.get(kind) ?? 0) + 1);
      }
    }),
    { numRuns: 500 },
  );
  for (const keyword of ['none', 'type', 'required', 'additionalProperties', ...rules])
    assert.ok((found.get(keyword) ?? 0) > 5, keyword);
});

/** What one value is asked for. */
const rules = [
  'maximum',
  'minimum',
  'maxLength',
  'minLength',
  'pattern',
  'format',
  'enum',
  'maxItems',
  'minItems',
] as const;

test('the schemas that values are validated by have no keyword beyond these', () => {
  const known = new Set<string>([...rules, 'type', 'items', 'required', 'additionalProperties', 'properties']);
  const annotations = new Set(['description', 'examples', 'default']);
  const { screenshots: _1, variables: _2, parts: _3, leaveOut: _4, ...read } = ManifestSchema.properties;
  const replies = Object.values(specifications).flatMap(({ reply }) => ('schema' in reply ? [reply.schema] : []));
  assert.ok(replies.length > 50);
  function check({ properties = {}, items, additionalProperties: others, ...rest }: Schema): void {
    const unknown = Object.keys(rest).filter((keyword) => !known.has(keyword) && !annotations.has(keyword));
    assert.deepEqual(unknown, []);
    for (const part of [...Object.values(properties), items ?? {}, others || {}])
      if (Object.keys(part).length > 0) check(part);
  }
  for (const schema of [...replies, RealmFields, { properties: read }]) check(schema);
});

test('a value is looked at no further than its first fault is, and no deeper than its schema', () => {
  const untouched = new Proxy([], { get: (target, name) => (name === 'length' ? 1e9 : assert.fail(String(name))) });
  assert.equal([...faultsIn(untouched, list(string(), { maxItems: 9 }))][0]?.keyword, 'maxItems');
  let deep: unknown = [];
  for (let at = 0; at < 1_000_000; at += 1) deep = [deep];
  assert.deepEqual(faultByContract(list(list(string())), deep), ['type', '/0/0']);
  assert.deepEqual([...faultsIn(deep, mapOf(string()))].length, 1);
  assert.deepEqual([...faultsIn({ a: deep }, object({}))], []);
});
