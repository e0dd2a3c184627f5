// What a response says of the caller's hourly limit.

export interface RateLimit {
  /** Requests that are allowed in the window. */
  limit: number;
  remaining: number;
  /** When the window ends, in Unix seconds. */
  reset: number;
}

export function rateLimitOf(headers: Headers): RateLimit | undefined {
  const numberOf = (name: string) => Number(headers.get(`x-ratelimit-${name}`) ?? NaN);
  const [limit, remaining, reset] = [numberOf('limit'), numberOf('remaining'), numberOf('reset')];
  return Number.isFinite(limit + remaining + reset) ? { limit, remaining, reset } : undefined;
}
