// Parses the header blocks of a tar strictly: it refuses everything that two readers could understand differently.
// It is a parser of our own, because those that unpack are lenient by design: modern-tar takes unknown types for files, skips pax
// records that it cannot read, drops the body of a folder, and hides bytes after the NUL of a name.
import { Refusal } from './refusal.ts';

export const BLOCK_BYTES = 512;

export interface TarHeader {
  name: Buffer;
  size: number;
  /** The letter of its type; `0` for the NUL of old archives. */
  type: string;
  hasTarget: boolean;
  /** Permissions, and the setuid, setgid and sticky bits. */
  mode: number;
}

export function parseHeader(block: Buffer, at: number): TarHeader {
  const refuse = (why: string): never => {
    throw new Refusal(`${why} at byte ${at.toLocaleString('en')}`); // formatting is slow, so it is done only here
  };
  if (number(block.subarray(148, 156)) !== checksum(block)) refuse('has a wrong checksum in the tar header');
  const dialect = dialects.get(block.toString('latin1', 257, 265));
  if (!dialect) refuse('has an unknown kind of tar header');
  const text = (start: number, length: number) => {
    const field = block.subarray(start, start + length);
    const end = field.indexOf(0);
    if (end >= 0 && !isZero(field.subarray(end))) refuse('hides bytes behind a name in the tar header');
    return end < 0 ? field : field.subarray(0, end);
  };
  // The star dialect writes times and its own signature here, and has a shorter prefix than POSIX.
  if (dialect === 'ustar' && !isZero(block.subarray(500))) refuse('has unknown fields in the tar header');
  // Some readers take a prefix from these bytes in every dialect, so they must be zero.
  if (dialect !== 'ustar' && !isZero(block.subarray(345)))
    refuse('has bytes where other readers find a prefix in the tar header');
  const prefix = dialect === 'ustar' ? text(345, 155) : Buffer.alloc(0);
  const name = prefix.length > 0 ? Buffer.concat([prefix, Buffer.from('/'), text(0, 100)]) : Buffer.from(text(0, 100));
  const size = number(block.subarray(124, 136));
  if (size === undefined) throw new Refusal('has a size that is no number', name);
  const mode = number(block.subarray(100, 108)) ?? (isBlank(block.subarray(100, 108)) ? 0 : undefined);
  if (mode === undefined) throw new Refusal('has permissions that are no number', name);
  const letter = block.toString('latin1', 156, 157);
  return { name, size, type: letter === '\0' ? '0' : letter, hasTarget: text(157, 100).length > 0, mode };
}

/** Only POSIX headers have a prefix: GNU writes times there, and old headers end with the link. */
const dialects = new Map([
  ['ustar\u{0}00', 'ustar'],
  ['ustar  \0', 'gnu'],
  ['\0'.repeat(8), 'v7'],
]);

/** The sum of unsigned bytes, as POSIX defines it. The signed sum of some older tars is not accepted. */
function checksum(block: Buffer): number {
  const blanks = 8 * 0x20; // in place of the sum itself
  return block.subarray(156).reduce(add, block.subarray(0, 148).reduce(add, blanks));
}

function add(sum: number, byte: number): number {
  return sum + byte;
}

/** Octal digits, or base 256 as GNU writes large numbers. Undefined if the number is negative or not a safe integer. */
function number(field: Buffer): number | undefined {
  if (field[0] === 0x80) {
    const value = field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0);
    return Number.isSafeInteger(value) ? value : undefined;
  }
  const [, digits] = /^ *([0-7]+)[ \0]*$/.exec(field.toString('latin1')) ?? [];
  return digits === undefined ? undefined : Number.parseInt(digits, 8);
}

/** The records of a pax header, `length key=value\n` each. */
export function parsePax(body: Buffer): Map<string, Buffer> {
  const records = new Map<string, Buffer>();
  for (let at = 0; at < body.length;) {
    const blank = body.indexOf(' ', at);
    const digits = body.toString('latin1', at, blank < 0 || blank > at + 8 ? at : blank);
    const end = /^[1-9][0-9]*$/.test(digits) ? at + Number(digits) : Infinity;
    const equals = body.indexOf('=', blank);
    if (end > body.length || body[end - 1] !== 0x0a || equals <= blank + 1 || equals >= end)
      throw new Refusal('has a pax header that cannot be read');
    const key = body.toString('utf8', blank + 1, equals);
    if (records.has(key)) throw new Refusal('has a pax header that gives one key twice');
    records.set(key, body.subarray(equals + 1, end - 1));
    at = end;
  }
  return records;
}

/** Whether nothing was written into the field. */
function isBlank(field: Buffer): boolean {
  return /^[ \0]*$/.test(field.toString('latin1'));
}

export function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}
