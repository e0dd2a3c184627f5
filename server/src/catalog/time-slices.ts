// Long work in slices of time, so that requests are served in between. All such work shares one slice in a turn of the event loop.

/** Long enough for the work to end under load. With the step that goes over its end, others wait for less than 20 ms. */
const SLICE_MS = 5;

/** When the slice of this turn began; undefined if nobody has worked in it. */
let began: number | undefined;
/** Jobs that wait for a slice: each gets a turn of its own. */
const waiting: (() => void)[] = [];

function beginSlice(): number {
  setImmediate(nextTurn); // after everything that has arrived meanwhile was served
  return (began = performance.now());
}

function nextTurn(): void {
  began = undefined;
  const next = waiting.shift();
  if (!next) return;
  beginSlice();
  next();
}

/**
 * Returns a function to call between two pieces of work: when the slice is over, it lets everything else run first. Work that is urgent, since a
 * request waits for it, gets the next turn.
 */
export function timeSlices(signal: AbortSignal, { sliceMs = SLICE_MS, isUrgent = false } = {}): () => Promise<void> {
  return async () => {
    if (performance.now() - (began ?? beginSlice()) < sliceMs) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    if (isUrgent) waiting.unshift(resolve);
    else waiting.push(resolve);
    await promise;
    signal.throwIfAborted();
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
