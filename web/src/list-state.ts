// What a visitor chose in the list of realms: as parameters of the address, and as text in the search box.
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_SEARCH_LENGTH } from '@realm-catalog/contract';
import type { Site } from './site.ts';

export interface ListState {
  search: string;
  category: string;
  tags: string[];
  license: string;
  author: string;
  sort: string;
  /** How the realms are shown: as a grid of cards unless rows were chosen. */
  view: ListView;
  /** The facet that shows more than its first values. */
  more: FacetField | '';
  limit: number;
  offset: number;
}

export type ListView = '' | 'rows';

export const facetFields = ['category', 'tags', 'license', 'author'] as const;
export type FacetField = (typeof facetFields)[number];

export function listAddress(site: Site, state: ListState): string {
  const { search, category, license, author, sort, view, more, tags, limit, offset } = state;
  const query =
    parameter('search', search) +
    parameter('category', category) +
    parameter('license', license) +
    parameter('author', author) +
    parameter('sort', sort) +
    parameter('view', view) +
    parameter('more', more) +
    parameter('tags', tags.join(',')) +
    parameter('limit', limit === DEFAULT_LIMIT ? '' : String(limit)) +
    parameter('offset', offset > 0 ? String(offset) : '');
  return `${site.basePath}/realms${query === '' ? '' : `?${query.slice(1)}`}`;
}

/** A text that was cut may end in half a character, which has no address. */
const parameter = (name: string, value: string): string =>
  value === '' ? '' : `&${name}=${encodeURIComponent(value.toWellFormed())}`;

const MAX_OFFSET = 1_000_000_000;

const MAX_TEXT_LENGTH = 1_000;
/** What the list takes. */
const MAX_VALUE_LENGTHS = { category: 64, license: 100, author: 64 };
const MAX_TAGS = 20;

/** Reads the parameters. The text of the search box, `q`, may contain `category:`, `tag:`, `author:` and `license:`, which win. */
export function parseListState(query: URLSearchParams): ListState {
  const get = (name: string) => (query.get(name) ?? '').slice(0, MAX_TEXT_LENGTH);
  const typed = parseText(get('q') || get('search'));
  const chosen = (name: 'category' | 'license' | 'author') =>
    (typed[name] || get(name)).trim().slice(0, MAX_VALUE_LENGTHS[name]).trim();
  const tags = [...get('tags').split(','), ...typed.tags].map((tag) => tag.trim().toLowerCase());
  return {
    search: typed.search.slice(0, MAX_SEARCH_LENGTH).trim(),
    category: chosen('category'),
    tags: [...new Set(tags)].filter(Boolean).slice(0, MAX_TAGS),
    license: chosen('license'),
    author: chosen('author'),
    sort: get('sort'),
    view: viewOf(query),
    more: facetFields.find((field) => field === query.get('more')) ?? '',
    limit: Math.min(numberIn(get('limit')), MAX_LIMIT) || DEFAULT_LIMIT,
    offset: offsetOf(query),
  };
}

/** Anything else than rows means the usual view. */
export const viewOf = (query: URLSearchParams): ListView => (query.get('view') === 'rows' ? 'rows' : '');

/** The address of a page of a list that has no filters, such as the realms of an author. */
export function pageAddress(site: Site, path: string, view: ListView, offset: number): string {
  const query = parameter('view', view) + parameter('offset', offset > 0 ? String(offset) : '');
  return `${site.basePath}${path}${query === '' ? '' : `?${query.slice(1)}`}`;
}

/** Where a page of a list begins. */
export const offsetOf = (query: URLSearchParams): number => Math.min(numberIn(query.get('offset') ?? ''), MAX_OFFSET);

/** 0 where there is no whole number. */
const numberIn = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : 0);

type Typed = Pick<ListState, 'search' | 'category' | 'tags' | 'license' | 'author'>;

/** A name and a value; a value with blanks or quotation marks stands in quotation marks, with a backslash before each inside. */
const OPERATOR = /(?<=^|\s)(category|tag|author|license):(?:"((?:[^"\\]|\\.)*)"(?=\s|$)|(\S+))/g;

function parseText(text: string): Typed {
  const typed: Typed = { search: '', category: '', tags: [], license: '', author: '' };
  const rest = text.replaceAll(OPERATOR, (_, name: string, quoted?: string, word?: string) => {
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? word ?? '';
    if (name === 'tag') typed.tags.push(...value.split(','));
    else typed[name as 'category' | 'author' | 'license'] = value;
    return '';
  });
  return { ...typed, search: rest.replaceAll(/\s+/g, ' ').trim() };
}

const quoted = (value: string): string => (/[\s"\\]/.test(value) ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : value);

/** The state after a click on a value of a facet: it is chosen, or no longer chosen. Every link of a facet is made of it. */
export const withFacet = (state: ListState, field: FacetField, value: string): ListState => ({
  ...state,
  offset: 0,
  ...(field === 'tags'
    ? { tags: state.tags.includes(value) ? state.tags.filter((tag) => tag !== value) : [...state.tags, value] }
    : { [field]: isChosen(state, field, value) ? '' : value }),
});

export const isChosen = (state: ListState, field: FacetField, value: string): boolean =>
  field === 'tags' ? state.tags.includes(value) : state[field] === value;

/** What was chosen, as one would type it into the search box. */
export function listText({ search, category, tags, license, author }: ListState): string {
  return [
    category && `category:${quoted(category)}`,
    ...tags.map((tag) => `tag:${quoted(tag)}`),
    license && `license:${quoted(license)}`,
    author && `author:${quoted(author)}`,
    search,
  ]
    .filter(Boolean)
    .join(' ');
}
