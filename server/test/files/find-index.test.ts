// The index of the files of a version: from the database, and for a realm that was just read, from memory.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous } from '../../src/credentials/caller.ts';
import type { Reader } from '../../src/db/database.ts';
import { indexFinder } from '../../src/files/find-index.ts';
import { create } from '../publishing/uploads.ts';
import { signUp, startCatalog } from '../support/harness.ts';
import { publishTree } from './published-files.ts';

test('an index in memory is found by the digest of a realm that was just read, without a statement', async () => {
  await using catalog = await startCatalog();
  const alice = await signUp(catalog, { username: 'alice' });
  await create(catalog, alice, { name: 'Meadow' });
  await publishTree(catalog, alice, 'meadow', { 'realm.json': '{"version": "1.0.0"}', LICENSE: 'MIT\n' });
  const { id, sha256 } = (await catalog.ask('/v1/realms/meadow')).body as { id: string; sha256: string };

  let statements = 0;
  const { db, files } = catalog.services;
  const get: Reader['get'] = (statement) => {
    statements += 1;
    return db.get(statement);
  };
  const findIndex = indexFinder({ ...db, get }, files);
  const find = async (seen?: { id: string; sha256: string }) => {
    const found = await findIndex(anonymous, 'meadow', '1.0.0', seen);
    const { archive, index } = found;
    return { archive, path: index.find('LICENSE')?.path };
  };
  const stored = await find({ id, sha256 });
  assert.equal(statements, 1);
  assert.deepEqual(stored, { archive: { digest: sha256, format: 'tar.gz', realmId: id }, path: 'LICENSE' });
  assert.deepEqual(await find({ id, sha256 }), stored);
  assert.equal(statements, 1);
  assert.deepEqual(await find(), stored);
  assert.equal(statements, 2);
});
