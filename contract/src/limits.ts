// A caller's own rate limit.
import type { Resource } from './operation.ts';
import { integer, object, oneOf } from './schema.ts';

const RateLimit = object({
  tier: oneOf(['free', 'authenticated', 'premium']),
  limit: integer({ minimum: 1, examples: [100] }),
  remaining: integer({ minimum: 0, examples: [97] }),
  reset: integer({ description: 'When the window ends, in Unix seconds.', examples: [1794733800] }),
});

export const limitResource = {
  chapter: 'Limits',
  description: 'Your rate limit.',
  schemas: { RateLimit },
  meanings: {
    RateLimit: 'Your hourly limit, and how much of it is left.',
  },
  details: {
    getRateLimit: {
      clientMethod: 'limits.get',
      summary: 'Read your rate limit',
      description: 'Your hourly limit, and how much of it is left. This request does not count.',
      isAboutCaller: true,
      reply: { status: 200, schema: RateLimit },
    },
  },
} as const satisfies Resource;
