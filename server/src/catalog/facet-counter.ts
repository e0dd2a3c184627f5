// Counts facets together with a list, in slices of time and one list after the other; the counts are cached until a realm changes.
import type { FacetName } from '@realm-catalog/contract';
import { LRUCache } from 'lru-cache';
import { fairQueue } from '../concurrency/fair-queue.ts';
import type { Facets } from '../search-index/values/facets.ts';
import type { ListQuery } from '../search-index/list-query.ts';
import type { SearchIndex } from '../search-index/search-index.ts';
import { runSteps, timeSlices } from './time-slices.ts';

/** A page, and the facets of the same moment. */
interface PageWithFacets {
  seqs: number[];
  total: number;
  facets: Facets;
}

interface CachedFacets {
  facets: Facets;
  /** That of the index, when they were counted. */
  changeCount: number;
}

/** `key` says for whom they are counted. */
export type FacetCounter = (key: string, query: ListQuery, names: FacetName[]) => Promise<PageWithFacets>;

/** One takes some 12 KB at most. */
const MAX_CACHED = 256;
/** Each may take some tenths of a second in a catalog of a million realms. */
const MAX_WAITING = 64;

/** `index` returns the current index, or throws where there is none. */
export function facetCounter(index: () => SearchIndex, signal: AbortSignal): FacetCounter {
  const enqueue = fairQueue('facets', { running: 1, waiting: MAX_WAITING });
  const pause = timeSlices(signal);
  /** After a reset there is another index, and the counts of the former one go with it. */
  const caches = new WeakMap<SearchIndex, LRUCache<string, CachedFacets>>();

  function cacheOf(current: SearchIndex): LRUCache<string, CachedFacets> {
    const cache = caches.get(current) ?? new LRUCache({ max: MAX_CACHED });
    caches.set(current, cache);
    return cache;
  }

  function find(key: string, query: ListQuery): PageWithFacets | undefined {
    const current = index();
    const entry = cacheOf(current).get(key);
    if (entry?.changeCount !== current.changeCount) return undefined;
    return { ...current.find(query), facets: entry.facets };
  }

  return async (key, query, names) => {
    const cacheKey = keyOf(query, names);
    const found = find(cacheKey, query);
    if (found) return found;
    return enqueue(key, async () => {
      await pause(); // other work may have had the slice of this turn
      const counted = find(cacheKey, query); // by the one before in the queue
      if (counted) return counted;
      const current = index();
      const { changeCount } = current;
      const page = current.find(query); // in the same slice as the first step of the count
      const facets = await runSteps(current.countFacets(query, names), signal);
      cacheOf(current).set(cacheKey, { facets, changeCount });
      return { ...page, facets };
    });
  };
}

function keyOf(query: ListQuery, names: FacetName[]): string {
  const { sort: _sort, isUnpublishedLast: _last, limit: _limit, offset: _offset, ...filters } = query;
  return JSON.stringify([names, filters]);
}
