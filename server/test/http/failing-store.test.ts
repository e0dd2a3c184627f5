// Tests what is answered while the store fails: problems without internal details, and the reason in the log.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { breakTables, closeStore, startCatalog } from '../support/harness.ts';
import { assertProblem, reads, seed } from './answers.ts';

describe('when the store fails', () => {
  for (const { when, fail, status, code } of [
    { when: 'it does not answer', fail: closeStore, status: 503, code: 'unavailable' },
    { when: 'it does not understand', fail: breakTables, status: 500, code: 'internal_error' },
  ])
    test(`because ${when}: a read is a ${status} that shows no internal details, and the reason is in the log`, async () => {
      await using catalog = await startCatalog(seed);
      await fail(catalog);
      for (const path of reads) {
        const reply = await catalog.ask(path, { headers: { 'x-request-id': 'failing' } });
        assertProblem(reply, { status, code });
        assert.equal(reply.headers.get('retry-after'), status === 503 ? '1' : null);
      }
      const reasons = catalog.logged.filter((line) => line.includes('"failing"') && line.includes('"err":'));
      assert.equal(reasons.length, reads.length);
    });

  test('it is alive, and not ready', async () => {
    await using catalog = await startCatalog(seed);
    assert.equal((await catalog.ask('/readyz')).status, 200);
    await closeStore(catalog);
    assertProblem(await catalog.ask('/readyz'), { status: 503, code: 'unavailable' });
    assert.equal((await catalog.ask('/healthz')).status, 200);
    assert.equal((await catalog.ask('/v1/openapi.json')).status, 200);
  });
});
