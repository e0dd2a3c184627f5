// Writes the headers of files in a tar (POSIX ustar, with pax for long names): equal for equal files, whoever packs them and when, on Node and in browsers.

const BLOCK_BYTES = 512;
const MAX_NAME_BYTES = 100;
/** 1985-10-26, as npm has it: tar warns of files from 1970. */
const FIXED_TIME_SECONDS = 499_162_500;
/** Two blocks of zeros. */
export const END_OF_TAR = new Uint8Array(2 * BLOCK_BYTES);

interface HeaderFields {
  path: string;
  size: number;
  isExecutable: boolean;
}

const encoder = new TextEncoder();

export function tarHeader({ path, size, isExecutable }: HeaderFields): Uint8Array<ArrayBuffer> {
  const name = encoder.encode(path);
  const mode = isExecutable ? 0o755 : 0o644;
  // Names beyond ASCII are UTF-8 by the definition of pax alone.
  const fits = name.length <= MAX_NAME_BYTES && name.every((byte) => byte < 0x80);
  const header = block(
    fits ? name : name.subarray(0, MAX_NAME_BYTES).map((byte) => byte & 0x7f || 0x5f),
    mode,
    size,
    '0',
  );
  if (fits) return header;
  const record = paxRecord('path', path);
  return joined(
    block(encoder.encode('PaxHeader'), 0o644, record.length, 'x'),
    record,
    tarPadding(record.length),
    header,
  );
}

/** The zeros that fill the last block of so many bytes. */
export function tarPadding(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(-size & (BLOCK_BYTES - 1));
}

function block(name: Uint8Array, mode: number, size: number, type: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BLOCK_BYTES);
  const write = (text: string, at: number) => bytes.set(encoder.encode(text), at);
  const octal = (value: number, at: number, digits: number) => write(value.toString(8).padStart(digits, '0'), at);
  bytes.set(name);
  octal(mode, 100, 7);
  octal(0, 108, 7); // the owner and the group
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(FIXED_TIME_SECONDS, 136, 11);
  write(' '.repeat(8), 148); // in place of the checksum, while it is computed
  write(type, 156);
  write('ustar\u{0}00', 257);
  octal(
    bytes.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  bytes[154] = 0;
  return bytes;
}

/** `length key=value\n`, where the length counts its own digits. */
function paxRecord(key: string, value: string): Uint8Array {
  const rest = ` ${key}=${value}\n`;
  const size = encoder.encode(rest).length;
  let digits = 1;
  while (String(size + digits).length > digits) digits += 1;
  return encoder.encode(`${size + digits}${rest}`);
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
