// Answers on their way out. Those of one turn of the event loop are written together: whoever reads them, such as a proxy on the same
// machine, is woken once and not for each of them, which takes longer than writing it.
import type { ServerResponse } from 'node:http';

/** So that the first does not wait for long. */
const MOST_TOGETHER = 16;

let waiting: { response: ServerResponse; bytes: Buffer | undefined }[] = [];

/** Ends an answer whose head is written, before the loop turns. */
export function post(response: ServerResponse, bytes: Buffer | undefined): void {
  waiting.push({ response, bytes });
  if (waiting.length === 1) setImmediate(empty);
  else if (waiting.length === MOST_TOGETHER) empty();
}

function empty(): void {
  const answers = waiting;
  waiting = [];
  for (const { response, bytes } of answers) response.end(bytes);
}
