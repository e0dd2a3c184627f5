// The client in Go: it is formatted, vetted, and tested by its own tests, also under the race detector; it has a method for each operation, and unpacks no hostile archive.
// Needs: Debian packages
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { specifications, type Specification } from '@realm-catalog/contract';
import { without } from '../../../server/test/support/servers/debian.ts';
import { faultsOf, hostile } from '../../test/hostile.ts';
import { go, module, withRaceDetector } from './support.ts';

const skip = without('go');
const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-go-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const race = skip ? undefined : await withRaceDetector();

test('its files are as gofmt has them', { skip }, async () => {
  assert.equal(await go(['gofmt', '-l', '.']), '');
});

test('go vet finds no fault', { skip }, async () => {
  assert.equal(await go(['vet', './...']), '');
});

const passed = /^ok\s+realm-catalog\.invalid\/client\s/m;

test('its own tests pass, and it refuses hostile archives or writes only harmless files', { skip }, async () => {
  for (const [at, { bytes }] of hostile.entries()) {
    writeFileSync(join(folder, `${at}.archive`), bytes);
    mkdirSync(join(folder, String(at)));
  }
  assert.match(await go(['test', '-count=1', './...'], { env: { HOSTILE_ARCHIVES: folder } }), passed);
  const faults = hostile.flatMap((one, at) =>
    faultsOf(one, existsSync(join(folder, `${at}.archive.refused`)), join(folder, String(at))),
  );
  assert.deepEqual(faults, []);
});

const withoutRaces = skip || (race ? false : 'there is no C compiler that works');
test('its tests pass under the race detector', { skip: withoutRaces }, async () => {
  const words = ['test', '-count=1', '-short', '-race', '-tags=netgo,osusergo', './...'];
  assert.match(await go(words, { env: race ?? {} }), passed);
});

test('every operation of the contract has one method', () => {
  const methods = Array.from(
    readFileSync(join(module, 'generated.go'), 'utf8').matchAll(/^func \(s \*(\w+)Service\) (\w+)\(ctx /gm),
    ([, group = '', name = '']) => `${group}.${name}`.toLowerCase(),
  );
  const expected = Object.values<Specification>(specifications).map(({ clientMethod }) => clientMethod.toLowerCase());
  assert.deepEqual(new Set(expected).size, expected.length);
  assert.deepEqual(
    expected.filter((method) => methods.filter((one) => one === method).length !== 1),
    [],
  );
});
