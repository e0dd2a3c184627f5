// Iterates over the items of a list, page by page, each item once.
import type { CallOptions, PageOptions } from './call.ts';
import { UnexpectedResponseError } from './errors.ts';

export interface Page {
  pagination: { hasMore: boolean; offset?: number; next?: string };
}

/** More than a page of any list has: the catalog applies the largest that the list allows. */
const PAGE_SIZE = 1_000;
/** A list may grow faster than it is read, or a server may never end it: pages without a new item, one after the other, end the iteration. */
const MAX_STALE_PAGES = 3;

/** An item that moves to the next page while pages are read is given once. `ask` gets the page that a query names. */
export async function* itemsOf(
  ask: (query: object, options: CallOptions) => PromiseLike<Page>,
  query: { offset?: number | undefined } = {},
  { max = Infinity, ...options }: PageOptions = {},
): AsyncGenerator {
  const seen = new Set<unknown>();
  let next: object = {};
  let { offset = 0 } = query;
  for (let stale = 0; seen.size < max && stale < MAX_STALE_PAGES;) {
    const page = await ask({ limit: Math.min(max - seen.size, PAGE_SIZE), ...query, ...next }, options);
    const items = itemsIn(page);
    stale++;
    for (const item of items) {
      if (seen.size === max || seen.has(keyOf(item))) continue;
      stale = 0;
      seen.add(keyOf(item));
      yield item;
    }
    if (!page.pagination.hasMore || items.length === 0) return;
    offset += items.length;
    next = page.pagination.next ? { before: page.pagination.next } : { offset };
  }
}

/** The one array that a page has. */
function itemsIn(page: object): unknown[] {
  const items = Object.values(page).find(Array.isArray) as unknown[] | undefined;
  if (!items) throw new UnexpectedResponseError('A page of a list has no list.');
  return items;
}

/** What an item is known by: its id, the value of a tag, the path of a file. */
function keyOf(item: unknown): unknown {
  const { id, value, path } = item as Record<string, unknown>;
  return id ?? value ?? path ?? item;
}
