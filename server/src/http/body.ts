// Reads the body of a request whole, up to a limit.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { CodedError } from '../errors.ts';
import { problem, unreadable } from './problem.ts';

/** Without a length there is no body, and Node (`optimizeEmptyRequests`) emits no `end` for it: nothing may wait for that. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Whether the rest of a body is still to come. */
export function hasUnreadBody(request: IncomingMessage): boolean {
  return !request.complete && hasBody(request);
}

/** A header for the response: a connection with an unread body cannot carry another request. */
export function closingIfUnread(request: IncomingMessage): Record<string, string> {
  return hasUnreadBody(request) ? { connection: 'close' } : {};
}

/** Of a request, or of a file in it, which has no headers. */
export function readBytes(request: Readable & { headers?: IncomingHttpHeaders }, limit: number): Promise<Buffer> {
  if (Number(request.headers?.['content-length'] ?? 0) > limit) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) reject(tooLarge());
      else chunks.push(chunk);
    });
    // A client that sends too slowly has a problem of its own; any other error means that the body was cut off.
    const fail = (error?: Error | null) =>
      reject(error instanceof CodedError ? error : unreadable('body', 'was cut off'));
    if (request.destroyed) fail(request.errored);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', fail);
    request.once('close', () => fail());
  });
}

function tooLarge(): Error {
  return problem('payload_too_large', 'The body is larger than this operation accepts.');
}
