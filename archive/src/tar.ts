// Reads a tar block by block and enters its files in the ledger. Nothing is unpacked.
import { byteReader, type ByteReader } from './byte-reader.ts';
import type { Ledger } from './ledger.ts';
import { Refusal } from './refusal.ts';
import { BLOCK_BYTES, isZero, parseHeader, parsePax, type TarHeader } from './tar-header.ts';

/** Extended headers hold paths and attributes. */
const MAX_EXTENSION_BYTES = 1_024 ** 2;
const MAX_TOTAL_EXTENSION_BYTES = 16 * MAX_EXTENSION_BYTES;
/** `git archive` writes one pax header for the whole archive. An archive with hundreds is an attack. */
const MAX_GLOBAL_HEADERS = 100;
/** Zeros after the end: tar fills its last record, which has 10 KiB by default. */
const MAX_PADDING_BYTES = 1_024 ** 2;

/** The fields of the extended headers before an entry. */
interface Extension {
  path?: Buffer;
  size?: number;
  hasTarget?: boolean;
  /** The type letters of these headers; each may come once. */
  types: string;
}

export async function readTar(stream: AsyncIterator<Buffer>, ledger: Ledger): Promise<void> {
  const source = byteReader(stream);
  const extend = extensions(source);
  let extension: Extension = { types: '' };
  for (;;) {
    const at = source.position();
    const block = await source.read(BLOCK_BYTES);
    if (block.length < BLOCK_BYTES)
      throw new Refusal('is cut off: the two blocks of zeros at the end of a tar are missing');
    if (isZero(block)) break;
    const header = parseHeader(block, at);
    if ('xgLK'.includes(header.type)) extension = await extend(header, extension);
    else {
      await readEntry(source, header, extension, ledger);
      extension = { types: '' };
    }
  }
  if (extension.types) throw new Refusal('ends with a header that belongs to no entry');
  await readEnd(source);
}

async function readEntry(source: ByteReader, header: TarHeader, extension: Extension, ledger: Ledger) {
  const name = extension.path ?? header.name;
  const refuse = (why: string): never => {
    throw new Refusal(why, name);
  };
  if (header.type !== '0' && header.type !== '5') refuse(`is ${types[header.type] ?? 'of an unknown type'}`);
  if (header.hasTarget || extension.hasTarget) refuse('is a file with the target of a link');
  const isFolder = header.type === '5' || name.at(-1) === 0x2f;
  if (extension.size !== undefined && extension.size !== header.size) refuse('has two different sizes');
  if (isFolder && header.size > 0) refuse('is a folder that holds data');
  ledger.enter(name, isFolder ? 'folder' : 'file', header.mode);
  const size = await source.pass(header.size, (bytes) => ledger.add(bytes));
  const padding = await source.pass(-size & (BLOCK_BYTES - 1), () => {});
  if (size < header.size || padding < (-size & (BLOCK_BYTES - 1))) refuse('is cut off');
}

const types: Record<string, string> = {
  1: 'a hard link',
  2: 'a symbolic link',
  3: 'a character device',
  4: 'a block device',
  6: 'a FIFO',
  7: 'a contiguous file',
  D: 'a list of a folder for incremental backups',
  M: 'the rest of a file of another volume',
  S: 'a sparse file',
  V: 'the label of a volume',
};

/** Reads the extended headers of the next entry (pax `x`, GNU `L` and `K`) or of all entries (pax `g`). */
function extensions(source: ByteReader) {
  let bytes = 0;
  let globals = 0;
  return async ({ type, size, name }: TarHeader, before: Extension): Promise<Extension> => {
    bytes += size;
    if (size > MAX_EXTENSION_BYTES || bytes > MAX_TOTAL_EXTENSION_BYTES)
      throw new Refusal('has extended headers of too many bytes');
    if (type === 'g' && (globals += 1) > MAX_GLOBAL_HEADERS) throw new Refusal('has too many global pax headers');
    if (before.types.includes(type)) throw new Refusal('has two extended headers of one kind for one entry');
    const body = await source.read(size + (-size & (BLOCK_BYTES - 1)));
    if (body.length < size) throw new Refusal('is cut off in an extended header', name);
    const after = type === 'g' ? before : { ...before, types: before.types + type };
    if (type === 'K') return { ...after, hasTarget: true };
    const own = type === 'L' ? { path: withoutEnd(body.subarray(0, size)) } : readPax(body.subarray(0, size), type);
    if (own.path && before.path) throw new Refusal('is named by two extended headers', own.path);
    return { ...after, ...own };
  };
}

function readPax(body: Buffer, type: string): Omit<Extension, 'types'> {
  const records = parsePax(body);
  const path = records.get('path');
  const size = records.get('size')?.toString('latin1');
  const charset = records.get('hdrcharset')?.toString('latin1') ?? UTF8;
  const isSparse = [...records.keys()].some((key) => /^(GNU|SUN)\.(sparse|holesdata)/i.test(key));
  if (isSparse) throw new Refusal('is a sparse file', path ?? 'GNU.sparse');
  if (charset !== UTF8) throw new Refusal('has names in another charset than UTF-8 (hdrcharset)');
  if (type === 'g' && (path || size !== undefined || records.has('linkpath')))
    throw new Refusal('has a global pax header that names or sizes every entry');
  if (size !== undefined && !/^[0-9]{1,15}$/.test(size)) throw new Refusal('has a pax size that is no number', path);
  return {
    ...(path && { path: Buffer.from(path) }),
    ...(size !== undefined && { size: Number(size) }),
    ...(records.has('linkpath') && { hasTarget: true }),
  };
}

const UTF8 = 'ISO-IR 10646 2000 UTF-8';

/** A GNU long name without the NUL that ends it. */
function withoutEnd(name: Buffer): Buffer {
  return Buffer.from(name.at(-1) === 0 ? name.subarray(0, -1) : name);
}

/** After the first block of zeros there must be another one, and then nothing but zeros: no second archive. */
async function readEnd(source: ByteReader): Promise<void> {
  const second = await source.pass(BLOCK_BYTES, mustBeZero);
  if (second < BLOCK_BYTES) throw new Refusal('is cut off: the two blocks of zeros at the end of a tar are missing');
  const padding = await source.pass(MAX_PADDING_BYTES + 1, mustBeZero);
  if (padding > MAX_PADDING_BYTES) throw new Refusal('has more than 1 MiB of zeros behind the end of its tar');
}

function mustBeZero(bytes: Buffer): void {
  if (!isZero(bytes)) throw new Refusal('has data behind the end of its tar');
}
