// A caller's own rate limit.
import type { Resource } from './operation.ts';
import { integer, object, oneOf } from './schema.ts';

const RateLimit = object({
  tier: oneOf(['free', 'authenticated', 'premium']),
  limit: integer({ minimum: 1, examples: [100] }),
  remaining: integer({ minimum: 0, examples: [97] }),
  reset: integer({ description: 'Unix seconds; when the window ends.', examples: [1794733800] }),
});

export const limitResource = {
  chapter: 'Limits',
  description: 'What is left of the hourly limit.',
  schemas: { RateLimit },
  meanings: {
    RateLimit: 'What is left of your hourly limit.',
  },
  details: {
    getRateLimit: {
      clientMethod: 'limits.get',
      summary: 'Read your rate limit',
      description: 'What is left of your hourly limit. Asking costs nothing.',
      isAboutCaller: true,
      reply: { status: 200, schema: RateLimit },
    },
  },
} as const satisfies Resource;
