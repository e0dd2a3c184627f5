// Answers on their way out. Those of one turn of the event loop are written together: whoever reads them, such as a proxy on the same
// machine, is woken once and not for each of them, which takes longer than writing it.
import type { ServerResponse } from 'node:http';

/** So that the first does not wait for long. */
const MOST_TOGETHER = 16;

/** Ends an answer whose head is written, before the loop turns. */
type Post = (response: ServerResponse, bytes: Buffer | undefined) => void;

export function outbox(): Post {
  let waiting: { response: ServerResponse; bytes: Buffer | undefined }[] = [];

  function empty(): void {
    const answers = waiting;
    waiting = [];
    for (const { response, bytes } of answers) response.end(bytes);
  }

  return (response, bytes) => {
    waiting.push({ response, bytes });
    if (waiting.length === 1) setImmediate(empty);
    else if (waiting.length === MOST_TOGETHER) empty();
  };
}
