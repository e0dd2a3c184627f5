// For parts that a page can do without for a moment.
import { QueueFullError } from '../bounded-queue.ts';

/** Use it in `catch`: null if too many wait for the same, so that the page is made without; any other error is thrown again. */
export function unlessQueueIsFull(error: unknown): null {
  if (error instanceof QueueFullError) return null;
  throw error;
}
