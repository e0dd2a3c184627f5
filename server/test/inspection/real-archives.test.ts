// Tests that archives as people really pack them are accepted, with the programs and systems they use.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import {
  DESCRIPTOR,
  descriptor,
  pax,
  tarEntry,
  targz,
  unicodePath,
  zip,
  type ZipFields,
} from '../archives/archive-writers.ts';
import { assertAccepted, GZIP, inspectionFolder, ZIP } from './inspections.ts';

const { folder, inspect, inspectHere } = inspectionFolder();

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
        filesSha256: '',
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
