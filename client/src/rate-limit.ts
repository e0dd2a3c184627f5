// What a response says of the caller's hourly limit.

export interface RateLimit {
  /** Requests that are allowed in the window. */
  limit: number;
  remaining: number;
  /** When the window ends, in Unix seconds. */
  reset: number;
}

export function rateLimitOf(headers: Headers): RateLimit | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
    const value = headers.get(`x-ratelimit-${name}`);
    return value && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
  });
  return limit === undefined || remaining === undefined || reset === undefined
    ? undefined
    : { limit, remaining, reset };
}
