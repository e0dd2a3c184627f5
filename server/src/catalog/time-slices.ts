// Long work in slices of time, so that requests are served in between.
import { setImmediate } from 'node:timers/promises';

/** Long enough for the work to end under load. With the step that goes over its end, others wait for less than 20 ms. */
const SLICE_MS = 10;

/** Returns a function to call between two pieces of work: when a slice is over, it lets everything else run first. */
export function timeSlices(signal: AbortSignal, sliceMs = SLICE_MS): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < sliceMs) return;
    await setImmediate(undefined, { signal });
    since = performance.now();
  };
}

/** Runs all steps of a generator, in slices. */
export async function runSteps<Result>(work: Generator<void, Result>, signal: AbortSignal): Promise<Result> {
  const pause = timeSlices(signal);
  try {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      await pause();
    }
  } finally {
    work.return(undefined as Result); // where the signal ended it, it cleans up
  }
}
