// Archives that cost the most to inspect, with the smallest bytes that do it, and the whole corpus of hostile ones.
import { deflateRawSync, gzipSync } from 'node:zlib';
import {
  extraField,
  longName,
  pax,
  paxRecord,
  tar,
  tarEntry,
  zip,
  type ZipFields,
} from '../server/test/archives/archive-writers.ts';
import { hostileArchives, type Hostile } from '../server/test/hostile/archives.ts';
import type { Target, Variant, WorstCase } from './case.ts';
import { requestBytes } from './request-bytes.ts';

const MIB = 2 ** 20;
const ENTRIES = 10_000;
const MARKS = `a${'\u0344'.repeat(16_200)}${'\u0316'.repeat(16_200)}`;
const file = (name: string, content: Buffer | string = '') => tarEntry(name, content);
const manifest = (json: string) => gzipSync(tar(file('realm.json', json), file('a')));
const readme = (text: string) => gzipSync(tar(file('README.md', text), file('a')));
const range = <Item>(length: number, item: (at: number) => Item) => Array.from({ length }, (_, at) => item(at));

/** Zeros that pack just below the allowed ratio, since noise stands between them. */
function inflated(mebibytes: number): Buffer {
  const block = Buffer.alloc(MIB);
  for (let at = 0; at < 14_000; at += 1) block[at] = (at * 2_654_435_761) >>> 24;
  return gzipSync(tar(file('a', Buffer.concat(range(mebibytes, () => block)))), { level: 1 });
}

/** As much as a realm.json may ask; with more words, the last variable is refused, after all others were compared. */
function asking(count: number, last: string[] = []): string {
  const choices = range(20, (at) => `${'choice '.repeat(13)}${at}`);
  const variables = range(count, (at) => {
    const words = range(16, (n) => `X${at}a${n}`);
    const replaces = [...words, ...(at === count - 1 ? last : [])].join(' ');
    return [`v${at}`, { ask: 'x'.repeat(200), replaces, choices }];
  });
  return JSON.stringify({ variables: Object.fromEntries(variables) });
}

/** Globs that are compared with every character of long names, and meet the last file alone. */
function filesMetLast(): Buffer {
  const glob = `**/${'*a'.repeat(14)}*b*`;
  const parts = Object.fromEntries(range(3, (at) => [`p${at}`, { ask: 'x', files: range(20, () => glob) }]));
  const names = range(9_998, (at) => `${String(at).padStart(5, '0')}${'a'.repeat(240)}`);
  const files = [...names, `z${'a'.repeat(240)}b`].map((name) => long(name));
  return gzipSync(tar(file('realm.json', JSON.stringify({ parts })), ...files));
}

/** 1,024 bytes of path in 32 folders, or in few, of marks. */
const deepPath = (at: number) => `${range(31, (depth) => `${at}-${depth}`.padEnd(26, 'x')).join('/')}/${at}`;
const markedPath = (at: number) =>
  range(7, (depth) => `${at}${depth}${'\u0344'.repeat(36)}${'\u0316'.repeat(18)}`).join('/');
const long = (path: string, content: Buffer | string = '') =>
  Buffer.concat([longName(path), tarEntry(path, content, { magic: 'ustar  \0' })]);

const gzips: Record<string, () => Buffer> = {
  'README.md of 1 MiB of combining marks': () => readme(MARKS.repeat(16).slice(0, MIB / 2)),
  'README.md of 64 KiB of combining marks': () => readme(MARKS),
  'README.md of 1 MiB of carriage returns': () => readme('\r'.repeat(MIB)),
  'README.md of 1 MiB of control characters': () => readme('\u0001'.repeat(MIB)),
  'README.md of 1 MiB of blanks between two letters': () => readme(`a${' '.repeat(MIB - 2)}a`),
  'realm.json: a description of combining marks': () => manifest(JSON.stringify({ longDescription: MARKS })),
  'realm.json: 64 KiB of nested arrays': () => manifest(`{"features":${'['.repeat(32_000)}${']'.repeat(32_000)}}`),
  'realm.json: 64 KiB of nested objects': () =>
    manifest(`{"features":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`),
  'realm.json: 10,000 unknown features': () =>
    manifest(JSON.stringify({ features: Object.fromEntries(range(8_000, (at) => [`a${at}`, 1])) })),
  'realm.json: 64 KiB of 20 variables with 20 choices': () => manifest(asking(20)),
  'realm.json: 64 KiB of variables that share a spelling': () => manifest(asking(20, ['X0a0'])),
  'realm.json: a version of 60,000 digits': () => manifest(JSON.stringify({ version: `1.0.${'9'.repeat(60_000)}` })),
  'realm.json: a version of digits and a letter': () =>
    manifest(JSON.stringify({ version: `1.0.0-${'1'.repeat(60_000)}!` })),
  'realm.json: an address of combining marks': () =>
    manifest(JSON.stringify({ demo: `http://${MARKS.slice(0, 30_000)}` })),
  'realm.json: an address of ideographs': () =>
    manifest(JSON.stringify({ demo: `http://${String.fromCodePoint(...range(20_000, (at) => 0x4e_00 + at))}` })),
};

const largeGzips: Record<string, () => Buffer> = {
  'realm.json: 60 globs of 15 stars over 10,000 names of 245 bytes': filesMetLast,
  '512 MiB of zeros and noise in one file': () => inflated(511),
  '10,000 empty files': () => gzipSync(tar(...range(ENTRIES, (at) => file(`${at}`)))),
  '10,000 paths of 32 folders': () => gzipSync(tar(...range(ENTRIES, (at) => long(deepPath(at))))),
  '300 paths of 32 folders': () => gzipSync(tar(...range(300, (at) => long(deepPath(at))))),
  '10,000 paths of combining marks': () => gzipSync(tar(...range(ENTRIES, (at) => long(markedPath(at))))),
  '10,000 names that are multiples of 65,536': () => gzipSync(tar(...range(ENTRIES, (at) => file(`${at * 65_536}`)))),
  '10,000 pax headers of 1,600 bytes': () =>
    gzipSync(tar(...range(ENTRIES, (at) => Buffer.concat([pax({ comment: 'a'.repeat(1_600) }), file(`${at}`)])))),
  '16 pax headers of 1 MiB of small records': () =>
    gzipSync(
      tar(
        ...range(16, (at) =>
          Buffer.concat([pax(Buffer.concat(range(80_000, (key) => paxRecord(key.toString(36), '')))), file(`${at}`)]),
        ),
      ),
    ),
  'a million empty gzip members': () => {
    const member = gzipSync('');
    return Buffer.concat(range(1_000_000, () => member));
  },
  '100 MiB of noise in one file': () => gzipSync(tar(file('a', noise(99 * MIB))), { level: 0 }),
};

/** The same on each run. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let at = 0; at + 4 <= length; at += 4)
    bytes.writeInt32LE((state = (Math.imul(state ^ (state >>> 15), 0x2c_1b_3c_6d) + at) | 0), at);
  return bytes;
}

const members = (count: number, member: (at: number) => ZipFields) => zip(range(count, member));

const largeZips: Record<string, () => Buffer> = {
  '10,000 members of 50 KiB, packed well': () => {
    const content = Buffer.alloc(50 * 1_024, 'ab');
    const data = deflateRawSync(content);
    return members(ENTRIES, (at) => ({ name: `${at}`, content, data, extra: extraField(0x9999, noise(400)) }));
  },
  '10,000 members with 1,500 bytes of extra fields': () =>
    members(ENTRIES, (at) => ({ name: `${at}`, extra: Buffer.concat(range(375, () => extraField(0x9999, ''))) })),
  '10,000 members with comments of 1,500 bytes': () =>
    members(ENTRIES, (at) => ({ name: `${at}`, comment: 'c'.repeat(1_500) })),
  '10,000 members with paths of 32 folders': () => members(ENTRIES, (at) => ({ name: deepPath(at) })),
  '10,000 members with paths of combining marks': () => members(ENTRIES, (at) => ({ name: markedPath(at) })),
};

const zips: Record<string, () => Buffer> = {
  'an end signature in each byte of the comment': () => zip([{ name: 'a' }], { comment: 'PK\u0005'.repeat(21_000) }),
};

/** An archive is built once, when it is sent first. */
function builtOnce<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

function variantOf(name: string, build: () => Pick<Hostile, 'type' | 'bytes'>): Variant {
  const built = builtOnce(build);
  return {
    name,
    async bytes(target: Target) {
      const { type, bytes } = built();
      return requestBytes(target, {
        method: 'PUT',
        path: `/v1/realms/${target.slug}/upload`,
        headers: { authorization: `Bearer ${await target.openUpload()}`, 'content-type': type },
        body: bytes,
      });
    },
  };
}

/** Published (once: then the version is known), or refused. */
/** An inspection has twenty seconds; sending the archive, and starting and ending what reads it, have one more. */
const SLOT_MS = 21_000;
const common = { statuses: [200, 201, 409, 413, 422], maxAnsweredMs: SLOT_MS };

function casesOf(type: Hostile['type'], builders: Record<string, () => Buffer>, isLarge: boolean): WorstCase[] {
  return Object.entries(builders).map(([name, build]) => ({
    name: `Archive: ${name}`,
    variants: [variantOf('', () => ({ type, bytes: build() }))],
    repetitions: { timed: 2, kept: 0 },
    isLarge,
    ...common,
  }));
}

export const archiveCases: WorstCase[] = [
  ...casesOf('application/gzip', gzips, false),
  ...casesOf('application/gzip', largeGzips, true),
  ...casesOf('application/zip', zips, false),
  ...casesOf('application/zip', largeZips, true),
  {
    name: 'Archive: every one of the hostile corpus',
    variants: Object.entries(hostileArchives).map(([name, build]) => variantOf(name, build)),
    repetitions: { timed: 3, kept: 100 },
    ...common,
  },
];
