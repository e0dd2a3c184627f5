// What is not even HTTP, or never becomes a whole request: Node gives up on it, so the answer is written to the socket by hand.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '@realm-catalog/contract';
import type { FastifyBaseLogger } from 'fastify';
import { unreadables } from '../telemetry.ts';
import type { Bounds } from './bounds.ts';
import { responseHeaders } from './headers.ts';
import { problem, toBody, unreadable } from './problem.ts';

export function answerUnreadable(
  { lingering }: Bounds,
  log: FastifyBaseLogger,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const given = new WeakSet<Socket>();

  return (error, socket) => {
    if (given.has(socket)) return; // of one that cannot be read, every further packet is another error
    given.add(socket);
    inTurn(socket, () => {
      if (!socket.writable) return void socket.destroy();
      const told = toBody(problemOf(error).public, randomUUID());
      const { requestId: reqId, status } = told;
      log.info({ reqId, status, reason: error.code, ip: socket.remoteAddress }, 'unreadable request');
      if (unreadables.hasSubscribers) unreadables.publish({ status });
      socket.end(answerOf(told));
      socket.resume();
      setTimeout(() => socket.destroy(), lingering).unref();
    });
  };
}

/** Requests that came before it on the same connection have their answers first. */
function inTurn(socket: Socket, answer: () => void): void {
  const { _httpMessage: pending } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (!pending) return answer();
  if (pending.req.complete) return void pending.once('close', () => inTurn(socket, answer));
  // The request that was given up on is this one.
  return pending.headersSent ? void socket.destroy() : answer();
}

function answerOf(told: Problem): string {
  const body = JSON.stringify(told);
  const headers = {
    ...responseHeaders(told.requestId),
    'cache-control': 'no-store',
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${told.status} ${STATUS_CODES[told.status]}`, ...lines, '', body].join('\r\n');
}

function problemOf({ code }: NodeJS.ErrnoException) {
  if (code === 'HPE_HEADER_OVERFLOW')
    return problem('headers_too_large', 'The address and the headers of a request have at most 16 KiB.');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return problem('payload_too_large', 'The chunks of the body have extensions that are too long.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problem('request_timeout', 'The request did not arrive in time.');
  return unreadable('request', 'is not valid HTTP');
}
