// Tests what an inspection reads from an archive: its type, realm.json and README.md, and which manifests are accepted.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { archiveType } from '@realm-catalog/archive';
import { ManifestSchema } from '@realm-catalog/contract/manifest';
import { readManifest } from '../../../archive/src/manifest.ts';
import { compile } from '../../src/http/validation.ts';
import { inspector } from '../../src/inspection/inspect.ts';
import { tarEntry, targz, zip } from '../archives/archive-writers.ts';
import { webUrl } from '../support/any-text.ts';
import { fc } from '../support/fixed-seed.ts';
import { assertAccepted, GZIP, inspectionFolder, ZIP } from './inspections.ts';

const { withFile, inspect, inspectHere } = inspectionFolder();
const typeOf = (bytes: Buffer) => withFile(bytes, archiveType);

describe('an archive that comes as a stream', () => {
  const archives = inspector();
  const streamed = (bytes: Buffer, type: typeof GZIP | typeof ZIP, from = Readable.from([bytes])) =>
    archives.stream('a key', { stream: from, size: bytes.length, type }, 1_024 ** 2);

  test('is inspected as its file is, and leaves its index and its files', async () => {
    const bytes = targz(tarEntry('a/realm.json', '{"license":"A"}'), tarEntry('a/x'));
    const { inspection, index, zip: files } = await streamed(bytes, GZIP);
    assertAccepted(inspection);
    assert.match(inspection.filesSha256, /^[\da-f]{64}$/);
    assert.deepEqual({ ...inspection, filesSha256: '' }, await inspect(bytes));
    assert.ok(index && files);
    assert.equal(await typeOf(Buffer.from(files)), ZIP);
    const ofZip = await streamed(zip([{ name: 'a' }]), ZIP);
    assert.ok(ofZip.inspection.accepted && ofZip.index);
    assert.equal(ofZip.zip, undefined, 'it is a zip itself');
  });

  test('leaves nothing where it is refused, and fails where the stream fails', async () => {
    const { inspection, index, zip: files } = await streamed(Buffer.from('no archive'), GZIP);
    assert.deepEqual([inspection.accepted, index, files], [false, undefined, undefined]);
    const parts = [Buffer.alloc(1_024 ** 2)];
    const broken = new Readable({
      read() {
        const part = parts.pop();
        if (part) this.push(part);
        else setTimeout(() => this.destroy(new Error('the store is gone')), 1);
      },
    });
    await assert.rejects(streamed(Buffer.alloc(2 * 1_024 ** 2), GZIP, broken), /the store is gone/);
  });
});

describe('what is read', () => {
  test('a file is a zip by its first two bytes, and a gzip otherwise', async () => {
    assert.equal(await typeOf(zip([{ name: 'a' }])), ZIP);
    for (const other of [targz(tarEntry('a')), Buffer.from('P'), Buffer.alloc(0)])
      assert.equal(await typeOf(other), GZIP);
  });

  test('realm.json in the one top folder counts, and one deeper or beside does not', async () => {
    const one = await inspect(targz(tarEntry('a/realm.json', '{"license":"A"}'), tarEntry('a/b/realm.json', '!')));
    assertAccepted(one);
    assert.equal(one.manifest.license, 'A');
    const two = await inspect(targz(tarEntry('a/realm.json', '{"license":"A"}'), tarEntry('b/x')));
    assertAccepted(two);
    assert.deepEqual([two.topFolder, two.manifest], ['', {}]);
    const large = Array.from({ length: 20_000 }, (_, at) => at.toString(36)).join(' ');
    assertAccepted(await inspect(targz(tarEntry('a/realm.json', large), tarEntry('b/x'))));
  });

  test('every field of a manifest is taken, and its text is in NFC', async () => {
    const manifest = {
      version: '1.0.0',
      longDescription: 'Cafe\u{301}\r\n\tis open',
      features: { auth: true, payments: false },
      requirements: { node: '>=24 ' },
      demo: 'https://example.com/demo?x=1',
      license: 'MIT',
    };
    const unknown = { tags: 7, $schema: 1, features: { ...manifest.features, deep: { deeper: [] } } };
    const found = await inspect(
      targz(tarEntry('realm.json', JSON.stringify({ ...manifest, __proto__: null, ...unknown }))),
    );
    assertAccepted(found);
    assert.deepEqual(found.manifest, {
      ...manifest,
      longDescription: 'Café\n\tis open',
      requirements: { node: '>=24' },
    });
  });

  for (const before of ['', 'x', 'xx'])
    test(`a README.md of “${before}€€€…” above 256 KiB is cut between two characters, with a note`, async () => {
      const found = await inspectHere(targz(tarEntry('README.md', before + '€'.repeat(100_000))));
      assertAccepted(found);
      assert.ok(Buffer.byteLength(found.readme) <= 256 * 1_024);
      assert.match(found.readme, /€\n\n…\n\n.*the rest is in the archive/);
      assert.doesNotMatch(found.readme, /\u{fffd}/u);
    });
});

const MARKS = `${'\u{344}'.repeat(100_000)}${'\u{316}'.repeat(100_000)}`;

describe('combining marks', () => {
  test('of a README.md are dropped beyond 30 in a row, however many there are in a few hundred bytes', async () => {
    const archive = targz(tarEntry('README.md', `# Ca${MARKS}fe\u{301}`));
    assert.ok(archive.length < 1_000);
    const found = await inspect(archive);
    assertAccepted(found);
    assert.equal(found.readme, `# Ca${'\u{308}\u{301}'.repeat(15)}fé`.normalize('NFC'));
  });

  test('of a longDescription are dropped beyond 30 in a row', async () => {
    const longDescription = `# Ca${MARKS.slice(90_000, 110_000)}fe\u{301}`;
    const archive = targz(tarEntry('realm.json', JSON.stringify({ longDescription })));
    assert.ok(archive.length < 1_000);
    const found = await inspect(archive);
    assertAccepted(found);
    assert.equal(found.manifest.longDescription, `# Ca${'\u{308}\u{301}'.repeat(15)}fé`.normalize('NFC'));
  });

  test('of a README.md that control characters part are counted as one run', async () => {
    const found = await inspectHere(targz(tarEntry('README.md', `a${`${'\u{316}'.repeat(20)}\u{7}`.repeat(3)}`)));
    assertAccepted(found);
    assert.equal(found.readme, `a${'\u{316}'.repeat(30)}`);
  });
});

test('the folder of a preview is written as archives write it', async () => {
  for (const [named, folder] of [
    ['site', 'site'],
    ['./dist/', 'dist'],
    ['./', '.'],
  ]) {
    const files = [tarEntry('realm.json', JSON.stringify({ preview: named })), tarEntry('index.html', 'a')];
    const found = await inspectHere(targz(...files));
    assertAccepted(found);
    assert.equal(found.manifest.preview, folder);
  }
});

type NamedScreenshot = string | { path: string };

/** Each screenshot has its path and its text, however it was written. */
function withObjects(manifest: Record<string, unknown>) {
  const { screenshots } = manifest as { screenshots?: NamedScreenshot[] };
  return screenshots ? { ...manifest, screenshots: screenshots.map(toObject) } : manifest;
}

const toObject = (named: NamedScreenshot) => (typeof named === 'string' ? { path: named, alt: '' } : named);

describe('any manifest', () => {
  const { $schema: _draft, ...schema } = ManifestSchema; // which Ajv knows by another class; the keywords mean the same
  const isValid = compile(schema);
  const anything = fc.oneof(
    fc.constantFrom('', '1.0.0', '1.0', 'MIT', 'https://example.com', 'http://', null, true, 7),
    fc.constantFrom('x'.repeat(64), 'x'.repeat(100), '🚀'.repeat(100), 'é'.repeat(101), `1.0.0-${'a'.repeat(59)}`),
    fc.constant([]),
    fc.constant({}),
  );
  const some = { requiredKeys: [], noNullPrototype: true };
  const features = fc.record({ auth: anything, payments: fc.boolean() }, some);
  const requirements = fc.record({ node: anything, npm: fc.constant('>=10') }, some);
  const screenshot = fc.oneof(
    anything,
    fc.record({
      path: fc.oneof(anything, fc.constant('a.png')),
      alt: fc.oneof(anything, fc.constantFrom('The cart', 'x'.repeat(501))),
    }),
  );
  const manifests = fc.record(
    {
      version: fc.oneof(anything, fc.constant('1.0.0-rc.1')),
      longDescription: anything,
      features: fc.oneof(anything, features),
      requirements: fc.oneof(anything, requirements),
      demo: fc.oneof(anything, webUrl),
      license: anything,
      screenshots: fc.oneof(anything, fc.array(screenshot, { maxLength: 9 })),
    },
    some,
  );

  const globs = fc.oneof(anything, fc.array(fc.constantFrom('**', 'a', 'a**', '', 7), { maxLength: 3 }));
  const variable = fc.record(
    {
      ask: fc.oneof(anything, fc.constant('What?')),
      replaces: fc.constantFrom('Acme Shop', 'Other Name', 'Acme', 7),
      default: fc.constantFrom('{folder}', 'a', 'A b', '"', 7),
      format: fc.constantFrom('text', 'slug', 'identifier', 'number', null),
      choices: fc.oneof(anything, fc.array(fc.constantFrom('a', 'A b', '"', 7), { maxLength: 3 })),
      files: globs,
    },
    { requiredKeys: ['ask', 'replaces'], noNullPrototype: true },
  );
  const part = fc.record(
    { ask: fc.oneof(anything, fc.constant('What?')), files: globs, default: fc.constantFrom(true, 'yes') },
    { requiredKeys: ['ask', 'files'], noNullPrototype: true },
  );
  const named = <Item>(item: fc.Arbitrary<Item>) =>
    fc.oneof(
      anything,
      fc.dictionary(fc.constantFrom('a', 'b', 'c.d', '7'), item, { maxKeys: 2, noNullPrototype: true }),
    );
  const asking = fc.record({ variables: named(variable), parts: named(part), leaveOut: globs }, some);

  test('that asks something is refused if the published schema does not admit it', () => {
    let taken = 0;
    fc.assert(
      fc.property(asking, (manifest) => {
        const isTaken = () => readManifest(JSON.stringify(manifest));
        if (!isValid(manifest)) return assert.throws(isTaken, /realm\.json” cannot be used: /);
        try {
          const read = isTaken();
          taken += 1;
          assert.deepEqual(readManifest(JSON.stringify(read)), read, 'what was read is read in the same way');
        } catch (error) {
          assert.match((error as Error).message, /realm\.json” cannot be used: /);
        }
      }),
      { numRuns: 3_000 },
    );
    assert.ok(taken > 100, String(taken));
  });

  test('is accepted if, and only if, the published schema admits it', () => {
    fc.assert(
      fc.property(manifests, (manifest) => {
        const isTaken = () => readManifest(JSON.stringify(manifest));
        if (isValid(manifest)) assert.deepEqual(isTaken(), withObjects(manifest));
        else assert.throws(isTaken, /realm\.json” cannot be used: /);
      }),
      { seed: 16, numRuns: 1_000 },
    );
  });
});
