// The pace of a body: whoever sends it more slowly than a floor is answered 408 and holds its connection, its token and its file no longer.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Bounds } from './bounds.ts';
import { problem } from './problem.ts';

export function keepPace(app: FastifyInstance, within: Bounds): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { raw, headers } = request;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (hasBody && !raw.complete) watch(raw, within);
    done(null, payload);
  });
}

function watch(raw: IncomingMessage, { bodyGrace, bodyFloor }: Bounds): void {
  const startedAt = performance.now();
  const before = raw.socket.bytesRead;
  const left = () => startedAt + bodyGrace + ((raw.socket.bytesRead - before) / bodyFloor) * 1_000 - performance.now();

  function look(): void {
    if (raw.complete || raw.destroyed) return;
    const more = left();
    if (more > 0) timer = setTimeout(look, more).unref();
    else giveUp(raw);
  }
  let timer = setTimeout(look, bodyGrace).unref();
  raw.once('close', () => clearTimeout(timer));
}

/** Told to whoever reads it, and not destroyed, which would take the way to answer along. */
function giveUp(raw: IncomingMessage): void {
  if (raw.listenerCount('error') > 0) raw.emit('error', problem('request_timeout', 'The body came too slowly.'));
  else raw.destroy();
}
