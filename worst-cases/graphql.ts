// Queries that cost the catalog as much as a GraphQL query can: names for names, fragments, deep lists, large pages, and what is refused before it runs.
import { getIntrospectionQuery } from 'graphql';
import { KIB_64, type Target, type WorstCase } from './case.ts';
import { named, repeated, variant } from './graphql-requests.ts';
import { requestBytes } from './request-bytes.ts';

/** The cursor of a place in a list. */
const after = (position: number) => Buffer.from(`at:${position}`).toString('base64url');

const SUMMARY = `id name slug description category tags downloadCount recentDownloads starCount version license visibility featured
  isDeprecated coverUrl author { username name image } createdAt updatedAt quarantine { reason since }`;

const broad = [
  'e a i o u s t n r l',
  'an er in st ou ea ai en on re',
  'a-b e-s n-s r-b s-p t-s l-b d-s o-b i-s',
  'user user- ser-1 er-',
];
const long = ['s t e a i n r l o d', 'sto bra gre pla ain end ear out dro ist', 'ea'.repeat(100)];

const answered: WorstCase[] = [
  {
    name: 'GraphQL: lists of 1,000 realms with all fields',
    variants: ['newest', 'name', 'trending'].map((sort) =>
      variant(
        `by ${sort}`,
        (number) =>
          `{ ${named(10, (at) => `realms(first: 100, sort: ${sort}, after: "${after(number * 10 + at * 100)}") { nodes { ${SUMMARY} } }`)} }`,
      ),
    ),
    statuses: [200],
  },
  {
    name: 'GraphQL: as many searches as fit into a query',
    variants: [
      ...broad.map((text) =>
        variant(
          `broad, ${text.slice(0, 10)}`,
          (number) => `{ ${named(70, (at) => `realms(first: 1, q: "${text}${at}${number}") { totalCount }`)} }`,
        ),
      ),
      ...broad.map((text) =>
        variant(
          `broad, ${text.slice(0, 10)}, that find something`,
          `{ ${named(57, (at) => `realms(first: 1, after: "${after(at)}", q: "${text}") { totalCount }`)} }`,
        ),
      ),
      ...long.map((text) =>
        variant(
          text.slice(0, 10),
          `{ ${named(57, (at) => `realms(first: 1, after: "${after(at)}", search: "${text}") { totalCount }`)} }`,
        ),
      ),
      variant(
        'of words that no realm has',
        (number) =>
          `{ ${named(70, (at) => `realms(first: 1, search: "steaplon${number} bregaist${at}") { totalCount }`)} }`,
      ),
    ],
    statuses: [200],
  },
  {
    name: 'GraphQL: as many realms and accounts as fit into a query',
    variants: [
      variant('realms', (_number, { slug }) => `{ ${named(90, () => `realm(slug: "${slug}") { longDescription }`)} }`),
      variant(
        'realms that do not exist',
        (number) => `{ ${named(90, (at) => `realm(slug: "none-${number}-${at}") { name }`)} }`,
      ),
      variant('accounts', `{ ${named(90, (at) => `user(username: "user-${at}") { downloadCount }`)} }`),
      variant(
        'accounts with lists',
        `{ ${named(52, (at) => `user(username: "user-${at}") { realms(first: 15) { totalCount } }`)} }`,
      ),
      variant('names for the account', `{ ${named(160, () => 'me { name }')} }`),
      variant('names for the statistics', `{ ${named(160, () => 'stats { totalRealms }')} }`),
    ],
    statuses: [200],
  },
  {
    name: 'GraphQL: the longest text under many names',
    variants: [1, 7, 90, 300].map((count) =>
      variant(
        `${count} names`,
        async (_, target) =>
          `{ realm(slug: "${await target.longText()}") { ${named(count, () => 'longDescription')} } }`,
      ),
    ),
    statuses: [200, 400],
  },
  {
    name: 'GraphQL: names for names in an answer',
    variants: [
      variant(
        'of authors',
        `{ realms(first: 100) { nodes { ${named(90, () => 'author { username name image }')} } } }`,
      ),
      variant('of one field', `{ realms(first: 100) { nodes { ${named(300, () => 'name')} } } }`),
      variant('of __typename', `{ realms(first: 100) { nodes { ${named(300, () => '__typename')} } } }`),
      variant('of nodes and edges', `{ realms(first: 100) { ${named(20, () => `nodes { ${SUMMARY} }`)} } }`),
    ],
    statuses: [200, 400],
  },
  {
    name: 'GraphQL: the schema',
    variants: [
      variant('as tools ask for it', getIntrospectionQuery()),
      variant(
        'with all that there is',
        getIntrospectionQuery({
          inputValueDeprecation: true,
          directiveIsRepeatable: true,
          schemaDescription: true,
          specifiedByUrl: true,
          oneOf: true,
        }),
      ),
      variant(
        'types of types',
        '{ __schema { types { name fields { name type { name fields { name type { name fields { name } } } } } } } }',
      ),
      variant(
        'under many names',
        `{ ${named(40, () => '__schema { types { name fields { name type { fields { name } } } } }')} }`,
      ),
      variant('one long name in all of its fields', `{ __schema { types { fields { ${repeated('a')}: name } } } }`),
      variant(
        'the largest enum under many names',
        `{ ${named(25, () => '__type(name: "__DirectiveLocation") { enumValues { ...F } }')} } fragment F on __EnumValue { ${named(95, () => 'name')} }`,
      ),
      variant(
        'one type under many names',
        `{ ${named(50, () => '__type(name: "Realm") { fields { name description type { name } } }')} }`,
      ),
    ],
    statuses: [200, 400],
  },
];

const chain = (count: number, body: (at: number) => string) =>
  `{ ...F0 } ${Array.from({ length: count }, (_, at) => `fragment F${at} on Query { ${body(at)} }`).join(' ')} fragment F${count} on Query { stats { totalRealms } }`;

const refused: WorstCase[] = [
  {
    name: 'GraphQL: what is refused, or bounded, before it runs',
    variants: [
      variant('64 KiB of fields', `{ ${repeated('a ')} }`),
      variant('64 KiB of braces', repeated('{a')),
      variant('64 KiB of brackets', `{ a(b: ${repeated('[')}`),
      variant('64 KiB of one name', `{ ${repeated('a')} }`),
      variant('64 KiB of one text', `{ realm(slug: "${repeated('a')}") { name } }`),
      variant('64 KiB of escapes in a text', `{ realm(slug: "${repeated('\\u0061', KIB_64 / 2)}") { name } }`),
      variant('64 KiB of a block of lines', `{ realm(slug: """${repeated(' a\n', KIB_64 / 2)}""") { name } }`),
      variant('64 KiB of comments', `${repeated('#\n', KIB_64 / 2)}{ nothing }`),
      variant('64 KiB of commas', `{ nothing ${repeated(',')} }`),
      variant('unknown fields that are like others', `{ ${named(300, (at) => `realmz${at}`)} }`),
      variant(
        'unknown values of an enum',
        `{ ${named(70, (at) => `realms(first: 1, sort: newezt${at}) { totalCount }`)} }`,
      ),
      variant('values of wrong types', `{ realms(tags: [${repeated('1 ', 1_900)}]) { totalCount } }`),
      variant('the same field 990 times', `{ ${'stats '.repeat(990)} }`),
      variant(
        '40 times the same list, each with 20 fields twice',
        `{ ${`realms { nodes { ${'id name '.repeat(4)} } } `.repeat(40)} }`,
      ),
      variant(
        '40 times the same fields, deeper and deeper',
        `{ ${'realms { edges { node { author { name } } } } '.repeat(40)} }`,
      ),
      variant(
        'fields of several places that conflict',
        `{ ${named(16, () => `realms { ${'nodes { a: id a: name b: id b: slug } '.repeat(3)} }`)} }`,
      ),
      variant(
        'fragments in a circle',
        chain(100, (at) => `...F${(at + 1) % 100}`),
      ),
      variant(
        'a chain of fragments',
        chain(70, (at) => `a${at}: stats { totalUsers } ...F${at + 1} x`),
      ),
      variant(
        'each fragment in all others',
        Array.from(
          { length: 28 },
          (_, at) =>
            `fragment F${at} on Query { ${Array.from({ length: 27 - at }, (_n, n) => `...F${at + n + 1}`).join(' ')} x }`,
        ).join(' ') + ' { ...F0 }',
      ),
      variant(
        'fragments that no query spreads',
        `{ __typename } ${Array.from({ length: 130 }, (_, at) => `fragment F${at} on Query { __typename }`).join(' ')}`,
      ),
      variant(
        'names for names through fragments',
        `{ ...A } ${['A', 'B', 'C', 'D', 'E', 'F'].map((name, at) => `fragment ${name} on Query { ${named(13, () => `realm(slug: "a") { ...${'BCDEFG'[at]} }`)} }`).join(' ')} fragment G on Query { __typename }`,
      ),
      variant('inline fragments in each other', `{ ${'... { '.repeat(330)} x ${'} '.repeat(330)} }`),
      variant(
        '80 operations',
        Array.from({ length: 80 }, (_, at) => `query Q${at} { ...A }`).join(' ') +
          ' fragment A on Query { realms { totalCount } x }',
        {},
        'Q7',
      ),
      variant(
        '100 operations, each of thousands of fields',
        `${Array.from({ length: 100 }, (_, at) => `query Q${at} { ...A }`).join(' ')} ${['A', 'B', 'C', 'D', 'E'].map((name, at) => `fragment ${name} on Query { ${named(5, () => (at < 4 ? `x { ...${'BCDE'[at]} }` : 'x'))} }`).join(' ')}`,
        {},
        'Q7',
      ),
      variant(
        '70 variables',
        `query (${Array.from({ length: 70 }, (_, at) => `$v${at}: Int`).join(' ')}) { ${named(50, (at) => `realms(first: $v${at}) { x }`)} }`,
      ),
      variant('directives', `{ ${named(70, () => 'stats @skip(if: true) { x }')} }`),
      variant('lists of lists', '{ collections(first: 100) { nodes { items(first: 100) { nodes { name } } } } }'),
      variant('a variable of a billion', 'query ($n: Int) { realms(first: $n) { totalCount } }', { n: 1_000_000_000 }),
      variant('a list of many values', 'query ($t: [String!]) { realms(tags: $t, first: "a") { totalCount } }', {
        t: Array.from({ length: 12_000 }, () => 'a'),
      }),
      variant(
        'as long a list as is taken, under many names',
        `query ($t: [String!]) { ${named(57, (at) => `realms(tags: $t, first: 1, after: "${after(at)}") { totalCount }`)} }`,
        { t: Array.from({ length: 999 }, (_, at) => `tag-${at}`) },
      ),
      variant('nested values', 'query ($t: Int) { realms(first: $t) { totalCount } }', { t: nested(28) }),
      variant('many variables', '{ x }', Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`v${at}`, 1]))),
    ],
    statuses: [200, 400],
  },
];

function nested(levels: number): object {
  return levels === 0 ? {} : { a: nested(levels - 1) };
}

/** Of the documents that are read by GET. */
const byGet: WorstCase = {
  name: 'GraphQL: a query of 15 KiB in the address',
  variants: ['{a', 'a ', '"', '%22', '#%0A', '{a(b:['].map((part) => ({
    name: `of ${part}`,
    bytes: (target: Target) => requestBytes(target, { path: `/v1/graphql?query={${repeated(part, 15_000)}` }),
  })),
  statuses: [400],
};

export const graphqlCases: WorstCase[] = [...answered, ...refused, byGet];
