// What the catalog asks of an archive store: bytes that are named by their SHA-256, and never change.
import type { Readable } from 'node:stream';
import { CodedError, StoreError } from '../errors.ts';

/** The first and the last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The store cannot be reached, or is not well; what was asked of it may be asked again. */
export class ArchivesUnavailableError extends StoreError {}

/** The store answers, and refuses the catalog: nothing goes better before an operator has done what the message says. */
export class ArchivesRefusedError extends ArchivesUnavailableError {}

/** What is kept under this digest are other bytes: the disk, or someone on it, has changed them. They are not given out. */
export class DamagedArchiveError extends CodedError {
  override readonly logged;
  readonly digest: string;

  constructor(digest: string) {
    const detail = 'This archive is damaged here, and is not given out. It is logged.';
    super({ code: 'internal_error', detail }, 'the bytes of an archive do not fit its digest');
    this.digest = digest;
    this.logged = { level: 'fatal', text: 'an archive is damaged, and is not given out', fields: { digest } } as const;
  }
}

/** Whoever opens one reads the stream or destroys it. */
interface OpenArchive {
  stream: Readable;
  /** Of the whole archive. */
  size: number;
  /** The same as long as the stored bytes are: another after they were replaced. */
  edition: string;
}

/** What an archive is said to be to whoever fetches it. */
export interface Description {
  'content-type': string;
  'content-disposition': string;
}

/** How a store on another machine is. */
export interface StoreHealth {
  /** Does all that the catalog will do: writes, reads, lists and deletes. Throws `ArchivesRefusedError` where that needs an operator. */
  probe(): Promise<void>;
  /** Throws what the store fails with; asks it when that is not known of the last half minute. */
  check(): Promise<void>;
  /** What the store failed with when it was last asked; asks it anew, without waiting, when that was long ago. */
  failure(): ArchivesUnavailableError | undefined;
}

/** Digests are SHA-256 in lower-case hexadecimal; what is no digest is nowhere. */
export interface Archives {
  /** A path for a file, for `keep`; on the volume of the archives where they are files. */
  temporaryFile(): string;
  /** Takes the file over under its digest; when it returns, the archive outlives a power cut. What is there is replaced by the same. */
  keep(temporaryFile: string, digest: string): Promise<void>;
  put(bytes: Uint8Array, digest: string): Promise<void>;
  open(digest: string, range?: ByteRange): Promise<OpenArchive | undefined>;
  size(digest: string): Promise<number | undefined>;
  /** Where the store is on another machine: whether it has the very bytes, by the digest that it keeps itself or by reading them. */
  isIntact?(digest: string, size: number): Promise<boolean>;
  remove(digest: string): Promise<void>;
  list(): AsyncIterable<{ digest: string; modifiedAt: number }>;
  /**
   * Removes what uploads that broke off left behind: temporary files, and archives that nothing refers to. Only what is older than
   * `olderThanMs`, since an archive is kept before it is referred to. Returns how many went.
   */
  sweep(isReferenced: (digests: string[]) => Promise<Set<string>>, olderThanMs: number): Promise<number>;
  /** Where the store gives its archives out itself: a link that is good for so long, and described so. */
  link?(digest: string, description: Description, seconds: number): Promise<string>;
  /** Where the store is on another machine. */
  health?: StoreHealth;
}
