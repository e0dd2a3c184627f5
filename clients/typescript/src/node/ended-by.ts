// Lets a signal end the reading of an archive.
import type { FileReceiver } from '@realm-catalog/archive';

/** A receiver that takes no file. */
export function endedBy(signal: AbortSignal | undefined): FileReceiver {
  const check = () => signal?.throwIfAborted();
  return { begin: check, add: check, end: check };
}
