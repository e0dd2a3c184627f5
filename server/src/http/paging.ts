// Pages of a list: which one a query asks for, and the `Link` header (RFC 8288) with the addresses of the others.
import { DEFAULT_LIMIT, MAX_LIMIT } from '@realm-catalog/contract';

/** The page that a query asks for, with the defaults and the cap of the limit. */
export function pageOf({ limit = DEFAULT_LIMIT, offset = 0 }: { limit?: number; offset?: number }) {
  return { limit: Math.min(limit, MAX_LIMIT), offset };
}

interface Page {
  total: number;
  limit: number;
  offset: number;
}

type Query = Record<string, unknown>;

/** Links to the first, previous, next and last page; no header where the list is empty. */
export function pageLinks(address: string, query: Query, { total, limit, offset }: Page): { link?: string } {
  if (total === 0) return {};
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const pages: [rel: string, offset: number][] = [['first', 0]];
  if (offset > 0) pages.push(['prev', Math.max(0, Math.min(offset - limit, last))]);
  if (offset + limit < total) pages.push(['next', offset + limit]);
  pages.push(['last', last]);

  const { limit: _limit, offset: _offset, ...filter } = query;
  const start = [...parameters(filter), `limit=${limit}&offset=`].join('&');
  return { link: pages.map(([rel, at]) => linkTo(`${address}?${start}${at}`, rel)).join(', ') };
}

/** A link to the next page of a list that is paged by a cursor, which is part of the query. */
export function nextPageLink(address: string, query: Query): { link: string } {
  return { link: linkTo(`${address}?${parameters(query).join('&')}`, 'next') };
}

function linkTo(url: string, rel: string): string {
  return `<${url}>; rel="${rel}"`;
}

/** Empty values are left out. A set is repeated; a list is separated by commas. */
function parameters(query: Query): string[] {
  return Object.entries(query).flatMap(([name, values]) =>
    (values instanceof Set ? [...values] : [values]).flatMap((value) =>
      String(value) === '' ? [] : [`${name}=${encodeURIComponent(String(value))}`],
    ),
  );
}
