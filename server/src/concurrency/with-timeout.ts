// Waits for a promise, but no longer than a time limit.

/** Rejects with `timeoutError` when the time is over. The work itself goes on, and its result is ignored. */
export async function withTimeout<Result>(
  ms: number,
  work: Promise<Result>,
  timeoutError = new Error('no answer came in time'),
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(timeoutError), ms);
  work.catch(() => undefined); // it may fail after the time is over, when no caller waits for it
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
