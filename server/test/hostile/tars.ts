// Hostile tars: types, sizes, checksums, extended headers and ends.
import { gzipSync } from 'node:zlib';
import { longName, pax, paxRecord, sumOf, tar, tarEntry, tarHeader, targz } from '../archives/archive-writers.ts';
import type { Corpus } from './archives.ts';

const gzip = (bytes: () => Buffer, why: RegExp) => () =>
  ({ type: 'application/gzip', bytes: gzipSync(bytes(), { level: 1 }), why }) as const;
/** An otherwise harmless tar with these parts in it. */
const holding = (why: RegExp, ...parts: Buffer[]) => gzip(() => tar(tarEntry('first', 'x'), ...parts), why);
const GNU = 'ustar  \0';
const MiB = 1_024 ** 2;
const size256 = (...bytes: number[]) =>
  Buffer.from([...Array<number>(12 - bytes.length).fill(bytes[0] === 0xff ? 0xff : 0), ...bytes]);
const positive256 = (size: Buffer) => Buffer.concat([Buffer.of(0x80), size.subarray(1)]);

const ofType = (type: string, why: RegExp, linkname = '') => holding(why, tarEntry('odd', '', { type, linkname }));
const special = /“odd” is setuid, setgid or sticky/;
const evil = tarEntry('../evil', 'x');

const types: Corpus = {
  'tar: a prefix that climbs in a GNU header': holding(
    /find a prefix/,
    tarEntry('x.txt', 'x', { magic: GNU, prefix: '../../escape' }),
  ),
  'tar: a prefix that climbs in an old header': holding(
    /find a prefix/,
    tarEntry('x.txt', 'x', { magic: '\0'.repeat(8), prefix: '../../escape' }),
  ),
  'tar: a symbolic link out of the archive': ofType('2', /“odd” is a symbolic link/, '../../etc/passwd'),
  'tar: a symbolic link inside the archive': ofType('2', /“odd” is a symbolic link/, 'first'),
  'tar: a symbolic link to an absolute path': ofType('2', /“odd” is a symbolic link/, '/etc'),
  'tar: a symbolic link without a target': ofType('2', /“odd” is a symbolic link/),
  'tar: a symbolic link and a file through it': holding(
    /“d” is a symbolic link/,
    tarEntry('d', '', { type: '2', linkname: '/tmp' }),
    tarEntry('d/evil', 'x'),
  ),
  'tar: a symbolic link by a pax header': holding(
    /“odd” is a symbolic link/,
    pax({ linkpath: '/etc' }),
    tarEntry('odd', '', { type: '2' }),
  ),
  'tar: a symbolic link by a GNU header': holding(
    /“odd” is a symbolic link/,
    longName('/etc', 'K'),
    tarEntry('odd', '', { type: '2' }),
  ),
  'tar: a hard link': ofType('1', /“odd” is a hard link/, 'first'),
  'tar: a hard link out of the archive': ofType('1', /“odd” is a hard link/, '/etc/passwd'),
  'tar: a character device': ofType('3', /“odd” is a character device/),
  'tar: a block device': ofType('4', /“odd” is a block device/),
  'tar: a FIFO': ofType('6', /“odd” is a FIFO/),
  'tar: a contiguous file': ofType('7', /“odd” is a contiguous file/),
  'tar: a GNU sparse file': ofType('S', /“odd” is a sparse file/),
  'tar: a GNU folder list': ofType('D', /“odd” is a list of a folder/),
  'tar: a GNU rest of another volume': ofType('M', /“odd” is the rest/),
  'tar: a GNU volume label': ofType('V', /“odd” is the label/),
  'tar: an old GNU long name': ofType('N', /“odd” is of an unknown type/),
  'tar: a setuid file': holding(special, tarEntry('odd', 'x', { mode: '0004755\0' })),
  'tar: a setgid file': holding(special, tarEntry('odd', 'x', { mode: '0002755\0' })),
  'tar: a sticky file': holding(special, tarEntry('odd', 'x', { mode: '0001644\0' })),
  'tar: a setuid file with the type in its mode': holding(special, tarEntry('odd', 'x', { mode: ' 104755 ' })),
  'tar: a setuid file named by a pax header': holding(
    special,
    pax({ path: 'odd' }),
    tarEntry('folder', '', { mode: '0004755\0' }),
  ),
  'tar: permissions that are no number': holding(
    /“odd” has permissions that are no number/,
    tarEntry('odd', 'x', { mode: '-rwxr-x\0' }),
  ),
  'tar: a Solaris extended header': ofType('X', /“odd” is of an unknown type/),
  'tar: a Solaris access list': ofType('A', /“odd” is of an unknown type/),
  'tar: an inode only': ofType('I', /“odd” is of an unknown type/),
  'tar: an unknown type': ofType('Z', /“odd” is of an unknown type/),
  'tar: a type that is a control character': ofType('\u{1}', /“odd” is of an unknown type/),
  'tar: a type that is a byte beyond ASCII': holding(
    /“odd” is of an unknown type/,
    tarHeader({ name: 'odd', type: Buffer.of(0xff) }),
  ),
  'tar: a pax sparse file of version 1.0': holding(
    /sparse file/,
    pax({ 'GNU.sparse.major': '1', 'GNU.sparse.minor': '0', 'GNU.sparse.name': '../evil' }),
    tarEntry('a'),
  ),
  'tar: a pax sparse file of version 0.1': holding(/sparse file/, pax({ 'GNU.sparse.map': '0,1' }), tarEntry('a')),
  'tar: a Solaris sparse file': holding(/sparse file/, pax({ 'SUN.holesdata': ' 0 1' }), tarEntry('a')),
  'tar: a file with a target': ofType('0', /“odd” is a file with the target/, '/etc/passwd'),
  'tar: a file with a target in a pax header': holding(/target of a link/, pax({ linkpath: '/etc' }), tarEntry('a')),
  'tar: a file with a target in a GNU header': holding(/target of a link/, longName('/etc', 'K'), tarEntry('a')),
};

const sized = (size: Buffer | string, why: RegExp) => holding(why, tarHeader({ name: 'odd', size }));

const sizes: Corpus = {
  'tar: a negative size': sized(size256(0xff, 0xff), /“odd” has a size that is no number/),
  'tar: a negative size of all ones': sized(Buffer.alloc(12, 0xff), /“odd” has a size that is no number/),
  'tar: a size beyond all numbers': sized(positive256(Buffer.alloc(12, 0xff)), /“odd” has a size that is no number/),
  'tar: a size of 8 GiB without data': sized(
    positive256(Buffer.concat([Buffer.alloc(7), Buffer.of(2, 0, 0, 0, 0)])),
    /“odd” is cut off/,
  ),
  'tar: a size with a digit that is not octal': sized('00000000008\0', /no number/),
  'tar: a size with a sign': sized('-0000000001\0', /no number/),
  'tar: a size with a blank inside': sized('0000 000001\0', /no number/),
  'tar: a size with a NUL inside': sized('0000\u{0}000001\0', /no number/),
  'tar: a size of blanks': sized(' '.repeat(12), /no number/),
  'tar: no size at all': sized(Buffer.alloc(12), /no number/),
  'tar: a hexadecimal size': sized('0x000000010\0', /no number/),
  'tar: a size beyond the end': gzip(() => tar(tarHeader({ name: 'odd', size: 5_000 })), /“odd” is cut off/),
  'tar: a folder with data': holding(/“odd” is a folder that holds data/, tarEntry('odd', evil, { type: '5' })),
  'tar: a file named as a folder with data': holding(/“odd\/” is a folder that holds data/, tarEntry('odd/', evil)),
  'tar: a pax size that hides an entry': holding(
    /“odd” has two different sizes/,
    pax({ size: '1024' }),
    tarHeader({ name: 'odd', size: 0 }),
    evil,
  ),
  'tar: a pax size that reveals an entry': holding(
    /“odd” has two different sizes/,
    pax({ size: '0' }),
    tarHeader({ name: 'odd', size: 1_024 }),
    evil,
  ),
  'tar: a negative pax size': holding(/pax size that is no number/, pax({ size: '-1' }), tarEntry('a')),
  'tar: a pax size in hexadecimal': holding(/pax size that is no number/, pax({ size: '0x10' }), tarEntry('a')),
  'tar: a pax size with a fraction': holding(/pax size that is no number/, pax({ size: '1.5' }), tarEntry('a')),
  'tar: an empty pax size': holding(/pax size that is no number/, pax({ size: '' }), tarEntry('a')),
  'tar: a pax size beyond all numbers': holding(/pax size that is no/, pax({ size: '9'.repeat(30) }), tarEntry('a')),
};

const checked = (why: RegExp, checksum: (block: Buffer) => string, name: Buffer | string = 'odd') =>
  holding(why, tarEntry(name, '', { checksum }));

const headers: Corpus = {
  'tar: a wrong checksum': checked(/wrong checksum .* byte 1,024/, () => '0000000\0'),
  'tar: a checksum of blanks': checked(/wrong checksum/, () => ' '.repeat(8)),
  'tar: a checksum that is no number': checked(/wrong checksum/, () => '00x000\0 '),
  'tar: a signed checksum': checked(/wrong checksum/, (block) => `0${sumOf(block, true).toString(8)}\0 `, 'ÿÿÿ'),
  'tar: a wrong checksum in a pax header': holding(
    /wrong checksum/,
    tarEntry('x', paxRecord('path', 'b'), { type: 'x', checksum: () => '0000001\0' }),
    tarEntry('a'),
  ),
  'tar: an unknown magic': holding(/unknown kind of tar header/, tarEntry('a', '', { magic: 'vstar\u{0}00' })),
  'tar: an unknown version': holding(/unknown kind of tar header/, tarEntry('a', '', { magic: 'ustar\u{0}99' })),
  'tar: bytes behind the NUL of a name': holding(/hides bytes behind a name/, tarEntry('a\0../evil')),
  'tar: bytes behind the NUL of a prefix': holding(/hides bytes/, tarEntry('a', '', { prefix: 'p\0/../..' })),
  'tar: bytes behind the NUL of a target': holding(/hides bytes/, tarEntry('a', '', { linkname: '\0/etc' })),
  'tar: the mark of star': holding(
    /unknown fields/,
    tarEntry('a', '', { prefix: Buffer.concat([Buffer.alloc(163), Buffer.from('tar\0')]) }),
  ),
  'tar: a prefix that climbs': holding(/“\.\.\/\.\.\/a” climbs/, tarEntry('a', '', { prefix: '../..' })),
  'tar: an absolute prefix': holding(/“\/etc\/a” is an absolute path/, tarEntry('a', '', { prefix: '/etc' })),
  'tar: a prefix that collides': holding(/“FIRST\/a” collides/, tarEntry('a', '', { prefix: 'FIRST' })),
  'tar: a climbing name of an old header': holding(
    /climbs/,
    tarEntry('../a', '', { magic: '\0'.repeat(8), type: '\0' }),
  ),
  'tar: a climbing name of a GNU header': holding(/climbs/, tarEntry('../a', '', { magic: GNU })),
};

const records = (body: string | Buffer, why = /pax header that cannot be read/) =>
  holding(why, pax(Buffer.from(body)), tarEntry('a'));

const extensions: Corpus = {
  'tar: a pax path that climbs': holding(/“\.\.\/evil” climbs/, pax({ path: '../evil' }), tarEntry('a')),
  'tar: a pax path that is absolute': holding(/“\/evil” is an absolute/, pax({ path: '/evil' }), tarEntry('a')),
  'tar: an empty pax path': holding(/empty name/, pax({ path: '' }), tarEntry('a')),
  'tar: a pax path that makes a folder of a file with data': holding(
    /“d\/” is a folder that holds data/,
    pax({ path: 'd/' }),
    tarEntry('a', evil),
  ),
  'tar: a pax path for a name taken': holding(/“first” appears twice/, pax({ path: 'first' }), tarEntry('a')),
  'tar: a GNU long name that climbs': holding(/“\.\.\/evil” climbs/, longName('../evil'), tarEntry('a')),
  'tar: a GNU long name with a NUL inside': holding(/control character/, longName('a\0../evil'), tarEntry('a')),
  'tar: an empty GNU long name': holding(/empty name/, tarEntry('l', '', { type: 'L' }), tarEntry('a')),
  'tar: a GNU long name of 2,000 bytes': holding(/more than 1,024 bytes/, longName('n/'.repeat(1_000)), tarEntry('a')),
  'tar: a GNU and a pax name': holding(/two extended headers/, longName('b'), pax({ path: 'c' }), tarEntry('a')),
  'tar: a pax and a GNU name': holding(/two extended headers/, pax({ path: 'c' }), longName('b'), tarEntry('a')),
  'tar: two GNU names': holding(/two extended headers of one kind/, longName('b'), longName('c'), tarEntry('a')),
  'tar: two pax headers': holding(
    /two extended headers of one kind/,
    pax({ a: '' }),
    pax({ path: 'c' }),
    tarEntry('a'),
  ),
  'tar: a pax header without an entry': holding(/belongs to no entry/, pax({ path: 'a' })),
  'tar: a GNU long name without an entry': holding(/belongs to no entry/, longName('a')),
  'tar: a pax header cut off': gzip(() => tarHeader({ type: 'x', size: 600 }), /cut off in an extended header/),
  'tar: a pax record of length 0': records('0 path=a\n'),
  'tar: a pax record that is too long': records('99 path=a\n'),
  'tar: a pax record that is too short': records('5 path=../evil\n'),
  'tar: a pax record without a line end': records('9 path=ab'),
  'tar: a pax record without a value': records('7 path\n'),
  'tar: a pax record without a key': records('5 =a\n'),
  'tar: a pax record with a leading zero': records('010 path=a\n'),
  'tar: a pax record of negative length': records('-9 path=a\n'),
  'tar: a pax record that is no record': records('hello\n'),
  'tar: a pax record of endless digits': records(`${'9'.repeat(400)} path=a\n`),
  'tar: a pax path given twice': records(
    Buffer.concat([paxRecord('path', 'a'), paxRecord('path', '../evil')]),
    /gives one key twice/,
  ),
  'tar: names in another charset': holding(/hdrcharset/, pax({ hdrcharset: 'BINARY', path: 'a' }), tarEntry('a')),
  'tar: names in Latin-1': holding(/hdrcharset/, pax({ hdrcharset: 'ISO-IR 8859 1 1998' }), tarEntry('a')),
  'tar: a global charset': holding(/hdrcharset/, pax({ hdrcharset: 'BINARY' }, 'g'), tarEntry('a')),
  'tar: a global path': holding(/global pax header that names/, pax({ path: '../evil' }, 'g'), tarEntry('a')),
  'tar: a global size': holding(/global pax header that names or sizes/, pax({ size: '0' }, 'g'), tarEntry('a')),
  'tar: a global target': holding(/global pax header that names/, pax({ linkpath: '/etc' }, 'g'), tarEntry('a')),
  'tar: a global sparse map': holding(/sparse/, pax({ 'GNU.sparse.major': '1' }, 'g'), tarEntry('a')),
  'tar: a pax header of more than 1 MiB': gzip(
    () => tar(pax({ comment: 'x'.repeat(MiB) }), tarEntry('a')),
    /extended headers of too many bytes/,
  ),
  'tar: a pax header of 8 GiB': gzip(
    () => tar(tarHeader({ type: 'x', size: 8 * 1_024 ** 3 - 1 })),
    /extended headers of too many bytes/,
  ),
  'tar: 17 MiB of pax headers': gzip(() => {
    const header = pax({ comment: 'x'.repeat(MiB - 20) });
    return tar(...Array.from({ length: 17 }, (_, at) => Buffer.concat([header, tarEntry(`f${at}`)])));
  }, /extended headers of too many bytes/),
  'tar: 10,001 pax headers': gzip(
    () => tar(...Array<Buffer>(10_001).fill(pax({ comment: 'x' })), tarEntry('a')),
    /two extended headers of one kind/,
  ),
  'tar: 10,001 global pax headers': gzip(
    () => tar(...Array<Buffer>(10_001).fill(pax({ comment: 'x' }, 'g')), tarEntry('a')),
    /too many global pax headers/,
  ),
};

const many = (count: number, name: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => tarEntry(name(at)));

const ends: Corpus = {
  'tar: nothing in it': gzip(() => tar(), /no file in it/),
  'tar: folders alone': gzip(() => tar(tarEntry('a/', '', { type: '5' })), /no file in it/),
  'tar: the root alone': gzip(() => tar(tarEntry('./', '', { type: '5' })), /no file in it/),
  'tar: no blocks of zeros at its end': gzip(() => tarEntry('a', 'x'), /two blocks of zeros .* missing/),
  'tar: one block of zeros at its end': gzip(
    () => Buffer.concat([tarEntry('a', 'x'), Buffer.alloc(512)]),
    /two blocks of zeros .* missing/,
  ),
  'tar: an entry behind one block of zeros': holding(/data behind the end/, Buffer.alloc(512), evil),
  'tar: a second tar behind its end': gzip(() => Buffer.concat([tar(tarEntry('a')), tar(evil)]), /data behind the end/),
  'tar: a byte behind its end': gzip(() => Buffer.concat([tar(tarEntry('a')), Buffer.of(1)]), /data behind the end/),
  'tar: a byte behind 100 KiB of zeros': gzip(
    () => Buffer.concat([tar(tarEntry('a')), Buffer.alloc(100 * 1_024), Buffer.of(1)]),
    /data behind the end/,
  ),
  'tar: cut in a header': gzip(() => tar(tarEntry('a', 'x')).subarray(0, 300), /cut off/),
  'tar: cut in a body': gzip(() => tarEntry('a', 'x'.repeat(2_000)).subarray(0, 1_000), /“a” is cut off/),
  'tar: cut in the padding': gzip(() => tarEntry('a', 'x').subarray(0, 700), /“a” is cut off/),
  'tar: 10,001 entries': gzip(() => tar(...many(10_001, (at) => `f${at}`)), /more than 10,000 entries/),
  'tar: 10,001 folders': gzip(() => tar(...many(10_001, (at) => `d${at}/`)), /more than 10,000 entries/),
  'tar: 15,000 folders that only paths name': gzip(
    () => tar(...many(5_000, (at) => `a${at}/b/c/d`)),
    /more than 10,000 folders/,
  ),
  'tar: 31 new folders in the path of each of 10,000 entries': gzip(
    () => tar(...many(10_000, (at) => `${at}/${'d/'.repeat(30)}x`)),
    /more than 10,000 folders/,
  ),
};

export const hostileTars: Corpus = {
  ...types,
  ...sizes,
  ...headers,
  ...extensions,
  ...ends,
  'tar: a name of 99,999 control characters': () => ({
    type: 'application/gzip',
    bytes: targz(longName('\u{1b}'.repeat(99_999)), tarEntry('a')),
    why: /^“(\\u\{1b\}){199}…” is a path of more than 1,024 bytes\.$/,
  }),
};
