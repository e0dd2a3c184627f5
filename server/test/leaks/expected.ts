// What each caller is to find in lists and collections: what the model of lists finds among the realms that the caller may list.
import type { Collection, FacetName, Has, RealmSummary, Sort } from '@realm-catalog/contract';
import type { NewAccount } from '../../src/accounts/queries.ts';
import type { NewCollection } from '../../src/collections/queries.ts';
import type { NewRealm } from '../../src/realms/columns.ts';
import { listed, newest, page, type IndexedRealm } from '../model/lists.ts';
import { folded, indexedRealms, seqsOf } from '../model/realms.ts';
import * as values from '../model/values.ts';
import { mayList, maySee, type TestCaller } from './callers.ts';

export interface Question {
  author?: string;
  license?: string;
  slugs?: string;
  facets?: string;
  category?: string;
  tags?: string;
  search?: string;
  q?: string;
  has?: string;
  featured?: true;
  sort?: Sort;
  limit?: number;
  offset?: number;
}

/** A changed world is another object, so that what was worked out of it is not used any more. */
export interface World {
  authors: NewAccount[];
  realms: NewRealm[];
  collections: NewCollection[];
}

export function pageOf(world: World, caller: TestCaller, question: Question): Page {
  return pageAmong(world, (realm) => mayList(caller, realm), question);
}

type Page = ReturnType<typeof listedPage>;
type ModelRealm = NewRealm & IndexedRealm;

/** What the model of lists says of a world, which many callers ask for: each page is worked out once for all who see the same realms. */
interface Model {
  realms: ModelRealm[];
  pages: Map<string, Page>;
}
const models = new WeakMap<World, Model>();

function modelOf(world: World): Model {
  const model = models.get(world) ?? { realms: indexedRealms(world.realms, world.authors), pages: new Map() };
  models.set(world, model);
  return model;
}

/** The page of a list of the realms that may be shown. */
function pageAmong(world: World, mayShow: (realm: NewRealm) => boolean, question: Question): Page {
  const { realms, pages } = modelOf(world);
  const shown = realms.filter(mayShow);
  const key = JSON.stringify([shown.map(({ seq }) => seq), question]);
  const page = pages.get(key) ?? listedPage(realms, shown, world.authors, question);
  pages.set(key, page);
  return page;
}

function listedPage(all: ModelRealm[], shown: ModelRealm[], authors: NewAccount[], question: Question) {
  const { tags, search, q, category, author, license, has, facets, limit, offset = 0, ...filters } = question;
  const slugs = question.slugs?.split(',');
  const query = {
    ...filters,
    seqs: seqsOf(all, slugs),
    tags: tags?.split(',') ?? [],
    category: category?.split(','),
    author: author?.split(','),
    license: license === undefined ? undefined : [license],
    has: has?.split(',') as Has[] | undefined,
    search: search === undefined ? undefined : { text: folded(search) },
    q: q === undefined ? undefined : { text: folded(q) },
    sort: question.sort ?? (slugs ? ('seqs' as const) : (search ?? q) ? ('relevance' as const) : ('newest' as const)),
  };
  const found = page(listed(shown, query), { limit: limit ?? slugs?.length ?? 20, offset });
  const suggestion = values.suggestionFor(all, shown, query);
  return {
    realms: found.shown.map((realm) => summaryOf(realm, authors)),
    pagination: found.pagination,
    ...(facets && { facets: values.facetsOf(shown, query, facets.split(',') as FacetName[]) }),
    ...(suggestion && { suggestion: { [q ? 'q' : 'search']: suggestion.text, total: suggestion.total } }),
  };
}

/** The same for everyone. */
export function completionsOf(world: World, text: string) {
  const { realms } = modelOf(world);
  const { seqs, ...others } = values.completionsOf(realms, text, 8);
  return { realms: seqs.flatMap((seq) => realms[seq - 1] ?? []).map(({ slug, name }) => ({ slug, name })), ...others };
}

/** What the search box suggests, by group; the same for everyone. */
export function suggestionsOf(world: World, text: string): Record<string, string[]> {
  const { realms: all } = modelOf(world);
  const [operator = '', begun] = text.split(':');
  const valuesOfKind = (kind: 'category' | 'tag' | 'author' | 'license', prefix: string, limit: number) =>
    values.valuesBeginning(all, kind, prefix).slice(0, limit);
  const [name, kind] = operators[operator] ?? [];
  if (name && kind && begun !== undefined) return { [name]: valuesOfKind(kind, begun, 8) };
  const { realms, suggestion } = pageAmong(world, ({ visibility }) => visibility === 'public', { q: text, limit: 6 });
  return {
    'Did you mean': suggestion ? [suggestion['q'] as string] : [],
    Realms: realms.map((realm) => realm.name),
    Categories: valuesOfKind('category', text, 4),
    Tags: valuesOfKind('tag', text, 4),
    Authors: valuesOfKind('author', text, 4),
  };
}

/** The name of the group of each operator's values, and their kind. */
const operators: Record<string, [name: string, kind: 'category' | 'tag' | 'author' | 'license']> = {
  category: ['Categories', 'category'],
  tag: ['Tags', 'tag'],
  author: ['Authors', 'author'],
  license: ['Licenses', 'license'],
};

/** The same for everyone. */
export function valuesOf(world: World, kind: 'tag' | 'category', prefix: string) {
  const found = page(values.valuesOf(modelOf(world).realms, kind, prefix), { limit: 20, offset: 0 });
  return { values: found.shown, pagination: found.pagination };
}

/** The caller's own realms, of every visibility; undefined without the scope to read them. */
export function ownPageOf(world: World, caller: TestCaller, question: Question) {
  if (!caller.scopes.includes('realms:read')) return undefined;
  const { realms, ...rest } = pageAmong(world, ({ ownerId }) => ownerId === caller.accountId, question);
  return { realms: realms.map((realm) => ({ ...realm, role: 'owner' })), ...rest };
}

/** The realms of a caller who has starred all of them, the last one first. */
export function starredOf({ realms, authors }: World, caller: TestCaller) {
  const seen = realms.filter((realm) => maySee(caller, realm)).toReversed();
  const { shown, pagination } = page(seen, { limit: 100, offset: 0 });
  return { realms: shown.map((realm) => summaryOf(realm, authors)), pagination };
}

/** Where the header Link says that the last page begins; nothing where there is none. */
export function lastOffset({ total, limit }: { total: number; limit: number }): number | undefined {
  return total === 0 ? undefined : total - 1 - ((total - 1) % limit);
}

function summaryOf(realm: NewRealm, authors: NewAccount[]): RealmSummary {
  const { id, name, slug, description, category, tags, downloadCount, starCount, createdAt, updatedAt } = realm;
  const { version, license, visibility, featured } = realm;
  const { username = '', name: authorName = '', image = '' } = authors.find((one) => one.id === realm.ownerId) ?? {};
  const author = { username, name: authorName, image };
  const counts = { downloadCount, recentDownloads: 0, starCount };
  const said = { version, license, visibility, featured, isDeprecated: false, coverUrl: '' };
  const { quarantine, publishedAt = '' } = realm as Partial<RealmSummary>;
  const shown = {
    id,
    name,
    slug,
    description,
    category,
    tags,
    ...counts,
    ...said,
    author,
    publishedAt,
    createdAt,
    updatedAt,
  };
  return quarantine ? { ...shown, quarantine } : shown;
}

export function collectionsOf({ collections, realms, authors }: World, caller: TestCaller, onlyFeatured: boolean) {
  return collections
    .filter(({ featured }) => featured || !onlyFeatured)
    .toSorted(newest)
    .map(({ id, slug, name, description, featured, createdBy, createdAt, realmIds }): Collection => {
      const members = realmIds.flatMap((realmId) => realms.filter((realm) => realm.id === realmId));
      const slugs = members.filter((realm) => mayList(caller, realm)).map(({ slug }) => slug);
      const curator = authors.find((author) => author.id === createdBy)?.username ?? '';
      const times = { createdAt, updatedAt: createdAt };
      return { id, slug, name, description, realms: slugs, createdBy: curator, featured, ...times };
    });
}
