// While the read model is being filled: lists are 503 and the catalog is not ready, whatever its size; everything else is answered.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { pino } from 'pino';
import { buildApp } from '../../src/app.ts';
import { openServices } from '../../src/services.ts';
import { anAccount, aRealm, startCatalog } from '../support/harness.ts';
import { ask } from '../support/processes.ts';

const LISTS = ['/v1/realms', '/v1/api/realms?sort=downloads', '/v1/realms?category=saas'];
const OTHERS = ['/healthz', '/v1/realms/one', '/v1/collections', '/v1/stats', '/v1/openapi.json'];

/** A process that starts while a column is missing which only the index is filled from, until it is put back. */
async function startFilling(t: TestContext) {
  const ada = anAccount();
  const catalog = await startCatalog({ accounts: [ada], realms: [aRealm(ada, { slug: 'one' })] });
  const { db, config } = catalog.services;
  const rename = (from: string, to: string) =>
    db.exclusively((store) => store.script(`alter table realms rename column ${from} to ${to}`));
  await rename('description_folded', 'away');
  const logged: { level: number; msg: string; err: { message: string } }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const services = await openServices(config, log);
  const app = buildApp(services, pino({ level: 'silent' }));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(async () => {
    await app.close();
    await services.close();
    await catalog[Symbol.asyncDispose]();
  });
  return {
    logged,
    ask: (path: string) => ask(url + path),
    async putBack() {
      await rename('away', 'description_folded');
      await services.catalog.filled;
    },
  };
}

test('lists are 503 until the index is filled, also of one realm, and the catalog is not ready; everything else is answered', async (t) => {
  const catalog = await startFilling(t);
  for (const path of LISTS) {
    const { status, headers, body } = await catalog.ask(path);
    assert.equal(status, 503, path);
    assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    assert.equal(body.code, 'unavailable');
    assert.match(body.detail, /still loading/);
  }
  const ready = await catalog.ask('/readyz');
  assert.equal(ready.status, 503);
  assert.match(ready.body.detail, /still loading/);
  for (const path of OTHERS) assert.equal((await catalog.ask(path)).status, 200, path);

  await catalog.putBack();
  for (const path of LISTS) {
    const { status, body } = await catalog.ask(path);
    assert.equal(status, 200, path);
    assert.deepEqual(
      body.realms.map(({ slug }: { slug: string }) => slug),
      ['one'],
    );
  }
  for (const path of ['/readyz', ...OTHERS]) assert.equal((await catalog.ask(path)).status, 200, path);
});

test('why the index cannot be filled is logged once, and not again at each try', async (t) => {
  const catalog = await startFilling(t);
  await catalog.putBack(); // which the next try finds, so that there were two at least
  const [line, ...others] = catalog.logged;
  assert.deepEqual(others, []);
  assert.equal(line?.level, 40);
  assert.match(line.msg, /cannot be read into memory/);
  assert.match(line.err.message, /description_folded/);
});
