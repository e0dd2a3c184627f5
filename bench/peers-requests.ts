// What every peer is asked for: the same items, pages and words, each at the address that it has for them.
import { nameAt } from './catalog.ts';
import { walk } from './random.ts';
import { bands } from './words.ts';

/** The addresses of a server; one that it does not have is left out. */
export interface Routes {
  item: (slug: string) => string;
  page?: (offset: number, limit: number) => string;
  search: (word: string, offset: number, limit: number) => string;
  npmSearch?: (word: string) => string;
}

export interface PeerScenario {
  title: string;
  /** So many requests are sent in turn; without it, none is sent twice. */
  distinct?: number;
  /** The i-th request, where the server has such a one. */
  path: (routes: Routes, i: number) => string | undefined;
  /** Whether this is the answer to it. */
  isRight: (answer: string, i: number) => boolean;
}

const PAGE_SIZE = 20;
const SPREAD = 100;
/** Fewer have no hundred that differ. */
export const MIN_ITEMS = 2 * SPREAD;

const catalog: Routes = {
  item: (slug) => `/v1/api/realms/${slug}`,
  page: (offset, limit) => `/v1/api/realms?limit=${limit}&offset=${offset}`,
  search: (word, offset, limit) => `/v1/api/realms?search=${word}&limit=${limit}&offset=${offset}`,
};

/** https://github.com/typicode/json-server/tree/v0.17.4#routes */
const jsonServer: Routes = {
  item: (slug) => `/realms/${slug}`,
  page: (offset, limit) => `/realms?_start=${offset}&_limit=${limit}`,
  search: (word, offset, limit) => `/realms?q=${word}&_start=${offset}&_limit=${limit}`,
};

/** Its web page lists all packages at once. The search of that page has an index in memory, and gives the best 20; that of `npm search` has none. */
const verdaccio: Routes = {
  item: (slug) => `/${slug}`,
  search: (word) => `/-/verdaccio/data/search/${word}`,
  npmSearch: (word) => `/-/v1/search?text=${word}&size=${PAGE_SIZE}`,
};

/** Answers everything with the same. */
const bare: Routes = { item: () => '/', page: () => '/', search: () => '/', npmSearch: () => '/' };

export const routes = { bare, catalog, verdaccio, jsonServer };

const word = (i: number) => bands.middling[i % bands.middling.length] ?? '';
const hasWord = (answer: string, i: number) => answer.includes(word(i));

export function peerScenarios(size: number): PeerScenario[] {
  const slugs = slugsOf(size);
  const slug = (i: number) => slugs[i % SPREAD] ?? '';
  const hasItem = (answer: string, i: number) => answer.includes(slug(i));
  const wordsInTurn = { distinct: SPREAD, isRight: hasWord };
  const page = otherParts(Math.floor(size * 0.9));
  const match = otherParts(bands.middling.length, 10);
  return [
    { title: 'item, one', distinct: 1, path: ({ item }, i) => item(slug(i)), isRight: hasItem },
    { title: 'item, 100 in turn', distinct: SPREAD, path: ({ item }, i) => item(slug(i)), isRight: hasItem },
    {
      title: 'list of 20, first page',
      distinct: 1,
      path: (to) => to.page?.(0, PAGE_SIZE),
      isRight: hasItems(() => PAGE_SIZE),
    },
    {
      title: 'list, another page each time',
      path: (to, i) => to.page?.(page(i).at, page(i).limit),
      isRight: hasItems((i) => page(i).limit),
    },
    { title: 'search, 100 words in turn', ...wordsInTurn, path: ({ search }, i) => search(word(i), 0, PAGE_SIZE) },
    {
      title: 'search, another one each time',
      path: ({ search }, i) => search(word(i), match(i).offset, match(i).limit),
      isRight: hasWord,
    },
    { title: 'search, as `npm search` sends it', ...wordsInTurn, path: (to, i) => to.npmSearch?.(word(i)) },
  ];
}

/** Spread over all, and such that anyone may read them. */
function slugsOf(size: number): string[] {
  const place = walk(size);
  const names = Array.from({ length: MIN_ITEMS }, (_, i) => nameAt(place(i)));
  return names.flatMap(({ slug, visibility }) => (visibility === 'private' ? [] : [slug])).slice(0, SPREAD);
}

/** Each of the places with 20 items, then with 21, and so on to 30 and from 11: 20 in the mean. Where places are few, also at so many offsets. */
function otherParts(places: number, offsets = 1) {
  const place = walk(places);
  return (i: number) => ({
    at: place(i),
    offset: Math.floor(i / places) % offsets,
    limit: 11 + ((9 + Math.floor(i / (places * offsets))) % PAGE_SIZE),
  });
}

const hasItems = (limitOf: (i: number) => number) => (answer: string, i: number) =>
  (answer.match(/"slug":/g) ?? []).length === limitOf(i);
