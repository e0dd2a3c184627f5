// What is measured: every kind of request, hot (the same few) and cold (spread over the whole catalog).
import { categories, nameAt, tags } from './catalog.ts';
import { fileAt } from './files.ts';
import { firstAbove, seeded as chance, walk } from './random.ts';
import type { Seeded } from './seeded.ts';
import { bands, text } from './words.ts';

export interface Request {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Scenario {
  name: string;
  heat: 'hot' | 'cold';
  /** One line of the plot. */
  group: string;
  kind: 'read' | 'write';
  status: number;
  request(i: number): Request;
}

/** The i-th request of a kind: each is another one, for as long as the catalog goes. */
type Requests = (i: number) => Request;

/** How many different requests are hot. */
export const FEW_REQUESTS = 5;
const REALMS = '/v1/api/realms';

/** `filesPath` is the address below which files were published. */
export function scenariosOf(seeded: Seeded, key: string, run: string, filesPath: string): Scenario[] {
  const authorization = `Bearer ${key}`;
  const lists = listsOf(seeded);
  const details = detailsOf(seeded.realms);
  const files: Requests = (i) => ({ method: 'GET', path: `${filesPath}/${fileAt(i)}` });
  const downloads: Requests = (i) => ({ method: 'POST', path: `${details(i).path}/download` });

  return [
    ...both('detail', 'detail', details),
    hot('detail, with a key', 'detail', (i) => ({ ...details(i), headers: { authorization } })),
    ...both('list, all', 'list', lists.all),
    ...both('list, category', 'list', lists.category),
    ...both('list, two tags', 'filters', lists.twoTags),
    ...both('list, category and tag', 'filters', lists.categoryAndTag),
    ...both('deep offset', 'deep offset', lists.deep),
    ...both('search, frequent word', 'search', searches(bands.frequent, 100)),
    ...both('search, middling word', 'search', searches(bands.middling, 10)),
    ...both('search, rare word', 'search', searches(bands.rare)),
    ...both('search, two words', 'search', searches(pairs(bands.frequent, bands.middling))),
    ...both('search, inside a word', 'search', searches(bands.inside)),
    ...both('search, no match', 'search', searches(bands.nowhere)),
    ...both('search, suggestion', 'suggestions', searches(bands.misspelled)),
    ...both('q, frequent word', 'q', searches(bands.frequent, 100, 'q')),
    ...both('q, rare word', 'q', searches(bands.rare, 1, 'q')),
    ...both('q, two words', 'q', searches(pairs(bands.frequent, bands.middling), 1, 'q')),
    ...both('q, tag and word', 'q', searches(pairs(tags, bands.middling), 1, 'q')),
    ...both('q, part of a slug', 'q', searches(pairs(bands.frequent, bands.middling).map(asSlug), 1, 'q')),
    ...both('list, facets', 'facets', withFacets(lists.all)),
    ...both('list, two tags, facets', 'facets', withFacets(lists.twoTags)),
    ...both('completion', 'suggestions', completions),
    hot('stats', 'stats', () => ({ method: 'GET', path: '/v1/api/stats' })),
    ...both('series', 'stats', series),
    ...both('file', 'file', files),
    hot('page, home', 'pages', asPages(home)),
    ...both('page, realm', 'pages', asPages(details)),
    ...both('page, list', 'pages', asPages(lists.category)),
    { ...hot('not modified (304)', 'detail', details), status: 304 },
    // The writes come last: they change what the reads find.
    ...both('download', 'download', downloads).map((scenario): Scenario => ({ ...scenario, kind: 'write' })),
    {
      name: 'create',
      heat: 'cold',
      group: 'create',
      kind: 'write',
      status: 201,
      request: creations(authorization, run),
    },
  ];
}

function hot(name: string, group: string, requests: Requests): Scenario {
  return { name, heat: 'hot', group, kind: 'read', status: 200, request: (i) => requests(i % FEW_REQUESTS) };
}

function both(name: string, group: string, requests: Requests): Scenario[] {
  return [hot(name, group, requests), { name, heat: 'cold', group, kind: 'read', status: 200, request: requests }];
}

const withFacets =
  (requests: Requests): Requests =>
  (i) => {
    const request = requests(i);
    return { ...request, path: `${request.path}&facets=category,tags,license,author` };
  };

/** The web page that shows the same as an operation, asked for as browsers do. */
const asPages =
  (requests: Requests): Requests =>
  (i) => {
    const request = requests(i);
    const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
    return { ...request, path: request.path.replace(/^\/v1\/api/, ''), headers };
  };

const home: Requests = () => ({ method: 'GET', path: '/' });

/** The first letters of words. */
const completions: Requests = (i) => {
  const words = [...bands.rare, ...bands.middling];
  const word = words[i % words.length] ?? '';
  return {
    method: 'GET',
    path: `/v1/api/suggest?q=${word.slice(0, 1 + (Math.floor(i / words.length) % word.length))}`,
  };
};

/** Every realm that answers to its slug. */
function detailsOf(size: number): Requests {
  const place = walk(size);
  return (i) => {
    let realm = nameAt(place(i));
    for (let next = place(i) + 1; realm.visibility === 'private'; next += 1) realm = nameAt(next % size);
    return { method: 'GET', path: `${REALMS}/${realm.slug}` };
  };
}

/** Downloads and realms by week, of all and of each category, each time to another day. */
function series(i: number): Request {
  const metric = i % 2 ? 'realms' : 'downloads';
  const category = categories[i % (categories.length + 1)];
  const to = new Date(Date.UTC(2027, 0, 1 + (i % 20_000))).toISOString().slice(0, 10);
  return {
    method: 'GET',
    path: `/v1/api/stats/series?metric=${metric}&interval=week&to=${to}${category ? `&category=${category}` : ''}`,
  };
}

/** Realms with a name that no other has. */
function creations(authorization: string, run: string): Requests {
  const headers = { authorization, 'content-type': 'application/json' };
  return (i) => {
    const random = chance(i);
    const [name, description] = [`${text(random, 3)} ${run} ${i}`, text(random, 16)];
    const realm = {
      name,
      description,
      category: categories[i % categories.length],
      tags: tags.slice(i % 37, (i % 37) + 3),
    };
    return { method: 'POST', path: '/v1/realms', headers, body: JSON.stringify(realm) };
  };
}

function listsOf({ totals }: Seeded) {
  const filters = Object.keys(totals);
  const fitting = (shape: RegExp) =>
    pages(filters.filter((filter) => shape.test(filter)).map((filter) => [filter, totals[filter] ?? 0]));
  const all = totals[''] ?? 0;
  const deep = pages([['', Math.ceil(all / 10)]], all - Math.ceil(all / 10));
  return {
    all: fitting(/^$/),
    category: fitting(/^category=[^&]*$/),
    twoTags: fitting(/^tags=/),
    categoryAndTag: fitting(/&tags=/),
    /** In the last tenth of the list of all. */
    deep,
  };
}

/** Pages that begin anywhere in the lists of these filters, where a longer list has more of them. */
function pages(filters: [filter: string, total: number][], from = 0): Requests {
  let sum = 0;
  const sums = Float64Array.from(filters, ([, total]) => (sum += total));
  const place = walk(sum);
  return (i) => {
    const at = firstAbove(sums, place(i));
    const offset = from + place(i) - (sums[at - 1] ?? 0);
    const filter = filters[at]?.[0] ? `${filters[at][0]}&` : '';
    return { method: 'GET', path: `${REALMS}?${filter}limit=${limitOf(i, sum)}&offset=${offset}` };
  };
}

/** First pages of searches, or those that begin among the first matches where there are few words. */
function searches(terms: string[], offsets = 1, parameter: 'search' | 'q' = 'search'): Requests {
  const size = terms.length * offsets;
  const place = walk(size);
  return (i) => {
    const term = encodeURIComponent(terms[place(i) % terms.length] ?? '');
    const offset = Math.floor(place(i) / terms.length);
    return { method: 'GET', path: `${REALMS}?${parameter}=${term}&limit=${limitOf(i, size)}&offset=${offset}` };
  };
}

/** 20 in the first walk through all there is; another one in each of the next twenty. */
function limitOf(i: number, size: number): number {
  return 11 + ((9 + Math.floor(i / size)) % 20);
}

const asSlug = (term: string) => term.replaceAll(' ', '-');

function pairs(some: string[], others: string[]): string[] {
  return others.flatMap((other) => some.map((one) => `${one} ${other}`));
}
