// Queries that fail as often as a query can, with as much text before or in each error as fits: every way that a query can fail.
import type { Variant, WorstCase } from './case.ts';
import { named, repeated, variant } from './graphql-requests.ts';
import { requestBytes } from './request-bytes.ts';

/** What the place of an error can be behind: the most that is ignored, and a description, which is a token. */
const prefixes = {
  '15,000 line ends': '\n'.repeat(15_000),
  '7,500 comments': '#\n'.repeat(7_500),
  'a description of 20,000 lines': `"""${'\n'.repeat(20_000)}"""`,
};

/** `query` begins with the word, because only then it may have a description. */
function behind(name: string, query: string, variables: object = {}): Variant[] {
  return Object.entries(prefixes).map(([what, prefix]) =>
    variant(`${name}, behind ${what}`, prefix + query, variables),
  );
}

const LONG = 'z'.repeat(58_000);
const times = <Item>(count: number, item: (at: number) => Item) => Array.from({ length: count }, (_, at) => item(at));
const words = (count: number, word: (at: number) => string) => times(count, word).join(' ');
/** A query with variables of this type that it does not use. */
const unused = (count: number, type: string) => `query (${words(count, (at) => `$v${at}: ${type}`)}) { __typename }`;
const values = (count: number, value: unknown) => Object.fromEntries(times(count, (at) => [`v${at}`, value]));
/** One that uses them, where "9" is no number. */
const used = (count: number) =>
  `query (${words(count, (at) => `$v${at}: Int`)}) { ${named(count, (at) => `realms(first: $v${at}) { __typename }`)} }`;
/** 840 lists after a cursor: 14 in each of five collections, under 12 names. */
const lists = (after: string) =>
  `{ ${named(12, () => 'collections(first: 5) { ...C }')} }
   fragment C on CollectionConnection { nodes { ${named(14, () => `items(first: 1, after: ${after}) { __typename }`)} } }`;

const syntax: WorstCase = {
  name: 'GraphQL errors: syntax',
  variants: [
    ...behind('a brace that is missing', 'query { a'),
    ...behind('a control character', 'query { \u0001 }'),
    variant('too many blanks', `${repeated(' ')}{ a }`),
    variant('too many line ends', `${repeated('\n', 31_000)}{ a }`),
    variant('too many comments', `${repeated('#\n', 40_000)}{ a }`),
    variant('too many commas and marks', `${repeated(',\ufeff', 30_000)}{ a }`),
    variant('a text without an end', `{ a(b: "${LONG}) }`),
    variant('a block without an end', `{ a(b: """${'\n'.repeat(29_000)}) }`),
    variant('a text with a wrong escape', `{ a(b: "${LONG}\\x") }`),
    variant('a number with a letter', `{ a(b: ${'9'.repeat(58_000)}x) }`),
    variant('a long name in a wrong place', `{ a } ${LONG}`),
  ],
  statuses: [400],
};

const validation: WorstCase = {
  name: 'GraphQL errors: validation',
  variants: [
    ...behind('unknown fields that are like others', `query { ${named(300, (at) => `realmz${at}`)} }`),
    ...behind('unknown arguments', `query { ${named(60, () => 'realms(sorrt: 1, frist: 2) { __typename }')} }`),
    ...behind('unknown fragments', `query { ${words(400, (at) => `...F${at}`)} }`),
    ...behind('unknown directives', `query { ${named(150, () => '__typename @skipp @includde')} }`),
    ...behind('unknown types', unused(200, 'Realn')),
    ...behind('variables that nothing uses', unused(200, 'Int')),
    ...behind(
      'one name of several fields',
      `query { realms { nodes { ${'a: id a: name b: slug b: id '.repeat(10)} } } }`,
    ),
    ...behind('lists after a cursor that is none', `query ${lists('"x"')}`),
    variant('lists after a long cursor', `query ($c: String) ${lists('$c')}`, { c: LONG }),
    ...behind('a circle', 'query { ...A } fragment A on Query { ...B } fragment B on Query { ...A }'),
    variant('unknown values', `{ ${named(70, (at) => `realms(sort: newezt${at}) { __typename }`)} }`),
    variant('a long unknown value', `{ realms(sort: ${LONG}) { __typename } }`),
    variant('a long unknown field', `{ ${LONG} }`),
    variant('unknown fields of 40 letters', `{ ${named(300, (at) => `${'totalUser'.repeat(4)}${at}`)} }`),
    variant('unknown fields of 5,000 letters', `{ ${words(11, (at) => 'realmz'.repeat(850) + at)} }`),
    variant('a long list', `{ realms(sort: [${'newest '.repeat(980)}]) { __typename } }`),
    variant('a deep object', `{ realms(sort: ${'{ a: '.repeat(240)}1${' }'.repeat(240)}) { __typename } }`),
    variant('a large number', `{ realms(featured: ${'9'.repeat(58_000)}) { __typename } }`),
    variant('long texts', `{ ${named(60, () => `realms(featured: "${'z'.repeat(900)}") { __typename }`)} }`),
    variant('a long text 38 times', `{ ${`realm(slug: "${'z'.repeat(1_500)}") { x } `.repeat(38)} }`),
    variant('a block 38 times', `{ ${`realm(slug: """${'\n'.repeat(700)}""") { x } `.repeat(38)} }`),
    variant('a list 38 times', `{ ${`realms(tags: [${'"z" '.repeat(15)}]) { x } `.repeat(38)} }`),
    variant(
      'nulls where none may be',
      `query ($n: Boolean = true) { __schema { types { ${named(50, () => 'fields { name @include(if: $n) }')} } } }`,
      { n: null },
    ),
  ],
  statuses: [400],
};

const variables: WorstCase = {
  name: 'GraphQL errors: variables',
  variants: [
    ...behind('wrong items', 'query ($t: [String!]) { realms(tags: $t) { totalCount } }', { t: times(990, () => 1) }),
    ...behind('wrong values', used(36), values(36, '9')),
    ...behind('values that are not sent', used(36).replaceAll('Int', 'Int!')),
    variant('a long text for a number', used(1), { v0: LONG }),
    variant('a long text for an enum', 'query ($s: RealmSort) { realms(sort: $s) { totalCount } }', { s: LONG }),
    variant('long texts for numbers', used(36), values(36, 'z'.repeat(1_500))),
    variant('texts that are longer in a message', used(36), values(36, '"'.repeat(700))),
    variant(
      'a variable with a long name',
      `query ($${LONG.slice(30_000)}: Int!) { realms(first: $${LONG.slice(30_000)}) { totalCount } }`,
    ),
    variant('a long name of no operation', '{ __typename }', {}, LONG),
  ],
  statuses: [400],
};

const fields: WorstCase = {
  name: 'GraphQL errors: fields that fail',
  variants: [
    ...behind('85 realms', `query { ${named(85, () => 'realm(slug: "-") { id }')} }`),
    ...behind('85 names of one account', `query { ${named(85, () => 'user(username: "-") { name }')} }`),
    variant('80 names of a long slug', `query ($s: String!) { ${named(80, () => 'realm(slug: $s) { id }')} }`, {
      s: LONG,
    }),
    variant(
      '80 names of a long username',
      `query ($s: String!) { ${named(80, () => 'user(username: $s) { name }')} }`,
      { s: LONG },
    ),
    variant(
      '65 names of a long search',
      `query ($s: String!) { ${named(65, () => 'realms(first: 1, search: $s) { __typename }')} }`,
      { s: LONG },
    ),
    variant(
      '80 names of a long collection',
      `query ($s: String!) { ${named(80, () => 'collection(slug: $s) { name }')} }`,
      { s: LONG },
    ),
    variant("160 names of nobody's account", `{ ${named(160, () => 'me { name }')} }`, {}, undefined, {
      isAnonymous: true,
    }),
    variant(
      '65 names of a long list',
      `query ($t: [String!]) { ${named(65, () => 'realms(first: 1, tags: $t) { __typename }')} }`,
      { t: times(990, (at) => `${at}${'z'.repeat(50)}`) },
    ),
  ],
  statuses: [200],
};

/** What is refused before the query is validated, by how it is put together. */
const documents: WorstCase = {
  name: 'GraphQL errors: documents',
  variants: [
    ...behind('no operation', 'fragment A on Query { __typename }'),
    ...behind('a mutation', `mutation { ${named(160, () => '__typename')} }`),
    ...behind(
      'definitions of types',
      words(400, (at) => `scalar A${at}`),
    ),
    variant('one name of 130 fragments', `{ ...A } ${words(130, () => 'fragment A on Query { __typename }')}`),
    variant('two fragments of a long name', `{ __typename } ${`fragment ${LONG.slice(30_000)} on A { a } `.repeat(2)}`),
    variant('a long name of a fragment that is not used', `{ __typename } fragment ${LONG} on Query { __typename }`),
    variant(
      'many operations without a name to choose',
      words(140, (at) => `query Q${at} { __typename }`),
    ),
    variant(
      'one name of many operations',
      words(140, () => 'query Q { __typename }'),
      {},
      'Q',
    ),
    variant('pages that are too large', `{ ${named(60, () => 'realms(first: 1000000) { __typename }')} }`),
  ],
  statuses: [400],
};

/** What is no query with its variables. Each item is the body of a request. */
const parameters: WorstCase = {
  name: 'GraphQL errors: parameters',
  variants: Object.entries({
    'a batch': times(1_900, () => ({ query: '{ __typename }' })),
    'a text': LONG,
    'no query': { variables: values(5_000, 1) },
    'a query that is a list': { query: times(25_000, () => 1) },
    'variables that are a text': { query: '{ __typename }', variables: LONG },
    'variables with many values': { query: '{ __typename }', variables: { a: times(25_000, () => 1) } },
    'extensions that are a list': { query: '{ __typename }', extensions: times(25_000, () => 1) },
    'a name that is a list': { query: '{ __typename }', operationName: times(25_000, () => 1) },
  }).map(([name, body]) => ({
    name,
    bytes: (target) =>
      requestBytes(target, {
        method: 'POST',
        path: '/v1/graphql',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${target.key}` },
        body: JSON.stringify(body),
      }),
  })),
  statuses: [400],
};

export const graphqlErrorCases: WorstCase[] = [parameters, syntax, documents, validation, variables, fields];
