// A file in memory, which grows as it is written, up to a size.

const FIRST_BYTES = 64 * 1_024;

export interface MemoryFile {
  write: (bytes: Buffer, position: number) => void;
  /** Undefined if it has become too large. */
  readonly content: Buffer | undefined;
}

export function memoryFile(maxBytes: number): MemoryFile {
  let bytes = Buffer.alloc(FIRST_BYTES);
  let length = 0;

  return {
    write(part, position) {
      const end = position + part.length;
      length = Math.max(length, end);
      if (length > maxBytes) return void (bytes = Buffer.alloc(0));
      if (end > bytes.length) bytes = Buffer.concat([bytes], Math.max(end, 2 * bytes.length));
      part.copy(bytes, position);
    },
    get content() {
      return length > maxBytes ? undefined : bytes.subarray(0, length);
    },
  };
}
