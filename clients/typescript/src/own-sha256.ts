// SHA-256 of bytes that come in chunks, for browsers. WebCrypto wants all bytes at once, and is missing on pages without https.

export interface Hash {
  update(bytes: Uint8Array): void;
  hex(): string;
}

const BLOCK_BYTES = 64;

/** As FIPS 180-4 has it; its constants are the first 32 bits of the fractional parts of roots of primes. */
export function ownHash(): Hash {
  const state = rootsOfPrimes(8, 2);
  const rest = new Uint8Array(BLOCK_BYTES);
  let size = 0;

  function update(bytes: Uint8Array): void {
    const filled = size % BLOCK_BYTES;
    const missing = Math.min(BLOCK_BYTES - filled, bytes.length);
    size += bytes.length;
    rest.set(bytes.subarray(0, missing), filled);
    if (filled + missing < BLOCK_BYTES) return;
    compress(state, rest);
    const end = bytes.length - (size % BLOCK_BYTES);
    compress(state, bytes.subarray(missing, end));
    rest.set(bytes.subarray(end));
  }

  function hex(): string {
    // A bit, zeros, and the length in bits fill the last block.
    const padding = new Uint8Array(((119 - (size % BLOCK_BYTES)) % BLOCK_BYTES) + 9);
    padding[0] = 0x80;
    new DataView(padding.buffer).setBigUint64(padding.length - 8, BigInt(size) * 8n);
    update(padding);
    return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  return { update, hex };
}

function rootsOfPrimes(count: number, root: number): Int32Array {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++)
    if (primes.every((prime) => candidate % prime)) primes.push(candidate);
  return Int32Array.from(primes, (prime) => (prime ** (1 / root) % 1) * 2 ** 32);
}

const constants = rootsOfPrimes(64, 3);
const schedule = new Int32Array(64);

const rotated = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** Adds whole blocks to the state. */
function compress(state: Int32Array, blocks: Uint8Array): void {
  const words = new DataView(blocks.buffer, blocks.byteOffset, blocks.length);
  for (let at = 0; at < blocks.length; at += BLOCK_BYTES) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let t = 0; t < 64; t++) {
      const word = t < 16 ? words.getInt32(at + t * 4) : mixed(t);
      schedule[t] = word;
      const sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const first = (h + sum1 + ((e & f) ^ (~e & g)) + constants[t]! + word) | 0;
      const sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const second = sum0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index]! += word));
  }
}

/** A later word of the schedule, of earlier ones. */
function mixed(t: number): number {
  const [early, late] = [schedule[t - 15]!, schedule[t - 2]!];
  const s0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
  const s1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
  return (schedule[t - 16]! + s0 + schedule[t - 7]! + s1) | 0;
}
