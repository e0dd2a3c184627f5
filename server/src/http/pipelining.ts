// Keeps one connection from blocking all others: its bytes are parsed in small slices, and its requests are handled one after another.
// Node parses everything that a connection has sent before it turns to the next one, 64 KiB and more: 2,400 small requests, or 10,900 chunks.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Parsed in one turn of the event loop: 300 of the smallest requests, or 1,365 of the smallest chunks. */
const SLICE_BYTES = 8_192;
/** While so many requests of a connection wait, nothing more is read from it. */
const MAX_WAITING_REQUESTS = 16;

interface Connection {
  /** The response to the last request. */
  last?: ServerResponse;
  waiting: number;
  /** Whether requests wait, or bytes were read and are not parsed yet. */
  hasBacklog: () => boolean;
  /** Continues reading after it was paused because of waiting requests. */
  read: () => void;
}

/** Must be called after the listeners of `request` are added. */
export function shareEventLoop(server: Server): void {
  const connections = new WeakMap<Socket, Connection>();
  const listeners = server.listeners('request') as RequestListener[];

  function handle(request: IncomingMessage, response: ServerResponse): void {
    for (const listener of listeners) listener(request, response);
  }

  server.on('connection', (socket: Socket) => {
    const connection: Connection = { waiting: 0, hasBacklog: () => false, read: () => undefined };
    connections.set(socket, connection);
    readInSlices(socket, connection);
  });
  extendTimeouts(server, connections);

  server.removeAllListeners('request').on('request', (request, response) => {
    const connection = connections.get(request.socket);
    const before = connection?.last;
    if (connection) connection.last = response;
    if (!connection || !before || before.writableFinished) return handle(request, response);
    connection.waiting += 1;
    // In another turn of the event loop. If the connection broke, all its responses close at once, and no client waits for them.
    before.once('close', () =>
      setImmediate(() => {
        connection.waiting -= 1;
        if (!request.socket.destroyed) handle(request, response);
        if (connection.waiting === 0) connection.read();
      }),
    );
  });
}

/**
 * Node gives up, once, on a request whose headers it has not parsed in time. While requests before it wait, or its own bytes wait here, that
 * is not the client's fault: the client has at least as long again, from the moment when its bytes are read.
 */
function extendTimeouts(server: Server, connections: WeakMap<Socket, Connection>): void {
  const listeners = server.listeners('clientError') as ((error: Error, socket: Socket) => void)[];

  function giveUp(error: Error, socket: Socket): void {
    for (const listener of listeners) listener(error, socket);
  }

  function giveUpLater(error: Error, socket: Socket, connection: Connection): void {
    const { last } = connection;
    let hadBacklog = true;
    const timer = setInterval(() => {
      const isDone = socket.destroyed || connection.last !== last; // the headers have come
      const hasBacklog = connection.hasBacklog();
      const isLate = !isDone && !hasBacklog && !hadBacklog;
      if (isDone || isLate) clearInterval(timer);
      if (isLate) giveUp(error, socket);
      hadBacklog = hasBacklog;
    }, server.headersTimeout).unref();
  }

  server.removeAllListeners('clientError').on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    const connection = connections.get(socket);
    const isOfHeaders = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && connection?.last?.req.complete === true;
    if (isOfHeaders && connection.hasBacklog()) giveUpLater(error, socket, connection);
    else giveUp(error, socket);
  });
}

function readInSlices(socket: Socket, connection: Connection): void {
  const [push, read] = [socket.push.bind(socket), socket['_read'].bind(socket)];
  /** The bytes that were read and are not parsed yet. Null is the end of the connection. */
  const slices: (Buffer | null)[] = [];
  let isScheduled = false;
  const isPaused = () => slices.length > 0 || connection.waiting >= MAX_WAITING_REQUESTS;
  /** The other side sends no more. Node would end the connection at once, and waiting requests would get no response. */
  const isEarlyEnd = (slice: Buffer | null | undefined) => slice === null && connection.waiting > 0;

  function schedule(): void {
    if (isScheduled || slices.length === 0 || connection.waiting >= MAX_WAITING_REQUESTS || isEarlyEnd(slices[0]))
      return;
    isScheduled = true;
    parseSoon();
  }

  const parseSoon = () => void setImmediate(parseNext);

  function parseNext(): void {
    // It stays scheduled, so that only one listener waits for the socket.
    if (!socket.destroyed && !isEarlyEnd(slices[0]) && socket.readableFlowing === false)
      return void socket.once('resume', parseSoon);
    isScheduled = false;
    if (socket.destroyed) return void slices.splice(0);
    if (isEarlyEnd(slices[0])) return;
    const slice = slices.shift();
    if (slice !== undefined) push(slice);
    connection.read();
  }

  connection.hasBacklog = () => slices.length > 0 || connection.waiting > 0;
  connection.read = () => {
    if (slices.length > 0) schedule();
    else if (!isPaused() && !socket.destroyed && !socket.readableEnded) read(0);
  };
  Object.assign(socket, {
    _read(size: number): void {
      if (!isPaused()) read(size);
    },
    push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
      if (!isPaused() && !isEarlyEnd(chunk) && (chunk?.length ?? 0) <= SLICE_BYTES) return push(chunk, encoding);
      slices.push(...slicesOf(chunk));
      schedule();
      return false; // the socket stops reading until `read` is called
    },
  });
  // Node's parser bypasses the stream of the socket until a listener of `data` was added once.
  socket.on('data', ignore).removeListener('data', ignore);
}

function slicesOf(chunk: Buffer | null): (Buffer | null)[] {
  if (chunk === null) return [null];
  const count = Math.ceil(chunk.length / SLICE_BYTES);
  return Array.from({ length: count }, (_, at) => chunk.subarray(at * SLICE_BYTES, (at + 1) * SLICE_BYTES));
}

function ignore(): void {}
