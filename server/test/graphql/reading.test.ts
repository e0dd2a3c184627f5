// Tests that GraphQL answers with what REST answers with: every field, every filter, every page, every caller.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { create, tarGz, upload } from '../publishing/uploads.ts';
import {
  aCollection,
  aKey,
  anAccount,
  aRealm,
  bearer,
  json,
  signUp,
  useCatalog,
  usePerson,
} from '../support/harness.ts';
import { asGraphql, codesOf, dataOf, query, selectionOf } from './queries.ts';

const ada = anAccount({ username: 'ada', name: 'Ada', bio: 'Counts.' });
const realms = Array.from({ length: 25 }, (_, n) =>
  aRealm(ada, {
    slug: `kiln-${n}`,
    name: `Kiln ${n}`,
    category: n % 2 ? 'blog' : 'api',
    tags: n % 3 ? ['clay'] : ['clay', 'glaze'],
    license: n % 2 ? 'MIT' : 'Apache-2.0, or MIT',
    featured: n % 5 === 0,
    downloadCount: n * 3,
    createdAt: `2026-02-${String(n + 1).padStart(2, '0')}T00:00:00.000Z`,
  }),
);
const hidden = aRealm(ada, { slug: 'hidden', visibility: 'unlisted' });
const secret = aRealm(ada, { slug: 'secret', visibility: 'private' });
const chosen = [realms[4], hidden, realms[2], secret, realms[9], realms[7]] as typeof realms;
const collections = [
  aCollection(ada, {
    slug: 'pots',
    featured: true,
    createdAt: '2026-03-02T00:00:00.000Z',
    realmIds: chosen.map(({ id }) => id),
  }),
  aCollection(ada, { slug: 'pans', createdAt: '2026-03-01T00:00:00.000Z' }),
];
const catalog = useCatalog({ accounts: [ada], realms: [...realms, hidden, secret], collections });
const bob = usePerson(catalog, { username: 'bob', plan: 'premium' });

const rest = async (path: string, token?: string) => {
  const { status, body, text } = await catalog.ask(path, token ? bearer(token) : {});
  assert.equal(status, 200, text);
  return body;
};

const as = (type: string, values: Record<string, unknown>[]) => values.map((value) => asGraphql(type, value));

describe('every field', () => {
  test('of a realm is what REST says, maps being lists', async () => {
    const opened = await create(catalog, bob, { name: 'Teapot', license: 'MIT', tags: ['clay'] });
    const manifest = {
      version: '1.2.0',
      features: { auth: true },
      requirements: { node: '>=24' },
      variables: { projectName: { ask: 'What is it called?', replaces: 'Acme Shop' } },
      parts: { docker: { ask: 'With Docker?', files: ['Dockerfile'], default: true } },
    };
    const files = {
      'app/realm.json': JSON.stringify(manifest),
      'app/Dockerfile': 'FROM scratch',
      'app/README.md': '# Acme Shop',
    };
    const published = await upload(catalog, opened, await tarGz(files));
    assert.equal(published.status, 201, published.text);
    const { realm } = await dataOf(catalog, `{ realm(slug: "teapot") { ${selectionOf('Realm')} } }`);
    const told = asGraphql('Realm', await rest('/v1/realms/teapot'));
    assert.deepEqual({ ...realm }, told);
    assert.deepEqual(
      [realm.variables.map((one: { name: string }) => one.name), realm.parts[0].files, realm.longDescription],
      [['projectName'], ['Dockerfile'], '# Acme Shop'],
    );
  });

  test('of a list, a collection, a profile, the statistics and one’s own account is what REST says', async () => {
    const data = await dataOf(
      catalog,
      `{ realms(first: 100) { nodes { ${selectionOf('RealmSummary')} } }
         collections { nodes { ${selectionOf('Collection')} } } collection(slug: "pots") { ${selectionOf('Collection')} }
         user(username: "Ada") { ${selectionOf('User')} } stats { ${selectionOf('Statistics')} } me { ${selectionOf('Me')} } }`,
      { token: bob.token },
    );
    assert.deepEqual(data.realms.nodes, as('RealmSummary', (await rest('/v1/realms?limit=100')).realms));
    assert.deepEqual(data.collections.nodes, as('Collection', (await rest('/v1/collections')).collections));
    assert.deepEqual(data.collection, asGraphql('Collection', await rest('/v1/collections/pots')));
    assert.deepEqual(data.user, asGraphql('User', await rest('/v1/users/ada')));
    assert.deepEqual(data.stats, asGraphql('Statistics', await rest('/v1/stats')));
    assert.deepEqual(data.me, asGraphql('Me', await rest('/v1/me', bob.token)));
  });

  test('that has a large number has all of it', async () => {
    const many = aRealm(ada, { slug: 'bricks', downloadCount: 3_000_000_000 });
    await catalog.insert({ realms: [many] });
    const { realm } = await dataOf(catalog, '{ realm(slug: "bricks") { downloadCount } }');
    assert.equal(realm.downloadCount, 3_000_000_000);
  });

  test('of the detail is not in a list', async () => {
    const reply = await query(catalog, '{ realms { nodes { longDescription } } }');
    assert.deepEqual(codesOf(reply), [400, 'invalid_request']);
    assert.match(reply.body.errors[0].message, /Cannot query field "longDescription" on type "RealmSummary"/);
  });
});

const slugsOf = ({ nodes }: { nodes: { slug: string }[] }) => nodes.map(({ slug }) => slug);

describe('lists', () => {
  test('take the filters of REST', async () => {
    for (const [filters, search] of [
      ['category: ["blog", "saas"], tags: ["clay", "glaze"]', 'category=blog,saas&tags=clay,glaze'],
      ['license: ["apache-2.0, or mit"]', 'license=apache-2.0%2C%20or%20mit'],
      ['featured: true, sort: name', 'featured=true&sort=name'],
      ['author: "ADA", search: "kiln 1"', 'author=ADA&search=kiln+1'],
      ['q: "glaze", sort: downloads', 'q=glaze&sort=downloads'],
      ['slugs: ["kiln-3", "hidden", "kiln-1", "secret"]', 'slugs=kiln-3,hidden,kiln-1,secret&limit=20'],
      ['has: [demo]', 'has=demo'],
      ['', ''],
    ]) {
      const { realms: found } = await dataOf(
        catalog,
        `{ realms(first: 20${filters && `, ${filters}`}) { totalCount nodes { slug } } }`,
      );
      const { realms: listed, pagination } = await rest(`/v1/realms?${search}`);
      assert.deepEqual([slugsOf(found), found.totalCount], [slugsOf({ nodes: listed }), pagination.total], filters);
    }
  });

  test('that REST refuses are errors with the fields that are wrong', async () => {
    const reply = await query(catalog, '{ realms(q: "a", search: "b") { totalCount } stats { totalUsers } }');
    assert.deepEqual([...codesOf(reply), reply.body.data.realms], [200, 'invalid_request', null]);
    assert.deepEqual(reply.body.errors[0].extensions.errors, [
      { field: 'q', message: 'must not be sent together with search' },
    ]);
    assert.ok(reply.body.data.stats.totalUsers > 0);
  });

  test('have pages of 20, which cursors lead through', async () => {
    const page = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { slug } }';
    const seen: string[] = [];
    let after: string | null = null;
    for (const [size, hasNextPage] of [
      [10, true],
      [10, true],
      [5, false],
    ] as const) {
      const { realms: found } = await dataOf(
        catalog,
        `query ($after: String) { realms(author: ["ada"], search: "kiln", sort: name, first: 10, after: $after) { ${page} } }`,
        { variables: { after } },
      );
      const { pageInfo, edges } = found as {
        pageInfo: Record<string, unknown>;
        edges: { cursor: string; node: { slug: string } }[];
      };
      assert.deepEqual(
        [edges.length, pageInfo['hasNextPage'], pageInfo['hasPreviousPage']],
        [size, hasNextPage, after !== null],
      );
      assert.deepEqual([pageInfo['startCursor'], pageInfo['endCursor']], [edges[0]?.cursor, edges.at(-1)?.cursor]);
      seen.push(...edges.map(({ node }) => node.slug));
      after = edges.at(-1)?.cursor ?? null;
    }
    const { realms: all } = await rest('/v1/realms?search=kiln&sort=name&limit=100');
    assert.deepEqual(seen, slugsOf({ nodes: all }));
    const { realms: byDefault } = await dataOf(catalog, '{ realms { nodes { slug } } }');
    assert.equal(byDefault.nodes.length, 20);
    const { realms: past } = await dataOf(
      catalog,
      `{ realms(after: "${Buffer.from('at:999').toString('base64url')}") { ${page} } }`,
    );
    assert.deepEqual(past, {
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    });
  });

  test('take no cursor that they have not given', async () => {
    for (const after of ['1', 'YXQ6LTE', 'YXQ6MDE', '', 'YXQ6MA==', '💥', 'x'.repeat(5_000)])
      assert.deepEqual(
        codesOf(
          await query(catalog, 'query ($after: String) { realms(after: $after) { totalCount } }', {
            variables: { after },
          }),
        ),
        [400, 'invalid_request'],
        after,
      );
  });

  test('of a collection and of an account are pages as well', async () => {
    const data = await dataOf(
      catalog,
      `{ collection(slug: "pots") { items(first: 2) { totalCount nodes { slug } pageInfo { endCursor hasNextPage } } }
         user(username: "ada") { realms(first: 3) { totalCount nodes { slug } } } }`,
    );
    assert.deepEqual(slugsOf(data.collection.items), ['kiln-4', 'kiln-2']);
    assert.deepEqual([data.collection.items.totalCount, data.collection.items.pageInfo.hasNextPage], [4, true]);
    const after = data.collection.items.pageInfo.endCursor as string;
    const { collection } = await dataOf(
      catalog,
      `{ collection(slug: "pots") { items(first: 2, after: "${after}") { nodes { slug } pageInfo { hasNextPage } } } }`,
    );
    assert.deepEqual([slugsOf(collection.items), collection.items.pageInfo.hasNextPage], [['kiln-9', 'kiln-7'], false]);
    const { realms: own, pagination } = await rest('/v1/realms?author=ada&limit=3');
    assert.deepEqual(
      [slugsOf(data.user.realms), data.user.realms.totalCount],
      [slugsOf({ nodes: own }), pagination.total],
    );
  });

  test('of collections have those that are featured', async () => {
    const { all, featured, second } = await dataOf(
      catalog,
      `{ all: collections { totalCount nodes { slug } } featured: collections(featured: true) { totalCount nodes { slug } }
         second: collections(first: 1, after: "${Buffer.from('at:0').toString('base64url')}") { nodes { slug } } }`,
    );
    assert.deepEqual(
      [all.totalCount, slugsOf(all), featured.totalCount, slugsOf(featured), slugsOf(second)],
      [2, ['pots', 'pans'], 1, ['pots'], ['pans']],
    );
  });
});

describe('a caller', () => {
  const secrets =
    '{ realm(slug: "vessel") { slug } realms(slugs: ["vessel"]) { totalCount } user(username: "carol") { realms { totalCount } } }';

  test('sees the private realms that their credential reads, and nobody else does', async () => {
    const carol = await signUp(catalog, { username: 'carol' });
    await create(catalog, carol, { name: 'Vessel', visibility: 'private' });
    const { key } = await aKey(catalog, carol.token, { scopes: ['account'] });
    const seen = { realm: { slug: 'vessel' }, realms: { totalCount: 1 }, user: { realms: { totalCount: 1 } } };
    assert.deepEqual(await dataOf(catalog, secrets, { token: carol.token }), seen);
    for (const token of [undefined, bob.token, key]) {
      const reply = await query(catalog, secrets, token ? { token } : {});
      assert.deepEqual(codesOf(reply), [200, 'not_found']);
      assert.deepEqual(reply.body.data, {
        realm: null,
        realms: { totalCount: 0 },
        user: { realms: { totalCount: 0 } },
      });
    }
  });

  test('with a credential that is bad is refused as by REST', async () => {
    const reply = await query(catalog, '{ stats { totalRealms } }', { token: 'rlm_key_wrong' });
    assert.deepEqual([reply.status, reply.body.code], [401, 'unauthorized']);
    assert.match(reply.headers.get('www-authenticate') ?? '', /^Bearer .*error="invalid_token"/);
  });

  test('without a credential has no account', async () => {
    const reply = await query(catalog, '{ me { username } }');
    assert.deepEqual([...codesOf(reply), reply.body.data], [200, 'unauthorized', { me: null }]);
  });
});

test('what does not exist is null, with the code and the path of it', async () => {
  const reply = await query(
    catalog,
    '{ realm(slug: "none") { slug } bad: realm(slug: "../Bad") { slug } collection(slug: "none") { slug } user(username: "nobody-here") { name } stats { totalRealms } }',
  );
  assert.deepEqual(codesOf(reply), [200, ...Array.from({ length: 4 }, () => 'not_found')]);
  assert.deepEqual(reply.body.errors.map(({ path }: { path: string[] }) => path[0]).toSorted(), [
    'bad',
    'collection',
    'realm',
    'user',
  ]);
  assert.ok(reply.body.data.stats.totalRealms > 0);
});

test('the old slug of a realm leads to it', async () => {
  await create(catalog, bob, { name: 'Saucer' });
  const renamed = await catalog.ask('/v1/realms/saucer', json({ slug: 'plate' }, bob.token, 'PATCH'));
  assert.equal(renamed.status, 200, renamed.text);
  const { realm } = await dataOf(catalog, '{ realm(slug: "saucer") { slug name } }');
  assert.deepEqual(realm, { slug: 'plate', name: 'Saucer' });
});

test('both spellings and GET answer the same', async () => {
  const text = 'query Two($slug: String!) { realm(slug: $slug) { name } } query One { stats { totalUsers } }';
  const parameters = { query: text, operationName: 'Two', variables: { slug: 'kiln-3' } };
  const search = new URLSearchParams({ ...parameters, variables: JSON.stringify(parameters.variables) }).toString();
  const bodies = await Promise.all(
    ['/v1/graphql', '/v1/api/graphql'].flatMap((path) => [
      catalog.ask(path, json(parameters)),
      catalog.ask(`${path}?${search}`),
    ]),
  );
  for (const { status, body, headers } of bodies) {
    assert.deepEqual([status, body], [200, { data: { realm: { name: 'Kiln 3' } } }]);
    assert.equal(headers.get('cache-control'), 'private, no-store');
  }
  const { status, text: nothing } = await catalog.ask(`/v1/graphql?${search}`, { method: 'HEAD' });
  assert.deepEqual([status, nothing], [200, '']);
});

test('the type of large numbers leads to what it is, in introspection and in the document', async () => {
  const specifiedByURL = 'https://www.rfc-editor.org/rfc/rfc8259#section-6';
  const query = '{ __type(name: "BigInt") { kind specifiedByURL description } }';
  const { __type: type } = (await catalog.ask('/v1/graphql', json({ query }))).body.data;
  assert.deepEqual([type.kind, type.specifiedByURL], ['SCALAR', specifiedByURL]);
  for (const name of ['`number` in TypeScript', '`int64` in Go']) assert.ok(type.description.includes(name), name);
  const { text } = await catalog.ask('/v1/graphql/schema.graphql');
  assert.ok(text.includes(`scalar BigInt @specifiedBy(url: "${specifiedByURL}")`));
  assert.ok((await catalog.ask('/docs/graphql')).text.includes("config: { scalars: { BigInt: 'number' } }"));
});

test('the schema is a document, under both spellings', async () => {
  const [one, other] = await Promise.all(
    ['/v1/graphql/schema.graphql', '/v1/api/graphql/schema.graphql'].map((path) => catalog.ask(path)),
  );
  assert.equal(one?.status, 200);
  assert.match(one?.text ?? '', /^type Query \{$/m);
  assert.equal(one?.text, other?.text);
  assert.match(one?.headers.get('x-ratelimit-remaining') ?? '', /^\d+$/);
  const again = await catalog.ask('/v1/graphql/schema.graphql', {
    headers: { 'if-none-match': one?.headers.get('etag') ?? '' },
  });
  assert.equal(again.status, 304);
  assert.doesNotMatch(one?.text ?? '', /comma-separated|repeated|`limit`|""""""/i); // which a query string has alone
});
