// The client of Python: its own tests pass, its types are right, it has a method for each operation, and it unpacks no hostile archive.
// Needs: Debian packages
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { MAX_ARCHIVE_BYTES, MAX_ARCHIVE_ENTRIES, MAX_UNPACKED_BYTES } from '@realm-catalog/contract/archive-size';
import { specifications, type Specification } from '@realm-catalog/contract';
import { snakeCase } from '../../generate/python-layout.ts';
import { faultsOf, hostile } from '../../test/hostile.ts';
import { examples } from './examples.ts';
import { folder, runPython, withoutPython } from './python.ts';

function temporaryFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'realm-python-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

describe('the client of Python', { skip: withoutPython }, () => {
  test('passes its own tests, and leaves no connection open', async () => {
    const strict = ['-X', 'dev', '-W', 'error::ResourceWarning'];
    const printed = await runPython([...strict, '-m', 'unittest', 'discover', '-s', 'test', '-t', '.']);
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
    const printed = await runPython(['-m', 'mypy', '--cache-dir', join(cache.path, 'cache'), 'src', 'test', ...files]);
    assert.match(printed, /Success: no issues found in [4-9]\d source files/);
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
    assert.deepEqual(found.toSorted(), [...expected, 'realms.publish', 'realms.publish_folder'].toSorted());
  });

  test('has the limits of the catalog, and its version', async () => {
    const program = `
from realm_catalog import __version__
from realm_catalog._downloading import MAX_ARCHIVE_BYTES
from realm_catalog._archive_entries import MAX_ENTRIES
from realm_catalog._unpack import MAX_RATIO, MAX_UNPACKED_BYTES
print(MAX_ARCHIVE_BYTES, MAX_UNPACKED_BYTES, MAX_ENTRIES, MAX_RATIO, __version__)`;
    const { version } = JSON.parse(readFileSync(join(folder, '../typescript/package.json'), 'utf8')) as {
      version: string;
    };
    const limits = [MAX_ARCHIVE_BYTES, MAX_UNPACKED_BYTES, MAX_ARCHIVE_ENTRIES, 100, version];
    assert.equal(await runPython(['-c', program]), `${limits.join(' ')}\n`);
  });

  test('refuses hostile archives and writes nothing, or only harmless files', async () => {
    using place = temporaryFolder();
    assert.ok(hostile.length > 200);
    for (const [at, { bytes }] of hostile.entries()) {
      writeFileSync(join(place.path, String(at)), bytes);
      mkdirSync(join(place.path, `around-${at}`));
    }
    const program = `
from realm_catalog import RefusedArchiveError, unpack_archive
for at in range(${hostile.length}):
    try:
        unpack_archive(str(at), f'around-{at}/target')
        print('unpacked')
    except RefusedArchiveError:
        print('refused')`;
    const printed = await runPython(['-c', program], place.path);
    const outcomes = printed.trim().split('\n');
    assert.equal(outcomes.length, hostile.length);
    const faults = hostile.flatMap((one, at) =>
      faultsOf(one, outcomes[at] === 'refused', join(place.path, `around-${at}`)),
    );
    assert.deepEqual(faults, []);
  });
});
