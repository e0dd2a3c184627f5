// Ends the responses of one turn of the event loop together: a proxy on the same machine is then woken once for all of them, and waking it
// for each takes longer than the writing.
import { hasUnreadBody } from '../body.ts';
import type { Exchange } from '../response.ts';
import { linger, type LingeringLimits } from './lingering.ts';
import type { SlowReaders } from './slow-readers.ts';

/** A larger batch would let its first response wait for too long. */
const MAX_BATCH_RESPONSES = 16;

/** Ends the response of an exchange whose head is written, at the latest when the event loop turns. */
type Write = (exchange: Exchange, body: Buffer | undefined) => void;

/** What the kernel did not take at once waits for the client. */
export function writeBatch(slowReaders: SlowReaders, limits: LingeringLimits): Write {
  let batch: { exchange: Exchange; body: Buffer | undefined }[] = [];

  function flush(): void {
    const responses = batch;
    batch = [];
    for (const { exchange, body } of responses) {
      const { request, response, ip } = exchange;
      if (hasUnreadBody(request)) endAfterBody(exchange, body, limits);
      else response.end(body);
      if (body && response.writableLength > 0) slowReaders.add(response, ip, body.length);
    }
  }

  return (exchange, body) => {
    batch.push({ exchange, body });
    if (batch.length === 1) setImmediate(flush);
    else if (batch.length === MAX_BATCH_RESPONSES) flush();
  };
}

/** The client has the whole response at once. Node would close the connection as soon as the response ended. */
function endAfterBody({ request, response }: Exchange, body: Buffer | undefined, limits: LingeringLimits): void {
  response.flushHeaders();
  if (body) response.write(body);
  request.once('end', () => response.end());
  linger(request, request.socket, limits);
}
