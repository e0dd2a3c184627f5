// The tables of secrets: each sample is found, also where two parts of a file meet, each near miss is none, and the work is bounded.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { findSecrets } from '@realm-catalog/client/node';
import { nameRules } from '../../src/packing/secret-names.ts';
import { contentRules, MAX_SECRET_CHARACTERS } from '../../src/packing/secret-patterns.ts';
import { contentSamples, nameSamples, type Samples } from './secret-samples.ts';

const base = mkdtempSync(join(tmpdir(), 'realm-secrets-'));
after(() => rmSync(base, { recursive: true }));

/** The reasons for these files, by their paths. */
async function reasonsFor(files: Record<string, string>): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(base, 'files-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const found = await findSecrets(folder, Object.keys(files));
  return Object.fromEntries(found.map(({ path, reason }) => [path, reason]));
}

/** A file for each text, by its number. */
const numbered = (texts: string[]) => Object.fromEntries(texts.map((text, at) => [`${at}.txt`, text]));
const expected = (count: number, reason: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.txt`, reason]));

/** The rules that have both. */
const names = (table: Record<string, Samples>) =>
  Object.keys(table).filter((name) => table[name]?.secrets.length && table[name].nearMisses.length);

test('every rule has samples and near misses, and no samples are without a rule', () => {
  assert.deepEqual(names(contentSamples).toSorted(), contentRules.map(({ what }) => what).toSorted());
  assert.deepEqual(names(nameSamples).toSorted(), nameRules.map(({ what }) => what).toSorted());
});

const CHUNK_BYTES = 64 * 1_024;

describe('in a file', () => {
  for (const [what, { secrets, nearMisses }] of Object.entries(contentSamples))
    test(`${what} is found, and what looks like it is not`, async () => {
      const reason = `holds ${what}`;
      assert.deepEqual(await reasonsFor(numbered(secrets)), expected(secrets.length, reason));
      const within = secrets.map((secret) => `key: '${secret}'\n`);
      // The rules of lines need the beginning of one.
      const inLines = /PuTTY/.test(what) ? secrets.map((secret) => `\n${secret}\n`) : within;
      assert.deepEqual(await reasonsFor(numbered(inLines)), expected(secrets.length, reason));
      const split = secrets.map((secret) => `${'\n'.repeat(CHUNK_BYTES - Math.ceil(secret.length / 2))}${secret}\n`);
      assert.deepEqual(await reasonsFor(numbered(split)), expected(secrets.length, reason));
      assert.deepEqual(await reasonsFor(numbered(nearMisses)), {});
    });
});

describe('a file that', () => {
  for (const [what, { secrets, nearMisses }] of Object.entries(nameSamples))
    test(`${what} is found by its name, and one with a similar name is not`, async () => {
      for (const path of secrets) assert.deepEqual(await reasonsFor({ [path]: 'x' }), { [path]: what });
      for (const path of nearMisses) assert.deepEqual(await reasonsFor({ [path]: 'x' }), {}, path);
    });
});

describe('the work', () => {
  test('at each place of a file is bounded: no pattern repeats anything without end', () => {
    for (const { what, pattern } of contentRules) {
      const outside = pattern.source.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/g, 'x');
      assert.doesNotMatch(outside, /[*+]|\{\d+,\}/, what);
      for (const [, most = ''] of outside.matchAll(/\{(?:\d+,)?(\d+)\}/g))
        assert.ok(Number(most) <= MAX_SECRET_CHARACTERS, what);
    }
  });

  test('is for the first 16 MiB of a file', async () => {
    const [secret = ''] = contentSamples['a token of GitHub']?.secrets ?? [];
    const size = 16 * 1_024 ** 2;
    const files = { in: '\n'.repeat(size - 100) + secret, out: '\n'.repeat(size) + secret };
    assert.deepEqual(await reasonsFor(files), { in: 'holds a token of GitHub' });
  });
});
