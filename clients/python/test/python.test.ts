// The client of Python: its own tests pass, its types are right, it has a method for each operation, and it refuses the archives that the catalog refuses.
// Needs: Debian packages
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { MAX_ARCHIVE_BYTES, MAX_ARCHIVE_ENTRIES, MAX_UNPACKED_BYTES } from '@realm-catalog/contract/archive-size';
import { specifications, type Specification } from '@realm-catalog/contract';
import { snakeCase } from '../../../contract/clients/python-layout.ts';
import { hostileArchives } from '../../../server/test/hostile/archives.ts';
import { hostileManifests } from '../../../server/test/hostile/manifests.ts';
import { examples } from './examples.ts';
import { folder, runPython, withoutPython } from './python.ts';

function temporaryFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'realm-python-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

/** What a `realm.json` says matters to the catalog alone, but its size. */
const mattersToClients = (name: string) => !(name in hostileManifests) || /larger than|more than/.test(name);

describe('the client of Python', { skip: withoutPython }, () => {
  test('passes its own tests, and leaves no connection open', async () => {
    const strict = ['-X', 'dev', '-W', 'error::ResourceWarning'];
    const printed = await runPython([...strict, '-m', 'unittest', 'discover', '-s', 'tests', '-t', '.']);
    assert.match(printed, /Ran [5-9]\d tests/); // not none
    assert.doesNotMatch(printed, /ResourceWarning/);
  });

  test('has types that are strictly right, for Python 3.10 as well, and so have the examples of its documents', async (t) => {
    using cache = temporaryFolder();
    const hasMypy = await runPython(['-c', 'import mypy']).then(
      () => true,
      () => false,
    );
    if (!hasMypy) return t.skip('there is no mypy');
    const files = examples.map((_, at) => join(cache.path, `example_${at}.py`));
    for (const [at, { code }] of examples.entries()) writeFileSync(files[at] ?? '', code);
    const printed = await runPython(['-m', 'mypy', '--cache-dir', join(cache.path, 'cache'), 'src', 'tests', ...files]);
    assert.match(printed, /Success: no issues found in [5-9]\d source files/);
  });

  test('has a method for each operation of the contract', async () => {
    const program = `
import json, realm_catalog
client = realm_catalog.Client('http://127.0.0.1')
groups = {name: getattr(client, name) for name in type(client).__mro__[1].__slots__}
print(json.dumps([f'{group}.{name}' for group in groups for name in dir(groups[group]) if name[0] != '_']))`;
    const found = JSON.parse(await runPython(['-c', program])) as string[];
    const methods = Object.values<Specification>(specifications).map(({ clientMethod }) => clientMethod);
    const expected = methods.map((method) => method.split('.').map(snakeCase).join('.'));
    assert.deepEqual(found.toSorted(), [...expected, 'realms.publish'].toSorted());
  });

  test('has the limits of the catalog, and its version', async () => {
    const program = `
from realm_catalog import __version__
from realm_catalog._downloading import MAX_ARCHIVE_BYTES
from realm_catalog._unpacking._ledger import ArchiveLimits
print(MAX_ARCHIVE_BYTES, *ArchiveLimits(), __version__)`;
    const { version } = JSON.parse(readFileSync(join(folder, '../typescript/package.json'), 'utf8')) as {
      version: string;
    };
    const limits = [MAX_ARCHIVE_BYTES, MAX_UNPACKED_BYTES, MAX_ARCHIVE_ENTRIES, 100, version];
    assert.equal(await runPython(['-c', program]), `${limits.join(' ')}\n`);
  });

  test('refuses each hostile archive, with the words of the catalog, and writes nothing', async () => {
    using place = temporaryFolder();
    /** What an archive is, is told by its bytes. */
    const hostile = Object.entries(hostileArchives)
      .filter(([name]) => !name.includes('sent as') && mattersToClients(name))
      .map(([name, build]) => ({ name, ...build() }));
    assert.ok(hostile.length > 200);
    for (const [at, { bytes }] of hostile.entries()) writeFileSync(join(place.path, String(at)), bytes);
    const program = `
import json, os, sys
from realm_catalog import RefusedArchiveError, unpack_archive
for at in range(${hostile.length}):
    try:
        unpack_archive(str(at), 'target')
        print(json.dumps('was unpacked'))
    except RefusedArchiveError as error:
        print(json.dumps(str(error)))
assert len(os.listdir('.')) == ${hostile.length}, os.listdir('.')`;
    const printed = await runPython(['-c', program], place.path);
    const words = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string);
    const wrong = hostile.flatMap(({ name, why, type, bytes }, at) => {
      const isTakenForGzip = type === 'application/zip' && bytes.toString('latin1', 0, 2) !== 'PK';
      const expected = isTakenForGzip ? /is not gzip, and not a zip either/ : why;
      return expected.test(words[at] ?? '') ? [] : [`${name}: ${words[at]}`];
    });
    assert.deepEqual(wrong, []);
  });
});
