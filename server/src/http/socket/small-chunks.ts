// Refuses bodies in very small chunks: Node calls its listeners for each chunk, and 64 KiB have 10,900 chunks of one byte.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CloseFlooding } from './connections.ts';
import type { ResponseHeaders } from '../headers.ts';
import { problem, toBody } from '../problem.ts';
import { responseText } from './unreadable.ts';

/** So many chunks may have any size. */
const MAX_SMALL_CHUNKS = 1_000;
/** From then on, the chunks of a body must have as much on average. They have far more wherever a program does not write each word by itself. */
const MIN_AVERAGE_BYTES = 64;

/** For a request with a `Transfer-Encoding`. */
export function limitChunks(
  request: IncomingMessage,
  response: ServerResponse,
  closeFlooding: CloseFlooding,
  headersOf: ResponseHeaders,
): void {
  const { socket } = request;
  let [chunks, bytes] = [0, 0];

  function count(chunk: Buffer): void {
    chunks += 1;
    bytes += chunk.length;
    if (chunks <= MAX_SMALL_CHUNKS || bytes >= chunks * MIN_AVERAGE_BYTES) return;
    request.off('data', count);
    if (!response.headersSent) socket.write(refusal(headersOf));
    closeFlooding(socket);
  }

  // When somebody reads the body: a listener of `data` that is added sooner would let the body pass before.
  request.once('resume', () => request.on('data', count));
  // When the response is sent, Node lets pass what it holds of a body that nobody has read. It would read the rest, and emit nothing for its chunks.
  response.once('close', () => request.complete || socket.destroy());
}

function refusal(headersOf: ResponseHeaders): string {
  const { public: publicPart } = problem('invalid_request', 'The chunks of the body are too small.');
  return responseText(toBody(publicPart, randomUUID()), headersOf);
}
