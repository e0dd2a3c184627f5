// Reads exact numbers of bytes from a stream of chunks. It buffers no more than the requested bytes and one chunk.

export interface ByteReader {
  /** How many bytes were read. */
  position(): number;
  /** The next bytes; fewer, or none, where the stream ends. */
  read(length: number): Promise<Buffer>;
  /** Passes the next bytes to `take`, a piece at a time, and returns how many there were. */
  pass(length: number, take: (bytes: Buffer) => void): Promise<number>;
}

export function byteReader(stream: AsyncIterator<Buffer>): ByteReader {
  let chunk: Buffer = Buffer.alloc(0);
  let position = 0;

  async function pass(length: number, take: (bytes: Buffer) => void): Promise<number> {
    let passed = 0;
    while (passed < length) {
      if (chunk.length === 0) {
        const next = await stream.next();
        if (next.done) break;
        chunk = next.value;
      }
      const piece = chunk.subarray(0, length - passed);
      chunk = chunk.subarray(piece.length);
      passed += piece.length;
      position += piece.length;
      take(piece);
    }
    return passed;
  }

  return {
    position: () => position,
    pass,
    async read(length) {
      const pieces: Buffer[] = [];
      await pass(length, (piece) => void pieces.push(piece));
      return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
    },
  };
}
