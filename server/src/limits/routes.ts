// A caller's own rate limit over HTTP.
import { operations } from '@realm-catalog/contract';
import type { Serve } from '../http/operation.ts';

export function limits(serve: Serve): void {
  serve(operations.getRateLimit, async ({ rate: { tier, limit, remaining, reset } }) => ({
    body: { tier, limit, remaining, reset },
  }));
}
