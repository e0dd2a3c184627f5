// What a visitor chose in the list of realms: as parameters of the address, and as text in the search box.
import { DEFAULT_LIMIT, MAX_SEARCH_LENGTH } from '@realm-catalog/contract';
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
  const query = new URLSearchParams();
  for (const name of ['search', 'category', 'license', 'author', 'sort'] as const)
    if (state[name] !== '') query.set(name, state[name]);
  if (state.tags.length > 0) query.set('tags', state.tags.join(','));
  if (state.offset > 0) query.set('offset', String(state.offset));
  const text = String(query);
  return `${site.basePath}/realms${text === '' ? '' : `?${text}`}`;
}

const MAX_OFFSET = 1_000_000_000;

/** Reads the parameters. The text of the search box, `q`, may contain `category:`, `tag:`, `author:` and `license:`, which win. */
export function parseListState(query: URLSearchParams): ListState {
  const typed = parseText((query.get('q') ?? '').slice(0, 1_000));
  const tags = (query.get('tags') ?? '').split(',').concat(query.getAll('tag'), typed.tags);
  return {
    search: (typed.search || (query.get('search') ?? '')).slice(0, MAX_SEARCH_LENGTH),
    category: typed.category || (query.get('category') ?? ''),
    tags: [...new Set(tags.map((tag) => tag.trim().toLowerCase()).filter(Boolean))].slice(0, 20),
    license: typed.license || (query.get('license') ?? ''),
    author: typed.author || (query.get('author') ?? ''),
    sort: query.get('sort') ?? '',
    limit: DEFAULT_LIMIT,
    offset: offsetOf(query.get('offset') ?? ''),
  };
}

function offsetOf(text: string): number {
  return /^\d{1,10}$/.test(text) ? Math.min(Number(text), MAX_OFFSET) : 0;
}

type Typed = Pick<ListState, 'search' | 'category' | 'tags' | 'license' | 'author'>;

const OPERATOR = /(?<=^|\s)(category|tag|author|license):(?:"([^"]*)"|(\S+))/g;

function parseText(text: string): Typed {
  const typed: Typed = { search: '', category: '', tags: [], license: '', author: '' };
  const rest = text.replaceAll(OPERATOR, (_, name: string, quoted?: string, word?: string) => {
    const value = quoted ?? word ?? '';
    if (name === 'tag') typed.tags.push(value);
    else typed[name as 'category' | 'author' | 'license'] = value;
    return '';
  });
  return { ...typed, search: rest.replaceAll(/\s+/g, ' ').trim() };
}

/** What was chosen, as one would type it into the search box. */
export function listText({ search, category, tags, license, author }: ListState): string {
  const quoted = (value: string) => (/\s/.test(value) ? `"${value}"` : value);
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
