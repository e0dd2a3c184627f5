// The id that leads from an answer to its log lines: in the header, in the problem, and in every line that belongs to the request.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  breakTables,
  closeStore,
  json,
  request,
  send,
  startCatalog,
  type Answer,
  type TestCatalog,
} from '../support/harness.ts';

interface Line {
  level: number;
  reqId?: string;
  msg: string;
}

/** What is asked, what it answers, and what the log says of it. */
type Failure = [ask: (catalog: TestCatalog) => Promise<Answer>, status: number, logged: string];

const linesOf = ({ logged }: TestCatalog, from: number) => logged.slice(from).map((line) => JSON.parse(line) as Line);

/** What goes on by itself belongs to no request. */
const BY_ITSELF =
  /^(the sealing of the audit failed|following scores failed|scoring downloads failed|folding downloads failed|making pictures of older versions failed|the sweep of |Redis is )/;

async function seeIds(catalog: TestCatalog, failures: Failure[]): Promise<void> {
  const from = catalog.logged.length;
  for (const [ask, status, logged] of failures) {
    const reply = await ask(catalog);
    assert.equal(reply.status, status, reply.text);
    const id = reply.headers.get('x-request-id') ?? '';
    assert.match(id, /^[\w-]{8,64}$/);
    assert.equal(JSON.parse(reply.text).requestId, id);
    await lineOf(catalog, from, ({ reqId, msg }) => reqId === id && msg === logged);
  }
  seeNoStrays(catalog, from);
}

/** An answer may be there a moment before its line. */
async function lineOf(catalog: TestCatalog, from: number, isIt: (line: Line) => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await setImmediate())
    if (linesOf(catalog, from).some(isIt)) return;
  assert.fail(`the log has only ${JSON.stringify(linesOf(catalog, from))}`);
}

function seeNoStrays(catalog: TestCatalog, from: number): void {
  const strays = linesOf(catalog, from).filter(({ reqId, msg }) => reqId === undefined && !BY_ITSELF.test(msg));
  assert.deepEqual(strays, []);
}

test('whoever is refused finds the id in the answer, and the operator in the log', async () => {
  await using catalog = await startCatalog();
  await seeIds(catalog, [
    [(to) => to.ask('/nothing'), 404, 'request'],
    [(to) => to.ask('/v1/realms/unknown'), 404, 'request'],
    [(to) => to.ask('/v1/realms?limit=x'), 400, 'request'],
    [(to) => to.ask('/v1/stats', { method: 'DELETE' }), 405, 'request'],
    [(to) => to.ask('/v1/keys'), 401, 'request'],
    [(to) => to.ask('/v1/realms/%ff'), 400, 'request'],
    [(to) => send(to, 'this is not HTTP\r\n\r\n'), 400, 'unreadable request'],
    [(to) => send(to, request('GET', '/', { 'x-huge': 'x'.repeat(20_000) })), 431, 'unreadable request'],
    [(to) => send(to, request('POST', '/v1/keys', { 'content-length': 'x' })), 400, 'unreadable request'],
  ]);
});

test('so it is when the store is unavailable', async () => {
  await using catalog = await startCatalog();
  const token = () =>
    catalog.ask('/oauth/token', {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      headers: { authorization: `Basic ${btoa('nobody:nothing')}` },
    });
  await token(); // now the authorization server is loaded
  await closeStore(catalog);
  const account = json({ username: 'bob', password: 'correct horse' });
  await seeIds(catalog, [
    [(to) => to.ask('/v1/realms/unknown'), 503, 'the store does not answer'],
    [(to) => to.ask('/v1/auth/register', account), 503, 'the store does not answer'],
    [(to) => to.ask('/readyz'), 503, 'the store does not answer'],
    [token, 503, 'the store does not answer'],
  ]);
});

test('so it is when something is wrong here', async () => {
  await using catalog = await startCatalog();
  await breakTables(catalog);
  await seeIds(catalog, [
    [(to) => to.ask('/v1/realms/unknown'), 500, 'request failed'],
    [(to) => to.ask('/v1/stats'), 500, 'request failed'],
  ]);
});

test('every line that the program writes about a request names it', () => {
  const root = fileURLToPath(new URL('../../src/', import.meta.url));
  const calls = globSync('**/*.ts', { cwd: root }).flatMap((file) => {
    const aboutRequests = /^(?:api|http)\//.test(file)
      ? /\blog(?:\.(?:info|warn|error|fatal)|\[level\])\((.{0,30})/g
      : /(?:request|reply)\.log\.\w+\((.{0,30})/g;
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(aboutRequests)].map(([, what = '']) => `${file}: ${what}`);
  });
  assert.ok(calls.length >= 4);
  for (const call of calls) assert.match(call, /: \{ reqId(: request\.id|: id)?,/);
});
