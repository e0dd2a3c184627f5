// The HTTP route of the caller's own rate limit.
import type { AddHandler } from '../api/api.ts';

export function rateLimit(addHandler: AddHandler): void {
  addHandler('getRateLimit', async ({ rate: { tier, limit, remaining, reset } }) => ({
    body: { tier, limit, remaining, reset },
  }));
}
