// Tests what queries cost, that it is charged in the window of REST before they run, and the bounds beyond which nothing runs.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getIntrospectionQuery } from 'graphql';
import { assertLimits, left } from '../limits/counted-requests.ts';
import { anAccount, aRealm, bearer, json, signUp, startCatalog, useCatalog, type Reply } from '../support/harness.ts';
import { codesOf } from './queries.ts';

const LIMIT = 100;
const ada = anAccount({ username: 'ada' });
const wide = aRealm(ada, { slug: 'wide', longDescription: '日'.repeat(85_000) });
const seed = { accounts: [ada], realms: [aRealm(ada, { slug: 'one' }), wide] };
const limits = { RATE_LIMIT_FREE: String(LIMIT), RATE_LIMIT_AUTHENTICATED: '20', TRUST_PROXY: '127.0.0.1' };
const catalog = useCatalog(seed, limits);

let addresses = 0;
/** Somebody who has all of the limit of an address. */
const someone = (): Record<string, string> => ({
  'x-forwarded-for': `10.1.${(addresses += 1) >> 8}.${addresses & 255}`,
});

const asked = (query: string, variables: object = {}, headers = someone()) => {
  const { method, body, headers: type } = json({ query, variables });
  return catalog.ask('/v1/graphql', { method, body, headers: { ...type, ...headers } });
};

const spent = (reply: Reply) => LIMIT - Number(reply.headers.get('x-ratelimit-remaining'));

const totals = (count: number, first: number) =>
  Array.from({ length: count }, (_, n) => `a${n}: realms(first: ${first}) { totalCount }`).join(' ');

const costs: [what: string, cost: number, query: string, variables?: object][] = [
  ['a list without a number has 20', 1, '{ realms { nodes { name } } }'],
  ['100 nodes are a request', 1, '{ realms(first: 100) { totalCount } }'],
  ['one node more is another', 2, '{ realms(first: 100) { totalCount } stats { totalRealms } }'],
  [
    'the account, the statistics and the limit are a node each',
    2,
    `{ ${totals(1, 98)} me { name } stats { totalRealms } rateLimit { cost } }`,
  ],
  [
    'what a list has is multiplied by it',
    3,
    '{ collections(first: 10) { nodes { items(first: 29) { totalCount } } } }',
  ],
  [
    'the edges count no more than the nodes',
    1,
    '{ realms(first: 100) { edges { cursor node { author { name } } } nodes { name } pageInfo { endCursor } totalCount } }',
  ],
  ['what one object has counts with it', 1, '{ user(username: "ada") { realms(first: 99) { nodes { name } } } }'],
  [
    'two such objects count twice',
    2,
    '{ a: user(username: "ada") { realms(first: 99) { nodes { name } } } b: user(username: "ada") { name } }',
  ],
  [
    'a variable has its value',
    5,
    'query ($n: Int) { a: realms(first: $n) { totalCount } b: realms(first: $n) { totalCount } c: realms(first: $n) { totalCount } d: realms(first: $n) { totalCount } e: realms(first: $n) { totalCount } }',
    { n: 100 },
  ],
  [
    'a variable has its default',
    2,
    'query ($n: Int = 60) { a: realms(first: $n) { totalCount } b: realms(first: $n) { totalCount } }',
  ],
  [
    'a variable without a value has the default of the list',
    1,
    'query ($n: Int) { a: realms(first: $n) { totalCount } b: realms(first: $n) { totalCount } }',
  ],
  [
    'a null is the default of the list',
    1,
    '{ a: realms(first: null) { totalCount } b: realms(first: null) { totalCount } }',
  ],
  [
    'a fragment counts wherever it is',
    2,
    '{ a: user(username: "ada") { ...F } b: user(username: "ada") { ...F } } fragment F on User { realms(first: 99) { totalCount } }',
  ],
  [
    'what is skipped counts',
    2,
    '{ realms(first: 100) @skip(if: true) { totalCount } collections(first: 1) @include(if: false) { totalCount } }',
  ],
  ['the same list twice is one list', 1, '{ realms(first: 100) { totalCount } realms(first: 100) { nodes { name } } }'],
  ['ten requests are the most', 10, `{ ${totals(10, 100)} }`],
  ['the operation that runs counts alone', 1, `query One { __typename } query Ten { ${totals(10, 100)} }`],
  ['nothing at all costs one', 1, '{ __typename }'],
  ['introspection costs one', 1, getIntrospectionQuery()],
];

describe('the cost', () => {
  for (const [what, cost, query, variables] of costs)
    test(what, async () => {
      const init = json({ query, variables, operationName: query.includes('query One') ? 'One' : undefined });
      const headers = { ...init.headers, ...someone() };
      const reply = await catalog.ask('/v1/graphql', { ...init, headers });
      assert.equal(reply.status, 200, reply.text);
      assertLimits(reply.headers, { limit: LIMIT, remaining: LIMIT - cost });
    });

  test('is what the query says of itself, with what is left after it', async () => {
    const reply = await asked(`{ ${totals(3, 100)} rateLimit { tier limit cost remaining resetAt } }`);
    const { resetAt, ...rate } = reply.body.data.rateLimit;
    assert.deepEqual(rate, { tier: 'free', limit: LIMIT, cost: 4, remaining: LIMIT - 4 });
    assert.equal(Date.parse(resetAt), Number(reply.headers.get('x-ratelimit-reset')) * 1_000);
    assert.equal(spent(reply), 4);
  });

  test('is of the same window as REST, under both spellings', async () => {
    const headers = someone();
    await catalog.ask('/v1/realms', { headers });
    await asked(`{ ${totals(2, 100)} }`, {}, headers);
    const search = new URLSearchParams({ query: `{ ${totals(3, 100)} }` }).toString();
    await catalog.ask(`/v1/api/graphql?${search}`, { headers });
    assert.equal((await left(catalog, { headers })).remaining, LIMIT - 1 - 2 - 3);
  });

  test('is the account’s, whose window is its own', async () => {
    const { token } = await signUp(catalog, { username: 'bob' });
    const before = (await left(catalog, bearer(token))).remaining;
    const reply = await asked(
      `{ ${totals(5, 100)} me { name } rateLimit { tier remaining } }`,
      {},
      { ...bearer(token).headers },
    );
    assert.deepEqual(reply.body.data.rateLimit, { tier: 'authenticated', remaining: before - 6 });
    assert.equal((await left(catalog, bearer(token))).remaining, before - 6);
  });
});

describe('a query that costs more than is left', () => {
  test('is a 429 that counts as one, and one that costs less is answered', async () => {
    const headers = someone();
    for (let n = 0; n < 9; n += 1) await asked(`{ ${totals(10, 100)} }`, {}, headers);
    await asked(`{ ${totals(5, 100)} }`, {}, headers);
    assert.equal((await left(catalog, { headers })).remaining, 5);
    const refused = await asked(`{ ${totals(6, 100)} }`, {}, headers);
    assert.deepEqual(codesOf(refused), [429, 'rate_limited']);
    assert.equal(refused.body.data, undefined);
    assertLimits(refused.headers, { limit: LIMIT, remaining: 4 });
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds > 3_400 && seconds <= 3_600, String(seconds));
    const last = await asked(`{ ${totals(4, 100)} }`, {}, headers);
    assert.deepEqual([last.status, spent(last)], [200, LIMIT]);
    const after = await asked('{ __typename }', {}, headers);
    assert.deepEqual([after.status, after.body.code], [429, 'rate_limited']); // as REST says it
  });

  test('is not run: nobody gets an answer out of it', async () => {
    const headers = someone();
    const replies = await Promise.all(Array.from({ length: 30 }, () => asked(`{ ${totals(10, 100)} }`, {}, headers)));
    const answered = replies.filter(({ status }) => status === 200).length;
    // Each request counts as one before its query does: how many those of others leave, their order decides.
    assert.ok(answered <= 10 && answered >= 7, `${answered} were answered`);
    assert.ok(replies.every(({ status, body }) => status === 200 || body.data === undefined));
  });

  test('of an address with too many accounts is a 429 as well, and takes nothing of the account', async () => {
    await using busy = await startCatalog(seed, { RATE_LIMIT_ADDRESS: '6', RATE_LIMIT_AUTHENTICATED: '20' });
    const { token } = await signUp(busy, { username: 'carol' });
    const ask = (count: number) => busy.ask('/v1/graphql', json({ query: `{ ${totals(count, 100)} }` }, token));
    assert.equal((await ask(4)).status, 200);
    const refused = await ask(4);
    assert.deepEqual(codesOf(refused), [429, 'rate_limited']);
    assert.match(refused.body.errors[0].message, /authenticated requests an hour from one address/);
    assertLimits(refused.headers, { limit: 20, remaining: 15 });
  });
});

const deep = (levels: number) => `{ ${'a { '.repeat(levels - 1)} b ${'}'.repeat(levels - 1)} }`;
const eight = '{ collections { edges { node { items { edges { node { author { username } } } } } } } }';

const refused: [what: string, message: RegExp, query: string, variables?: object][] = [
  ['more than 1,000 nodes', /asks for 1001 nodes/, `{ ${totals(10, 100)} stats { totalRealms } }`],
  [
    'lists of lists',
    /asks for 10100 nodes/,
    '{ collections(first: 100) { nodes { items(first: 100) { totalCount } } } }',
  ],
  ['more than eight levels', /more than 8 levels/, eight.replace('username', 'username { x }')],
  ['many levels of nothing', /more than 8 levels/, deep(100)],
  [
    'levels through fragments',
    /more than 8 levels/,
    `{ ...A } fragment A on Query ${eight.replace('username', '...B')} fragment B on Author { username { y } }`,
  ],
  ['a page of more than 100', /"first" is from 1 to 100/, '{ realms(first: 101) { totalCount } }'],
  ['a page of nothing', /"first" is from 1 to 100/, '{ realms(first: 0) { totalCount } }'],
  [
    'a variable of more than 100',
    /"first" is from 1 to 100/,
    'query ($n: Int) { realms(first: $n) { totalCount } }',
    { n: 1_000_000_000 },
  ],
  [
    'a default of more than 100',
    /"first" is from 1 to 100/,
    'query ($n: Int = -1) { realms(first: $n) { totalCount } }',
  ],
  [
    'a cursor that no list has given',
    /"after" is no cursor/,
    '{ collections { nodes { items(after: "x") { totalCount } } } }',
  ],
  [
    'such a cursor as the default of a variable',
    /"after" is no cursor/,
    'query ($c: String = "x") { user(username: "ada") { realms(after: $c) { totalCount } } }',
  ],
  ['more than 1,000 tokens', /more than 1000 tokens/i, `{ ${'id '.repeat(1_000)} }`],
  ['a fragment in itself', /in a circle/, '{ realms { ...A } } fragment A on RealmConnection { totalCount ...A }'],
  [
    'fragments in a circle',
    /in a circle/,
    '{ ...A } fragment A on Query { ...B } fragment B on Query { realms { totalCount } ...C } fragment C on Query { ...A }',
  ],
  ['a circle that nothing uses', /is not used/, '{ __typename } fragment A on Query { ...A }'],
  [
    'two fragments of one name',
    /two fragments "A"/,
    '{ ...A } fragment A on Query { __typename } fragment A on Query { __typename }',
  ],
  [
    'too many values',
    /could have \d+ values/,
    `{ collections(first: 100) { nodes { ${'abcdefgh'
      .split('')
      .map((name) => `${name}: realms`)
      .join(' ')} } } }`,
  ],
  ['one field again and again', /more than 40 times/, `{ ${'realms { totalCount } '.repeat(41)} }`],
  [
    'names for names in fragments',
    /more than 4000 fields|could have/,
    `{ ...A } ${['A', 'B', 'C', 'D'].map((name, at) => `fragment ${name} on Query { ${Array.from({ length: 20 }, (_, n) => `${name}${n}: realm(slug: "a") { ...${'BCDE'[at]} }`).join(' ')} }`).join(' ')} fragment E on Query { __typename }`,
  ],
  [
    'the largest enum over and over',
    /could have \d+ values/,
    `{ ${Array.from({ length: 25 }, (_, n) => `a${n}: __type(name: "__DirectiveLocation") { enumValues { ...F } }`).join(' ')} } fragment F on __EnumValue { ${Array.from({ length: 95 }, (_, n) => `a${n}: name`).join(' ')} }`,
  ],
  [
    'the schema over and over',
    /could have \d+ values/,
    `{ ${Array.from({ length: 25 }, (_, n) => `a${n}: __schema { types { fields { args { name } type { fields { name } } } } }`).join(' ')} }`,
  ],
  [
    'types of types of types',
    /more than 16 levels|introspection depth/i,
    `{ __schema { types { ${'fields { type { '.repeat(8)} name ${'} }'.repeat(8)} } } }`,
  ],
  ['a mutation', /Only queries are answered/, 'mutation { deleteRealm(slug: "one") }'],
  ['a subscription', /Only queries are answered/, 'subscription { realms { totalCount } }'],
  ['a type', /only operations and fragments/, 'type Query { a: Int } query { __typename }'],
  ['what no schema has', /Cannot query field "owner"/, '{ owner }'],
  ['nothing', /Syntax Error/, ''],
  ['half a query', /Syntax Error/, '{ realms {'],
  ['a variable of another type', /"\$n"|\$n/, 'query ($n: Int) { realms(first: $n) { totalCount } }', { n: 'many' }],
  [
    'a null variable where no null may be, though it has a default',
    /"\$s" is null, which "Boolean!" is not/,
    'query ($s: Boolean = true) { __schema { types { ...T } } } fragment T on __Type { fields { name @include(if: $s) } }',
    { s: null },
  ],
  [
    'a default of null where no null may be, though the argument has another default',
    /"\$d" is null, which "Boolean!" is not/,
    'query ($d: Boolean = null) { __schema { types { fields(includeDeprecated: $d) { name } } } }',
  ],
  [
    'variables of more than 1,000 values, in each other too',
    /more than 1000 values/,
    'query ($t: [String!]) { realms(tags: $t) { totalCount } }',
    { t: Array.from({ length: 500 }, (_, n) => `tag-${n}`), other: [{ a: Array.from({ length: 497 }, () => 1) }] },
  ],
  ['several operations without a name', /must name one/, 'query A { __typename } query B { __typename }'],
];

/** A fragment with five objects, each with what is inside. */
const five = (name: string, inner: string) =>
  `fragment ${name} on Query { ${Array.from({ length: 5 }, (_, n) => `a${n}: realm(slug: "a") { ${inner} }`).join(' ')} }`;

describe('a 400 that counts as one, before anything runs', () => {
  for (const [what, message, query, variables] of refused)
    test(`is ${what}`, async () => {
      const reply = await asked(query, variables);
      assert.equal(reply.status, 400, reply.text);
      assert.match(reply.body.errors[0].message, message);
      assert.equal(reply.body.errors[0].extensions.code, 'invalid_request');
      assert.equal(reply.body.data, undefined);
      assertLimits(reply.headers, { limit: LIMIT, remaining: LIMIT - 1 });
      assert.ok(reply.text.length < 8_192, 'the answer is short');
    });

  test('is many operations that together have too many fields, though one of them alone has not', async () => {
    const fragments = [five('A', '...B'), five('B', '...C'), five('C', 'name')].join(' ');
    const operations = Array.from({ length: 30 }, (_, n) => `query Q${n} { ...A }`).join(' ');
    const init = json({ query: `query One { __typename } ${operations} ${fragments}`, operationName: 'One' });
    const reply = await catalog.ask('/v1/graphql', { ...init, headers: { ...init.headers, ...someone() } });
    assert.deepEqual([...codesOf(reply), spent(reply)], [400, 'invalid_request', 1]);
    assert.match(reply.body.errors[0].message, /more than 4000 fields/);
  });

  test('is a batch, and what is no query at all', async () => {
    const bodies = [
      [{ query: '{ __typename }' }],
      {},
      { query: 1 },
      'a text',
      7,
      null,
      { query: '{ __typename }', variables: [] },
      { query: '{ __typename }', variables: 'a' },
      { query: '{ __typename }', operationName: 1 },
      { query: '{ __typename }', extensions: 'a' },
      { query: '{ __typename }', operationName: 'None' },
    ];
    for (const body of bodies) {
      const init = json(body);
      const reply = await catalog.ask('/v1/graphql', { ...init, headers: { ...init.headers, ...someone() } });
      assert.deepEqual([...codesOf(reply), spent(reply)], [400, 'invalid_request', 1], init.body);
    }
  });

  test('is a query string that is none', async () => {
    for (const search of [
      '',
      '?query=%ff',
      '?query={__typename}&variables={',
      '?query={__typename}&variables=[]',
      '?query={a}&query={b}',
      `?query={__typename}&variables=${'['.repeat(500)}`,
    ]) {
      const reply = await catalog.ask(`/v1/graphql${search}`, { headers: someone() });
      assert.deepEqual([reply.status, spent(reply)], [400, 1], search);
    }
  });
});

/** The long text of a realm, so many times. */
const texts = (count: number) =>
  asked(`{ realm(slug: "wide") { ${Array.from({ length: count }, (_, n) => `a${n}: longDescription`).join(' ')} } }`);

test('an answer with more than 4 MiB of text is a 400, by its bytes', async () => {
  assert.equal((await texts(16)).status, 200);
  const refused = await texts(17);
  assert.deepEqual([...codesOf(refused), refused.body.data], [400, 'invalid_request', undefined]);
  assert.match(refused.body.errors[0].message, /more than 4 MiB of text/);
});

test('so is one that has a long name again and again', async () => {
  const refused = await asked(`{ __schema { types { fields { ${'a'.repeat(60_000)}: name } } } }`);
  assert.deepEqual([...codesOf(refused), refused.body.data], [400, 'invalid_request', undefined]);
  assert.match(refused.body.errors[0].message, /more than 4 MiB of text/);
});

test('other requests are problems, as at every address of the API, and count as one', async () => {
  const of = async (init: RequestInit) => {
    const reply = await catalog.ask('/v1/graphql', { ...init, headers: { ...(init.headers as object), ...someone() } });
    assert.equal(reply.headers.get('content-type'), 'application/problem+json; charset=utf-8');
    return [reply.status, reply.body.code, spent(reply)];
  };
  const type = { 'content-type': 'application/json' };
  assert.deepEqual(await of({ method: 'PUT' }), [405, 'method_not_allowed', 1]);
  assert.deepEqual(await of({ method: 'POST', body: 'query={__typename}', headers: {} }), [
    415,
    'unsupported_media_type',
    1,
  ]);
  assert.deepEqual(await of({ method: 'POST', body: '{', headers: type }), [400, 'invalid_request', 1]);
  assert.deepEqual(await of({ method: 'POST', body: `{"query":"${' '.repeat(65_530)}"}`, headers: type }), [
    413,
    'payload_too_large',
    1,
  ]);
  const { headers } = await catalog.ask('/v1/graphql', { method: 'DELETE', headers: someone() });
  assert.equal(headers.get('allow'), 'GET, HEAD, POST, OPTIONS');
});

test('the media type is the one that is asked for, or JSON', async () => {
  for (const [accept, type] of [
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/graphql-response+json', 'application/graphql-response+json'],
    [
      'application/graphql-response+json; charset=utf-8, application/json; charset=utf-8',
      'application/graphql-response+json',
    ],
    ['application/json, application/graphql-response+json;q=0', 'application/json'],
    ['text/html', 'application/json'],
  ])
    for (const [query, status] of [
      ['{ __typename }', 200],
      ['{', 400],
    ] as const) {
      const reply = await asked(query, {}, { ...someone(), ...(accept && { accept }) });
      assert.deepEqual([reply.status, reply.headers.get('content-type')], [status, `${type}; charset=utf-8`], accept);
    }
});
