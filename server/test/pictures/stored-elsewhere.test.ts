// Pictures beside their archives: `admin archives verify` reads them, and a copy of the archives has them.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { copyArchive } from '../../src/admin/copy-archive.ts';
import type { Archives } from '../../src/archives/archives.ts';
import { diskArchives } from '../../src/archives/disk.ts';
import { derivedName } from '../../src/archives/storage-key.ts';
import { adminCommand } from '../admin/admin-command.ts';
import { create } from '../publishing/uploads.ts';
import { signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { png, send } from './sample-pictures.ts';

let catalog: TestCatalog;
let archive: { digest: string; size: number; name: string };
let pictures: string;
const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-copies-'));
before(async () => {
  catalog = await startCatalog();
  const owner = await signUp(catalog, { username: 'alice' });
  const { slug } = await create(catalog, owner);
  const files = { 'a.png': await png(600, 400) };
  const { body } = await send(catalog, owner, slug, { manifest: { screenshots: ['a.png'] }, files });
  archive = { digest: body.sha256, size: body.size, name: slug };
  pictures = derivedName(archive.digest, 'pictures');
});
after(async () => {
  await catalog[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

async function readFrom(archives: Archives): Promise<Buffer | undefined> {
  const found = await archives.open(pictures);
  return found && buffer(found.stream);
}

test('a copy of an archive has its pictures, unless they are damaged: then they are made when someone asks', async () => {
  const { archives } = catalog.services;
  const whole = (await readFrom(archives)) ?? assert.fail('there are no pictures');
  const copy = diskArchives(join(folder, 'whole'));
  assert.equal(await copyArchive(archive, archives, copy), 'copied');
  assert.deepEqual(await readFrom(copy), whole);

  await archives.put(Buffer.from(whole).fill(0, 9_000), pictures);
  const other = diskArchives(join(folder, 'damaged'));
  assert.equal(await copyArchive(archive, archives, other), 'copied');
  assert.deepEqual([await other.size(archive.digest), await readFrom(other)], [archive.size, undefined]);

  await archives.put(whole, pictures);
  assert.equal(await copyArchive(archive, archives, other), 'there');
  assert.deepEqual(await readFrom(other), whole, 'a copy that lacked them gets them');
});

test('admin archives verify counts them, and names those that are damaged', async () => {
  const { archives, config } = catalog.services;
  const verify = () => adminCommand(['archives', 'verify'], { DATA_DIR: config.dataDir }).ended;
  const sound = await verify();
  assert.deepEqual(
    [sound.code, sound.stdout],
    [0, 'Verified: 1 archives are what their digests say, and so are the pictures of 1.\n'],
  );
  await archives.put(Buffer.alloc(20_000), pictures);
  const { code, stderr } = await verify();
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`${archive.name} 1\\.0\\.0 \\(${archive.digest}\\) has damaged pictures`));
});
