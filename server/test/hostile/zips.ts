// Hostile zips: what the directory, the local headers and the data say against each other, and bombs.
import { crc32, deflateRawSync } from 'node:zlib';
import {
  centralHeader,
  deflatedZeros,
  descriptor,
  DESCRIPTOR,
  extraField,
  localHeader,
  tarEntry,
  targz,
  unicodePath,
  UNIX,
  zip,
  zipOf,
  type ZipFields,
} from '../archives/archive-writers.ts';
import type { Corpus } from './archives.ts';

const built = (bytes: () => Buffer, why: RegExp) => () => ({ type: 'application/zip', bytes: bytes(), why }) as const;
const first: ZipFields = { name: 'first', content: 'hello hello hello' };
/** A harmless zip with one odd member in its midst. */
const holding = (odd: Partial<ZipFields>, why: RegExp) =>
  built(
    () => zip([first, { name: 'odd', content: 'some text, some text', ...odd }, { name: 'last', content: 'x' }]),
    why,
  );
const ending = (end: Parameters<typeof zip>[1], why: RegExp) => built(() => zip([first], end), why);
const mode = (type: number) => ({ madeBy: UNIX | 20, attributes: ((type | 0o644) << 16) >>> 0 });
const MiB = 1_024 ** 2;
const kinds: Corpus = {
  'zip: a symbolic link': holding({ ...mode(0o120000), content: '/etc/passwd' }, /“odd” is a symbolic link/),
  'zip: a symbolic link of macOS': holding({ ...mode(0o120000), madeBy: 19 << 8 }, /“odd” is a symbolic link/),
  'zip: a symbolic link that DOS made': holding({ ...mode(0o120000), madeBy: 20 }, /“odd” is a symbolic link/),
  'zip: a symbolic link named as a folder': holding(
    { ...mode(0o120000), name: 'odd/', content: '' },
    /“odd\/” is a symbolic link/,
  ),
  'zip: a character device': holding(mode(0o020000), /“odd” is a device/),
  'zip: a block device': holding(mode(0o060000), /“odd” is a device/),
  'zip: a FIFO': holding(mode(0o010000), /“odd” is a device, a FIFO/),
  'zip: a socket': holding(mode(0o140000), /“odd” is a device, a FIFO or of an unknown type/),
  'zip: a file with the mode of a folder': holding(mode(0o040000), /“odd” is a file by its name and a folder/),
  'zip: a folder with the mode of a file': holding(
    { ...mode(0o100000), name: 'odd/', content: '' },
    /by its attributes/,
  ),
  'zip: a file with the DOS attribute of a folder': holding({ attributes: 0x10 }, /by its attributes/),
  'zip: a setuid file': holding(mode(0o104000), /is setuid, setgid or sticky/),
  'zip: a setgid file': holding(mode(0o102000), /is setuid, setgid or sticky/),
  'zip: a sticky file': holding(mode(0o101000), /is setuid, setgid or sticky/),
  'zip: a setuid file whose mode has no type': holding(mode(0o004000), /is setuid, setgid or sticky/),
  'zip: a volume label': holding({ attributes: 0x08, content: '' }, /label of a volume/),
  'zip: a folder with data': holding({ name: 'odd/', content: 'x' }, /“odd\/” is a folder that holds data/),
  'zip: a folder with packed nothing of many bytes': holding(
    { name: 'odd/', content: '', method: 0, data: Buffer.alloc(9) },
    /two different sizes/,
  ),
  'zip: an ASi extra field with a link': holding({ extra: extraField(0x756e, 'link') }, /may hold a link/),
  'zip: a PKWARE Unix extra field with a link': holding({ extra: extraField(0x000d, 'link') }, /may hold a link/),
};

const fields: Corpus = {
  'zip: an encrypted member': holding({ flags: 1 }, /“odd” is encrypted/),
  'zip: strong encryption': holding({ flags: 0x40 }, /flags for encryption/),
  'zip: masked headers': holding({ flags: 0x2000 }, /flags for encryption/),
  'zip: patch data': holding({ flags: 0x20 }, /flags for encryption, patches/),
  'zip: a reserved flag': holding({ flags: 0x8000 }, /something unknown/),
  ...Object.fromEntries(
    [1, 6, 9, 12, 14, 20, 93, 95, 97, 98, 99].map((method) => [
      `zip: the method ${method}`,
      holding({ method, data: Buffer.from('xxxx') }, new RegExp(`“odd” is packed by .* \\(${method}\\)`)),
    ]),
  ),
  'zip: a Zip64 extra field': holding({ extra: extraField(1, Buffer.alloc(16)) }, /“odd” has Zip64 sizes/),
  'zip: a Zip64 extra field in the local header': holding(
    { local: { extra: extraField(1, Buffer.alloc(16)) } },
    /“odd” has Zip64 sizes/,
  ),
  'zip: sizes of Zip64 without their field': holding(
    { size: 0xffffffff, packedSize: 0xffffffff },
    /overlaps the central/,
  ),
  'zip: another name in an extra field': holding({ extra: unicodePath('../evil', 'odd') }, /another name in an extra/),
  'zip: another name in an extra field of the local header': holding(
    { local: { extra: unicodePath('../evil', 'odd') } },
    /another name in an extra/,
  ),
  'zip: a name field for another name': holding({ extra: unicodePath('odd', 'old') }, /another name in an extra/),
  'zip: a name field of an unknown version': holding(
    { extra: unicodePath('odd', 'odd', 2) },
    /another name in an extra/,
  ),
  'zip: a name field that is too short': holding({ extra: extraField(0x7075, 'x') }, /another name in an extra/),
  'zip: an extra field that is too long': holding(
    { extra: Buffer.of(9, 9, 99, 0, 1) },
    /extra fields that cannot be read/,
  ),
  'zip: an extra field that is cut off': holding({ extra: Buffer.of(9, 9, 1) }, /extra fields that cannot be read/),
  'zip: a name beyond ASCII without the flag': holding(
    { name: 'é', flags: 0, madeBy: 20 },
    /not marked as named in UTF-8/,
  ),
  'zip: a member on another disk': holding({ disk: 1 }, /another disk/),
};

const local = (differing: ZipFields['local'], why: RegExp) => holding({ local: { ...differing } }, why);

const locals: Corpus = {
  'zip: another name in the local header': local({ name: '../' }, /“odd” has another name in its local header/),
  'zip: a longer name in the local header': local({ name: 'oddity' }, /“odd” has another name in its local header/),
  'zip: other case in the local header': local({ name: 'ODD' }, /“odd” has another name/),
  'zip: other flags in the local header': local({ flags: 0x800 }, /other flags in its local header/),
  'zip: encryption in the local header alone': local({ flags: 1 }, /other flags in its local header/),
  'zip: another method in the local header': local({ method: 0 }, /another method in its local header/),
  'zip: another size in the local header': local({ size: 3 }, /other sizes in its local header/),
  'zip: another packed size in the local header': local({ packedSize: 3 }, /other sizes in its local header/),
  'zip: another checksum in the local header': local({ crc: 3 }, /another checksum in its local header/),
  'zip: no sizes in the local header and no descriptor': local(
    { crc: 0, size: 0, packedSize: 0 },
    /other sizes in its local header/,
  ),
  'zip: a local header without its signature': local({ signature: 'PK\x03\x05' }, /no local header/),
  'zip: a local header with the signature of the directory': local({ signature: 'PK\x01\x02' }, /no local header/),
  'zip: a local header behind the end': holding({ offset: 0x7fffffff }, /belongs to no entry/),
  'zip: a descriptor with another checksum': holding(
    { flags: DESCRIPTOR, descriptor: descriptor({ name: 'odd', content: 'other' }) },
    /“odd” has a data descriptor that differs/,
  ),
  'zip: a descriptor that is missing': holding({ flags: DESCRIPTOR, descriptor: Buffer.alloc(0) }, /data descriptor/),
  'zip: a local header that ends behind the file': built(() => {
    const bytes = zip([first]);
    bytes.writeUInt16LE(0xffff, 28);
    return bytes;
  }, /is cut off/),
  'zip: a descriptor that is cut off': holding({ flags: DESCRIPTOR, descriptor: Buffer.alloc(7) }, /data descriptor/),
  'zip: a stored member with a descriptor': holding({ flags: DESCRIPTOR, method: 0 }, /stored without its size before/),
  'zip: half a local header with a descriptor': holding(
    { flags: DESCRIPTOR, local: { flags: DESCRIPTOR, crc: 0, packedSize: 0, size: 7 } },
    /other sizes in its local header/,
  ),
};

const data: Corpus = {
  'zip: a wrong checksum': holding({ crc: 1 }, /“odd” is damaged: its checksum/),
  'zip: a stored member with a wrong checksum': holding({ crc: 1, method: 0 }, /“odd” is damaged: its checksum/),
  'zip: a size that is too small': holding({ size: 3 }, /“odd” holds more than it declares/),
  'zip: a large member with a size that is too small': built(
    () => zip([{ name: 'large', content: Buffer.alloc(300_000, 'x'), size: 200_000 }]),
    /“large” holds more than it declares/,
  ),
  'zip: a size of nothing': holding({ size: 0 }, /“odd” holds more than it declares/),
  'zip: a size that is too large': holding({ size: 300 }, /“odd” holds less than it declares/),
  'zip: a stored member with two sizes': holding({ method: 0, size: 3 }, /“odd” has two different sizes/),
  'zip: packed data that is noise': holding(
    { data: Buffer.alloc(40, 0xff) },
    /“odd” holds packed data that is damaged/,
  ),
  'zip: packed data that is cut off': holding(
    { data: deflateRawSync('some text, some text').subarray(0, 5) },
    /“odd” holds packed data that is damaged/,
  ),
  'zip: packed data that is missing': holding({ method: 8, data: Buffer.alloc(0) }, /“odd” holds packed data/),
  'zip: bytes behind the packed data': holding(
    { data: Buffer.concat([deflateRawSync('some text, some text'), Buffer.from('hidden')]) },
    /“odd” has data behind the end of its packed data/,
  ),
  'zip: bytes before a member': holding({ before: Buffer.from('hidden') }, /“odd” has data before it/),
  'zip: a member that the directory leaves out': built(() => {
    const hidden: ZipFields = { name: '../evil', content: 'x' };
    const parts = Buffer.concat([localHeader(hidden), deflateRawSync('x')]);
    return zip([first, { name: 'last', before: parts }]);
  }, /“last” has data before it/),
};

const directory: Corpus = {
  'zip: an empty file': built(() => Buffer.alloc(0), /not a zip/),
  'zip: a text': built(() => Buffer.from('hello '.repeat(1_000)), /not a zip/),
  'zip: a gzip sent as zip': built(() => targz(tarEntry('a')), /not a zip/),
  'zip: nothing in it': built(() => zip([]), /no file in it/),
  'zip: folders alone': built(() => zip([{ name: 'a/' }]), /no file in it/),
  'zip: a program before it': built(
    () => Buffer.concat([Buffer.from('MZ program'), zip([first])]),
    /data before its first/,
  ),
  'zip: a program before it, with right offsets': built(
    () => zip([{ ...first, before: Buffer.from('MZ program') }]),
    /data before its first entry/,
  ),
  'zip: a zip before it, with right offsets': built(
    () => zip([{ ...first, before: zip([{ name: '../evil' }]) }]),
    /“first” has data before it/,
  ),
  'zip: a spanning mark before it': ending({ offset: 0 }, /does not end where its end begins/),
  'zip: a byte behind its end': ending({ behind: Buffer.of(0) }, /data behind its end/),
  'zip: a zip behind its end': ending({ behind: zip([{ name: '../evil' }]) }, /does not end where its end begins/),
  'zip: a second end in its comment': ending({ comment: zip([]) }, /does not end where its end begins/),
  'zip: a second end in its comment, cut off': ending({ comment: 'PK\x05\x06 and more' }, /second end in its comment/),
  'zip: a whole zip in its comment': ending({ comment: zip([{ name: '../evil' }]) }, /does not end where/),
  'zip: a comment longer than it says': ending({ comment: 'hello', commentLength: 2 }, /data behind its end/),
  'zip: a comment shorter than it says': ending({ comment: 'hello', commentLength: 9 }, /data behind its end/),
  'zip: no end': ending({ signature: 'PK\x05\x07' }, /no end of central directory/),
  'zip: an end that is cut off': built(() => Buffer.from('PK\x05\x06'.repeat(5)), /not a zip/),
  'zip: cut off': built(() => zip([first, { name: 'b', content: 'x' }]).subarray(0, -30), /no end of central/),
  'zip: several disks': ending({ disk: 1 }, /several disks/),
  'zip: a directory on another disk': ending({ startDisk: 1 }, /several disks/),
  'zip: another count on this disk': ending({ countHere: 2 }, /several disks/),
  'zip: a count that is too small': built(() => zip([first, { name: 'b' }], { count: 1 }), /another number of entries/),
  'zip: a count that is too large': ending({ count: 2 }, /another number of entries/),
  'zip: a count of Zip64': ending({ count: 0xffff }, /Zip64/),
  'zip: an offset of Zip64': ending({ offset: 0xffffffff }, /Zip64/),
  'zip: a size of Zip64': ending({ size: 0xffffffff }, /Zip64/),
  'zip: a Zip64 locator': ending(
    { beforeEnd: Buffer.concat([Buffer.from('PK\x06\x07'), Buffer.alloc(16)]) },
    /is a Zip64/,
  ),
  'zip: a directory that is said to be shorter': ending({ size: 20 }, /does not end where its end begins/),
  'zip: a directory that begins elsewhere': ending({ offset: 5 }, /does not end where its end begins/),
  'zip: bytes between directory and end': ending({ beforeEnd: Buffer.from('hidden') }, /does not end where/),
  'zip: a signature in the directory': built(
    () => zipOf(Buffer.alloc(0), [Buffer.from('PK\x05\x05'), Buffer.alloc(50)], { count: 1 }),
    /data before its first|cannot be read/,
  ),
  'zip: a digital signature behind the directory': built(
    () => zipOf(zip([first]).subarray(0, 30), [Buffer.from('PK\x05\x05\0\0')], { count: 1 }),
    /central directory that cannot be read/,
  ),
  'zip: bytes between the last member and the directory': ending(
    { beforeDirectory: Buffer.from('hidden') },
    /between its last entry and its central directory/,
  ),
  'zip: a name that reaches out of the directory': built(() => {
    const bytes = zip([first]);
    bytes.writeUInt16LE(0xffff, bytes.lastIndexOf('PK\x01\x02') + 28);
    return bytes;
  }, /central directory that cannot be read/),
  'zip: a directory of 20 MiB': built(
    () => zip(Array.from({ length: 400 }, (_, at) => ({ name: `f${at}`, comment: 'c'.repeat(60_000) }))),
    /central directory of more than 16 MiB/,
  ),
  'zip: 10,001 entries': built(
    () => zip(Array.from({ length: 10_001 }, (_, at) => ({ name: `f${at}` }))),
    /more than 10,000 entries/,
  ),
  'zip: 10,001 entries that are said to be one': built(
    () =>
      zip(
        Array.from({ length: 10_001 }, (_, at) => ({ name: `f${at}` })),
        { count: 1 },
      ),
    /another number of entries/,
  ),
  'zip: 15,000 folders that only paths name': built(
    () => zip(Array.from({ length: 5_000 }, (_, at) => ({ name: `a${at}/b/c/d` }))),
    /more than 10,000 folders/,
  ),
};

/** Many entries of the directory for one member: the kernel of an overlapping bomb. */
function shared(count: number): Buffer {
  const content = Buffer.alloc(MiB);
  const kernel: ZipFields = { name: 'f', data: deflateRawSync(content), method: 8, crc: crc32(content), size: MiB };
  return zipOf(
    Buffer.concat([localHeader(kernel), kernel.data ?? content]),
    Array.from({ length: count }, () => centralHeader(kernel, 0)),
  );
}

/** The bomb of David Fifield: each member quotes the next one's header, and goes on into its data. */
function quoted(count: number): Buffer {
  let content = Buffer.alloc(MiB);
  let packed = deflateRawSync(content, { level: 9 });
  const members: { fields: ZipFields; header: Buffer }[] = [];
  for (let at = count; at > 0; at -= 1) {
    const fields: ZipFields = { name: `f${at}`, content, data: packed, method: 8 };
    const header = localHeader(fields);
    members.unshift({ fields, header });
    const block = Buffer.from([0, 0, 0, 0, 0]); // a stored deflate block, not the last one
    block.writeUInt16LE(header.length, 1);
    block.writeUInt16LE(~header.length & 0xffff, 3);
    content = Buffer.concat([header, content]);
    packed = Buffer.concat([block, header, packed]);
  }
  const body = packed.subarray(5); // the first header is quoted by nobody
  let at = 0;
  const central = members.map(({ fields, header }) => {
    const own = centralHeader(fields, at);
    at += header.length + 5;
    return own;
  });
  return zipOf(body, central);
}

/** A deflated stream of so many MiB of zeros. */
const endedZeros = (mebibytes: number) => Buffer.concat([deflatedZeros(mebibytes), deflateRawSync('')]);

const bombs: Corpus = {
  'zip: a bomb of 256 MiB': built(
    () => zip([{ name: 'zeros', data: endedZeros(256), method: 8, size: 256 * MiB }]),
    /more than 100 times/,
  ),
  'zip: a bomb that declares a byte': built(
    () => zip([{ name: 'zeros', data: endedZeros(64), method: 8, size: 1 }]),
    /“zeros” holds more than it declares/,
  ),
  'zip: a bomb of many members': built(() => {
    const data = deflateRawSync(Buffer.alloc(MiB));
    const crc = crc32(Buffer.alloc(MiB));
    return zip(Array.from({ length: 600 }, (_, at) => ({ name: `f${at}`, data, crc, method: 8, size: MiB })));
  }, /more than 100 times/),
  'zip: a bomb of members that share one kernel': built(() => shared(500), /overlaps the entry before it/),
  'zip: a bomb of two members that share one kernel': built(() => shared(2), /overlaps the entry before it/),
  'zip: a bomb of members that quote each other': built(() => quoted(30), /overlaps the entry before it/),
  'zip: a member that reaches into the next one': built(() => {
    const inner = zip([{ name: 'b', content: 'x' }]);
    return zip([{ name: 'a', content: 'x', method: 0, size: 1 + inner.length, packedSize: 1 + inner.length }, first]);
  }, /overlaps|damaged/),
  'zip: a member that reaches into the directory': built(
    () => zip([{ ...first, method: 0, size: 90, packedSize: 90 }]),
    /overlaps the central directory/,
  ),
  'zip: 600 MiB that are stored nowhere': built(
    () => zip([{ name: 'a', method: 0, size: 600 * MiB, packedSize: 600 * MiB }]),
    /overlaps the central directory/,
  ),
};

export const hostileZips: Corpus = { ...kinds, ...fields, ...locals, ...data, ...directory, ...bombs };
