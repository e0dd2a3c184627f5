// What a folder of an archive has, held against a plain listing of all paths; only what a page shows is decoded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFolder } from '../../src/files/list-folder.ts';
import { encodeIndex, openIndex, type FileIndex } from '../../src/inspection/file-index.ts';
import { fc } from '../support/fixed-seed.ts';

const ALL = { limit: 10_000, offset: 0 };

async function indexOf(paths: string[]): Promise<FileIndex> {
  const file = { from: 0, packedSize: 0, isDeflated: false, sha256: '00'.repeat(32), isText: true, mode: 0 };
  const bytes = encodeIndex(
    paths.map((path) => ({ ...file, path, size: path.length })),
    true,
  );
  return (await openIndex(bytes)) ?? assert.fail();
}

/** Every file below the folder, one by one. */
function plainly(paths: string[], folder: string) {
  const prefix = folder === '' ? '' : `${folder}/`;
  const folders = new Map<string, number>();
  const files: { name: string; size: number }[] = [];
  const sorted = paths.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  for (const path of sorted.filter((one) => one.startsWith(prefix))) {
    const [name = '', ...deeper] = path.slice(prefix.length).split('/');
    if (deeper.length > 0) folders.set(name, (folders.get(name) ?? 0) + 1);
    else files.push({ name, size: path.length });
  }
  return { folders: Array.from(folders, ([name, fileCount]) => ({ name, fileCount })), files };
}

/** Names that are one another's beginning, and those that sort before and after a slash. */
const name = fc.constantFrom('a', 'aa', 'a.', 'a0', 'é', '日', '🚀', '-', 'b');
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
/** A path is a file or a folder, never both. */
const paths = fc
  .uniqueArray(path, { minLength: 1, maxLength: 40 })
  .map((all) => all.filter((one) => !all.some((other) => other.startsWith(`${one}/`))));

test('a folder has the folders and files that stand in it, folders first', async () => {
  await fc.assert(
    fc.asyncProperty(paths, fc.nat(8), fc.integer({ min: 1, max: 8 }), async (all, offset, limit) => {
      const index = await indexOf(all);
      const places = new Set(
        all.flatMap((one) => one.split('/').map((_, end, names) => names.slice(0, end).join('/'))),
      );
      for (const folder of places) {
        const { folders, files } = plainly(all, folder);
        const total = folders.length + files.length;
        assert.deepEqual(listFolder(index, folder, ALL), { folders, files, total });
        const page = listFolder(index, folder, { limit, offset });
        const entries = [...folders, ...files].slice(offset, offset + limit);
        assert.deepEqual([...(page?.folders ?? []), ...(page?.files ?? [])], entries);
        assert.equal(page?.total, total);
      }
      for (const file of all) assert.equal(listFolder(index, file, ALL), undefined);
    }),
  );
});

test('a page of a folder decodes no more paths than it shows', async () => {
  const index = await indexOf(Array.from({ length: 10_000 }, (_, at) => `${'deep/'.repeat(30)}${at}/file`));
  let decoded = 0;
  const counting: FileIndex = {
    ...index,
    at: (position) => index.at((decoded++, position)),
    nameAt: (position) =>
      new Proxy(index.nameAt(position), {
        get(target, key) {
          if (key === 'toString') decoded += 1;
          const value = Reflect.get(target, key) as unknown;
          return typeof value === 'function' ? value.bind(target) : value;
        },
      }),
  };
  const found = listFolder(counting, 'deep/'.repeat(30).slice(0, -1), { limit: 200, offset: 400 });
  assert.deepEqual([found?.folders.length, found?.total, decoded], [200, 10_000, 200]);
  assert.equal(listFolder(counting, 'deep', { limit: 200, offset: 0 })?.folders[0]?.fileCount, 10_000);
  assert.equal(decoded, 201);
});

test('a folder steps over what lies deeper: a page with the tree of a long path lists each of its folders', async () => {
  const index = await indexOf(Array.from({ length: 10_000 }, (_, at) => `${'deep/'.repeat(30)}${at}/file`));
  let looked = 0;
  const counting: FileIndex = { ...index, nameAt: (position) => index.nameAt((looked++, position)) };
  const found = listFolder(counting, 'deep/deep', { limit: 200, offset: 0 });
  assert.deepEqual(found, { folders: [{ name: 'deep', fileCount: 10_000 }], files: [], total: 1 });
  assert.ok(looked < 50, `${looked} names`);
});
