// Ends the responses of one turn of the event loop together: a proxy on the same machine is then woken once for all of them, and waking it
// for each takes longer than the writing.
import type { ServerResponse } from 'node:http';

/** A larger batch would let its first response wait for too long. */
const MAX_BATCH_RESPONSES = 16;

/** Ends a response whose head is written, at the latest when the event loop turns. */
type Write = (response: ServerResponse, body: Buffer | undefined) => void;

export function writeBatch(): Write {
  let batch: { response: ServerResponse; body: Buffer | undefined }[] = [];

  function flush(): void {
    const responses = batch;
    batch = [];
    for (const { response, body } of responses) response.end(body);
  }

  return (response, body) => {
    batch.push({ response, body });
    if (batch.length === 1) setImmediate(flush);
    else if (batch.length === MAX_BATCH_RESPONSES) flush();
  };
}
