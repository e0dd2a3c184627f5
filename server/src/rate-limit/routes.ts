// The HTTP route of the caller's own rate limit.
import type { Serve } from '../api/api.ts';

export function rateLimit(serve: Serve): void {
  serve('getRateLimit', async ({ rate: { tier, limit, remaining, reset } }) => ({
    body: { tier, limit, remaining, reset },
  }));
}
