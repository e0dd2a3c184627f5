// What the catalog asks of an archive store: bytes that are named by their SHA-256, and never change.
import type { Readable } from 'node:stream';

/** The first and the last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Digests are SHA-256 in lower-case hexadecimal; what is no digest is nowhere. */
export interface Archives {
  /** A path for a file on the volume of the archives, for `keep`. */
  temporaryFile(): string;
  /** Takes the file over under its digest; when it returns, the archive outlives a power cut. What is there is replaced by the same. */
  keep(temporaryFile: string, digest: string): Promise<void>;
  put(bytes: Uint8Array, digest: string): Promise<void>;
  /** `size` is that of the whole archive. Whoever opens it reads the stream or destroys it. */
  open(digest: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | undefined>;
  size(digest: string): Promise<number | undefined>;
  remove(digest: string): Promise<void>;
  list(): AsyncIterable<{ digest: string; modifiedAt: number }>;
  /**
   * Removes what uploads that broke off left behind: temporary files, and archives that nothing refers to. Only what is older than
   * `olderThanMs`, since an archive is kept before it is referred to. Returns how many went.
   */
  sweep(isReferenced: (digests: string[]) => Promise<Set<string>>, olderThanMs: number): Promise<number>;
}
