// What is not even HTTP: Node gives up before there is a request, so the answer is written to the socket by hand.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { everyAnswer } from './door.ts';
import { toBody, unreadable } from './problem.ts';

export function answerUnreadable(_error: Error, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const requestId = randomUUID();
  const body = JSON.stringify(
    toBody(unreadable('request', 'is not valid HTTP, or its headers are too long'), requestId),
  );
  const headers = {
    ...everyAnswer(requestId),
    'cache-control': 'no-store',
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(['HTTP/1.1 400 Bad Request', ...lines, '', body].join('\r\n'));
}
