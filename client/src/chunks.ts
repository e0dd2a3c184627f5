// The chunks of a stream of bytes. Some browsers cannot iterate over a stream by themselves.

/** Whoever leaves the iteration cancels the stream. */
export async function* chunksOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array, void> {
  if (!stream) return;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined); // it may have failed
  }
}
