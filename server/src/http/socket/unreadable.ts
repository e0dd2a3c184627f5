// Answers requests that are not valid HTTP or never become complete. Node gives up on them, so the response is written to the socket directly.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '@realm-catalog/contract';
import type { BaseLogger } from 'pino';
import { unreadables } from '../../telemetry.ts';
import { linger, type LingeringLimits } from './lingering.ts';
import type { ResponseHeaders } from '../headers.ts';
import { problem, toBody, unreadable } from '../problem.ts';

export function answerUnreadable(
  limits: LingeringLimits,
  log: BaseLogger,
  headersOf: ResponseHeaders,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const answered = new WeakSet<Socket>();

  return (error, socket) => {
    if (answered.has(socket)) return; // every further packet of an unreadable request is another error
    answered.add(socket);
    afterPending(socket, () => {
      if (!socket.writable) return void socket.destroy();
      const body = toBody(problemOf(error).public, randomUUID());
      const { requestId: reqId, status } = body;
      log.info({ reqId, status, reason: error.code, ip: socket.remoteAddress }, 'unreadable request');
      if (unreadables.hasSubscribers) unreadables.publish({ status });
      socket.end(responseText(body, headersOf));
      linger(socket, socket, limits);
    });
  };
}

/** Waits until earlier requests on the same connection have their responses. */
function afterPending(socket: Socket, answer: () => void): void {
  const { _httpMessage: pending } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (!pending) return answer();
  if (pending.req.complete) return void pending.once('close', () => afterPending(socket, answer));
  // The pending response belongs to the unreadable request itself.
  return pending.headersSent ? void socket.destroy() : answer();
}

export function responseText(problem: Problem, headersOf: ResponseHeaders): string {
  const body = JSON.stringify(problem);
  const headers = {
    ...headersOf(problem.requestId),
    'cache-control': 'no-store',
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', body].join('\r\n');
}

function problemOf({ code }: NodeJS.ErrnoException) {
  if (code === 'HPE_HEADER_OVERFLOW')
    return problem('headers_too_large', 'The URL and the headers of a request may have at most 16 KiB.');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return problem('payload_too_large', 'The chunk extensions of the body are too long.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problem('request_timeout', 'The request did not arrive in time.');
  return unreadable('request', 'is not valid HTTP');
}
