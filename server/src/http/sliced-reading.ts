// Gives the bytes of a connection to Node's parser in small slices, one in each turn of the event loop, and stops reading while many of its
// requests wait.
import type { Socket } from 'node:net';

export interface SlicedReader {
  /** Whether bytes were read and are not parsed yet. */
  hasUnparsedBytes(): boolean;
  /** Must be called when no request of the connection waits any more: goes on where parsing or reading stopped. */
  continue(): void;
}

/** Parsed in one turn of the event loop: 300 of the smallest requests, or 1,365 of the smallest chunks. */
const SLICE_BYTES = 8_192;
/** While so many requests of a connection wait, nothing more is parsed or read of it. */
const MAX_WAITING_REQUESTS = 16;

/** Bytes to parse. Null is the end: the other side sends no more. */
type Slice = Buffer | null;

/** `parsing soon` ends in the next turn of the event loop; `waiting for resume` when Node, which has paused the socket, resumes it. */
type ParserState = 'idle' | 'parsing soon' | 'waiting for resume';

/** Replaces `push` and `_read` of the socket. `requests` says how many requests of the connection wait for their turn. */
export function readInSlices(socket: Socket, requests: { readonly waiting: number }): SlicedReader {
  const [push, read] = [socket.push.bind(socket), socket['_read'].bind(socket)];
  /** What was read and is not parsed yet. */
  const slices: Slice[] = [];
  let state: ParserState = 'idle';

  const mayRead = () => slices.length === 0 && requests.waiting < MAX_WAITING_REQUESTS;
  /** At the end Node closes the connection at once, and waiting requests would get no response: so the end waits for all of them. */
  const mayParse = (slice: Slice | undefined) =>
    slice !== undefined && requests.waiting < (slice === null ? 1 : MAX_WAITING_REQUESTS);

  function scheduleParsing(): void {
    if (state === 'idle' && mayParse(slices[0])) parseSoon();
  }

  function parseSoon(): void {
    state = 'parsing soon';
    setImmediate(parseNext);
  }

  function parseNext(): void {
    state = 'idle';
    if (socket.destroyed) return void slices.splice(0);
    if (!mayParse(slices[0])) return; // until `continue` is called
    if (socket.readableFlowing === false) {
      state = 'waiting for resume';
      return void socket.once('resume', parseSoon);
    }
    const slice = slices.shift();
    if (slice !== undefined) push(slice);
    continueReading();
  }

  function continueReading(): void {
    if (slices.length > 0) scheduleParsing();
    else if (mayRead() && !socket.destroyed && !socket.readableEnded) read(0);
  }

  Object.assign(socket, {
    _read(size: number): void {
      if (mayRead()) read(size);
    },
    push(chunk: Slice, encoding?: BufferEncoding): boolean {
      const isSmall = chunk === null || chunk.length <= SLICE_BYTES;
      if (isSmall && slices.length === 0 && mayParse(chunk)) return push(chunk, encoding);
      slices.push(...slicesOf(chunk));
      scheduleParsing();
      return false; // the socket stops reading until `read` is called
    },
  });
  // Node's parser bypasses the stream of the socket until a listener of `data` was added once.
  socket.on('data', ignore).removeListener('data', ignore);
  return { hasUnparsedBytes: () => slices.length > 0, continue: continueReading };
}

function slicesOf(chunk: Slice): Slice[] {
  if (chunk === null) return [null];
  const count = Math.ceil(chunk.length / SLICE_BYTES);
  return Array.from({ length: count }, (_, at) => chunk.subarray(at * SLICE_BYTES, (at + 1) * SLICE_BYTES));
}

function ignore(): void {}
