// Handles the requests of a connection one after another, so that a read sees the write that was sent before it. Node emits `request` as soon as
// headers are parsed, also while earlier requests of the connection are not answered yet (HTTP pipelining).
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from './connection-limits.ts';
import type { CloseFlooding } from './connections.ts';
import type { ResponseHeaders } from '../headers.ts';
import { limitChunks } from './small-chunks.ts';

interface Connection {
  /** The response to the last request that was parsed. */
  lastResponse: ServerResponse;
  /** What the connection had sent when that request was parsed. */
  bytesRead: number;
  /** How many requests wait for the response before theirs. */
  waiting: number;
}

/** Returns a listener that calls `listener` when the requests before it are answered. */
export function inTurn(
  listener: RequestListener,
  limits: Pick<ConnectionLimits, 'maxWaitingRequests'>,
  closeFlooding: CloseFlooding,
  headersOf: ResponseHeaders,
): RequestListener {
  const connections = new WeakMap<Socket, Connection>();

  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (request.headers['transfer-encoding'] !== undefined) limitChunks(request, response, closeFlooding, headersOf);
    listener(request, response);
  }

  /** In another turn of the event loop. If the connection broke, all its responses close at once, and no client waits for them. */
  function handleAfter(
    before: ServerResponse,
    request: IncomingMessage,
    response: ServerResponse,
    to: Connection,
  ): void {
    to.waiting += 1;
    if (to.waiting > limits.maxWaitingRequests) return closeFlooding(request.socket);
    const handleSoon = () =>
      setImmediate(() => {
        to.waiting -= 1;
        if (!request.socket.destroyed) handle(request, response);
      });
    if (before.closed) handleSoon();
    else before.once('close', handleSoon);
  }

  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return; // Node parses all that it has read of a connection, also after that was closed
    const { bytesRead } = socket;
    const connection = connections.get(socket);
    if (!connection) {
      connections.set(socket, { lastResponse: response, bytesRead, waiting: 0 });
      return handle(request, response);
    }
    const { lastResponse: before, bytesRead: bytesBefore } = connection;
    connection.lastResponse = response;
    connection.bytesRead = bytesRead;
    // Requests that were read at once wait for one another also if the first is answered already: else all of them would be handled in one turn.
    if (before.closed && bytesRead > bytesBefore) handle(request, response);
    else handleAfter(before, request, response, connection);
  };
}
