// Waits for work, but not for longer than a given time.

/** Throws when the time, in milliseconds, is over; the work goes on, and nobody hears of it. */
export async function within<Result>(length: number, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer came in time')), length);
  work.catch(() => undefined); // it may fail when nobody waits for it any more
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
