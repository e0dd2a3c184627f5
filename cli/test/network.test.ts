// Where requests go and what is said when they fail: addresses, tokens, proxies and certificates.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../server/test/support/free-port.ts';
import { selfSigned } from '../../server/test/support/self-signed.ts';
import { catalog, key, realm } from './support/catalog.ts';
import { startProxy, startServer } from './support/fake-server.ts';
import { spawnRealm, temporaryHome } from './support/run-realm.ts';

test('a network error says the whole chain of causes, the host, the proxy and what to do', async () => {
  const registry = `http://127.0.0.1:${await freePort()}`;
  const { code, stdout, stderr } = await realm(['search', '--registry', registry]);
  assert.equal(code, 8);
  assert.equal(stdout, '');
  assert.ok(stderr.includes(`fetch failed: connect ECONNREFUSED ${registry.slice(7)}`), stderr);
  assert.ok(stderr.includes(`The catalog is ${registry} (from --registry), reached without a proxy.`), stderr);
  assert.match(stderr, /npx realm doctor finds out more\.\n$/);
  const away = await realm(['search', '--json', '--registry', 'http://catalog.example'], {
    env: { HTTP_PROXY: `http://user:secret@${registry.slice(7)}` },
  });
  assert.equal(away.code, 8);
  const failure = JSON.parse(away.stderr);
  assert.equal(failure.error, 'network');
  assert.ok(failure.hint.includes(`reached through the proxy ${registry}.`), failure.hint);
  assert.ok(!away.stderr.includes('secret'));
});

const searchElsewhere = (env: Record<string, string>) =>
  realm(['search', 'blog', '--registry', 'http://catalog.invalid'], { env });

test('plain http goes through HTTP_PROXY, unless NO_PROXY names the host', async () => {
  await using proxy = await startProxy({ 'catalog.invalid': catalog.url.slice(7) });
  const { code, stdout } = await searchElsewhere({ HTTP_PROXY: proxy.url });
  assert.equal(code, 0);
  assert.match(stdout, /^markdown-blog\t/);
  assert.deepEqual(proxy.seen, [`GET http://catalog.invalid/v1/api/realms?q=blog&limit=20`]);
  for (const list of ['catalog.invalid', '*', 'example, catalog.invalid:80', '.invalid'])
    assert.equal((await searchElsewhere({ http_proxy: proxy.url, NO_PROXY: list })).code, 8, list);
  assert.equal(proxy.seen.length, 1);
  const other = await searchElsewhere({ http_proxy: proxy.url, no_proxy: 'catalog.invalid:1,.example' });
  assert.equal(other.code, 0);
  assert.equal(proxy.seen.length, 2);
});

test('a catalog on this machine is asked without the proxy, which would read the token', async () => {
  await using proxy = await startProxy();
  const env = { REALM_TOKEN: key, HTTP_PROXY: proxy.url, ALL_PROXY: proxy.url };
  assert.equal((await realm(['list'], { env })).code, 0);
  assert.equal((await realm(['list', '--registry', catalog.url.replace('127.0.0.1', 'localhost')], { env })).code, 0);
  using home = temporaryHome();
  const byNode = { ...env, HOME: home.path, REALM_REGISTRY: catalog.url, NODE_USE_ENV_PROXY: '1' };
  const { code, stderr } = await spawnRealm(['list'], { env: byNode });
  assert.equal(code, 0, stderr);
  assert.deepEqual(proxy.seen, []);
});

test('https goes through a tunnel of HTTPS_PROXY, with the certificates of NODE_EXTRA_CA_CERTS', async () => {
  using home = temporaryHome();
  const { certificate, key: privateKey } = selfSigned();
  const server = createServer({ cert: certificate, key: privateKey }, (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"totalRealms":1,"totalDownloads":2,"totalUsers":3,"categories":{}}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await using proxy = await startProxy({ 'catalog.example:443': `127.0.0.1:${port}` });
  const env = { HOME: home.path, REALM_REGISTRY: 'https://catalog.example', HTTPS_PROXY: proxy.url };
  const untrusted = await spawnRealm(['stats', '--timeout', '5'], { env });
  assert.equal(untrusted.code, 8);
  assert.match(untrusted.stderr, /self-signed certificate/);
  const ca = join(home.path, 'ca.pem');
  writeFileSync(ca, certificate);
  const trusted = await spawnRealm(['stats'], { env: { ...env, NODE_EXTRA_CA_CERTS: ca } });
  assert.equal(trusted.stdout, 'realms\t1\ndownloads\t2\naccounts\t3\n', trusted.stderr);
  assert.ok(proxy.seen.every((line) => line === 'CONNECT catalog.example:443'));
  server.close();
  server.closeAllConnections();
});

test('a token is sent over plain http to this machine alone, unless --insecure', async () => {
  const env = { REALM_TOKEN: key };
  const refused = await realm(['list', '--registry', 'http://catalog.example'], { env });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /The token was not sent to http:\/\/catalog\.example/);
  await using proxy = await startProxy();
  const proxied = { ...env, HTTP_PROXY: proxy.url };
  for (const name of ['127.evil.example', '127.0.0.1.evil.example', '127.0.0.1.5.example'])
    assert.equal((await realm(['list', '--registry', `http://${name}`], { env: proxied })).code, 2, name);
  assert.equal((await realm(['list', '--registry', 'http://catalog.example'], { env: proxied })).code, 2);
  assert.deepEqual(proxy.seen, []);
  await realm(['list', '--registry', 'http://catalog.example', '--insecure', '--timeout', '5'], { env: proxied });
  assert.match(proxy.seen[0] ?? '', /^GET http:\/\/catalog\.example\/v1\/api\/me\/realms/);
});

test('a token comes from a variable or from a file, and a bad one is not shown', async () => {
  using home = temporaryHome();
  const file = join(home.path, 'token');
  writeFileSync(file, `${key}\n`);
  assert.equal((await realm(['list'], { env: { REALM_TOKEN_FILE: file } })).code, 0);
  const missing = await realm(['list'], { env: { REALM_TOKEN_FILE: join(home.path, 'none') } });
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /because: ENOENT/);
  const broken = await realm(['list'], { env: { REALM_TOKEN: 'secret with blanks' } });
  assert.equal(broken.code, 2);
  assert.ok(!broken.stderr.includes('secret'));
});

test('--verbose shows requests and responses without secrets', async () => {
  const { stderr } = await realm(['list', '--verbose'], { env: { REALM_TOKEN: key } });
  assert.match(stderr, /> GET http:.*\/v1\/api\/me\/realms/);
  assert.match(stderr, /> authorization: (?:Bearer )?\[redacted\]/);
  assert.match(stderr, /< 200 after \d+ ms\n/);
  assert.match(stderr, /< content-type: application\/json/);
  assert.ok(!stderr.includes(key));
});

test('an answer of something else is told apart from one of a catalog', async () => {
  await using page = await startServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<h1>Log in to the guest network</h1>');
  });
  const { code, stderr } = await realm(['search', '--registry', page.url]);
  assert.equal(code, 8);
  assert.match(stderr, /answered with text\/html instead of JSON \(status 200\)/);
});

test('--timeout ends a request that hangs', async () => {
  await using silent = await startServer(() => undefined);
  const { code, stderr } = await realm(['search', '--registry', silent.url, '--timeout', '0.2']);
  assert.equal(code, 8);
  assert.match(stderr, /took longer than 200 ms/);
});

test('a rate limit says when it ends, and that an account has more', async () => {
  await using full = await startServer((_, response) => {
    response.writeHead(429, { 'content-type': 'application/problem+json', 'retry-after': '3000' });
    response.end(JSON.stringify({ code: 'rate_limited', detail: 'The limit is used up.', status: 429 }));
  });
  const { code, stderr } = await realm(['search', '--registry', full.url]);
  assert.equal(code, 7);
  assert.match(stderr, /Try again after \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\. The limit is higher when you are logged in/);
  const failure = JSON.parse((await realm(['search', '--registry', full.url, '--json'])).stderr);
  assert.equal(failure.retryAfterSeconds, 3_000);
});
