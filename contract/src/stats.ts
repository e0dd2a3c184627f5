// The platform's statistics.
import type { OperationDetails } from './operation.ts';
import { integer, mapOf, object, type Static } from './schema.ts';

export const Statistics = object({
  totalRealms: integer({ minimum: 0, description: 'Public realms.', examples: [7] }),
  totalDownloads: integer({ minimum: 0, description: 'Downloads of public realms.', examples: [1280] }),
  totalUsers: integer({ minimum: 0, description: 'All accounts.', examples: [1] }),
  categories: mapOf(integer({ minimum: 0 }), {
    description:
      'Public realms by category: the 200 largest, of equal ones the first by name; saas, blog, api and ecommerce always appear.',
    examples: [{ saas: 1, blog: 1, api: 2, ecommerce: 1 }],
  }),
});

export const statsSchemas = { Statistics };

export const statsDetails = {
  getStats: {
    summary: 'Read platform statistics',
    description: 'Counts public realms and their downloads, and all accounts.',
    reply: { status: 200, schema: Statistics },
  },
} as const satisfies Record<string, OperationDetails>;

export type Statistics = Static<typeof Statistics>;
