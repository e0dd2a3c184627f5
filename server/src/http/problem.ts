// Errors as responses: here alone an error becomes an RFC 9457 problem.
import type { IncomingMessage } from 'node:http';
import { errors, type ErrorCode, type Problem as ProblemBody } from '@realm-catalog/contract';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { ArchivesUnavailableError, DamagedArchiveError } from '../archives/archives.ts';
import { GoneError, StoreUnavailableError } from '../db/database.ts';
import { FillingError } from '../shelves/shelves.ts';
import { TooManyWaitingError } from '../turns.ts';

interface Extra {
  errors?: ProblemBody['errors'];
  headers?: Record<string, string>;
}

class Problem extends Error {
  readonly code: ErrorCode;
  readonly extra: Extra;

  constructor(code: ErrorCode, detail: string, extra: Extra) {
    super(detail);
    this.code = code;
    this.extra = extra;
  }
}

/** An error to throw: its code in the contract's table, and a sentence that helps the reader. */
export function problem(code: ErrorCode, detail: string, extra: Extra = {}): Problem {
  return new Problem(code, detail, extra);
}

/** A 429; `endsAt` is when the client may try again, in milliseconds since 1970. */
export function tooManyRequests(why: string, endsAt: number, headers: Record<string, string> = {}): Error {
  const seconds = retryAfter(endsAt, Date.now());
  return problem('rate_limited', `${why} Try again in ${seconds} seconds.`, {
    headers: { ...headers, 'retry-after': String(seconds) },
  });
}

/** Whole seconds, of which waiting is enough and no second too long; at least 1. */
export function retryAfter(endsAt: number, now: number): number {
  return Math.max(1, Math.ceil((endsAt - now) / 1_000));
}

/** A 401 for a credential that was revoked while its request was handled. */
export function revokedMeanwhile(): Problem {
  return new Problem('unauthorized', 'The credential is mistyped, revoked or expired.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}

/** For `catch`: work that the queue refused is a 503, any other error stays what it is. */
export function busy(error: unknown): never {
  throw error instanceof TooManyWaitingError ? retryLater('Too many ask for this at the moment') : error;
}

/** A 503 for a condition that passes by itself. */
export function retryLater(why: string): Problem {
  return new Problem('unavailable', `${why}; try again in a second.`, { headers: { 'retry-after': '1' } });
}

/** The problems for errors that Fastify raises before a handler runs, by their status. */
const frameworkErrors: Record<number, Problem> = {
  400: unreadable('request', 'could not be read'),
  404: new Problem('not_found', 'Nothing answers at this address.', {}),
  413: new Problem('payload_too_large', 'The body is larger than this operation takes.', {}),
  415: new Problem('unsupported_media_type', 'This operation does not take a body of this type.', {}),
};

/** A request that cannot be parsed. */
export function unreadable(field: string, message: string): Problem {
  return new Problem('invalid_request', 'The request could not be read.', { errors: [{ field, message }] });
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, text } = renderProblem(error, request);
  if (hasUnreadBody(request.raw)) reply.header('connection', 'close');
  return reply.code(status).headers(headers).send(text);
}

/** The response that an error becomes. An error that nobody foresaw is logged, and the client learns nothing of it. */
export function renderProblem(
  error: unknown,
  request: { id: string; log: FastifyBaseLogger },
): { status: number; headers: Record<string, string>; text: string } {
  const problem = toProblem(error, request);
  const body = toBody(problem, request.id);
  const headers = {
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    ...(body.status === 401 && { 'www-authenticate': 'Bearer' }),
    ...problem.extra.headers,
  };
  return { status: body.status, headers, text: JSON.stringify(body) };
}

/** Where the rest of a body is still to come, the connection cannot carry another request. */
export function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined);
}

export function toBody({ code, message, extra }: Problem, requestId: string): ProblemBody {
  const { status, title } = errors[code];
  return {
    type: `urn:realm-catalog:problem:${code}`,
    title,
    status,
    detail: message,
    code,
    requestId,
    ...(extra.errors && { errors: extra.errors }),
  };
}

export function toProblem(error: unknown, { id, log }: { id: string; log: FastifyBaseLogger }): Problem {
  if (error instanceof Problem) return error;
  const { statusCode = 500, code } = error as { statusCode?: number; code?: string };
  if (code === 'FST_ERR_BAD_URL') return unreadable('path', 'is not valid percent-encoding');
  const known = frameworkErrors[statusCode];
  if (known) return known;
  if (error instanceof FillingError) return retryLater('The catalog is still being read');
  if (isOfStore(error)) {
    log.warn({ reqId: id, err: error }, 'the store does not answer');
    return retryLater('The store does not answer at the moment');
  }
  if (error instanceof DamagedArchiveError) {
    log.fatal({ reqId: id, digest: error.digest }, 'an archive is damaged, and is not given out');
    return new Problem('internal_error', 'This archive is damaged here, and is not given out. It is logged.', {});
  }
  if (error instanceof GoneError) return new Problem('not_found', 'What this is about was deleted a moment ago.', {});
  log.error({ reqId: id, err: error }, 'request failed');
  return new Problem('internal_error', 'Something went wrong here. It is logged under this request id.', {});
}

/** A full or read-only disk, one that fails, and no file that could be opened more: what passes, and is no fault of the code. */
const DISK = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE']);

function isOfStore(error: unknown): boolean {
  if (error instanceof StoreUnavailableError || error instanceof ArchivesUnavailableError) return true;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined && DISK.has(code);
}
