// What one request costs: everything is found out once, whoever asks, and wherever requests are counted.
// Run: one store, own process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { buildApp } from '../../src/app.ts';
import { openServices } from '../../src/services.ts';
import { anAccount, aRealm, json, signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { ask } from '../support/processes.ts';

/** Another process on the stores of the catalog, which counts how often it looks for realms and for callers. */
async function startCounting(catalog: TestCatalog) {
  const counts = { realms: 0, lists: 0, callers: 0 };
  const services = await openServices(catalog.services.config);
  const { catalog: readModel, authenticator } = services;
  await readModel.filled; // what was answered before is made again then
  const counting = {
    ...services,
    catalog: Object.assign(Object.create(readModel) as typeof readModel, {
      getJson: (...asked: Parameters<typeof readModel.getJson>) => ((counts.realms += 1), readModel.getJson(...asked)),
      listJson: (...asked: Parameters<typeof readModel.listJson>) => (
        (counts.lists += 1),
        readModel.listJson(...asked)
      ),
    }),
    authenticator: Object.assign(Object.create(authenticator) as typeof authenticator, {
      identify: (...asked: Parameters<typeof authenticator.identify>) => (
        (counts.callers += 1),
        authenticator.identify(...asked)
      ),
    }),
  };
  const app = buildApp(counting, pino({ level: 'silent' }));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    async [Symbol.asyncDispose]() {
      await app.close();
      await services.close();
    },
    follow: () => readModel.follow(),
    async asking(path: string, init: RequestInit = {}, times = 1) {
      const before = { ...counts };
      const answers = [];
      for (let time = 0; time < times; time += 1) answers.push(await ask(url + path, init));
      return {
        answers,
        realms: counts.realms - before.realms,
        lists: counts.lists - before.lists,
        callers: counts.callers - before.callers,
      };
    },
  };
}

const ada = anAccount();

test('an answer that is asked for again and again is made twice, and once more after a change', async () => {
  await using catalog = await startCatalog({ accounts: [ada], realms: [aRealm(ada, { slug: 'one' })] });
  const bob = await signUp(catalog, { username: 'bob' });
  await using counted = await startCounting(catalog);
  const detail = await counted.asking('/v1/realms/one', {}, 10);
  assert.equal(detail.realms, 2);
  assert.deepEqual(new Set(detail.answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
  const types = { headers: { 'content-type': 'application/json' } }; // as many clients send with everything
  assert.equal((await counted.asking('/v1/realms?sort=name', types, 10)).lists, 2);

  await catalog.ask('/v1/realms', json({ name: 'Two', description: 'x', category: 'saas' }, bob.token));
  await counted.follow();
  const after = await counted.asking('/v1/realms?sort=name', {}, 5);
  assert.equal(after.lists, 1);
  assert.equal(after.answers.at(-1)?.body.pagination.total, 2);
});

test('who is calling is asked once, whether the credential is good or not', async () => {
  await using catalog = await startCatalog({ accounts: [ada], realms: [aRealm(ada, { slug: 'one' })] });
  const { token } = await signUp(catalog, { username: 'bob' });
  await using counted = await startCounting(catalog);
  for (const [credential, status] of [
    [token, 200],
    ['rlm_key_1234567890abcdefghijklmnopqrstuvwxyzABCD_00000000', 401],
    ['a.b.c', 401],
    ['nothing', 401],
  ] as const) {
    const asked = await counted.asking('/v1/realms/one', { headers: { authorization: `Bearer ${credential}` } });
    assert.deepEqual([asked.answers[0]?.status, asked.callers], [status, 1], credential);
  }
});
