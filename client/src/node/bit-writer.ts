// Writes fields of a few bits one after the other, the lowest bit first, as deflate has them.

export interface BitWriter {
  /** The lowest `count` bits of a value, at most 16. */
  bits(value: number, count: number): void;
  /** Whole bytes, which begin at the next byte. */
  bytes(bytes: Uint8Array): void;
  /** Fills the last byte with zeros and passes everything on. */
  end(): void;
}

const BUFFER_BYTES = 64 * 1_024;

export function bitWriter(write: (bytes: Uint8Array) => void): BitWriter {
  let buffer = new Uint8Array(BUFFER_BYTES);
  let length = 0;
  /** Bits that do not fill a byte yet. */
  let open = 0;
  let openCount = 0;

  function pass(): void {
    if (length > 0) write(buffer.subarray(0, length));
    buffer = new Uint8Array(BUFFER_BYTES);
    length = 0;
  }

  function bits(value: number, count: number): void {
    open |= value << openCount;
    openCount += count;
    while (openCount >= 8) {
      buffer[length] = open;
      length += 1;
      open >>>= 8;
      openCount -= 8;
      if (length === BUFFER_BYTES) pass();
    }
  }

  const align = () => bits(0, -openCount & 7);

  return {
    bits,
    bytes(bytes) {
      align();
      pass();
      write(bytes);
    },
    end() {
      align();
      pass();
    },
  };
}
