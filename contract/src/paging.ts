// Pages of a list: the parameters, and what a page says of the whole list.
import { DEFAULT_LIMIT, MAX_LIMIT, realmSchemas } from './realms.ts';
import { integer, object } from './schema.ts';

export const { Pagination } = realmSchemas;

/** The query of a list that has no filters. */
export const pageQuery = object(
  {},
  {
    limit: integer({
      minimum: 1,
      default: DEFAULT_LIMIT,
      description: `How many at most; above ${MAX_LIMIT} it is applied as ${MAX_LIMIT}.`,
    }),
    offset: integer({ minimum: 0, default: 0, description: 'How many to skip.' }),
  },
);

/** The headers of a page. */
export const pageHeaders = { Link: 'First, previous, next and last page.' };
