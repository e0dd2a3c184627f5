// Tests renames: an old slug leads to its realm on every operation, for those alone to whom the realm itself would answer.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@realm-catalog/contract';
import {
  aCollection,
  anAccount,
  aRealm,
  bearer,
  json,
  PUBLIC_URL,
  request,
  send,
  useCatalog,
  usePerson,
} from '../support/harness.ts';
import { adminDone } from '../admin/admin-command.ts';
import { create, openUpload, project, tarGz, upload } from '../publishing/uploads.ts';

const catalog = useCatalog();
const alice = usePerson(catalog, { username: 'alice' });
const bob = usePerson(catalog, { username: 'bob' });
const root = usePerson(catalog, { username: 'root', role: 'admin' });
const rename = (from: string, to: string, { token } = alice) =>
  catalog.ask(`/v1/realms/${from}`, json({ slug: to }, token, 'PATCH'));

let made = 0;
/** A realm of alice's that has had another slug. */
async function renamed(fields: object = {}): Promise<{ id: string; old: string; now: string; uploadToken: string }> {
  made += 1;
  const { id, slug, uploadToken } = await create(catalog, alice, { name: `Before ${made}`, ...fields });
  const now = `after-${made}`;
  const { status, body } = await rename(slug, now);
  assert.deepEqual([status, body.slug, body.id], [200, now, id]);
  return { id, old: slug, now, uploadToken };
}

describe('after a rename', () => {
  test('the new slug answers, and lists show it', async () => {
    const { id, now } = await renamed({ name: 'Lighthouse of the north' });
    assert.equal((await catalog.ask(`/v1/realms/${now}`)).body.id, id);
    const { realms } = (await catalog.ask('/v1/realms?search=lighthouse')).body as { realms: { slug: string }[] };
    assert.deepEqual(
      realms.map(({ slug }) => slug),
      [now],
    );
  });

  for (const id of Object.keys(operations) as (keyof typeof operations)[]) {
    const { method, path, access } = operations[id];
    if (!path.startsWith('/realms/{slug}') || access === 'upload') continue;
    test(`${id} answers 308 at the old slug, in both spellings, with the query and without a body`, async () => {
      const { old, now } = await renamed();
      const below = path
        .replace('/realms/{slug}', '')
        .replaceAll('{version}', '1.0.0')
        .replaceAll('{path...}', 'src/a.txt');
      const queries = { getRealm: '?a=1&b=%20%2F', compareVersions: '?from=1.0.0&to=1.1.0' } as Record<string, string>;
      const query = queries[id] ?? '';
      const body = { updateRealm: { name: 'New' }, updateVersion: { yanked: true } }[id as string];
      for (const spelling of ['/v1/api', '/v1']) {
        const sent = body ? json(body, alice.token, method) : { method, ...bearer(alice.token) };
        const reply = await catalog.ask(`${spelling}/realms/${old}${below}${query}`, sent);
        assert.equal(reply.status, 308, reply.text);
        assert.equal(reply.text, '');
        assert.equal(reply.headers.get('location'), `${PUBLIC_URL}${spelling}/realms/${now}${below}${query}`);
        assert.equal(reply.headers.get('cache-control'), 'no-store');
        assert.equal(reply.headers.get('content-type'), null);
        assert.ok(Number(reply.headers.get('x-ratelimit-remaining')) > 0);
      }
      assert.equal((await catalog.ask(`/v1/realms/${now}`)).body.starCount, 0, 'nothing is done at the old address');
    });
  }

  test('anonymous reads, HEAD, slashes, encoded letters and absolute addresses lead on, too', async () => {
    const { old, now } = await renamed();
    const encoded = `%${old.charCodeAt(0).toString(16)}${old.slice(1)}`;
    for (const [path, to] of [
      [`/v1/realms/${old}/`, `/v1/realms/${now}/`],
      [`/v1/realms/${encoded}`, `/v1/realms/${now}`],
      [`/v1/%72ealms/${old}/versions`, `/v1/%72ealms/${now}/versions`],
      [`/v1/realms/${old}?`, `/v1/realms/${now}?`],
    ] as const)
      for (const method of ['GET', 'HEAD']) {
        const reply = await catalog.ask(path, { method });
        assert.deepEqual([reply.status, reply.headers.get('location'), reply.text], [308, PUBLIC_URL + to, '']);
      }
    const absolute = await send(catalog, request('GET', `http://catalog.example/v1/realms/${old}?a=/realms/b`));
    assert.deepEqual(
      [absolute.status, absolute.headers.get('location')],
      [308, `${PUBLIC_URL}/v1/realms/${now}?a=/realms/b`],
    );
  });

  test('an input that is not valid is refused at the old slug as at any other', async () => {
    const { old } = await renamed();
    assert.equal((await catalog.ask(`/v1/realms/${old}`, json({ name: '' }, alice.token, 'PATCH'))).status, 400);
    assert.equal((await catalog.ask(`/v1/realms/${old}/downloads?from=yesterday`)).status, 400);
    assert.equal((await catalog.ask(`/v1/realms/${old}`, json({ name: 'x' }, undefined, 'PATCH'))).status, 401);
  });

  test('each older slug leads straight to the newest one', async () => {
    const { old, now } = await renamed();
    assert.equal((await rename(now, `${now}-again`)).status, 200);
    for (const slug of [old, now])
      assert.equal(
        (await catalog.ask(`/v1/realms/${slug}`)).headers.get('location'),
        `${PUBLIC_URL}/v1/realms/${now}-again`,
      );
  });

  test('downloads, their links and templates of giget work with the old slug', async () => {
    const { old, now, uploadToken } = await renamed();
    assert.equal((await upload(catalog, { slug: now, uploadToken }, await project('1.0.0'))).status, 201);
    const link = (await catalog.ask(`/v1/realms/${now}/download`, { method: 'POST' })).body.downloadUrl as string;
    assert.equal((await rename(now, `${now}-later`)).status, 200);
    const { pathname, search } = new URL(link);
    assert.equal((await catalog.ask(pathname + search)).status, 200);
    for (const slug of [old, now]) {
      assert.equal((await catalog.ask(`/v1/realms/${slug}/download`, { method: 'POST' })).status, 308);
      const { status, body } = await catalog.ask(`/giget/${slug}.json`);
      assert.deepEqual([status, body.name, body.version], [200, `${now}-later`, '1.0.0']);
    }
    assert.equal((await catalog.ask('/giget/never-was.json')).status, 404);
  });

  test('an upload that is open goes on at the address that it was given, and at no other', async () => {
    const { old, now, uploadToken } = await renamed();
    const other = await renamed();
    const refused = await upload(catalog, { slug: other.old, uploadToken }, await project('1.0.0'));
    assert.equal(refused.status, 403);
    const { status, body } = await upload(catalog, { slug: old, uploadToken }, await project('1.0.0'));
    assert.deepEqual([status, body.slug], [201, now]);
    const next = await openUpload(catalog, alice, now);
    assert.equal((await upload(catalog, next, await tarGz({ 'a.txt': '2' }))).status, 201);
  });

  test('collections show the new slug, and take the old one', async () => {
    const { old, now } = await renamed();
    const fields = { slug: `of-${now}`, name: 'Of it', description: '', realms: [old, now, old] };
    const { status, body } = await catalog.ask('/v1/collections', json(fields, root.token));
    assert.deepEqual([status, body.realms], [201, [now]]);
    assert.equal((await rename(now, `${now}-new`)).status, 200);
    assert.deepEqual((await catalog.ask(`/v1/collections/of-${now}`)).body.realms, [`${now}-new`]);
  });

  test('the list of given slugs understands the old one, in the order asked for, and only where the realm is listed', async () => {
    const [first, hidden, second] = [await renamed(), await renamed({ visibility: 'private' }), await renamed()];
    const asked = [second.old, hidden.old, first.now, second.now].join(',');
    const listed = async (token?: string) => {
      const { body } = await catalog.ask(`/v1/realms?slugs=${asked}`, token ? bearer(token) : {});
      return (body.realms as { slug: string }[]).map(({ slug }) => slug);
    };
    assert.deepEqual(await listed(), [second.now, first.now]);
    assert.deepEqual(await listed(bob.token), [second.now, first.now]);
    assert.deepEqual(await listed(alice.token), [second.now, hidden.now, first.now]);
  });

  test('the commands of an operator understand old slugs', async () => {
    const { old, now } = await renamed();
    for (const args of [
      ['realms', 'feature', old],
      [
        'collections',
        'add',
        `by-${now}`,
        '--name',
        'N',
        '--description',
        'D',
        '--realms',
        `${old},${now}`,
        '--by',
        'alice',
      ],
    ])
      await adminDone(args, catalog.env);
    await catalog.services.catalog.follow();
    assert.equal((await catalog.ask(`/v1/realms/${now}`)).body.featured, true);
    assert.deepEqual((await catalog.ask(`/v1/collections/by-${now}`)).body.realms, [now]);
  });

  test('the audit finds a realm by each of its slugs, also when it is deleted', async () => {
    const { old, now } = await renamed();
    await catalog.ask(`/v1/realms/${now}`, json({ license: 'MIT' }, alice.token, 'PATCH'));
    const actions = async (subject: string) =>
      ((await catalog.ask(`/v1/audit?subject=${subject}`, bearer(root.token))).body.entries as Entry[]).map(
        ({ action, subject, details }) => [action, subject.id, details['to'] ?? ''],
      );
    interface Entry {
      action: string;
      subject: { id: string };
      details: Record<string, string>;
    }
    const expected = [
      ['realm.update', now, ''],
      ['realm.rename', old, now],
      ['realm.create', old, ''],
    ];
    for (const slug of [old, now]) assert.deepEqual(await actions(slug), expected);
    await catalog.ask(`/v1/realms/${now}`, { method: 'DELETE', ...bearer(alice.token) });
    for (const slug of [old, now]) assert.deepEqual(await actions(slug), [['realm.delete', now, ''], ...expected]);
  });
});

describe('a slug', () => {
  test('that a realm has or had is refused to every other, whoever may see it', async () => {
    const open = await renamed();
    const hidden = await renamed({ visibility: 'private' });
    const gone = await renamed();
    await catalog.ask(`/v1/realms/${gone.now}`, { method: 'DELETE', ...bearer(alice.token) });
    const { slug } = await create(catalog, bob, { name: `Of bob ${made}` });
    const replies = [];
    for (const taken of [open, hidden, gone].flatMap(({ old, now }) => [old, now])) {
      const { status, body } = await rename(slug, taken, bob);
      replies.push([status, body.code, body.detail]);
      const numbered = await create(catalog, bob, { name: taken });
      assert.match(numbered.slug, new RegExp(`^${taken}-\\d+$`));
    }
    assert.equal(new Set(replies.map(String)).size, 1);
    assert.deepEqual(replies[0]?.slice(0, 2), [409, 'conflict']);
    assert.equal((await catalog.ask(`/v1/realms/${slug}`)).status, 200);
  });

  test('of its own is taken back by a realm, and leads the other way then', async () => {
    const { old, now, id } = await renamed();
    assert.equal((await rename(now, old)).status, 200);
    assert.equal((await catalog.ask(`/v1/realms/${old}`)).body.id, id);
    assert.equal((await catalog.ask(`/v1/realms/${now}`)).headers.get('location'), `${PUBLIC_URL}/v1/realms/${old}`);
  });

  test('that stays the same changes nothing', async () => {
    const { old, now } = await renamed();
    assert.equal((await rename(now, now)).status, 200);
    assert.equal((await catalog.ask(`/v1/realms/${old}`)).headers.get('location'), `${PUBLIC_URL}/v1/realms/${now}`);
  });

  test('is refused when the realm has 10 old ones, unless it takes one of these back', async () => {
    const { slug } = await create(catalog, alice, { name: 'Restless' });
    let now = slug as string;
    for (let n = 1; n <= 10; n += 1) {
      assert.equal((await rename(now, `restless-no-${n}`)).status, 200);
      now = `restless-no-${n}`;
    }
    const { status, body } = await rename(now, 'restless-at-last');
    assert.deepEqual([status, body.code], [409, 'conflict']);
    assert.equal((await catalog.ask('/v1/realms/restless-at-last')).status, 404);
    assert.equal((await rename(now, slug)).status, 200);
    assert.equal((await rename(slug, 'restless-no-4')).status, 200);
  });

  for (const slug of ['', 'Upper', 'two--dashes', '-a', 'a b', 'ü', 'a'.repeat(65), null, 7, ['a']])
    test(`${JSON.stringify(slug)} is refused`, async () => {
      const { now } = await renamed();
      const { status, body } = await catalog.ask(`/v1/realms/${now}`, json({ slug }, alice.token, 'PATCH'));
      assert.deepEqual([status, body.errors[0].field], [400, 'slug']);
    });

  test('goes to one of many that want it at once, and to no two', async () => {
    const realms = await Promise.all(
      Array.from({ length: 6 }, (_, n) => create(catalog, alice, { name: `Runner ${n}` })),
    );
    const replies = await Promise.all([
      ...realms.map(({ slug }) => rename(slug, 'first-place')),
      ...realms.map(() =>
        create(catalog, bob, { name: 'First place' }).then((body: object) => ({ status: 201, body })),
      ),
    ]);
    const winners = replies.filter(({ body }) => (body as { slug?: string }).slug === 'first-place');
    assert.equal(winners.length, 1);
  });
});

test('a response that was cached under the old slug is gone with the rename', async () => {
  const account = anAccount();
  const realm = aRealm(account, { slug: 'cached' });
  await catalog.insert({
    accounts: [account],
    realms: [realm],
    collections: [aCollection(account, { slug: 'cache', realmIds: [realm.id] })],
  });
  for (let n = 0; n < 3; n += 1) assert.equal((await catalog.ask('/v1/realms/cached')).status, 200);
  assert.deepEqual((await catalog.ask('/v1/collections/cache')).body.realms, ['cached']);
  assert.equal((await rename('cached', 'uncached', root)).status, 200);
  for (let n = 0; n < 3; n += 1) assert.equal((await catalog.ask('/v1/realms/cached')).status, 308);
  assert.deepEqual((await catalog.ask('/v1/collections/cache')).body.items[0].slug, 'uncached');
  assert.equal((await rename('uncached', 'cached', root)).status, 200);
  for (let n = 0; n < 3; n += 1) assert.equal((await catalog.ask('/v1/realms/cached')).status, 200);
});
