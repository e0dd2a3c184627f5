// Pages of a list: the parameters, and what a page says of the whole list.
import { boolean, integer, object } from './schema.ts';

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;

export const pageFields = {
  limit: integer({
    minimum: 1,
    default: DEFAULT_LIMIT,
    description: `The maximum number of items. Values above ${MAX_LIMIT} count as ${MAX_LIMIT}.`,
  }),
  offset: integer({ minimum: 0, default: 0, description: 'How many items to skip. Past the end, the page is empty.' }),
};

/** The query of a list that has no filters. */
export const pageQuery = object({}, pageFields);

/** The headers of a page. */
export const pageHeaders = { Link: 'Links to the first, previous, next and last page.' };

export const Pagination = object({
  total: integer({ minimum: 0, description: 'How many items match in total.', examples: [1] }),
  limit: integer({ minimum: 1, maximum: MAX_LIMIT, description: 'The limit that was applied.', examples: [20] }),
  offset: integer({ minimum: 0, description: 'The offset that was applied.', examples: [0] }),
  hasMore: boolean({ description: 'Whether there are more items after this page.', examples: [false] }),
});
