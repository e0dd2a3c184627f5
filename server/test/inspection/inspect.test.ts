// Inspection of archives: a corpus of hostile ones is refused by name, what people really pack is accepted.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { crc32, deflateRawSync, gunzipSync, gzipSync, inflateRawSync } from 'node:zlib';
import { ManifestSchema } from '@realm-catalog/contract/manifest';
import { fc } from '../support/fixed-seed.ts';
import { webUrl } from '../support/any-text.ts';
import { unpackTar } from 'modern-tar';
import { fromBuffer } from 'yauzl';
import { compile } from '../../src/http/validation.ts';
import { archiveType } from '@realm-catalog/archive';
import { archiveFile } from '../../../archive/src/archive-file.ts';
import { gunzip } from '../../../archive/src/gzip.ts';
import { readManifest } from '../../../archive/src/manifest.ts';
import { encodeIndex, openIndex, type IndexedFile } from '../../src/inspection/file-index.ts';
import { inspectArchive, inspector, LIMITS, type Inspection } from '../../src/inspection/inspect.ts';
import { inspectFile, type InspectionJob } from '../../src/inspection/inspect-file.ts';
import { runChild } from '../../src/inspection/run-child.ts';
import { QueueFullError } from '../../src/bounded-queue.ts';
import {
  DESCRIPTOR,
  descriptor,
  pax,
  tar,
  tarEntry,
  targz,
  unicodePath,
  zip,
  type ZipFields,
} from '../archives/archive-writers.ts';
import { hostileArchives } from '../hostile/archives.ts';

const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-inspect-'));
const workFolder = process.cwd();
// So that a path that climbs, or begins nowhere, would end in the folder that is watched.
const inside = join(folder, 'a', 'b', 'c', 'd');
mkdirSync(inside, { recursive: true });
process.chdir(inside);
after(() => {
  process.chdir(workFolder);
  rmSync(folder, { recursive: true });
});
// As `npm start` has it: a process starts three times as fast when it need not strip types again.
enableCompileCache(join(workFolder, 'node_modules', '.cache', 'node'));
const allFiles = () => readdirSync(folder, { recursive: true });

const GZIP = 'application/gzip';
const ZIP = 'application/zip';
let files = 0;

async function withFile<Result>(bytes: Buffer, use: (file: string) => Promise<Result>): Promise<Result> {
  const file = join(inside, String((files += 1)));
  writeFileSync(file, bytes);
  try {
    return await use(file);
  } finally {
    rmSync(file);
  }
}

/** A busy machine takes its time; that an inspection which takes too long is refused has a test of its own. */
const PATIENT = { ...LIMITS, timeMs: LIMITS.timeMs * 10 };

const inspect = (bytes: Buffer, type: InspectionJob['type'] = GZIP, limits = PATIENT) =>
  withFile(bytes, (file) => inspectArchive(file, type, limits));

/** The same without a process, which takes ten times as long to start as to read most archives. */
const inspectHere = (bytes: Buffer, type: InspectionJob['type'] = GZIP) =>
  withFile(bytes, (file) => inspectFile({ file, type, limits: LIMITS }));

function assertAccepted(found: Inspection): asserts found is Inspection & { accepted: true } {
  assert.equal(found.accepted, true, 'reason' in found ? found.reason : '');
}

describe('hostile archives', () => {
  test('there are at least 150', () => assert.ok(Object.keys(hostileArchives).length >= 150));

  for (const [name, build] of Object.entries(hostileArchives))
    test(`${name} is refused with its reason, and writes nothing`, async () => {
      const { type, bytes, why } = build();
      const before = allFiles();
      const found = await (/bomb|realm\.json that is/.test(name) ? inspect : inspectHere)(bytes, type);
      assert.ok(!found.accepted);
      assert.match(found.reason, why);
      assert.match(found.reason, /^(The archive|“.*”) .*\.$/, 'a sentence without control characters');
      assert.doesNotMatch(found.reason, /undefined/);
      assert.ok(found.reason.length < 1_600);
      assert.deepEqual(allFiles(), before);
    });
});

describe('what people pack', () => {
  const tree: Record<string, string> = {
    'project/realm.json': '{"version": "1.2.3", "license": "MIT", "name": "Ignored", "unknown": [1]}',
    'project/README.md': '# Hello\r\n\r\nWorld\u{7}\n',
    'project/src/index.js': 'console.log(1);\n'.repeat(50),
    'project/src/größe-日本.txt': 'x',
    [`project/${'long/'.repeat(25)}name.txt`]: 'deep',
  };
  const size = Object.values(tree).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const source = join(folder, 'source');
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), text);
  }
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: source, maxBuffer: 2 ** 26, env: { ...process.env, LC_ALL: 'C.UTF-8' } });

  for (const format of ['gnu', 'oldgnu', 'pax', 'ustar'])
    test(`GNU tar in its format ${format} is accepted`, async () => {
      const found = await inspect(run('tar', `--format=${format}`, '-cz', 'project'));
      assertAccepted(found);
      assert.deepEqual(found, {
        accepted: true,
        manifest: { version: '1.2.3', license: 'MIT' },
        readme: '# Hello\n\nWorld',
        topFolder: 'project',
        entries: 2 + 25 + 5,
        fileCount: 5,
        unpackedSize: size,
      });
    });

  test('GNU tar of “.” is accepted, and has no top folder of that name', async () => {
    const found = await inspect(run('tar', '-cz', '-C', 'project', '.'));
    assertAccepted(found);
    assert.equal(found.topFolder, '');
    assert.equal(found.manifest.version, '1.2.3');
  });

  test('an old V7 tar is accepted', async () => {
    assertAccepted(await inspect(run('tar', '--format=v7', '-cz', 'project/src')));
  });

  const members = Object.entries(tree).map(([name, content]): ZipFields => ({ name, content }));
  const zips: Record<string, ZipFields[]> = {
    'a deflated zip': members,
    'a stored zip': members.map((member) => ({ ...member, method: 0 })),
    'a streamed zip with data descriptors': members.map((member) => ({ ...member, flags: DESCRIPTOR | 0x800 })),
    'a streamed zip of Info-ZIP, which knows the sizes before': members.map((member) => ({
      ...member,
      flags: DESCRIPTOR,
      local: { flags: DESCRIPTOR, crc: 0, packedSize: 0 },
    })),
    'a streamed zip with descriptors without signature': members.map((member) => {
      const streamed = { ...member, flags: DESCRIPTOR | 0x800 };
      return { ...streamed, descriptor: descriptor(streamed, false) };
    }),
    'a zip of Info-ZIP, which does not say that its names are UTF-8': members.map((member) => ({
      ...member,
      flags: 0,
    })),
    'a zip of PKZIP with names in an extra field': members.map((member) => ({
      ...member,
      flags: 0,
      madeBy: 20,
      extra: unicodePath(member.name, member.name),
    })),
    'a zip with its folders listed': [{ name: 'project/', attributes: 0x10 }, { name: 'project/src/' }, ...members],
    'a zip of the macOS Finder': [...members, { name: '__MACOSX/project/._README.md', content: 'attributes' }],
  };
  for (const [what, fields] of Object.entries(zips))
    test(`${what} is accepted`, async () => {
      const found = await inspect(zip(fields, { comment: '0123456789abcdef' }), ZIP);
      assertAccepted(found);
      assert.equal(found.topFolder, 'project');
      assert.equal(found.manifest.version, '1.2.3');
      assert.equal(found.readme, '# Hello\n\nWorld');
      assert.equal(found.entries, fields.length);
    });

  test('a gzip that names its file, with a comment, an extra field and a checksum of its header, is accepted', async () => {
    const packed = targz(tarEntry('a'));
    const flags = 0b1_1110;
    const extra = Buffer.from([2, 0, 7, 7]);
    const header = Buffer.concat([packed.subarray(0, 3), Buffer.of(flags), packed.subarray(4, 10), extra]);
    const named = Buffer.concat([header, Buffer.from('project.tar\0of today\0')]);
    const sum = Buffer.alloc(2);
    sum.writeUInt16LE(crc32(named) & 0xffff);
    assertAccepted(await inspect(Buffer.concat([named, sum, packed.subarray(10)])));
  });

  test('a zip in a zip is a file like any other', async () => {
    const inner = zip([{ name: 'a', content: 'x' }]);
    assertAccepted(await inspect(zip([{ name: 'inner.zip', content: inner, method: 0 }]), ZIP));
  });

  test('an archive of npm pack is accepted', async () => {
    const found = await inspect(targz(tarEntry('package/package.json', '{}'), tarEntry('package/README.md', 'Hi')));
    assertAccepted(found);
    assert.deepEqual(found.manifest, {});
    assert.equal(found.topFolder, 'package');
    assert.equal(found.readme, 'Hi');
  });

  test('an archive of macOS, with ._ files and attributes, is accepted', async () => {
    const attributes = pax({ 'LIBARCHIVE.xattr.com.apple.provenance': 'AQIA', mtime: '1700000000.5' });
    const names = ['._project', 'project/', 'project/._realm.json', 'project/realm.json'];
    const entries = names.flatMap((name) => [
      attributes,
      tarEntry(name, name.endsWith('m.json') && !name.includes('._') ? '\u{feff}{"version":"2.0.0-rc.1+b"}' : '', {
        type: name.endsWith('/') ? '5' : '0',
      }),
    ]);
    const found = await inspect(targz(...entries));
    assertAccepted(found);
    assert.equal(found.topFolder, 'project');
    assert.equal(found.manifest.version, '2.0.0-rc.1+b');
  });

  test('setgid and sticky folders are accepted, and a mode that nobody wrote', async () => {
    const folders = ['0002775\0', '0001777\0', '0004755\0', '\0'.repeat(8), ' '.repeat(8)].map((mode, at) =>
      tarEntry(`${at}/`, '', { type: '5', mode }),
    );
    assertAccepted(await inspectHere(targz(...folders, tarEntry('a', 'x', { mode: '0100755\0' }))));
    const attributes = ((0o042775 << 16) | 0x10) >>> 0;
    assertAccepted(
      await inspectHere(
        zip([
          { name: 'd/', attributes },
          { name: 'd/a', content: 'x' },
        ]),
        ZIP,
      ),
    );
  });

  test('.gitignore, .github, .gitattributes and a folder git are accepted', async () => {
    const names = ['.gitignore', '.github/workflows/x.yml', '.gitattributes', '.gitkeep', 'git/x', 'a.git/x', 'git~2'];
    assertAccepted(await inspectHere(targz(...names.map((name) => tarEntry(name)))));
  });

  test('an archive of git, with a global comment, is accepted', async () => {
    assertAccepted(await inspect(targz(pax({ comment: '0'.repeat(40) }, 'g'), tarEntry('a'))));
  });

  test('exactly 10,000 entries are accepted in a tar and in a zip', async () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `files/${at}.txt`);
    const same = { data: deflateRawSync('x'), method: 8, crc: crc32('x'), size: 1 };
    for (const [bytes, type] of [
      [targz(...names.map((name) => tarEntry(name))), GZIP],
      [zip(names.map((name) => ({ name, ...same }))), ZIP],
    ] as const) {
      const found = await inspect(bytes, type);
      assertAccepted(found);
      assert.equal(found.entries, 10_000);
    }
  });

  test('a file of text that repeats packs better than 100, and is accepted below 1 MiB', async () => {
    assertAccepted(await inspect(targz(tarEntry('a', 'x'.repeat(1_000_000)))));
  });

  test('names in any script, composed or not, are accepted', async () => {
    const names = [
      'é',
      'e\u{301}',
      '日本',
      'ไทย',
      '🚀',
      'ß',
      'COM10',
      'console',
      'nullable.ts',
      '.env',
      'a b',
      '-rf',
      'x~',
    ];
    assertAccepted(await inspect(targz(...names.map((name, at) => tarEntry(`${at}/${name}`)))));
  });
});

const typeOf = (bytes: Buffer) => withFile(bytes, archiveType);

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
  const manifests = fc.record(
    {
      version: fc.oneof(anything, fc.constant('1.0.0-rc.1')),
      longDescription: anything,
      features: fc.oneof(anything, features),
      requirements: fc.oneof(anything, requirements),
      demo: fc.oneof(anything, webUrl),
      license: anything,
    },
    some,
  );

  test('is accepted if, and only if, the published schema admits it', () => {
    fc.assert(
      fc.property(manifests, (manifest) => {
        const isTaken = () => readManifest(JSON.stringify(manifest));
        if (isValid(manifest)) assert.deepEqual(isTaken(), manifest);
        else assert.throws(isTaken, /realm\.json” cannot be used: /);
      }),
      { seed: 16, numRuns: 1_000 },
    );
  });
});

const CHILD = new URL('./endless-child.ts', import.meta.url);
const isRunning = (pid: number) => existsSync(`/proc/${pid}`);

describe('caps', () => {
  test('an inspection that does not end, in native code, is killed when its time is over: its process is gone', async () => {
    const file = join(folder, 'endless');
    const order: InspectionJob = { file, type: GZIP, limits: { ...LIMITS, timeMs: 5_000 } };
    await assert.rejects(runChild(CHILD, order), { message: 'The archive takes too long to inspect.' });
    const { pid, env } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number; env: Record<string, string> };
    assert.equal(isRunning(pid), false);
    const secrets = Object.keys(env).filter(
      (name) => !/^(MALLOC_ARENA_MAX|NODE_COMPILE_CACHE|NODE_V8_COVERAGE)$/.test(name),
    );
    assert.deepEqual(secrets, [], 'nothing of the environment of the server');
  });

  test('an inspection ends when the server is gone', async () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `files/${at}.txt`);
    const ended = await withFile(targz(...names.map((name) => tarEntry(name))), async (file) => {
      const order: InspectionJob = { file, type: GZIP, limits: LIMITS };
      const script = new URL('../../src/inspection/inspect-child.ts', import.meta.url);
      const child = spawn(process.execPath, [fileURLToPath(script), JSON.stringify(order)]);
      child.stdin.end();
      return await once(child, 'exit');
    });
    assert.deepEqual(ended, [1, null]);
  });

  test('an answer that is longer than any inspection’s is an error, not a refusal', async () => {
    const order: InspectionJob = { file: '', type: ZIP, limits: LIMITS };
    await assert.rejects(runChild(CHILD, order), { code: 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' });
  });

  test('an inspection that takes too long is refused', async () => {
    const found = await inspect(targz(tarEntry('a')), GZIP, { ...LIMITS, timeMs: 1 });
    assert.ok(!found.accepted);
    assert.equal(found.reason, 'The archive takes too long to inspect.');
  });

  test('an inspection that takes too much memory is refused', async () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `${at}/${'deep/'.repeat(25)}file`);
    const archive = targz(...names.map((name) => tarEntry(name)));
    const found = await inspect(archive, GZIP, { ...LIMITS, entries: Number.MAX_SAFE_INTEGER, memoryMib: 12 });
    assert.ok(!found.accepted);
    assert.equal(found.reason, 'The archive takes too much memory to inspect.');
  });

  test('many at once wait for their turn, and beyond 8 waiting are told to come again', async () => {
    const inTurn = inspector();
    const outcomes = await withFile(targz(tarEntry('a')), (file) =>
      Promise.allSettled(Array.from({ length: 14 }, () => inTurn(file, GZIP))),
    );
    assert.equal(outcomes.filter((one) => one.status === 'fulfilled' && one.value.accepted).length, 10);
    const turnedAway = outcomes.filter((one) => one.status === 'rejected');
    assert.equal(turnedAway.length, 4);
    assert.ok(turnedAway.every(({ reason }) => reason instanceof QueueFullError));
  });

  test('a file that is not there is an error, not a refusal', async () => {
    await assert.rejects(inspectArchive(join(folder, 'missing'), GZIP), { code: 'ENOENT', syscall: 'open' });
    const job = { file: join(folder, 'missing'), type: GZIP, limits: LIMITS } as const;
    await assert.rejects(runChild(new URL('no-program.ts', import.meta.url), job), /Cannot find module/);
  });

  test('a file that cannot be read is an error, not a refusal', async () => {
    await assert.rejects(inspectFile({ file: folder, type: ZIP, limits: LIMITS }), /EISDIR/);
  });

  test('a file that becomes shorter while it is read is an error, not a refusal', async () => {
    const noise = Array.from({ length: 60_000 }, (_, at) => Math.imul(at, 2_654_435_761).toString(36)).join(' ');
    await withFile(targz(tarEntry('a', noise)), async (path) => {
      const fd = openSync(path, 'r');
      try {
        const file = archiveFile(fd);
        assert.ok(file.size > 140_000);
        truncateSync(path, 70_000);
        await assert.rejects(Array.fromAsync(gunzip(file)), /became shorter/);
      } finally {
        closeSync(fd);
      }
    });
  });
});

/** How many entries, of how many bytes together, another reader finds. */
async function byModernTar(bytes: Buffer): Promise<[number, number]> {
  const entries = await unpackTar(gunzipSync(bytes));
  return [entries.length, entries.reduce((sum, { data }) => sum + (data?.length ?? 0), 0)];
}

function byYauzl(bytes: Buffer): Promise<[number, number]> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, (error, zipfile) => {
      if (error) return reject(error);
      const sizes: number[] = [];
      zipfile.on('entry', ({ uncompressedSize }: { uncompressedSize: number }) => sizes.push(uncompressedSize));
      zipfile.once('end', () => resolve([sizes.length, sizes.reduce((sum, size) => sum + size, 0)]));
      zipfile.once('error', reject);
    });
  });
}

const broken = (bytes: Buffer, changes: [number, number][], end: number | null) => {
  const copy = Buffer.from(bytes);
  for (const [at, by] of changes) copy[at % copy.length]! ^= by;
  return end === null ? copy : copy.subarray(0, end % copy.length);
};

describe('any archive', () => {
  const segment = fc
    .stringMatching(/^[a-z0-9é_-]{1,12}$/)
    .filter((name) => !/^(con|prn|aux|nul|(com|lpt)\d)$/.test(name));
  const trees = fc.dictionary(
    fc
      .array(segment, { minLength: 1, maxLength: 4 })
      .map((path) => `top/${path.map((name) => `d${name}`).join('/')}/f`),
    fc.string({ maxLength: 2_000 }),
    { minKeys: 1, maxKeys: 12, noNullPrototype: true },
  );

  test('of harmless files is accepted, with the right count and sizes', async () => {
    await fc.assert(
      fc.asyncProperty(trees, async (tree) => {
        const entries = Object.entries(tree);
        const unpackedSize = entries.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0);
        const packed = [
          await inspectHere(targz(...entries.map(([path, text]) => tarEntry(path, text)))),
          await inspectHere(zip(entries.map(([name, content]) => ({ name, content }))), ZIP),
        ];
        for (const found of packed) {
          assert.ok(found.accepted, 'reason' in found ? found.reason : '');
          assert.deepEqual([found.entries, found.unpackedSize, found.topFolder], [entries.length, unpackedSize, 'top']);
        }
      }),
    );
  });

  const content = Array.from({ length: 3_000 }, (_, at) => (at * at).toString(36)).join(' ');
  const plain = tar(pax({ path: 'a/é', size: '2' }), tarEntry('a', 'hi'), tarEntry('b', content), tarEntry('c/d'));
  const zipped = zip([
    { name: 'a/é', content: 'hi' },
    { name: 'b', content, flags: DESCRIPTOR },
    { name: 'c/d', content: 'stored', method: 0 },
  ]);
  const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { maxLength: 4 });
  const cut = fc.option(fc.nat(), { freq: 3 });

  for (const [what, type, make] of [
    ['a gzip', GZIP, (...changes) => broken(gzipSync(plain), ...changes)],
    ['a tar in a gzip', GZIP, (...changes) => gzipSync(broken(plain, ...changes), { level: 1 })],
    ['a zip', ZIP, (...changes) => broken(zipped, ...changes)],
  ] satisfies [string, InspectionJob['type'], (changes: [number, number][], end: number | null) => Buffer][])
    test(`with bytes of ${what} changed or cut off is refused, or accepted for what other readers see in it too`, async () => {
      await fc.assert(
        fc.asyncProperty(flips, cut, async (changes, end) => {
          const bytes = make(changes, end);
          const found = await inspectHere(bytes, type);
          if (!found.accepted) assert.match(found.reason, /\.$/);
          else
            assert.deepEqual([found.entries, found.unpackedSize], await (type === ZIP ? byYauzl : byModernTar)(bytes));
        }),
        { numRuns: 400 },
      );
    });
});

/** Inspects an archive and returns its index, with the zip that has the bytes of its files. */
async function indexed(bytes: Buffer, type: InspectionJob['type'] = GZIP) {
  const derivedPaths = { index: join(folder, 'index'), zip: join(folder, 'zip') };
  const found = await withFile(bytes, (file) => inspectFile({ file, type, limits: LIMITS, derivedPaths }));
  assertAccepted(found);
  const index = (await openIndex(readFileSync(derivedPaths.index))) ?? assert.fail();
  const source = type === ZIP ? bytes : readFileSync(derivedPaths.zip);
  const files = Array.from({ length: index.count }, (_, at) => index.at(at));
  for (const { path, from, packedSize, isDeflated, size, sha256 } of files) {
    const packed = source.subarray(from, from + packedSize);
    const content = isDeflated ? inflateRawSync(packed) : packed;
    assert.deepEqual([content.length, hash('sha256', content)], [size, sha256], path);
  }
  return { index, files, zip: readFileSync(derivedPaths.zip) };
}

const noise = (bytes: number) =>
  Buffer.from(Uint32Array.from({ length: bytes / 4 }, (_, at) => Math.imul(at ^ (at >>> 3), 2_654_435_761)).buffer);

describe('the index of an archive', () => {
  const contents: Record<string, [content: Buffer | string, isText: boolean]> = {
    'b/text.txt': ['Grüße, 日本 🚀\n'.repeat(20_000), true],
    'a/one-chunk-and-a-byte.txt': ['é'.repeat(32_769), true],
    'a/ascii': ['x', true],
    empty: ['', true],
    'with-nul': ['a\0b', false],
    latin1: [Buffer.from([0x61, 0xe9, 0x62]), false],
    'cut-2': [Buffer.from('é').subarray(0, 1), false],
    'cut-3': [Buffer.from('日').subarray(0, 2), false],
    'cut-4': [Buffer.from('🚀').subarray(0, 3), false],
    continuations: [Buffer.from([0x80, 0x80, 0x80, 0x80]), false],
    noise: [noise(300_000), false],
  };
  const names = Object.keys(contents).toSorted();
  const entries = Object.entries(contents);

  for (const [what, type, bytes] of [
    [
      'a tar',
      GZIP,
      targz(
        tarEntry('top/', '', { type: '5' }),
        ...entries.map(([name, [content]]) => tarEntry(`top/${name}`, content)),
      ),
    ],
    [
      'a zip',
      ZIP,
      zip([
        { name: 'top/' },
        ...entries.map(([name, [content]], at) => ({ name: `top/${name}`, content, method: at % 2 ? 0 : 8 })),
      ]),
    ],
  ] as const)
    test(`of ${what} has every file in the order of the paths, what it is and where it is`, async () => {
      const { index, files } = await indexed(bytes, type);
      assert.equal(index.hasTopFolder, true);
      assert.deepEqual(
        files.map(({ path }) => path),
        names,
      );
      for (const { path, isText } of files) assert.equal(isText, contents[path]?.[1], path);
      for (const [at, name] of names.entries()) {
        assert.deepEqual(index.find(name), files[at]);
        assert.equal(String(index.nameAt(at)), name);
        assert.equal(index.digestAt(at).toString('hex'), files[at]?.sha256);
      }
      for (const path of ['', 'a', 'a/', 'top/empty', 'zzz']) assert.equal(index.find(path), undefined);
      assert.deepEqual(index.range('a/'), { start: 0, end: 2 });
      assert.deepEqual(index.range(''), { start: 0, end: names.length });
      assert.deepEqual(index.range('zzz'), { start: names.length, end: names.length });
    });

  test('says whether all files are in one top folder, and leaves out what macOS writes beside it', async () => {
    const flat = await indexed(targz(tarEntry('a/x'), tarEntry('b', '', { mode: '0000755\0' })));
    assert.deepEqual([flat.index.hasTopFolder, flat.files.map(({ path }) => path)], [false, ['a/x', 'b']]);
    assert.deepEqual(
      flat.files.map(({ mode }) => mode),
      [0o644, 0o755],
    );
    const mac = await indexed(targz(tarEntry('._top', 'x'), tarEntry('top/a', 'x')));
    assert.deepEqual([mac.index.hasTopFolder, mac.files.map(({ path }) => path)], [false, ['a']]);
  });

  test('comes, for a tar, with a zip that other programs can read', async () => {
    const { zip } = await indexed(targz(...entries.map(([name, [content]]) => tarEntry(name, content))));
    const sizes = entries.map(([, [content]]) => Buffer.byteLength(content));
    assert.deepEqual(await byYauzl(zip), [entries.length, sizes.reduce((sum, size) => sum + size, 0)]);
    assertAccepted(await inspectHere(zip, ZIP));
  });

  test('is not written for an archive that is refused', async () => {
    const derivedPaths = { index: join(folder, 'no-index'), zip: join(folder, 'no-zip') };
    const bytes = targz(tarEntry('a', 'x'), tarEntry('../b'));
    const found = await withFile(bytes, (file) => inspectFile({ file, type: GZIP, limits: LIMITS, derivedPaths }));
    assert.equal(found.accepted, false);
    assert.equal(existsSync(derivedPaths.index), false);
  });

  test('is not read if a byte of it is another, it is cut off, or it is something else', async () => {
    const file: IndexedFile = {
      path: 'a',
      size: 1,
      from: 2,
      packedSize: 3,
      isDeflated: true,
      mode: 0,
      isText: true,
      sha256: '0'.repeat(64),
    };
    const bytes = encodeIndex([file], true);
    assert.deepEqual((await openIndex(bytes))?.find('a'), file);
    for (let at = 0; at < bytes.length; at += 7) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 1;
      assert.equal(await openIndex(damaged), undefined);
    }
    for (const other of [bytes.subarray(0, -1), Buffer.alloc(0), Buffer.from('PK'.repeat(100))])
      assert.equal(await openIndex(Buffer.from(other)), undefined);
  });

  test('of any accepted archive has the files that other readers see', async () => {
    const found = await indexed(
      targz(pax({ path: 'x/é' }), tarEntry('short', 'hi'), tarEntry('x/c'), tarEntry('x/d/e')),
    );
    assert.deepEqual(
      found.files.map(({ path }) => path),
      ['c', 'd/e', 'é'],
    );
  });
});
