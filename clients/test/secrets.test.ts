// The clients in Python and Go find the secrets that the client in TypeScript finds, and no others.
// Needs: Debian packages
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { without } from '../../server/test/support/servers/debian.ts';
import { go } from '../go/test/support.ts';
import { runPython, withoutPython } from '../python/test/python.ts';
import { contentSamples, nameSamples } from '../typescript/test/packing/secret-samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'realm-clients-secrets-'));
after(() => rmSync(folder, { recursive: true }));

const CHUNK_BYTES = 64 * 1_024;
/** Where two parts of a file meet. */
const split = (text: string) => `${'\n'.repeat(CHUNK_BYTES - Math.ceil(text.length / 2))}${text}\n`;

/** Each in a folder of its own, with the reason to refuse it; empty if there is none. */
const samples = [
  ...Object.entries(contentSamples).flatMap(([what, { secrets, nearMisses }]) => [
    ...secrets.flatMap((text) =>
      [text, split(text)].map((content) => ({ path: 'a.txt', content, why: `holds ${what}` })),
    ),
    ...nearMisses.map((content) => ({ path: 'a.txt', content, why: '' })),
  ]),
  ...Object.entries(nameSamples).flatMap(([what, { secrets, nearMisses }]) => [
    ...secrets.map((path) => ({ path, content: 'x', why: what })),
    ...nearMisses.map((path) => ({ path, content: 'x', why: '' })),
  ]),
].map((sample, at) => ({ ...sample, root: String(at) }));

for (const { root, path, content } of samples) {
  const file = join(folder, root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content, 'latin1');
}
const list = join(folder, 'samples.json');
writeFileSync(list, JSON.stringify(samples.map(({ root, path }) => ({ root: join(folder, root), path }))));

function checkReasons(printed: string): void {
  const reasons = JSON.parse(printed) as string[];
  assert.ok(samples.length > 500);
  assert.deepEqual(
    samples.map(({ path, why }, at) => [at, path, why]),
    samples.map(({ path }, at) => [at, path, reasons[at]]),
  );
}

test('the client in Python', { skip: withoutPython }, async () => {
  const program = `
import json, sys
from realm_catalog._packing import secret_in
samples = json.load(open(sys.argv[1]))
print(json.dumps([secret_in(one['root'], one['path']) or '' for one in samples]))`;
  checkReasons(await runPython(['-c', program, list]));
});

test('the client in Go', { skip: without('go') }, async () => {
  const printed = await go(['test', '-count=1', '-v', '-run', '^TestSecretSamples$', '.'], {
    env: { SECRET_SAMPLES: list },
  });
  checkReasons(/^\[".*$/m.exec(printed)?.[0] ?? '');
});
