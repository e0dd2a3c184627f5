// Errors as responses: here alone an error becomes an RFC 9457 problem.
import { errors, type ErrorCode, type Problem } from '@realm-catalog/contract';
import type { Readable } from 'node:stream';
import type { BaseLogger } from 'pino';
import { CodedError, diskError, UnavailableError, type PublicPart } from '../errors.ts';

/** An error to throw: its code in the contract's table, and a sentence that helps the reader. */
export function problem(code: ErrorCode, detail: string, extra: Omit<PublicPart, 'code' | 'detail'> = {}): CodedError {
  return new CodedError({ code, detail, ...extra });
}

/** A 429; `endsAt` is when the client may try again, in milliseconds since 1970. */
export function tooManyRequests(why: string, endsAt: number, headers: Record<string, string> = {}): Error {
  const seconds = retryAfter(endsAt, Date.now());
  return problem('rate_limited', `${why} Try again in ${seconds} seconds.`, {
    headers: { ...headers, 'retry-after': String(seconds) },
  });
}

/** The whole seconds to wait, rounded up; at least 1. */
export function retryAfter(endsAt: number, now: number): number {
  return Math.max(1, Math.ceil((endsAt - now) / 1_000));
}

/** A 401 for a credential that was revoked while its request was handled. */
export function revokedMeanwhile(): CodedError {
  return problem('unauthorized', 'The credential is wrong, revoked or expired.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}

/** A 503 for a condition that passes by itself. */
export function retryLater(reason: string): CodedError {
  return new UnavailableError(reason);
}

/** A 400 that names each parameter and what is wrong with it. */
export function invalidParameters(...errors: NonNullable<Problem['errors']>): CodedError {
  return problem('invalid_request', 'Some parameters are invalid.', { errors });
}

/** A request that cannot be parsed. */
export function unreadable(field: string, message: string): CodedError {
  return problem('invalid_request', 'The request could not be read.', { errors: [{ field, message }] });
}

/** The response for an error. An unexpected error is logged, and its details are not sent to the client. */
export function renderProblem(
  error: unknown,
  request: { id: string; log: BaseLogger },
): { status: number; headers: Record<string, string>; text: string } {
  const problem = publicPartOf(error, request);
  const body = toBody(problem, request.id);
  const headers = {
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    ...(body.status === 401 && { 'www-authenticate': 'Bearer' }),
    ...problem.headers,
  };
  return { status: body.status, headers, text: JSON.stringify(body) };
}

export function toBody({ code, detail, errors: fields }: PublicPart, requestId: string): Problem {
  const { status, title } = errors[code];
  const type = `urn:realm-catalog:problem:${code}`;
  return { type, title, status, detail, code, requestId, ...(fields && { errors: fields }) };
}

/** The part of an error that is sent to the client. The log has the rest. */
export function publicPartOf(error: unknown, { id, log }: { id: string; log: BaseLogger }): PublicPart {
  const coded: CodedError | undefined = error instanceof CodedError ? error : diskError(error);
  if (coded?.logged) {
    const { level, text, fields = { err: coded } } = coded.logged;
    log[level]({ reqId: id, ...fields }, text);
  }
  if (coded) return coded.public;
  log.error({ reqId: id, err: error }, 'request failed');
  return {
    code: 'internal_error',
    detail: 'Something went wrong in the catalog. Its log has the cause under this request id.',
  };
}

/** What becomes of a body after its headers were sent: the client notices that the connection is closed, and the log says why. */
export function logFailure(body: Readable, request: { id: string; log: BaseLogger }): void {
  body.on('error', (error) => {
    if (error instanceof CodedError) publicPartOf(error, request); // others are those of clients that have left
  });
}
