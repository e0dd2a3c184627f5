// Keeps a connection that sends many requests at once (HTTP pipelining) from holding up all others. Two facts about Node require this:
// 1. Node parses everything that a connection has sent before it turns to the next connection: 64 KiB and more, which are 2,400 small requests,
//    or 10,900 chunks of a body. So each connection is read in slices (`sliced-reading.ts`).
// 2. Node emits `request` as soon as the headers are parsed, also while earlier requests of the connection are not answered yet. So a request
//    waits here until the response before it has ended, and Node's limit on the arrival of headers allows for that (`header-timeouts.ts`).
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { extendHeaderTimeouts } from './header-timeouts.ts';
import { readInSlices, type SlicedReader } from './sliced-reading.ts';

interface Connection {
  requests: {
    /** The response to the last request that was parsed. */
    lastResponse: ServerResponse | undefined;
    /** How many requests wait for the response before theirs. */
    waiting: number;
  };
  reader: SlicedReader;
}

/** Must be called after the listeners of `request` and `clientError` are added. */
export function limitPipelining(server: Server): void {
  const connections = new WeakMap<Socket, Connection>();
  server.on('connection', (socket: Socket) => {
    const requests = { lastResponse: undefined, waiting: 0 };
    connections.set(socket, { requests, reader: readInSlices(socket, requests) });
  });
  handleInTurn(server, connections);
  extendHeaderTimeouts(server, {
    lastResponse: (socket) => connections.get(socket)?.requests.lastResponse,
    hasBacklog(socket) {
      const connection = connections.get(socket);
      return connection !== undefined && (connection.requests.waiting > 0 || connection.reader.hasUnparsedBytes());
    },
  });
}

/** Handles the requests of a connection one after another. */
function handleInTurn(server: Server, connections: WeakMap<Socket, Connection>): void {
  const listeners = server.listeners('request') as RequestListener[];

  function handle(request: IncomingMessage, response: ServerResponse): void {
    for (const listener of listeners) listener(request, response);
  }

  server.removeAllListeners('request').on('request', (request, response) => {
    const connection = connections.get(request.socket);
    if (!connection) return handle(request, response);
    const { requests, reader } = connection;
    const before = requests.lastResponse;
    requests.lastResponse = response;
    if (!before || before.writableFinished) return handle(request, response);
    requests.waiting += 1;
    // In another turn of the event loop. If the connection broke, all its responses close at once, and no client waits for them.
    before.once('close', () =>
      setImmediate(() => {
        requests.waiting -= 1;
        if (!request.socket.destroyed) handle(request, response);
        if (requests.waiting === 0) reader.continue();
      }),
    );
  });
}
