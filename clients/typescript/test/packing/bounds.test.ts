// What choosing the files of a folder may cost, and what it refuses, in a folder that is in memory alone, as in a page.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chooseFiles, PackingError, type SourceFolder } from '@realm-catalog/client/packing';

type Tree = { [name: string]: string | number | Tree };

/** A text is a file with it, a number a file of this size. */
function folderOf(tree: Tree): SourceFolder {
  const find = (path: string) =>
    path
      .split('/')
      .filter(Boolean)
      .reduce<Tree[string]>((at, name) => (at as Tree)[name] ?? assert.fail(path), tree);
  return {
    list: async (folder) =>
      Object.entries(find(folder) as Tree).map(([name, content]) =>
        typeof content === 'object'
          ? { name, kind: 'folder' }
          : { name, kind: 'file', size: typeof content === 'number' ? content : content.length },
      ),
    read: async (path) => find(path) as string,
  };
}

const numbered = (count: number, content: Tree[string] = 1): Tree =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [String(at), content]));
const rules = (count: number) => Object.keys(numbered(count)).join('\n');
const nested = (depth: number): Tree => (depth === 0 ? { a: 1 } : { x: nested(depth - 1) });
const chosen = async (tree: Tree) => (await chooseFiles(folderOf(tree))).map(({ path }) => path);
const refusal = (tree: Tree) =>
  chosen(tree).then(
    () => assert.fail('it is taken'),
    (error: unknown) => (error instanceof PackingError ? error : assert.fail(String(error))),
  );

test('ignore files count without a disk, at any depth', async () => {
  const tree = { a: 1, '.gitignore': 'x', sub: { x: 1, y: 1, '.realmignore': 'y\n.*' }, x: { a: 1 } };
  assert.deepEqual(await chosen({ ...tree, sub: { ...tree.sub, b: 1 } }), ['.gitignore', 'a', 'sub/b']);
});

describe('a folder', () => {
  test('has 10,000 files, 512 MiB, 32 levels and paths of 1,024 characters at most, and what has most is named', async () => {
    assert.equal((await chosen({ docs: numbered(9_999), a: 1 })).length, 10_000);
    const { code, hint } = await refusal({ docs: numbered(10_000), large: 1_000_000 });
    assert.deepEqual([code, hint.includes('Most is in docs')], ['too_many_files', true]);
    const MiB = 1_024 ** 2;
    assert.deepEqual(await chosen({ a: 256 * MiB, b: 256 * MiB }), ['a', 'b']);
    const large = await refusal({ docs: numbered(100), b: { c: 512 * MiB } });
    assert.deepEqual([large.code, large.hint.includes('Most is in b')], ['too_large', true]);
    assert.equal((await chosen(nested(31))).length, 1);
    assert.equal((await refusal(nested(32))).code, 'too_deep');
    const long = 'x'.repeat(255);
    assert.equal((await refusal({ [long]: { [long]: { [long]: { [long]: { a: 1 } } } } })).code, 'too_deep');
  });

  test('is not walked through for ever: entries count also if they are left out', async () => {
    const ignored = numbered(100, numbered(1_000));
    assert.deepEqual(await chosen({ a: 1, '.gitignore': '[0-9]*', data: ignored }), ['.gitignore', 'a']);
    const many = numbered(201, { ...numbered(1_000), '.gitignore': '*' });
    assert.equal((await refusal({ a: 1, many })).code, 'too_many_files');
  });

  test('is left when the signal is aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(chooseFiles(folderOf({ a: 1 }), { signal }), /enough/);
  });
});

describe('ignore files', () => {
  test('have 64 KiB, 1,000 rules on the way to a file, and 2,000 files at most', async () => {
    assert.equal((await chosen({ a: 1, '.gitignore': rules(500), sub: { b: 1, '.gitignore': rules(500) } })).length, 4);
    const refused = [
      { a: 1, '.gitignore': 'x'.repeat(65_537) },
      { a: 1, '.gitignore': rules(500), sub: { b: 1, '.gitignore': rules(501) } },
      { a: 1, many: numbered(2_001, { '.gitignore': '*' }) },
    ];
    for (const tree of refused) assert.equal((await refusal(tree)).code, 'bad_ignore_file');
  });

  test('have no rule that is long, or has ** more than three times; the line is named', async () => {
    for (const rule of ['x'.repeat(513), '**/a/**/b/**/c/**']) {
      const { code, message } = await refusal({ a: 1, sub: { '.gitignore': `# fine\n\n${rule}\n`, b: 1 } });
      assert.equal(code, 'bad_ignore_file');
      assert.match(message, /^Line 3 of sub\/\.gitignore has /);
    }
    assert.deepEqual(await chosen({ x: { y: { a: 1 } }, b: 1, '.realmignore': '**/x/**/a/**\n**/x/**/a' }), [
      '.realmignore',
      'b',
    ]);
  });

  test('cannot make one name take long: each * is tried once', async () => {
    const name = 'a'.repeat(255);
    const rules = ['*a'.repeat(200), '*?a'.repeat(150), '*[a-z]'.repeat(80)].map((rule) => `${rule}b`);
    assert.equal((await chosen({ [name]: 1, '.gitignore': rules.join('\n') })).length, 2);
  });

  test('whose rules take longer than ten seconds in all are refused', async (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => (now += 4_000)); // for each file and folder
    assert.equal((await chosen(nested(1))).length, 1);
    assert.match((await refusal(nested(2))).message, /take too long/);
  });
});
