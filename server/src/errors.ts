// Errors that have a code of the contract: every part of the server may throw them, and `http/problem.ts` makes responses of them.
import type { ErrorCode, Problem } from '@realm-catalog/contract';

/** What a client is told of an error. */
export interface PublicPart {
  code: ErrorCode;
  detail: string;
  errors?: Problem['errors'];
  headers?: Record<string, string>;
}

/** The error's own message is for the log; the client is told the public part alone. */
export class CodedError extends Error {
  readonly public: PublicPart;
  /** Whether and how the operator learns of it; `fields` are logged instead of the error itself. */
  readonly logged: { level: 'warn' | 'fatal'; text: string; fields?: Record<string, string> } | undefined = undefined;

  constructor(publicPart: PublicPart, message?: string, options?: ErrorOptions) {
    super(message ?? publicPart.detail, options);
    this.public = publicPart;
  }
}

/** A condition that passes by itself: the client is told to try again. */
export class UnavailableError extends CodedError {
  constructor(reason: string, message?: string, options?: ErrorOptions) {
    const headers = { 'retry-after': '1' };
    super({ code: 'unavailable', detail: `${reason}; try again in a second.`, headers }, message, options);
  }
}

/** A database, a bucket or a disk that does not answer. */
export class StoreError extends UnavailableError {
  override readonly logged = { level: 'warn', text: 'the store does not answer' } as const;

  constructor(message: string, options?: ErrorOptions) {
    super('The store does not answer at the moment', message, options);
  }
}

/** Errors of a disk that are no fault of the code: it is full, read-only or failing, or too many files are open. */
const DISK_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE']);

/** An error of a disk as that of a store; undefined for any other error. */
export function diskError(error: unknown): StoreError | undefined {
  const { code = '', syscall, message } = error as NodeJS.ErrnoException;
  return syscall !== undefined && DISK_CODES.has(code) ? new StoreError(message, { cause: error }) : undefined;
}
