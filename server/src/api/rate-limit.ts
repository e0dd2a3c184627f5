// The HTTP route of the caller's own rate limit.
import type { AddHandler } from './api.ts';

export function addRateLimitHandler(addHandler: AddHandler): void {
  addHandler('getRateLimit', async ({ rate: { tier, limit, remaining, reset } }) => ({
    body: { tier, limit, remaining, reset },
  }));
}
