// What lists of realms share: their filters, their paging and their columns.
import type { ListRealmsQuery, PageCall, PageOptions, RealmPage, RealmSummary } from '@realm-catalog/client';
import { hasNames, sortNames, type Sort } from '@realm-catalog/contract/realms';
import type { OptionDefinition } from '../command.ts';
import { CommandError } from '../failure.ts';
import type { Column } from '../terminal/column.ts';

export interface ListOptions {
  category?: string;
  has?: string[];
  tag?: string[];
  author?: string;
  license?: string;
  featured?: boolean;
  sort?: Sort;
  limit: number;
}

const MAX_REALMS = 10_000;

export const listOptions: OptionDefinition[] = [
  {
    flags: '--category <category>',
    description: 'only realms in these categories, separated by commas',
    completes: 'category',
  },
  { flags: '--tag <tag...>', description: 'only realms that have all of these tags', completes: 'tag' },
  { flags: '--author <username>', description: 'only realms by these accounts, separated by commas' },
  { flags: '--license <license>', description: 'only realms with this license' },
  { flags: '--has <what...>', description: `only realms that have this: ${hasNames.join(', ')}` },
  { flags: '--featured', description: 'only featured realms' },
  { flags: '--sort <order>', description: 'how to sort', choices: [...sortNames] },
  {
    flags: '--limit <number>',
    description: 'show at most this many',
    default: 20,
    parse: (word) => wholeNumber('--limit', word, MAX_REALMS),
  },
];

export function wholeNumber(name: string, word: string, max: number): number {
  const number = Number(word);
  if (/^\d{1,9}$/.test(word) && number >= 1 && number <= max) return number;
  throw new CommandError('usage', `${name} must be a number from 1 to ${max.toLocaleString('en')}, not ${word}.`);
}

export type List = (query: ListRealmsQuery, options: PageOptions) => PageCall<RealmPage, RealmSummary>;
export type Realm = RealmSummary;

/** The query of these options; one that is not given filters nothing. */
export function queryOf({ category, tag: tags, author, license, has, featured, sort }: ListOptions): ListRealmsQuery {
  return { category, tags, author, license, has: has?.join(','), featured, sort };
}

const PAGE = 100;

/** One request for each 100 realms. */
export async function readRealms(
  list: List,
  query: ListRealmsQuery,
  limit: number,
  signal: AbortSignal,
): Promise<RealmPage> {
  const page = await list({ ...query, limit: Math.min(limit, PAGE) }, { signal });
  const realms = new Map(page.realms.map((realm) => [realm.id, realm]));
  if (limit > PAGE && page.pagination.hasMore)
    for await (const realm of list({ ...query, offset: PAGE }, { signal, max: limit - PAGE }))
      realms.set(realm.id, realm);
  return { ...page, realms: [...realms.values()] };
}

/** What remains after the realms that are shown. */
export function restText(shown: number, total: number): string {
  const count = total.toLocaleString('en');
  return shown < total
    ? `${shown} of ${count} realms; --limit shows more.`
    : `${count} ${total === 1 ? 'realm' : 'realms'}.`;
}

export const realmColumns: Column<Realm>[] = [
  { header: 'slug', value: ({ slug }) => slug, style: 'bold' },
  { header: 'version', value: ({ version }) => version },
  { header: 'downloads', value: ({ downloadCount }) => downloadCount, align: 'right', isOptional: true },
  { header: 'stars', value: ({ starCount }) => starCount, align: 'right', isOptional: true },
  {
    header: 'description',
    value: ({ isDeprecated, description }) => `${isDeprecated ? '(deprecated) ' : ''}${description}`,
    isFlexible: true,
  },
];
