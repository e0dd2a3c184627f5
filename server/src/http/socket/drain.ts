// Stops the server without losing a request: it accepts no new connections, and sends one more response on each open one.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Longer than a proxy keeps an idle connection; see deploy/nginx.conf. */
const DRAIN_TIMEOUT_MS = 6_000;
const CHECK_INTERVAL_MS = 20;
/** New connections delay the stop for so long at most. */
const ACCEPT_TIMEOUT_MS = 500;
/** A client that was just answered opens its next connection within so long. */
const QUIET_MS = 5;
/** If the event loop was active for longer than this, it has answered a request. */
const ANSWERING_MS = 1;

/**
 * If a connection is closed at the moment when a request is sent on it, the request is lost, and the client cannot know whether it was done.
 * So open connections are not closed: their next response says `Connection: close`, and then the other side closes them.
 */
export async function drain(server: Server): Promise<void> {
  server.maxRequestsPerSocket = 1;
  const resumeRequests = pauseRequests(server);
  await acceptWaiting(server);
  NetServer.prototype.close.call(server); // the `close` of HTTP would also close idle connections
  resumeRequests();
  const deadline = performance.now() + DRAIN_TIMEOUT_MS;
  while ((await openConnections(server)) > 0 && performance.now() < deadline) await setTimeout(CHECK_INTERVAL_MS);
}

/** A client that waits for a response opens no further connection. Returns the function that handles the paused requests. */
function pauseRequests(server: Server): () => void {
  const listeners = server.listeners('request') as RequestListener[];
  const paused: [IncomingMessage, ServerResponse][] = [];
  server.removeAllListeners('request').on('request', (request, response) => paused.push([request, response]));
  return () => {
    server.removeAllListeners('request');
    for (const listener of listeners) server.on('request', listener);
    for (const exchange of paused) server.emit('request', ...exchange);
  };
}

/**
 * Accepts the connections that the kernel has established: when the port closes, it resets those that this process has not accepted. The
 * clients that were answered last may be connecting again, and all others wait for responses. So if no connection came and no response was
 * sent for a moment, none is waiting.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let isWaiting = true;
  const onConnection = () => (isWaiting = true);
  server.on('connection', onConnection);
  for (const deadline = performance.now() + ACCEPT_TIMEOUT_MS; isWaiting && performance.now() < deadline;) {
    isWaiting = false;
    const before = performance.eventLoopUtilization();
    await setTimeout(QUIET_MS);
    await setImmediate(); // the event loop has just polled: only connections that come between now and the closing can be reset
    if (performance.eventLoopUtilization(before).active > ANSWERING_MS) isWaiting = true;
  }
  server.off('connection', onConnection);
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((_error, count) => resolve(count));
  });
}
