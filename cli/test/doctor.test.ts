// `realm doctor` names what is wrong.
// Run: one store, own process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startReachableCatalog } from '../../clients/typescript/test/support.ts';
import { freePort } from '../../server/test/support/free-port.ts';
import { aKey, signUp } from '../../server/test/support/harness.ts';
import { catalog, key, realm } from './support/catalog.ts';
import { startProxy, startServer, type FakeServer } from './support/fake-server.ts';

interface Finding {
  check: string;
  isGood: boolean;
  message: string;
  hint: string;
}

/** The exit code, and what was found wrong. */
async function doctor(words: string[] = [], env: Record<string, string> = {}) {
  const { code, stdout } = await realm(['doctor', '--json', ...words], { env });
  const findings = JSON.parse(stdout) as Finding[];
  const wrong = findings.find(({ isGood }) => !isGood);
  return { code, wrong: wrong && `${wrong.check}: ${wrong.message} ${wrong.hint}`, findings };
}

/** A server that answers as a catalog would, apart from these headers and fields. */
function startAlmostCatalog(headers: Record<string, string>, version: string): Promise<FakeServer> {
  return startServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    const limit = { tier: 'free', limit: 100, remaining: 90, reset: 1_900_000_000 };
    response.end(JSON.stringify(request.url === '/v1/openapi.json' ? { info: { version } } : limit));
  });
}

test('nothing is wrong with a catalog that answers and an account that it knows', async () => {
  const { code, wrong, findings } = await doctor([], { REALM_TOKEN: key });
  assert.equal(wrong, undefined);
  assert.equal(code, 0);
  const { message } = findings.at(-1) ?? {};
  assert.equal(message, 'alice, logged in by REALM_TOKEN, with the scopes realms:read, realms:write');
  const text = await realm(['doctor']);
  assert.match(text.stdout, /^ok\tprogram\tversion /);
  assert.match(text.stderr, /No problems found\.\n$/);
});

test('a wrong address: no such host, nobody there, another path, another server', async () => {
  const host = await doctor(['--registry', 'http://catalog.invalid']);
  assert.equal(host.code, 8);
  assert.match(host.wrong ?? '', /^name: catalog\.invalid cannot be resolved/);
  const nobody = await doctor(['--registry', `http://127.0.0.1:${await freePort()}`]);
  assert.equal(nobody.code, 8);
  assert.match(nobody.wrong ?? '', /ECONNREFUSED.*Start one with npm start in its folder/);
  const blocked = await doctor(['--registry', 'http://127.0.0.1:1']);
  assert.match(blocked.wrong ?? '', /bad port.*belongs to another protocol/);
  const path = await doctor(['--registry', `${catalog.url}/somewhere`]);
  assert.match(path.wrong ?? '', /^answer: There is no API of a catalog at this address/);
  await using elsewhere = await startServer((_, response) => response.writeHead(301, { location: catalog.url }).end());
  const moved = await doctor(['--registry', elsewhere.url]);
  assert.ok(moved.wrong?.includes(`It redirects to ${catalog.url}/.`), moved.wrong);
  assert.ok(moved.wrong?.includes(`npx realm config set registry ${catalog.url}`), moved.wrong);
});

test('https where plain http is spoken', async () => {
  const { wrong } = await doctor(['--registry', catalog.url.replace('http:', 'https:')]);
  assert.match(wrong ?? '', /The address begins with https, but the server speaks plain http/);
});

test('HTML in place of JSON, with and without a proxy in between', async () => {
  await using page = await startServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in to the guest network</h1>');
  });
  const direct = await doctor(['--registry', page.url]);
  assert.equal(direct.code, 8);
  assert.match(direct.wrong ?? '', /^answer: It responds with HTML instead of JSON \(status 200\)/);
  await using proxy = await startProxy({ 'catalog.invalid': page.url.slice(7) });
  const proxied = await doctor(['--registry', 'http://catalog.invalid'], { HTTP_PROXY: proxy.url });
  assert.ok(proxied.wrong?.includes(`This may be a page of the proxy ${proxy.url}`), proxied.wrong);
});

test('a proxy that is unavailable', async () => {
  const proxy = `http://127.0.0.1:${await freePort()}`;
  const { code, wrong, findings } = await doctor(['--registry', 'http://catalog.invalid'], { HTTP_PROXY: proxy });
  assert.equal(code, 8);
  assert.ok(wrong?.includes('ECONNREFUSED'), wrong);
  assert.ok(findings.some(({ check, message }) => check === 'proxy' && message === `${proxy}, from the environment`));
});

test('--verbose shows what doctor asks', async () => {
  const { stderr } = await realm(['doctor', '--verbose']);
  assert.match(stderr, /> GET http:.*\/v1\/api\/rate_limit\n[^]*< 200 after \d+ ms\n/);
  assert.match(stderr, /> GET http:.*\/v1\/openapi\.json\n/);
});

test('a rate limit that is used up, of this address or of the account', async () => {
  await using busy = await startReachableCatalog({}, { RATE_LIMIT_FREE: '10', RATE_LIMIT_AUTHENTICATED: '12' });
  const carol = await signUp(busy, { username: 'carol' });
  const { key: own } = await aKey(busy, carol.token);
  const search = (env: Record<string, string> = {}) => realm(['search', '--registry', busy.url], { env });
  while ((await search()).code === 0);
  const anonymous = await doctor(['--registry', busy.url]);
  assert.equal(anonymous.code, 7);
  assert.match(
    anonymous.wrong ?? '',
    /^limit: You have used all 10 requests of this hour\. Try again after 20\S+Z\. The limit is higher when you are logged in/,
  );
  assert.doesNotMatch(JSON.stringify(anonymous.findings), /address of a catalog/);
  const known = await doctor(['--registry', busy.url], { REALM_TOKEN: own });
  assert.deepEqual([known.code, known.wrong], [0, undefined], 'that of the address does not matter to an account');
  while ((await search({ REALM_TOKEN: own })).code === 0);
  const used = await doctor(['--registry', busy.url], { REALM_TOKEN: own });
  assert.equal(used.code, 7);
  assert.match(used.wrong ?? '', /^limit: You have used all 12 requests of this hour\. Try again after 20\S+Z\.$/);
});

test('JSON that is not of a catalog', async () => {
  await using other = await startServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"hello":"world"}'),
  );
  const { code, wrong } = await doctor(['--registry', other.url]);
  assert.equal(code, 8);
  assert.match(wrong ?? '', /^answer: It responds with JSON, but not like a catalog/);
});

test('a clock that is wrong', async () => {
  const anHourAgo = new Date(Date.now() - 3_600_000).toUTCString();
  await using late = await startAlmostCatalog({ date: anHourAgo }, '99.0.0');
  const { code, wrong } = await doctor(['--registry', late.url]);
  assert.equal(code, 1);
  assert.match(wrong ?? '', /^clock: This machine's clock is 3\d{3} s ahead of the catalog's/);
});

test('a catalog that is older than the program', async () => {
  await using old = await startAlmostCatalog({}, '0.0.9');
  const { code, wrong } = await doctor(['--registry', old.url]);
  assert.equal(code, 1);
  assert.match(wrong ?? '', /^version: The catalog has version 0\.0\.9, which is older than this program/);
});

test('a key that is expired', async () => {
  const bob = await signUp(catalog, { username: 'bob' });
  const expiresAt = new Date(Date.now() + 1_500).toISOString();
  const { key: short } = await aKey(catalog, bob.token, { expiresAt });
  while (Date.now() <= Date.parse(expiresAt)) await new Promise((resolve) => setTimeout(resolve, 100));
  const { code, wrong } = await doctor([], { REALM_TOKEN: short });
  assert.equal(code, 4);
  assert.match(wrong ?? '', /^account: The credential is wrong, revoked or expired\. npx realm login/);
});
