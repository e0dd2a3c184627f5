// Tests GraphQL over HTTP with the audits of others: https://github.com/graphql/graphql-http
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditServer } from 'graphql-http';
import { useCatalog } from '../support/harness.ts';

const catalog = useCatalog();

/** The catalog answers with 400 to what it does not run, whatever media type is asked for; the standard allows both. */
const differs = [
  'SHOULD use 200 status code on document parsing failure when accepting application/json',
  'SHOULD use 200 status code on document validation failure when accepting application/json',
  'SHOULD use a status code of 200 on variable coercion failure when accepting application/json',
];

test('no audit fails, and those that warn are known', async () => {
  for (const path of ['/v1/graphql', '/v1/api/graphql']) {
    const results = await auditServer({ url: catalog.url + path });
    assert.ok(results.length > 50);
    const named = (status: string) => results.filter((one) => one.status === status).map(({ name }) => name);
    assert.deepEqual(named('error'), []);
    assert.deepEqual(named('warn'), differs);
    assert.deepEqual(named('notice'), []);
  }
});
