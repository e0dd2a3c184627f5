// Walks through a tar, block by block, and enters what it holds in the ledger; nothing is unpacked.
import { byteReader, type ByteReader } from './byte-reader.ts';
import type { Ledger } from './entries.ts';
import { Refusal } from './refusal.ts';
import { BLOCK, isZero, parseHeader, parsePax, type TarHeader } from './tar-header.ts';

/** Bytes in headers that extend others: paths and attributes, never more than this in one, and in all of them. */
const EXTENSION_MOST = 1_024 ** 2;
const EXTENSIONS_MOST = 16 * EXTENSION_MOST;
/** `git archive` writes one pax header for the whole archive; who writes hundreds wants something else. */
const GLOBALS_MOST = 100;
/** Zeros behind the end: tar fills its last record, of 10 KiB unless told otherwise. */
const PADDING_MOST = 1_024 ** 2;

/** What the headers before an entry say of it. */
interface Extension {
  path?: Buffer;
  size?: number;
  hasTarget?: boolean;
  /** The letters of these headers; each may come once. */
  types: string;
}

export async function readTar(stream: AsyncIterator<Buffer>, ledger: Ledger): Promise<void> {
  const source = byteReader(stream);
  const extend = extensions(source);
  let extension: Extension = { types: '' };
  for (;;) {
    const at = source.position();
    const block = await source.read(BLOCK);
    if (block.length < BLOCK) throw new Refusal('is cut off: the two blocks of zeros at the end of a tar are missing');
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
  const padding = await source.pass(-size & (BLOCK - 1), () => {});
  if (size < header.size || padding < (-size & (BLOCK - 1))) refuse('is cut off');
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

/** Reads the headers that speak of the next entry (pax `x`, GNU `L` and `K`) or of all of them (pax `g`). */
function extensions(source: ByteReader) {
  let bytes = 0;
  let globals = 0;
  return async ({ type, size, name }: TarHeader, before: Extension): Promise<Extension> => {
    bytes += size;
    if (size > EXTENSION_MOST || bytes > EXTENSIONS_MOST) throw new Refusal('has extended headers of too many bytes');
    if (type === 'g' && (globals += 1) > GLOBALS_MOST) throw new Refusal('has too many global pax headers');
    if (before.types.includes(type)) throw new Refusal('has two extended headers of one kind for one entry');
    const body = await source.read(size + (-size & (BLOCK - 1)));
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

/** A GNU long name, which one NUL ends. */
function withoutEnd(name: Buffer): Buffer {
  return Buffer.from(name.at(-1) === 0 ? name.subarray(0, -1) : name);
}

/** Behind the first block of zeros stands another, and then nothing but zeros: no second archive. */
async function readEnd(source: ByteReader): Promise<void> {
  const second = await source.pass(BLOCK, mustBeZero);
  if (second < BLOCK) throw new Refusal('is cut off: the two blocks of zeros at the end of a tar are missing');
  const padding = await source.pass(PADDING_MOST + 1, mustBeZero);
  if (padding > PADDING_MOST) throw new Refusal('has more than 1 MiB of zeros behind the end of its tar');
}

function mustBeZero(bytes: Buffer): void {
  if (!isZero(bytes)) throw new Refusal('has data behind the end of its tar');
}
