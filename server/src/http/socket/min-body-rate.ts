// Requires a minimum rate of bodies: a client that sends more slowly gets a 408, and its connection and upload end.
import type { IncomingMessage } from 'node:http';
import type { ConnectionLimits } from './connection-limits.ts';
import { hasUnreadBody } from '../body.ts';
import { problem } from '../problem.ts';

export function requireMinBodyRate(
  raw: IncomingMessage,
  { bodyGraceMs, minBodyBytesPerSecond }: ConnectionLimits,
): void {
  if (!hasUnreadBody(raw)) return;
  const startedAt = performance.now();
  const before = raw.socket.bytesRead;
  const remainingMs = () =>
    startedAt + bodyGraceMs + ((raw.socket.bytesRead - before) / minBodyBytesPerSecond) * 1_000 - performance.now();

  function check(): void {
    if (raw.complete || raw.destroyed) return;
    const remaining = remainingMs();
    if (remaining > 0) timer = setTimeout(check, remaining).unref();
    else giveUp(raw);
  }
  let timer = setTimeout(check, bodyGraceMs).unref();
  raw.once('close', () => clearTimeout(timer));
}

/** The reader of the body gets an error. Destroying the request would close the connection before the response. */
function giveUp(raw: IncomingMessage): void {
  if (raw.listenerCount('error') > 0) raw.emit('error', problem('request_timeout', 'The body came too slowly.'));
  else raw.destroy();
}
