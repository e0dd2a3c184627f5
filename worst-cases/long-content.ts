// Realms whose pages are as long as an archive can make them, and realms with as many tags as they can have.
import { hash, randomBytes } from 'node:crypto';
import { pack, type Tree } from '../server/test/files/published-files.ts';
import { create, expect, upload, type Opened } from '../faults/visits.ts';
import { ask } from '../server/test/support/processes.ts';

const manifest = (version: string) => JSON.stringify({ version });

/** Publishes each tree as a version of a new realm, whose slug is returned. */
async function publish(url: string, key: string, name: string, trees: Tree[]): Promise<string> {
  const { slug, ...first } = expect(201, await create(url, key, name)).body as Opened;
  let { uploadToken } = first;
  for (const [at, tree] of trees.entries()) {
    expect(201, await upload(url, { slug, uploadToken }, pack(tree, 'tar.gz')));
    if (at === trees.length - 1) break;
    const next = { method: 'POST', headers: { authorization: `Bearer ${key}` } };
    ({ uploadToken } = expect(201, await ask(`${url}/v1/realms/${slug}/versions`, next)).body as Opened);
  }
  return slug;
}

/** Sixty files, so that a page has as many changes at each offset; their changes are as long as one answer may have them. */
const changes = (mark: string, character: string) =>
  Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`changed-${at}.txt`, `${mark}${character.repeat(200)}\n`.repeat(48)]),
  );

/** A README, files and changes of characters that take most in a page. */
export function publishLongText(url: string, key: string): Promise<string> {
  const text = {
    'noise.bin': randomBytes(65_536), // an archive may not unpack to more than 100 times its size
    'README.md': '&'.repeat(255_000),
    'quotes.txt': '"'.repeat(262_144),
    'lines.txt': '"\n'.repeat(5_000),
    'code.js': '"a"+'.repeat(60).concat('\n').repeat(1_000),
  };
  return publish(url, key, 'Long text', [
    { 'realm.json': manifest('1.0.0'), ...text, ...changes('a', '"') },
    { 'realm.json': manifest('1.1.0'), ...text, ...changes('b', '"') },
    { 'realm.json': manifest('1.2.0'), ...text, ...changes('c', '\u{1}') }, // JSON takes six bytes for each
  ]);
}

/** As many files as an archive may have, each with a path of a KiB. */
export function publishLongPaths(url: string, key: string, folder: string): Promise<string> {
  const files = Array.from({ length: 9_999 }, (_, at) => {
    const noise = hash('sha512', String(at)).repeat(2);
    return [`${folder}/${noise.slice(0, 250)}`, ''];
  });
  return publish(url, key, 'Long paths', [{ 'realm.json': manifest('1.0.0'), ...Object.fromEntries(files) }]);
}

const TAGGED_REALMS = 5_000;
const TAGS = 20;
const AT_ONCE = 20;

const tagged = (realm: number) => ({
  name: `Tagged ${realm}`,
  description: 'Many tags.',
  category: 'api',
  tags: Array.from({ length: TAGS }, (_, at) => `t${realm}-${at}`),
});

/** Realms that share no tag; all tags begin with the same letter. */
export async function createManyTags(url: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const createTagged = async (realm: number) =>
    expect(201, await ask(`${url}/v1/realms`, { method: 'POST', headers, body: JSON.stringify(tagged(realm)) }));
  for (let first = 0; first < TAGGED_REALMS; first += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => createTagged(first + at)));
}
