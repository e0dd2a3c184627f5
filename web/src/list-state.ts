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
  limit: number;
  offset: number;
}

export function listAddress(site: Site, state: ListState): string {
  const { search, category, license, author, sort, tags, limit, offset } = state;
  const query =
    parameter('search', search) +
    parameter('category', category) +
    parameter('license', license) +
    parameter('author', author) +
    parameter('sort', sort) +
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
    limit: Math.min(numberIn(get('limit')), MAX_LIMIT) || DEFAULT_LIMIT,
    offset: offsetOf(query),
  };
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
