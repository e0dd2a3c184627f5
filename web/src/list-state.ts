// What a visitor chose in the list of realms: as parameters of the address, and as text in the search box.
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_SEARCH_LENGTH } from '@realm-catalog/contract';
import { operatorText, parseSearchText } from '@realm-catalog/contract/search-text';
import type { Site } from './site.ts';

export interface ListState {
  search: string;
  /** One or several, separated by commas; so are authors. */
  category: string;
  tags: string[];
  license: string[];
  author: string;
  /** What realms must have, separated by commas. */
  has: string;
  sort: string;
  /** How the realms are shown: as a grid of cards unless rows were chosen. */
  view: ListView;
  /** The facet that shows more than its first values. */
  more: FacetField | '';
  limit: number;
  offset: number;
}

export type ListView = '' | 'rows';

const facetFields = ['category', 'tags', 'license', 'author'] as const;
export type FacetField = (typeof facetFields)[number];

/** What can be chosen: `has` is no facet that is counted. */
export const filterFields = [...facetFields, 'has'] as const;
export type FilterField = (typeof filterFields)[number];

export function listAddress(site: Site, state: ListState): string {
  const { search, category, license, author, has, sort, view, more, tags, limit, offset } = state;
  const query =
    parameter('search', search) +
    parameter('category', category) +
    license.map((one) => parameter('license', one)).join('') +
    parameter('author', author) +
    parameter('has', has) +
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
const MAX_VALUE_LENGTHS = { category: 330, author: 640, has: 64 };
const MAX_LICENSE_LENGTH = 100;
const MAX_NAME_LENGTH = 64;
const MAX_TAGS = 20;
/** Of categories, licenses, authors or what realms have. */
const MAX_VALUES = 10;

/** Reads the parameters. The text of the search box, `q`, may contain `category:`, `tag:`, `author:`, `license:` and `has:`, which win. */
export function parseListState(query: URLSearchParams): ListState {
  const get = (name: string) => (query.get(name) ?? '').slice(0, MAX_TEXT_LENGTH);
  const typed = parseSearchText(get('q') || get('search'));
  const chosen = (name: keyof typeof MAX_VALUE_LENGTHS) =>
    listed((typed[name].join(',') || get(name)).slice(0, MAX_VALUE_LENGTHS[name]));
  const tags = [...get('tags').split(','), ...typed.tags].map((tag) => tag.trim().toLowerCase());
  return {
    search: typed.q.slice(0, MAX_SEARCH_LENGTH).trim(),
    category: chosen('category'),
    tags: [...new Set(tags)].filter(Boolean).slice(0, MAX_TAGS),
    license: licensesIn(typed.license.length > 0 ? typed.license : query.getAll('license')),
    author: chosen('author'),
    has: chosen('has'),
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
/** Values between commas, without blanks around them, each once. */
function listed(text: string): string {
  const values = text.split(',').map((value) => value.trim().slice(0, MAX_NAME_LENGTH).trim());
  return [...new Set(values)].filter(Boolean).slice(0, MAX_VALUES).join(',');
}

/** A comma may be a part of a license. The case does not matter: of two spellings, the first counts. */
function licensesIn(texts: string[]): string[] {
  const values = texts.map((text) => text.trim().slice(0, MAX_LICENSE_LENGTH).trim()).filter(Boolean);
  return values.filter((one, at) => values.findIndex((other) => isSameLicense(one, other)) === at).slice(0, MAX_VALUES);
}

const isSameLicense = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Where a page of a list begins. */
export const offsetOf = (query: URLSearchParams): number => Math.min(numberIn(query.get('offset') ?? ''), MAX_OFFSET);

/** 0 where there is no whole number. */
const numberIn = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : 0);

/** The state after a click on a value of a filter: it is chosen, or no longer chosen. Every link of a filter is made of it. */
export function withFilter(state: ListState, field: FilterField, value: string): ListState {
  const others = chosenValues(state, field).filter((one) => !isSame(field, one, value));
  const values = isChosen(state, field, value) ? others : [...others, value];
  const isList = field === 'tags' || field === 'license';
  return { ...state, offset: 0, [field]: isList ? values : values.join(',') };
}

export function isChosen(state: ListState, field: FilterField, value: string): boolean {
  return chosenValues(state, field).some((one) => isSame(field, one, value));
}

const isSame = (field: FilterField, one: string, other: string) =>
  field === 'license' ? isSameLicense(one, other) : one === other;

export function chosenValues(state: ListState, field: FilterField): string[] {
  const chosen = state[field];
  return typeof chosen === 'string' ? chosen.split(',').filter(Boolean) : chosen;
}

/** The same words and view, without any filter. */
export const withoutFilters = (state: ListState): ListState => ({
  ...state,
  category: '',
  tags: [],
  license: [],
  author: '',
  has: '',
  offset: 0,
});

/** What was chosen, as one would type it into the search box. */
export function listText({ search, category, tags, license, author, has }: ListState): string {
  return [
    category && operatorText('category', category),
    ...tags.map((tag) => operatorText('tag', tag)),
    ...license.map((one) => operatorText('license', one)),
    author && operatorText('author', author),
    has && operatorText('has', has),
    search,
  ]
    .filter(Boolean)
    .join(' ');
}
