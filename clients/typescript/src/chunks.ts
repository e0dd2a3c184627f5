// The chunks of a stream of bytes. Some browsers cannot iterate over a stream by themselves.
import type { TimeLimit } from './time-limit.ts';

/** Whoever leaves the iteration cancels the stream, and so does the end of the limit, even of a stream that stands still. */
export async function* chunksOf(
  stream: ReadableStream<Uint8Array> | null,
  limit?: TimeLimit,
): AsyncGenerator<Uint8Array, void> {
  if (!stream) return;
  const reader = stream.getReader();
  try {
    for (;;) {
      const read = reader.read();
      const { done, value } = await (limit?.race(read) ?? read);
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined); // it may have failed
  }
}
