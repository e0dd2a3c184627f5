// The interface of an archive store: it holds immutable bytes, named by their SHA-256, and derived files that were made from them.
import type { Readable } from 'node:stream';
import { CodedError, StoreError } from '../errors.ts';

/** The first and the last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The store cannot be reached, or fails. The same call may succeed later. */
export class ArchivesUnavailableError extends StoreError {}

/** The store answers and refuses the catalog. An operator has to do what the message says. */
export class ArchivesRefusedError extends ArchivesUnavailableError {}

/** The bytes that are stored under this digest are other bytes: the disk, or someone on it, has changed them. They are not served. */
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

/** A version refers to this archive, and the store does not have it. */
export class MissingArchiveError extends CodedError {
  override readonly logged;

  constructor(digest: string) {
    super(
      { code: 'internal_error', detail: 'The catalog has lost this archive. Its log has the details.' },
      'an archive is missing',
    );
    this.logged = { level: 'fatal', text: 'an archive is missing in the store', fields: { digest } } as const;
  }
}

/** The stream must be read to its end, or destroyed. */
export interface OpenArchive {
  stream: Readable;
  /** The size of the whole archive. */
  size: number;
  /** Identifies the stored bytes: it changes when they are replaced. */
  fingerprint: string;
}

export interface StoredFile {
  name: string;
  size: number;
  /** That of `OpenArchive`; empty if the store names none. */
  fingerprint: string;
}

/** The headers that an archive is served with. */
export interface ArchiveHeaders {
  'content-type': string;
  'content-disposition': string;
}

/** The health of a store on another machine. */
export interface StoreHealth {
  /** Tries all that the catalog will do: write, read, list and delete. Throws `ArchivesRefusedError` where an operator has to help. */
  probe(): Promise<void>;
  /** Throws the store's failure. Asks the store if the last answer is older than half a minute. */
  check(): Promise<void>;
  /** The failure that the store last answered with. If that is old, asks the store again without waiting for it. */
  failure(): ArchivesUnavailableError | undefined;
}

/**
 * Digests are SHA-256 in lower-case hexadecimal. A name is the digest of an archive, or the name of one of its derived files
 * (`derivedName`). Reading with any other text finds nothing.
 */
export interface Archives {
  /** A new path for `putFile`: on the same volume as the archives, where they are files. */
  temporaryFile(): string;
  /** Moves the file into the store under its name, and replaces what has that name. When it returns, the file survives a power cut. */
  putFile(temporaryFile: string, name: string): Promise<void>;
  put(bytes: Uint8Array, digest: string): Promise<void>;
  open(name: string, range?: ByteRange): Promise<OpenArchive | undefined>;
  size(name: string): Promise<number | undefined>;
  /** Only a store on another machine has this: the fingerprint of exactly these bytes, by the digest of the store or by reading them; undefined if it holds others, or none. */
  findIntact?(digest: string, size: number): Promise<string | undefined>;
  remove(name: string): Promise<void>;
  /** The archives, without their derived files. */
  list(): AsyncIterable<{ digest: string; modifiedAt: number }>;
  /** Only a store on another machine has this: the archives and their derived files. */
  listFiles?(): AsyncIterable<StoredFile>;
  /**
   * Removes what interrupted uploads left behind: temporary files, and archives that nothing refers to, with their derived files. Only those
   * older than `olderThanMs`, because an archive is stored before a version refers to it. Returns how many files were removed.
   */
  sweep(isReferenced: (digests: string[]) => Promise<Set<string>>, olderThanMs: number): Promise<number>;
  /** Only a store that serves its archives itself has this: a link that is good for so many seconds, and answers with these headers. */
  link?(name: string, headers: ArchiveHeaders, seconds: number): Promise<string>;
  /** Only a store with `link` has this: the origin that its links lead to. */
  linkOrigin?(): Promise<string>;
  /** Only a store on another machine has this. */
  health?: StoreHealth;
}
