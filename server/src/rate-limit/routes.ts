// A caller's own rate limit over HTTP.
import type { Serve } from '../api/api.ts';

export function limits(serve: Serve): void {
  serve('getRateLimit', async ({ rate: { tier, limit, remaining, reset } }) => ({
    body: { tier, limit, remaining, reset },
  }));
}
