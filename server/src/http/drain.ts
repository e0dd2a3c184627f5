// A stop that cuts nobody off: no new connections, and one more answer on each that is open.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Longer than a proxy keeps a connection that it does not use; see deploy/nginx.conf. */
const WITHIN = 6_000;
const LOOK_EVERY = 20;
/** However many want to come in, they do not keep it from stopping. */
const TAKE_IN_WITHIN = 500;
/** Who has just been answered comes again within so long, or not at once. */
const QUIET = 5;
/** Whoever worked for longer meanwhile has answered someone. */
const ANSWERING = 1;

/**
 * A connection that is closed at the moment when a request is sent on it has lost that request, and whoever sent it cannot know whether it
 * was done. So open connections are not closed: their next answer says that it is the last, and then the other side closes.
 */
export async function drain(server: Server): Promise<void> {
  server.maxRequestsPerSocket = 1;
  const answerHeld = holdRequests(server);
  await takeInThoseWaiting(server);
  NetServer.prototype.close.call(server); // the one of HTTP would close idle connections as well
  answerHeld();
  const until = performance.now() + WITHIN;
  while ((await openConnections(server)) > 0 && performance.now() < until) await setTimeout(LOOK_EVERY);
}

/** Whoever has no answer yet does not come again with another connection. Returns what answers them. */
function holdRequests(server: Server): () => void {
  const answer = server.listeners('request') as RequestListener[];
  const held: [IncomingMessage, ServerResponse][] = [];
  server.removeAllListeners('request').on('request', (request, reply) => held.push([request, reply]));
  return () => {
    server.removeAllListeners('request');
    for (const listener of answer) server.on('request', listener);
    for (const exchange of held) server.emit('request', ...exchange);
  };
}

/**
 * Connections that the kernel has made and this process has not taken in are reset when the port is closed. Those who were answered last are
 * on their way back, and all others wait for their answers: when nobody came and nobody was answered for a moment, nobody is waiting to
 * come in.
 */
async function takeInThoseWaiting(server: Server): Promise<void> {
  let isWaiting = true;
  const see = () => (isWaiting = true);
  server.on('connection', see);
  for (const until = performance.now() + TAKE_IN_WITHIN; isWaiting && performance.now() < until;) {
    isWaiting = false;
    const before = performance.eventLoopUtilization();
    await setTimeout(QUIET);
    await setImmediate(); // the kernel was asked a moment ago: what comes between now and the closing is all that can be reset
    if (performance.eventLoopUtilization(before).active > ANSWERING) isWaiting = true;
  }
  server.off('connection', see);
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((_error, count) => resolve(count));
  });
}
