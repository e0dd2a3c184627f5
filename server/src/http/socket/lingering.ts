// Reads and drops what a client still sends after its response. If the connection were closed with unread bytes, the kernel would reset it, and a
// client that writes its whole request before it reads would lose the response.
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { ConnectionLimits } from './connection-limits.ts';

export type LingeringLimits = Pick<ConnectionLimits, 'lingeringMs' | 'maxLingeringBytes'>;

/** Until the request, or the connection of an unreadable one, ends by itself; a client that sends for longer, or more, is closed. */
export function linger(from: Readable, socket: Socket, { lingeringMs, maxLingeringBytes }: LingeringLimits): void {
  let bytes = 0;
  const timer = setTimeout(() => socket.destroy(), lingeringMs).unref();
  from.once('close', () => clearTimeout(timer));
  from.unpipe(); // from a reader that has stopped: it would hold the bytes in memory
  from.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxLingeringBytes) socket.destroy();
  });
  from.resume();
}
