// What an address says to its page, and by what the page is cached: its parameters alone, in one order.
import { queryStringOf } from '../api/endpoint.ts';
import { MovedError } from '../api/moved.ts';
import { isSlug } from '../realms/slug.ts';
import type { PageId, PageRow } from './table.ts';

export type PageMatch = PageRow & {
  id: PageId;
  params: Record<string, string>;
  /** The known parameters of the query, in one order. */
  query: URLSearchParams;
  /** The same for all addresses that mean the same page. */
  cacheKey: string;
};

export function matchOf(id: PageId, page: PageRow, params: Record<string, string>, url: string): PageMatch {
  const query = knownParameters(page.parameters, url);
  return { id, ...page, params, query, cacheKey: JSON.stringify([id, params, query.toString()]) };
}

/** The way to the page of a realm whose slug was written with capitals, which no slug has. Whether there is such a realm is not looked at. */
export function movedTo({ path, params }: PageMatch): MovedError | undefined {
  const [, , pattern = ''] = path.split('/');
  const { slug = '' } = params;
  const lower = slug.toLowerCase();
  const isOther = path.startsWith('/realms/:slug') && lower !== slug && isSlug(lower);
  return isOther ? new MovedError(pattern.replace(':slug', lower)) : undefined;
}

/** Of these parameters, any other value means the same as none. */
const meaningful: Record<string, RegExp> = {
  limit: /^[1-9]\d{0,9}$/,
  offset: /^[1-9]\d{0,9}$/,
  view: /^(?:rows|source)$/,
  more: /^(?:category|tags|license|author)$/,
  by: /^(?:day|week|month)$/,
};

/** These may be there several times, since a comma can be a part of their values. */
const repeatable = new Set(['license']);
const MAX_REPEATED = 10;

/** The first value of the others. */
function knownParameters(names: readonly string[], url: string): URLSearchParams {
  const text = names.length > 0 ? queryStringOf(url) : '';
  if (text === '') return noParameters;
  const given = new URLSearchParams(text);
  const known = new URLSearchParams();
  for (const name of names) {
    const values = given.getAll(name).slice(0, repeatable.has(name) ? MAX_REPEATED : 1);
    for (const value of values) if (meaningful[name]?.test(value) ?? true) known.append(name, value);
  }
  return known;
}

const noParameters = new URLSearchParams();
