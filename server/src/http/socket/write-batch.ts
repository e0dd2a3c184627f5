// Ends the responses of one turn of the event loop together: a proxy on the same machine is then woken once for all of them, and waking it
// for each takes longer than the writing.
import type { Exchange } from '../response.ts';
import type { SlowReaders } from './slow-readers.ts';

/** A larger batch would let its first response wait for too long. */
const MAX_BATCH_RESPONSES = 16;

/** Ends the response of an exchange whose head is written, at the latest when the event loop turns. */
type Write = (exchange: Exchange, body: Buffer | undefined) => void;

/** What the kernel did not take at once waits for the client. */
export function writeBatch(slowReaders: SlowReaders): Write {
  let batch: { exchange: Exchange; body: Buffer | undefined }[] = [];

  function flush(): void {
    const responses = batch;
    batch = [];
    for (const { exchange, body } of responses) {
      const { response, ip } = exchange;
      response.end(body);
      if (body && response.writableLength > 0) slowReaders.add(response, ip, body.length);
    }
  }

  return (exchange, body) => {
    batch.push({ exchange, body });
    if (batch.length === 1) setImmediate(flush);
    else if (batch.length === MAX_BATCH_RESPONSES) flush();
  };
}
