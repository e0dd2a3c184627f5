// Makes and follows links over real HTTP, on a real SQLite file.

import { createServer } from 'node:http';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { createApp } from '../src/app.js';
import { openLinks } from '../src/links.js';
import { createGuard, loadToken } from '../src/token.js';

const folder = mkdtempSync(join(tmpdir(), 'url-shortener-'));
const links = openLinks(folder);
const token = loadToken(folder);
const app = createApp({ links, isAllowed: createGuard(token), publicUrl: 'https://s.example.com/' });
const server = createServer(app);
let address;

before(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${server.address().port}`;
});

after(() => {
  server.closeAllConnections();
  server.close();
  links.close();
  rmSync(folder, { recursive: true });
});

async function ask(method, path, body, authorization = `Bearer ${token}`) {
  const response = await fetch(address + path, {
    method,
    redirect: 'manual',
    headers: { authorization },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
}

test('a link is made, followed and counted', async () => {
  const { status, body } = await ask('POST', '/api/links', { url: 'https://example.com/a?b=c' });
  assert.equal(status, 201);
  assert.match(body.shortUrl, /^https:\/\/s\.example\.com\/[a-z0-9]{6}$/);
  for (const _ of [1, 2]) {
    const visit = await ask('GET', `/${body.code}`, undefined, '');
    assert.deepEqual([visit.status, visit.headers.get('location')], [302, 'https://example.com/a?b=c']);
  }
  const { visits, days } = (await ask('GET', `/api/links/${body.code}`)).body;
  assert.equal(visits, 2);
  assert.deepEqual(
    days.reduce((sum, day) => sum + day.count, 0),
    2,
  );
});

test('a code of your choice works in any case, and only once', async () => {
  assert.equal((await ask('POST', '/api/links', { url: 'https://example.com/', code: 'spring-sale' })).status, 201);
  assert.equal((await ask('GET', '/Spring-Sale')).status, 302);
  assert.equal((await ask('POST', '/api/links', { url: 'https://example.org/', code: 'spring-sale' })).status, 409);
});

test('a link ends when it expires', () => {
  links.add({ code: 'soon', url: 'https://example.com/', expiresAt: '2030-01-01T00:00:00.000Z' });
  assert.equal(links.follow('soon', '2029-12-31T23:59:59.999Z'), 'https://example.com/');
  assert.equal(links.follow('soon', '2030-01-01T00:00:00.000Z'), undefined);
});

test('addresses and times are kept in one spelling', async () => {
  const wish = { url: 'https://EXAMPLE.com/grün', code: 'green', expiresAt: '2999-01-01T01:00+01:00' };
  const { body } = await ask('POST', '/api/links', wish);
  assert.deepEqual([body.url, body.expiresAt], ['https://example.com/gr%C3%BCn', '2999-01-01T00:00:00.000Z']);
  assert.equal((await ask('GET', '/green')).headers.get('location'), 'https://example.com/gr%C3%BCn');
});

test('a removed link leads nowhere, and its visits go with it', async () => {
  await ask('POST', '/api/links', { url: 'https://example.com/', code: 'gone' });
  await ask('GET', '/gone');
  assert.equal((await ask('DELETE', '/api/links/gone')).status, 204);
  assert.equal((await ask('GET', '/gone')).status, 404);
  await ask('POST', '/api/links', { url: 'https://example.com/', code: 'gone' });
  assert.equal((await ask('GET', '/api/links/gone')).body.visits, 0);
});

test('the list is paged, newest first', async () => {
  for (const code of ['page-1', 'page-2', 'page-3'])
    await ask('POST', '/api/links', { url: 'https://example.com/', code });
  const { body } = await ask('GET', '/api/links?limit=2&offset=1');
  assert.deepEqual(
    body.links.map((link) => link.code),
    ['page-2', 'page-1'],
  );
  assert.equal((await ask('GET', '/api/links?limit=0')).status, 400);
});

test('nothing is managed without the token', async () => {
  for (const authorization of ['', 'Bearer wrong', `Basic ${token}`]) {
    const reply = await ask('POST', '/api/links', { url: 'https://example.com/', code: 'sneaky' }, authorization);
    assert.deepEqual([reply.status, reply.headers.get('www-authenticate')], [401, 'Bearer']);
  }
  assert.equal((await ask('GET', '/sneaky')).status, 404);
});

test('the token file can be read by its owner only', { skip: process.platform === 'win32' }, () => {
  assert.equal(statSync(join(folder, 'token')).mode & 0o077, 0);
});

const refused = [
  { title: 'a script', body: { url: 'javascript:alert(1)' } },
  { title: 'a path', body: { url: '/somewhere' } },
  { title: 'a link back to the service', body: { url: 'https://s.example.com/spring-sale' } },
  { title: 'an address with a password', body: { url: 'https://alice:secret@example.com/' } },
  { title: 'a code with a slash', body: { url: 'https://example.com/', code: 'a/b' } },
  { title: 'a reserved code', body: { url: 'https://example.com/', code: 'healthz' } },
  { title: 'a time that has passed', body: { url: 'https://example.com/', expiresAt: '2020-01-01T00:00:00.000Z' } },
  { title: 'a time that is no time', body: { url: 'https://example.com/', expiresAt: 'tomorrow' } },
  { title: 'an unknown field', body: { url: 'https://example.com/', colour: 'red' } },
  { title: 'no object at all', body: null },
];

for (const { title, body } of refused) {
  test(`${title} is refused`, async () => {
    assert.equal((await ask('POST', '/api/links', body)).status, 400);
  });
}
