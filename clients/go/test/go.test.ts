// The client in Go: it is formatted, vetted, and tested by its own tests, also under the race detector; it has a method for each operation, and refuses what the catalog refuses.
// Needs: Debian packages
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { specifications, type Specification } from '@realm-catalog/contract';
import { foldingTable } from '../../../contract/clients/go-folding.ts';
import { hostileArchives } from '../../../server/test/hostile/archives.ts';
import { hostileManifests } from '../../../server/test/hostile/manifests.ts';
import { without } from '../../../server/test/support/servers/debian.ts';
import { go, module, withRaceDetector } from './support.ts';

const skip = without('go');
const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-go-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const race = skip ? undefined : await withRaceDetector();

/** What a `realm.json` says matters to the catalog alone, but its size. */
const mattersToClients = (name: string) => !(name in hostileManifests) || /larger than|more than/.test(name);

/** Such archives as the catalog refuses. */
function writeHostileArchives(): string {
  const hostile = Object.entries(hostileArchives).filter(
    ([name]) => !name.includes('sent as') && mattersToClients(name),
  );
  const list = hostile.map(([name, build], at) => {
    const { bytes, type, why } = build();
    const file = join(folder, `hostile-${at}`);
    writeFileSync(file, bytes);
    // Which of both it is, its bytes say here.
    const isAsSaid = (type === 'application/zip') === (bytes.toString('latin1', 0, 2) === 'PK');
    return { name, file, why: isAsSaid ? why.source.replaceAll(String.raw`\/`, '/') : '' };
  });
  const path = join(folder, 'hostile.json');
  writeFileSync(path, JSON.stringify(list));
  return path;
}

test('its files are as gofmt has them', { skip }, async () => {
  assert.equal(await go(['gofmt', '-l', '.']), '');
});

test('go vet finds no fault', { skip }, async () => {
  assert.equal(await go(['vet', './...']), '');
});

const passed = /^ok\s+realm-catalog\.invalid\/client\s/m;

test('its own tests pass, and it refuses every archive that the catalog refuses', { skip }, async () => {
  const env = { HOSTILE_ARCHIVES: writeHostileArchives() };
  assert.match(await go(['test', '-count=1', './...'], { env }), passed);
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

const firstLine = (text: string) => text.split('\n', 1)[0];

test('the table of names that are the same is as `npm run docs` writes it, with the same version of Unicode', () => {
  const written = readFileSync(join(module, 'internal/archive/folding.txt'), 'utf8');
  const table = foldingTable();
  if (firstLine(table) === firstLine(written)) assert.equal(written, table, 'run npm run docs');
});
