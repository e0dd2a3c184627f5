// Keeps one connection from holding up all others: its bytes are read in small slices, and its requests are answered one after another.
// Node parses whatever a connection has sent before it looks at the next one, 64 KiB and more: 2,400 small requests, or 10,900 chunks of a body.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What is parsed in one turn of the event loop, in bytes: 300 of the smallest requests, 1,365 of the smallest chunks. */
const SLICE_BYTES = 8_192;
/** While so many requests of a connection wait for their turn, nothing more is read from it. */
const MOST_WAITING = 16;

interface Connection {
  /** The response of the request that came last. */
  last?: ServerResponse;
  waiting: number;
  /** Whether bytes that the other side has sent are not parsed yet, or may not be read yet. */
  isHeld: () => boolean;
  /** Goes on reading, where reading waits for fewer waiting requests. */
  read: () => void;
}

/** Call when the listener of requests is in its place. */
export function shareEventLoop(server: Server): void {
  const connections = new WeakMap<Socket, Connection>();
  const listeners = server.listeners('request') as RequestListener[];

  function handle(request: IncomingMessage, response: ServerResponse): void {
    for (const listener of listeners) listener(request, response);
  }

  server.on('connection', (socket: Socket) => {
    const connection: Connection = { waiting: 0, isHeld: () => false, read: () => undefined };
    connections.set(socket, connection);
    readInSlices(socket, connection);
  });
  forgiveHeld(server, connections);

  server.removeAllListeners('request').on('request', (request, response) => {
    const connection = connections.get(request.socket);
    const before = connection?.last;
    if (connection) connection.last = response;
    if (!connection || !before || before.writableFinished) return handle(request, response);
    connection.waiting += 1;
    // In another turn of the event loop. Where the connection has broken, all of them come at once, and nobody waits for an answer.
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
 * Node gives up, once, on a request whose headers it has not seen in time. While requests before it wait, or the rest of its headers is held
 * here, that is not the client's fault: it has at least as long again, from when its bytes are read.
 */
function forgiveHeld(server: Server, connections: WeakMap<Socket, Connection>): void {
  const listeners = server.listeners('clientError') as ((error: Error, socket: Socket) => void)[];

  function giveUp(error: Error, socket: Socket): void {
    for (const listener of listeners) listener(error, socket);
  }

  function giveUpLater(error: Error, socket: Socket, connection: Connection): void {
    const { last } = connection;
    let wasHeld = true;
    const looking = setInterval(() => {
      const isDone = socket.destroyed || connection.last !== last; // the headers have come
      const isHeld = connection.isHeld();
      if (isDone || !(isHeld || wasHeld)) clearInterval(looking);
      if (!isDone && !(isHeld || wasHeld)) giveUp(error, socket);
      wasHeld = isHeld;
    }, server.headersTimeout).unref();
  }

  server.removeAllListeners('clientError').on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    const connection = connections.get(socket);
    const isOfHeaders = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && connection?.last?.req.complete === true;
    if (isOfHeaders && connection.isHeld()) giveUpLater(error, socket, connection);
    else giveUp(error, socket);
  });
}

function readInSlices(socket: Socket, connection: Connection): void {
  const [push, read] = [socket.push.bind(socket), socket['_read'].bind(socket)];
  /** What was read and is not parsed yet; the end of the connection is null. */
  const slices: (Buffer | null)[] = [];
  let isScheduled = false;
  const isHeld = () => slices.length > 0 || connection.waiting >= MOST_WAITING;
  /** The other side sends no more. Node would end the connection at once, and with it what is still to be answered. */
  const isEarly = (slice: Buffer | null | undefined) => slice === null && connection.waiting > 0;

  function schedule(): void {
    if (isScheduled || slices.length === 0 || connection.waiting >= MOST_WAITING || isEarly(slices[0])) return;
    isScheduled = true;
    parseSoon();
  }

  const parseSoon = () => void setImmediate(parseNext);

  function parseNext(): void {
    // It stays scheduled, so that one listener waits for the socket and no more.
    if (!socket.destroyed && !isEarly(slices[0]) && socket.readableFlowing === false)
      return void socket.once('resume', parseSoon);
    isScheduled = false;
    if (socket.destroyed) return void slices.splice(0);
    if (isEarly(slices[0])) return;
    const slice = slices.shift();
    if (slice !== undefined) push(slice);
    connection.read();
  }

  connection.isHeld = () => slices.length > 0 || connection.waiting > 0;
  connection.read = () => {
    if (slices.length > 0) schedule();
    else if (!isHeld() && !socket.destroyed && !socket.readableEnded) read(0);
  };
  Object.assign(socket, {
    _read(size: number): void {
      if (!isHeld()) read(size);
    },
    push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
      if (!isHeld() && !isEarly(chunk) && (chunk?.length ?? 0) <= SLICE_BYTES) return push(chunk, encoding);
      slices.push(...slicesOf(chunk));
      schedule();
      return false; // so that the socket stops reading until it is told to
    },
  });
  // Node's parser takes the bytes past the stream of the socket until somebody listens to that.
  socket.on('data', ignore).removeListener('data', ignore);
}

function slicesOf(chunk: Buffer | null): (Buffer | null)[] {
  if (chunk === null) return [null];
  const count = Math.ceil(chunk.length / SLICE_BYTES);
  return Array.from({ length: count }, (_, at) => chunk.subarray(at * SLICE_BYTES, (at + 1) * SLICE_BYTES));
}

function ignore(): void {}
