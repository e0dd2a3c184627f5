// The chunks of a response. Each must come within a time: the client's limits of time end with the headers of a response that is read as a stream.
import { TimeoutError } from '@realm-catalog/client';

const DEFAULT_MS = 30_000;

/** Whoever leaves the iteration ends the response. Time in which nobody asks for a chunk does not count. */
export async function* responseChunks({ body }: Response, ms = DEFAULT_MS): AsyncGenerator<Uint8Array, void> {
  const reader = body?.getReader();
  try {
    for (;;) {
      const { done, value } = (await within(ms, reader?.read())) ?? { done: true };
      if (done || !value) return;
      yield value as Uint8Array;
    }
  } finally {
    reader?.cancel().catch(() => undefined); // it may have failed
  }
}

async function within<Value>(ms: number, work: Promise<Value> | undefined): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    const error = () => reject(new TimeoutError(`The download has stalled: no data for ${ms / 1_000} s.`));
    timer = setTimeout(error, ms);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
