// Tells whether a file is text, chunk by chunk: valid UTF-8 without a NUL.
import { isUtf8 } from 'node:buffer';

export interface TextCheck {
  add(bytes: Buffer): void;
  /** Of all bytes that were added. */
  isText(): boolean;
}

export function textCheck(): TextCheck {
  let isText = true;
  /** The beginning of a character whose other bytes are in the next chunk. */
  let beginning: Buffer = Buffer.alloc(0);
  return {
    add(bytes) {
      if (!isText) return;
      const joined = beginning.length > 0 ? Buffer.concat([beginning, bytes]) : bytes;
      const end = joined.length - cutOffLength(joined);
      isText = !bytes.includes(0) && isUtf8(joined.subarray(0, end));
      beginning = Buffer.from(joined.subarray(end));
    },
    isText: () => isText && beginning.length === 0,
  };
}

/** How many bytes at the end are the beginning of a longer character. */
function cutOffLength(bytes: Buffer): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length += 1) {
    const byte = bytes.readUInt8(bytes.length - length);
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    return characterLength(byte) > length ? length : 0;
  }
  return 0;
}

function characterLength(firstByte: number): number {
  if (firstByte >= 0b1111_0000) return 4;
  if (firstByte >= 0b1110_0000) return 3;
  return firstByte >= 0b1100_0000 ? 2 : 1;
}
