// What is remembered of requests is small, however long their addresses are: a text that is cut out of another one holds the whole of it.
// Run: one store, own process
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { after, before, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { anAccount, aRealm, startCatalog, type TestCatalog } from '../support/harness.ts';
import { until } from '../support/until.ts';

const REALMS = 500;
const LONG = `pad=${'x'.repeat(12_000)}`;
const ada = anAccount();
const slugs = Array.from({ length: REALMS }, (_, at) => `a-realm-with-a-name-${at}`);
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

let catalog: TestCatalog;
before(async () => {
  const realms = slugs.map((slug) => aRealm(ada, { slug }));
  catalog = await startCatalog({ accounts: [ada], realms }, { RATE_LIMIT_FREE: '1000000' });
});
after(async () => {
  agent.destroy();
  await catalog[Symbol.asyncDispose]();
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapUsed(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

function ask(method: string, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asking = request(catalog.url + path, { method, agent }, (answer) => {
      assert.equal(answer.statusCode, 200);
      answer.resume().once('end', resolve);
    });
    asking.once('error', reject).end();
  });
}

const ways: [what: string, method: string, path: (slug: string) => string][] = [
  ['details', 'GET', (slug) => `/v1/realms/${slug}?${LONG}`],
  ['downloads', 'POST', (slug) => `/v1/realms/${slug}/download?${LONG}`],
];
for (const [what, method, pathOf] of ways)
  test(`the addresses of ${what} are not held`, async () => {
    await Promise.all(slugs.slice(0, 20).map((slug) => ask(method, pathOf(slug)))); // what is loaded and compiled with the first ones
    const before = heapUsed();
    for (const slug of slugs.slice(20)) await ask(method, pathOf(slug));
    // On a busy machine, some are held until sockets and timers of their requests are done.
    await until('less than half of the addresses is held', () => heapUsed() - before < (REALMS * LONG.length) / 2);
  });
