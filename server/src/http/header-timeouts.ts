// Gives a client longer for its headers while its earlier requests wait, or its bytes were read and are not parsed yet: Node gives up, once, on a
// request whose headers it has not parsed in time. The client has at least as long again, from the moment when its bytes are parsed.
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What has to be known of connections. */
interface Connections {
  /** The response to the last request of the connection that was parsed. */
  lastResponse: (socket: Socket) => ServerResponse | undefined;
  /** Whether requests of the connection wait for their turn, or bytes of it were read and are not parsed yet. */
  hasBacklog: (socket: Socket) => boolean;
}

/** Must be called after the listeners of `clientError` are added. */
export function extendHeaderTimeouts(server: Server, { lastResponse, hasBacklog }: Connections): void {
  const listeners = server.listeners('clientError') as ((error: Error, socket: Socket) => void)[];

  function giveUp(error: Error, socket: Socket): void {
    for (const listener of listeners) listener(error, socket);
  }

  /** Gives up when there was no backlog at two checks, one timeout apart, and no further headers were parsed. */
  function giveUpLater(error: Error, socket: Socket): void {
    const last = lastResponse(socket);
    let hadBacklog = true;
    const timer = setInterval(() => {
      const isDone = socket.destroyed || lastResponse(socket) !== last; // the headers have come
      const hasBacklogNow = hasBacklog(socket);
      const isLate = !isDone && !hasBacklogNow && !hadBacklog;
      if (isDone || isLate) clearInterval(timer);
      if (isLate) giveUp(error, socket);
      hadBacklog = hasBacklogNow;
    }, server.headersTimeout).unref();
  }

  server.removeAllListeners('clientError').on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    const isOfHeaders = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && lastResponse(socket)?.req.complete === true;
    if (isOfHeaders && hasBacklog(socket)) giveUpLater(error, socket);
    else giveUp(error, socket);
  });
}
