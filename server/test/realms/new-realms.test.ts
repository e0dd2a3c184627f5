// A new realm: its fields from the body, the query or both, what is refused, and the slug that it gets.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { UniqueError, type Database } from '../../src/db/database.ts';
import { createRealm } from '../../src/realms/writes.ts';
import { openServices } from '../../src/services.ts';
import {
  aKey,
  anAccount,
  aRealm,
  bearer,
  json,
  pipelined,
  prepare,
  type Reply,
  signUp,
  useCatalog,
  usePerson,
} from '../support/harness.ts';

const fields = { name: 'My realm', description: 'What it is.', category: 'saas' };

const catalog = useCatalog({}, { RATE_LIMIT_AUTHENTICATED: '1000000' });
const carol = usePerson(catalog, { username: 'carol' });
/** A key of Bob's with the default scopes. */
let key: string;

prepare(async () => {
  const bob = await signUp(catalog, { username: 'bob' });
  ({ key } = await aKey(catalog, bob.token));
});

const create = (body: object, query = '') => catalog.ask(`/v1/realms${query}`, json(body, key));
const read = async ({ status, body, text }: Reply): Promise<Record<string, unknown>> => {
  assert.equal(status, 201, text);
  return (await catalog.ask(`/v1/realms/${body.slug}`, bearer(key))).body as Record<string, unknown>;
};
const query = (values: object) =>
  `?${new URLSearchParams(Object.entries(values).map(([name, value]): [string, string] => [name, String(value)])).toString()}`;
const refused = (reply: Reply, ...names: string[]) => {
  assert.equal(reply.status, 400, reply.text);
  assert.equal(reply.body.code, 'invalid_request');
  const fields = (reply.body.errors as { field: string }[]).map(({ field }) => field);
  assert.deepEqual([...new Set(fields)].toSorted(), names.toSorted());
};
const many = (count: number) => Array.from({ length: count }, (_, n) => `t${n}`);

describe('the fields of a new realm', () => {
  const full = {
    name: 'Full realm',
    description: 'All of it.',
    category: 'machine-learning',
    tags: ['c++', 'asp.net', 'zod'],
    visibility: 'unlisted',
    license: 'Apache-2.0 OR MIT',
    repository: 'https://git.example/full?x=1#readme',
  };

  function assertFull(realm: Record<string, unknown>): void {
    const { visibility: _visibility, ...shown } = full;
    assert.deepEqual(Object.fromEntries(Object.keys(shown).map((name) => [name, realm[name]])), shown);
  }

  test('come in the body', async () => assertFull(await read(await create(full))));

  test('come in the query, also with Content-Type: application/json and no body', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const init = { method: 'POST', headers: { ...headers, ...bearer(key).headers } };
      assertFull(await read(await catalog.ask(`/v1/api/realms${query(full)}`, init)));
    }
  });

  test('come in both, where they are the same or each in one', async () => {
    assertFull(await read(await create(full, query(full))));
    const { name, tags, ...others } = full;
    assertFull(await read(await create(others, query({ name, tags }))));
    assertFull(await read(await create({ name, tags }, query(others))));
    const repeated = `?${tags.map((tag) => `tags=${encodeURIComponent(tag)}`).join('&')}`;
    assertFull(await read(await create({ name, ...others }, repeated)));
  });

  for (const [name, other] of Object.entries({ ...full, visibility: 'private', tags: 'zod,c++,asp.net' }))
    test(`${name} with one value in the query and another in the body is a 400 that names it`, async () => {
      refused(
        await create(full, query({ [name]: name === 'visibility' || name === 'tags' ? other : `${other}x` })),
        name,
      );
    });

  test('are empty where they are not said, and the realm is public', async () => {
    const realm = await read(await create({ ...fields, category: 'emptiness' }));
    const {
      tags,
      license,
      repository,
      demo,
      longDescription,
      version,
      downloadCount,
      starCount,
      features,
      requirements,
    } = realm;
    assert.deepEqual([tags, license, repository, demo, longDescription, version], [[], '', '', '', '', '0.0.0']);
    assert.deepEqual([downloadCount, starCount], [0, 0]);
    assert.deepEqual(features, { auth: false, payments: false, database: false });
    assert.deepEqual(requirements, { node: '', npm: '' });
    assert.equal((await catalog.ask('/v1/realms?category=emptiness')).body.pagination.total, 1);
  });

  test('that a creator may not set are ignored', async () => {
    const own = {
      id: randomUUID(),
      ownerId: carol.account.id,
      owner: 'carol',
      author: { username: 'carol' },
    };
    const counts = {
      downloadCount: 99,
      starCount: 99,
      featured: true,
      version: '9.9.9',
      createdAt: '2001-01-01T00:00:00.000Z',
    };
    const texts = {
      longDescription: '# Long',
      demo: 'https://demo.example',
      features: { auth: true },
      uploadToken: 'mine',
    };
    const created = await create({ ...fields, name: 'Modest', ...own, ...counts, ...texts }, '?featured=true');
    const realm = await read(created);
    assert.equal(realm['slug'], 'modest');
    assert.notEqual(realm['id'], own.id);
    assert.notEqual(created.body.uploadToken, 'mine');
    assert.equal((realm['author'] as { username: string }).username, 'bob');
    assert.deepEqual([realm['downloadCount'], realm['starCount'], realm['version']], [0, 0, '0.0.0']);
    assert.deepEqual([realm['longDescription'], realm['demo']], ['', '']);
    assert.ok(String(realm['createdAt']) > '2026');
    const featured = (await catalog.ask('/v1/realms?featured&search=modest')).body.pagination.total;
    assert.equal(featured, 0);
  });

  test('are all named when they are missing', async () => {
    refused(await create({}), 'name', 'description', 'category');
    refused(await catalog.ask('/v1/realms', { method: 'POST', ...bearer(key) }), 'name', 'description', 'category');
  });

  const wrong: [name: string, values: unknown[]][] = [
    [
      'name',
      [
        '',
        ' ',
        '\t\n',
        'x'.repeat(101),
        '🚀'.repeat(101),
        'a\u0000b',
        'a\u0007b',
        'a\nb',
        'a\u007fb',
        'a\u0085b',
        '\ud800',
        'a\udc00b',
        1,
        null,
        true,
        ['x'],
        {},
      ],
    ],
    ['description', ['', ' ', 'x'.repeat(501), 'a\u0000b', 'a\u001bb', '\udfff', 7, null, []]],
    ['category', ['', 'Saas', 'sa as', '-saas', 'x'.repeat(33), 'sa_as', 'saäs', 'saas\u0000', 1, null, ['saas']]],
    [
      'tags',
      ['auth', ['.net'], [''], ['a b'], ['-a'], ['x'.repeat(33)], ['ä'], [1], [null], many(21), ['a\u0000'], {}, null],
    ],
    ['visibility', ['', 'Public', 'secret', 1, null, ['public']]],
    ['license', ['x'.repeat(101), 'M\u0000IT', 1, null]],
    [
      'repository',
      [
        'git.example/x',
        '/x',
        '//git.example/x',
        'ftp://git.example/x',
        'javascript:alert(1)',
        'https://',
        'https:///x',
        'http:git.example',
        'git@git.example:x',
        'https://git example/x',
        'https://git.example/\u0000',
        1,
        null,
      ],
    ],
  ];
  for (const [name, values] of wrong)
    for (const value of values)
      test(`${name} ${JSON.stringify(value).slice(0, 40)} is a 400 that names it`, async () => {
        refused(await create({ ...fields, [name]: value }), name);
      });

  const right: [name: string, given: unknown, kept: unknown][] = [
    ['name', 'x', 'x'],
    ['name', 'x'.repeat(100), 'x'.repeat(100)],
    ['name', '🚀'.repeat(100), '🚀'.repeat(100)],
    ['name', `  ${'x'.repeat(100)}\t\n`, 'x'.repeat(100)],
    ['name', 'e\u0301'.repeat(100), 'é'.repeat(100)],
    ['name', '<b>&"\'`;--', '<b>&"\'`;--'],
    ['description', 'x'.repeat(500), 'x'.repeat(500)],
    ['description', ' Cafe\u0301 ', 'Café'],
    ['category', '4', '4'],
    ['category', `a${'-'.repeat(31)}`, `a${'-'.repeat(31)}`],
    ['category', ' saas ', 'saas'],
    ['tags', ['Zod', 'AUTH', 'zod', 'C++', 'auth', 'c#'], ['zod', 'auth', 'c++', 'c#']],
    ['tags', many(20), many(20)],
    ['tags', ['x'.repeat(32), ' a '], ['x'.repeat(32), 'a']],
    ['tags', [], []],
    ['license', 'x'.repeat(100), 'x'.repeat(100)],
    ['license', '', ''],
    ['repository', 'http://localhost:8080/x', 'http://localhost:8080/x'],
    ['repository', 'HTTPS://GIT.example/x', 'HTTPS://GIT.example/x'],
    ['repository', '', ''],
  ];
  for (const [name, given, kept] of right)
    test(`${name} ${JSON.stringify(given).slice(0, 40)} is kept as ${JSON.stringify(kept).slice(0, 40)}`, async () => {
      assert.deepEqual((await read(await create({ ...fields, [name]: given })))[name], kept);
    });
});

describe('the slug of a new realm', () => {
  const catalog = useCatalog();
  const bob = usePerson(catalog, { username: 'bob' });
  const create = async (name: string): Promise<string> => {
    const { status, body, text } = await catalog.ask('/v1/realms', json({ ...fields, name }, bob.token));
    assert.equal(status, 201, text);
    return body.slug as string;
  };
  const shape = /^[a-z0-9]+(-[a-z0-9]+)*$/;

  const slugs: [name: string, slug: string][] = [
    ['Plain', 'plain'],
    ['Café au lait!', 'cafe-au-lait'],
    ['  Ünïcödé  & more…  ', 'unicode-more'],
    ['İzmir Kelvin', 'izmir-kelvin'],
    ['Große Straße, GROẞ', 'grosse-strasse-gross'],
    ['Łódź Ærø Øre Þór Eiður Đà Nẵng Ħal Diyarbakır Œuvre', 'lodz-aero-ore-thor-eidur-da-nang-hal-diyarbakir-oeuvre'],
    ['ﬁne ① ｗｉｄｅ', 'fine-1-wide'],
    ['a--b__c  d', 'a-b-c-d'],
    ['--edge--', 'edge'],
    ['v2.0', 'v2-0'],
    [`${'q'.repeat(63)} r`, 'q'.repeat(63)],
    ['w'.repeat(100), 'w'.repeat(64)],
    ['日本語', 'realm'],
  ];
  for (const [name, slug] of slugs)
    test(`of ${name.slice(0, 30)} is ${slug.slice(0, 30)}`, async () => assert.equal(await create(name), slug));

  test('has a number when it is taken, by whatever realm', async () => {
    assert.deepEqual(
      [
        await create('Taken'),
        await create('taken!'),
        await create('Táken'),
        await create('Taken 2'),
        await create('TAKEN'),
      ],
      ['taken', 'taken-2', 'taken-3', 'taken-2-2', 'taken-4'],
    );
    assert.match(await create('🚀'), /^realm-[2-9]$/);
  });

  test('is never longer than 64, also with a number, and never ends in a dash', async () => {
    for (const name of ['z'.repeat(64), `${'y'.repeat(61)} ab`, `${'u'.repeat(55)} ${'v'.repeat(40)}`]) {
      const first = await create(name);
      const seen = [first];
      for (let n = 2; n <= 11; n += 1) seen.push(await create(name));
      assert.equal(new Set(seen).size, 11);
      for (const [at, slug] of seen.entries()) {
        assert.match(slug, shape);
        assert.ok(slug.length <= 64, slug);
        if (at > 0) assert.ok(slug.endsWith(`-${at + 1}`) && first.startsWith(slug.replace(/-\d+$/, '')), slug);
      }
    }
  });

  test('is another for each of 16 realms of one name that are made at once', async () => {
    const slugs = await Promise.all(Array.from({ length: 16 }, () => create('Same name')));
    const expected = ['same-name', ...Array.from({ length: 15 }, (_, n) => `same-name-${n + 2}`)];
    assert.deepEqual(slugs.toSorted(), expected.toSorted());

    // Without a body there is nothing to wait for: each is looked up before any of them is put in.
    const path = `/v1/realms${query({ ...fields, name: 'Same line' })}`;
    const answers = await pipelined(catalog, 16, path, { ...json({}, bob.token), body: '' });
    const next = [...answers.matchAll(/"slug":"([^"]+)"/g)].map(([, slug = '']) => slug);
    assert.deepEqual(next.toSorted(), expected.map((slug) => slug.replace('name', 'line')).toSorted());
  });

  test('of a private realm is taken too', async () => {
    const secret = { ...fields, name: 'Hidden away', visibility: 'private' };
    assert.equal((await catalog.ask('/v1/realms', json(secret, bob.token))).body.slug, 'hidden-away');
    assert.equal(await create('Hidden away'), 'hidden-away-2');
  });

  test('skips numbers that other names have taken, and goes on behind them', async () => {
    for (const name of ['Skip', 'Skip 2', 'Skip 3', 'Skip 5']) await create(name);
    assert.deepEqual(
      [await create('Skip'), await create('Skip'), await create('Skip 6')],
      ['skip-4', 'skip-6', 'skip-6-2'],
    );
    assert.equal(await create('Skip 7'), 'skip-7', 'a number that is next may be taken meanwhile');
    assert.equal(await create('Skip'), 'skip-8');
  });

  test('is never one that a deleted realm had, with a number or without', async () => {
    const slugs = [await create('Gone'), await create('Gone'), await create('Gone')];
    assert.deepEqual(slugs, ['gone', 'gone-2', 'gone-3']);
    for (const slug of slugs) {
      const { status } = await catalog.ask(`/v1/realms/${slug}`, { method: 'DELETE', ...bearer(bob.token) });
      assert.equal(status, 204);
    }
    assert.deepEqual([await create('Gone'), await create('Gone 2')], ['gone-4', 'gone-2-2']);
  });

  test('can be chosen, and is a 409 where another realm has it or had it, which takes nothing', async () => {
    const choose = (slug: string, name = 'Any name') =>
      catalog.ask('/v1/realms', json({ ...fields, name, slug }, bob.token));
    const { status, body, headers } = await choose('own-choice', '日本語');
    assert.deepEqual([status, body.slug], [201, 'own-choice']);
    assert.match(headers.get('location') ?? '', /own-choice$/);
    assert.equal((await choose('own-choice')).status, 409);
    const renamed = await catalog.ask('/v1/realms/own-choice', json({ slug: 'other-choice' }, bob.token, 'PATCH'));
    assert.equal(renamed.status, 200);
    for (const slug of ['own-choice', 'other-choice']) {
      const refused = await choose(slug);
      assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
    }
    await catalog.ask('/v1/realms/other-choice', { method: 'DELETE', ...bearer(bob.token) });
    assert.equal((await choose('other-choice')).status, 409);
    assert.equal(await create('Any name'), 'any-name', 'the refused ones have left nothing behind');
  });

  test('that is chosen follows the rules of a rename', async () => {
    for (const slug of ['', 'Upper', 'a--b', '-a', 'a-', 'ä', 'x'.repeat(65)])
      refused(await catalog.ask('/v1/realms', json({ ...fields, name: 'Any', slug }, bob.token)), 'slug');
  });

  test('goes on where a store of an earlier version is, which kept no numbers', async () => {
    const owner = anAccount();
    const realms = ['old', 'old-2', 'old-3', 'old-2024'].map((slug) => aRealm(owner, { slug }));
    await catalog.insert({ accounts: [owner], realms });
    assert.deepEqual([await create('Old'), await create('Old')], ['old-4', 'old-5']);
  });

  test('is another for each realm of one name, made by two processes at once', async () => {
    const owner = anAccount();
    await catalog.insert({ accounts: [owner] });
    const second = await openServices(catalog.services.config);
    try {
      const made = await Promise.all(
        Array.from({ length: 30 }, (_, at) =>
          createRealm((at % 2 ? catalog.services : second).db, aRealm(owner, { slug: 'shared' }), () => []),
        ),
      );
      const expected = ['shared', ...Array.from({ length: 29 }, (_, n) => `shared-${n + 2}`)];
      assert.deepEqual(made.toSorted(), expected.toSorted());
    } finally {
      await second.close();
    }
  });

  test('is found in steps of 1,000 numbers where many in a row are taken, and they are passed once', async () => {
    const owner = anAccount();
    const { db } = catalog.services;
    const runs = Array.from(
      { length: 2_500 },
      (_, n) => sql`insert into old_slugs (slug, realm_id) values (${`run-${n + 2}`}, '')`,
    );
    await db.batch(runs);
    await catalog.insert({ accounts: [owner], realms: [aRealm(owner, { slug: 'run' })] });
    let steps = 0;
    const counting: Database = {
      ...db,
      get: (statement) => {
        if (statement.text.includes('slug_numbers')) steps += 1;
        return db.get(statement);
      },
    };
    assert.equal(await createRealm(counting, aRealm(owner, { slug: 'run' }), () => []), 'run-2502');
    assert.equal(steps, 3);
    assert.equal(await createRealm(counting, aRealm(owner, { slug: 'run' }), () => []), 'run-2503');
    assert.equal(steps, 4);
  });

  test('is not looked for without end, when something else that is put in with it is there already', async () => {
    const owner = anAccount();
    await catalog.insert({ accounts: [owner] });
    const realm = aRealm(owner, { slug: 'endless' });
    const making = createRealm(catalog.services.db, realm, (slug) => [
      sql`insert into old_slugs (slug, realm_id) values (${`${slug}-other`}, ''), (${`${slug}-other`}, '')`,
    ]);
    await assert.rejects(making, UniqueError);
    assert.equal(await create('Endless'), 'endless');
  });
});
