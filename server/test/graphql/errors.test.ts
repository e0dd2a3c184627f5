// Tests how much a query that fails costs and says: the bounds of its text and of its errors, and the places that they name.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getLocation, GraphQLError, Source } from 'graphql';
import { readDocument } from '../../src/graphql/document.ts';
import { useCatalog } from '../support/harness.ts';
import { codesOf, dataOf, query } from './queries.ts';

const catalog = useCatalog();

const missing = (count: number) =>
  `{ ${Array.from({ length: count }, (_, n) => `a${n}: realm(slug: "none") { slug }`).join(' ')} }`;

describe('the errors of an answer', () => {
  test('are all there up to 20', async () => {
    const reply = await query(catalog, missing(20));
    assert.deepEqual(codesOf(reply), [200, ...Array.from({ length: 20 }, () => 'not_found')]);
  });

  test('end with one that counts the others', async () => {
    const reply = await query(catalog, missing(85));
    assert.deepEqual(codesOf(reply), [200, ...Array.from({ length: 20 }, () => 'not_found'), 'invalid_request']);
    const { message, path, locations } = reply.body.errors.at(-1);
    assert.deepEqual([message, path, locations], ['65 further errors are left out.', undefined, undefined]);
    assert.equal(Object.keys(reply.body.data).length, 85);
  });

  test('of a query that is refused are at most 11', async () => {
    const fields = Array.from({ length: 300 }, (_, n) => `unknown${n}`).join(' ');
    assert.equal((await query(catalog, `{ ${fields} }`)).body.errors.length, 11);
    const wrong = { variables: { tags: Array.from({ length: 900 }, () => 1) } };
    const reply = await query(catalog, 'query ($tags: [String!]) { realms(tags: $tags) { totalCount } }', wrong);
    assert.deepEqual([reply.status, reply.body.errors.length], [400, 11]);
  });
});

/** Lines of each kind of end, before each field that fails. */
const text = [
  '"""A description\n  of "three"\r\n lines"""\rquery\r\n\uFEFF{ # a comment\n\n',
  'first: realm(slug: "none") { slug },,,\r\r\n',
  '\tsecond: realm(slug: """a\n\nb""") { slug } third: realm(slug: "💥") { slug }\n\n\n}',
].join('');

function placeOf(name: string, of = text): { line: number; column: number } {
  return getLocation(new Source(of), of.indexOf(name));
}

describe('the places of errors', () => {
  test('are those of the fields, whatever ends the lines before them', async () => {
    const { body } = await query(catalog, text);
    const places = Object.fromEntries(
      body.errors.map(({ path, locations }: { path: string[]; locations: object[] }) => [path[0], locations]),
    );
    assert.deepEqual(
      places,
      Object.fromEntries(['first', 'second', 'third'].map((name) => [name, [placeOf(`${name}:`)]])),
    );
  });

  test('are there for each field of one name, for unknown fields, and for the syntax', async () => {
    const twice = '{\n realm(slug: "none") { slug }\r\n realm(slug: "none") { name } }';
    const { body } = await query(catalog, twice);
    assert.deepEqual(body.errors[0].locations, [
      { line: 2, column: 2 },
      { line: 3, column: 2 },
    ]);
    for (const [failing, name] of [
      [text.replace('third: realm', 'third: unknown'), 'third:'],
      [text.replace('third: realm', 'third: !realm'), '!realm'],
    ] as const)
      assert.deepEqual((await query(catalog, failing)).body.errors[0].locations, [placeOf(name, failing)]);
  });

  test('are counted by no error in the text of the query, which is gone when it is read', () => {
    const document = readDocument(`${'\n'.repeat(1_000)}{ a }`);
    assert.equal(document.loc?.source.body, '');
    const [operation] = document.definitions;
    assert.deepEqual(new GraphQLError('', { nodes: operation }).locations, [{ line: 1, column: 1_001 }]);
    assert.equal(operation?.loc?.startToken.line, 1_001);
  });
});

describe('what means nothing in a query', () => {
  for (const [what, ignored] of [
    ['blanks', ' '],
    ['line ends', '\n'],
    ['commas', ','],
    ['marks of the byte order', '\uFEFF'],
    ['lines of comments', '#\n'],
    ['characters of one comment', '# '],
  ] as const)
    test(`has at most 16,384 ${what}`, async () => {
      const most = ignored.length === 1 ? ignored.repeat(16_383) : `${ignored.repeat(8_191)}\n`;
      assert.deepEqual(await dataOf(catalog, `{ __typename${most}}`), { __typename: 'Query' });
      const refused = await query(catalog, `{  __typename${most}}`);
      assert.deepEqual(codesOf(refused), [400, 'invalid_request']);
      assert.match(refused.body.errors[0].message, /more than 16384 characters/);
    });

  test('is not the text of a token', async () => {
    const long = ' ,\n#'.repeat(6_000);
    assert.deepEqual(await dataOf(catalog, `"""${long}""" query { __typename }`), { __typename: 'Query' });
  });
});

test('a variable may be null where its argument takes a null, and in an operation that does not run', async () => {
  const one = 'query One ($n: Boolean = true) { collections(featured: $n) { totalCount } }';
  const two = 'query Two ($n: Boolean = true) { stats @include(if: $n) { totalRealms } }';
  const nulls = { variables: { n: null }, operationName: 'One' };
  assert.deepEqual(await dataOf(catalog, `${one} ${two}`, nulls), { collections: { totalCount: 0 } });
  assert.deepEqual(codesOf(await query(catalog, `${one} ${two}`, { ...nulls, operationName: 'Two' })), [
    400,
    'invalid_request',
  ]);
});
