// Where the client's token goes, and that nothing prints it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { createClient, isCatalogError, type Client, type ClientOptions } from '../src/index.ts';
import * as bad from './misbehaving-server.ts';

const TOKEN = 'rlm_key_verysecret';
let catalog: bad.MisbehavingServer;
let other: bad.MisbehavingServer;
before(async () => {
  [catalog, other] = await Promise.all([bad.startMisbehavingServer(), bad.startMisbehavingServer()]);
});
after(async () => {
  await Promise.all([catalog[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
});

const clientOf = (options: Partial<ClientOptions> = {}): Client =>
  createClient({ baseUrl: catalog.url, token: TOKEN, retry: { minDelay: 1, maxDelay: 1 }, ...options });
const sentTo = (server: bad.MisbehavingServer) => server.requests.map(({ headers }) => headers.authorization);

describe('the token', () => {
  test('goes to the catalog, and is asked for before each attempt', async () => {
    const tokens = ['first', 'second', undefined];
    catalog.script(bad.cut, bad.cut, bad.json({ id: '1' }));
    await clientOf({ token: async () => tokens.shift() }).realms.get('a');
    assert.deepEqual(sentTo(catalog), ['Bearer first', 'Bearer second', undefined]);
  });

  test('does not follow a redirect to another origin', async () => {
    catalog.script(bad.redirect(`${other.url}/elsewhere`));
    other.script(bad.json({ id: '1' }));
    await clientOf().realms.get('a', { token: 'of_this_call' });
    await clientOf().realms.get('a');
    assert.deepEqual(sentTo(catalog), ['Bearer of_this_call', `Bearer ${TOKEN}`]);
    assert.deepEqual(sentTo(other), [undefined, undefined]);
  });

  test('does follow the redirect of a realm that was renamed', async () => {
    catalog.script(bad.redirect('/v1/api/realms/b'), bad.json({ id: '1', slug: 'b' }));
    assert.equal((await clientOf().realms.get('a')).slug, 'b');
    assert.deepEqual(sentTo(catalog), [`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
  });

  test('is sent neither with an archive nor for one: an upload has its own, and a link is signed', async () => {
    other.script(bad.json({ slug: 'a' }, 201), bad.json({}));
    const upload = { uploadUrl: `${other.url}/upload`, uploadToken: 'rlm_upload_own' };
    await clientOf().realms.publish('a', new Uint8Array(1), { upload });
    await clientOf()
      .downloadArchive({ downloadUrl: `${other.url}/archive?signature=x`, size: 2, sha256: '' })
      .getReader()
      .read();
    assert.deepEqual(sentTo(other), ['Bearer rlm_upload_own', undefined]);
  });

  test('of a call is sent with no archive either', async () => {
    other.script(bad.json({}), bad.json({ slug: 'a' }, 201));
    const link = { downloadUrl: `${other.url}/archive?signature=x`, size: 2, sha256: '' };
    const options: object = { token: TOKEN };
    await clientOf().downloadArchive(link, options).getReader().read();
    const upload = { uploadUrl: `${other.url}/upload`, uploadToken: 'rlm_upload_own' };
    await clientOf().realms.publish('a', new Uint8Array(1), { upload, token: TOKEN });
    assert.deepEqual(sentTo(other), [undefined, 'Bearer rlm_upload_own']);
  });
});

const ownHeadersSentTo = ({ requests }: bad.MisbehavingServer) =>
  requests.map(({ headers }) => [headers.authorization, headers.cookie, headers['x-own']]);

test('credentials among the headers of a call go to the catalog alone', async () => {
  other.script(bad.json({}));
  catalog.script(bad.json({ id: '1' }));
  const headers = { Authorization: 'Basic verysecret', Cookie: 'verysecret', 'x-own': 'shown' };
  const link = { downloadUrl: `${other.url}/archive`, size: 2, sha256: '' };
  const client = clientOf({ token: undefined });
  await client.realms.get('a', { headers });
  await client.downloadArchive(link, { headers }).getReader().read();
  assert.deepEqual(ownHeadersSentTo(catalog), [['Basic verysecret', 'verysecret', 'shown']]);
  assert.deepEqual(ownHeadersSentTo(other), [[undefined, undefined, 'shown']]);
});

describe('a write', () => {
  const writes: ((client: Client) => PromiseLike<unknown>)[] = [
    (client) => client.auth.login({ username: 'alice', password: 'verysecret' }),
    (client) => client.auth.refresh({ refreshToken: 'verysecret' }),
    (client) => client.realms.create({ name: 'A', description: 'A.', category: 'api' }),
    (client) => client.realms.upload('a', new Uint8Array(9), { token: 'rlm_upload_verysecret' }),
    (client) => client.realms.delete('a'),
  ];

  test('is not repeated at another origin, and the error names where it was to go', async () => {
    other.script(bad.json({ id: '1' }));
    for (const status of [301, 302, 303, 307, 308]) {
      catalog.script(bad.redirect(`${other.url}/elsewhere?signature=x`, status));
      for (const write of writes) {
        const error: unknown = await Promise.resolve(write(clientOf())).catch((reason: unknown) => reason);
        assert.ok(isCatalogError(error, 'unexpected_response'), String(error));
        assert.ok(error.message.includes(`a redirect to ${other.url}/elsewhere (status ${status})`), error.message);
        isFree(error);
      }
      assert.equal(catalog.requests.length, writes.length);
    }
    assert.deepEqual(other.requests, []);
  });

  test('does not become a read by a redirect', async () => {
    catalog.script(bad.redirect('/v1/api/realms', 301), bad.json({ realms: [] }));
    await assert.rejects(clientOf().realms.create({ name: 'A', description: 'A.', category: 'api' }), {
      name: 'UnexpectedResponseError',
    });
    assert.equal(catalog.requests.length, 1);
  });

  test('follows a redirect on its origin with its body, as that of a renamed realm, but not for ever', async () => {
    for (const status of [307, 308]) {
      catalog.script(bad.redirect('/v1/api/realms/b', status), bad.json({ id: '1', slug: 'b' }));
      assert.equal((await clientOf().realms.update('a', { name: 'B' })).slug, 'b');
      const [, second] = catalog.requests;
      assert.deepEqual([second?.method, second?.path, second?.body], ['PATCH', '/v1/api/realms/b', '{"name":"B"}']);
      assert.deepEqual(sentTo(catalog), [`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
    }
    catalog.script(bad.redirect('/v1/api/realms/a'));
    await assert.rejects(clientOf().realms.update('a', { name: 'B' }), { kind: 'unexpected_response' });
    assert.equal(catalog.requests.length, 6);
  });
});

const isFree = (value: unknown) => {
  const texts = [
    inspect(value, { depth: 20, showHidden: true }),
    JSON.stringify(value) ?? '',
    String(value),
    (value as Error).stack ?? '',
  ];
  for (const text of texts) assert.doesNotMatch(text, /verysecret|signature=/);
};

describe('nothing prints', () => {
  test('the token: neither a client, nor a call, nor an error, nor what a hook is told', async () => {
    const told: unknown[] = [];
    const tell = (event: unknown) => void told.push(event);
    const client = clientOf({ hooks: { onRequest: tell, onResponse: tell, onRetry: tell } });
    isFree(client);
    for (const fault of [bad.cut, bad.html(200), bad.problem(401, 'unauthorized'), bad.problem(503, 'unavailable')]) {
      catalog.script(fault);
      const call = client.realms.get('a');
      isFree(call);
      isFree(await call.catch((error: unknown) => error));
    }
    catalog.script(bad.json({ id: '1' }));
    await client.realms.get('a', { headers: { Authorization: 'Bearer verysecret' } });
    catalog.script(bad.cut);
    const link = { downloadUrl: `${catalog.url}/a?signature=verysecret`, size: 1, sha256: '' };
    isFree(
      await client
        .downloadArchive(link)
        .getReader()
        .read()
        .catch((error: unknown) => error),
    );
    assert.ok(told.length > 10);
    for (const event of told) isFree(event);
  });

  test('a token that no header may have', async () => {
    for (const token of ['verysecret\n', 'verysecret ö', 'very secret verysecret']) {
      const error = await clientOf({ token, retry: 0 })
        .realms.get('a')
        .catch((error: unknown) => error);
      assert.ok(isCatalogError(error, 'invalid_request'));
      isFree(error);
    }
    const headers = { authorization: 'Bearer verysecret\n x' };
    isFree(
      await clientOf()
        .realms.get('a', { headers })
        .catch((error: unknown) => error),
    );
  });
});

test('an error of another copy of the package is recognized', async () => {
  const file = '../src/errors.ts';
  const copy = (await import(`${file}?copy`)) as typeof import('../src/errors.ts');
  const error = new copy.NotFoundError('gone', { code: 'not_found', status: 404 });
  assert.ok(isCatalogError(error, 'not_found'));
  assert.ok(isCatalogError(error));
  assert.ok(!isCatalogError(error, 'conflict'));
  for (const value of [undefined, null, 1, 'x', new Error('x'), { kind: 'not_found' }])
    assert.ok(!isCatalogError(value));
});
