// Answers one question: which sets it means, and in which order the realms that are in all of them stand.
import type { Sort } from '@realm-catalog/contract';
import type { Orders } from './finder.ts';
import { byteOrdered } from './byte-order.ts';
import type { Held } from './dictionary.ts';
import { firstOf, inAll, inAny, turnTo, type Found, type Places } from './meet.ts';
import type { Meetings } from './meetings.ts';
import type { Members } from './members.ts';
import { between } from './order.ts';
import type { Scratch } from './scratch.ts';
import type { Sets } from './sets.ts';

export interface Question {
  category?: string | undefined;
  tags: string[];
  featured: boolean;
  search?: { text: string; words: string[] } | undefined;
  sort: Sort;
  limit: number;
  offset: number;
  /** Whose private realms are listed too, or everyone's; without it none. */
  viewer?: { ownerId: string } | 'all' | undefined;
}

interface Known {
  its: Sets;
  orders: Orders;
  names: string[];
  rows: number;
  lists: Meetings;
  free: Scratch;
}

/** The rows of a page of realms, and how many there are in all. */
export function answer(question: Question, known: Known): { rows: number[]; total: number } {
  const { search, sort, offset, limit } = question;
  const { its, orders, lists, free } = known;
  const words = search?.words.map((word) => its.holding(word, known.rows)) ?? [];
  const wanted = [...facetsOf(question, its), ...words.map((held) => held.map(({ anywhere }) => anywhere))];
  if (wanted.some((sets) => sets.length === 0)) return { rows: [], total: 0 };

  const byRelevance = sort === 'relevance' && search;
  const order = byRelevance ? orders.downloads : orders[sort === 'relevance' ? 'newest' : sort];
  const meet = () =>
    inAll(
      wanted.map((sets) => inAny(sets, order, free)),
      order,
      free,
    );
  const matches = search ? meet() : lists.of(question, meet);
  const classes =
    byRelevance && offset < matches.total ? betterMatches(search.text, words, matches, question, known) : [];
  const rows: number[] = [];
  let [skip, but]: [number, Found | undefined] = [offset, undefined];
  for (const found of [...classes, matches]) {
    const count = found.total - (but?.total ?? 0);
    if (skip < count && rows.length < limit) turnTo(rows, order, found, but, skip, limit);
    skip = Math.max(0, skip - count);
    but = found;
  }
  free.release();
  return { rows, total: matches.total };
}

/** A realm is found when it is, for each of these, in one of them. */
function facetsOf({ viewer, category, featured, tags }: Question, its: Sets): Members[][] {
  const visible =
    viewer === 'all'
      ? [its.facet('listed')]
      : [its.facet('public'), viewer ? its.facet('private', viewer.ownerId) : undefined];
  const facets = [
    visible,
    ...(category ? [[its.facet('category', category)]] : []),
    ...(featured ? [[its.facet('featured')]] : []),
    ...tags.map((tag) => [its.facet('tag', tag)]),
  ];
  return facets.map((sets) => sets.filter((set) => set !== undefined));
}

/** Looking at a name costs as much as taking so many realms from the order of names. */
const LOOK = 8;

/**
 * Of the matches: those whose name is the term, those whose name begins with it, and those with every word in their name.
 * Each holds the ones before. The first two are left out where the page lies behind them.
 */
function betterMatches(
  text: string,
  words: Held[][],
  matches: Found,
  { offset, limit }: Question,
  { orders, names, free }: Known,
): Found[] {
  const order = orders.downloads;
  const some = (...places: Places[]) => inAll([...places, { bits: matches.bits }], order, free);
  const inName = some(...words.map((held) => held.map((its) => its.inName)).map((sets) => inAny(sets, order, free)));
  if (offset >= inName.total) return [inName];

  const start = byteOrdered(text);
  const name = (seq: number) => names[seq] ?? '';
  const below = (seq: number) => name(seq) < start;
  const begins = (seq: number) => name(seq).startsWith(start);
  const beginning = [...between(orders.name, below, (seq) => below(seq) || begins(seq))];
  // Those whose name is the term come first.
  const isAny = beginning.some(([first]) => first !== undefined && name(first) === start);
  const equal = isAny ? [...between(orders.name, below, (seq) => name(seq) <= start)] : [];
  // Where many names begin so, the page is full after a look at few of them in order.
  const count = lengthOf(beginning);
  const few = (offset + limit) * inName.total * LOOK < count ** 2;
  const enough = few ? [firstOf(inName, begins, offset + limit, order)] : beginning;
  const better = [equal, [...equal, ...enough]].filter((parts) => parts.length > 0);
  return [...better.map((parts) => some(placesOf(parts, order.places, free))), inName];
}

function placesOf(parts: ArrayLike<number>[], places: Uint32Array, free: Scratch): Places {
  const list = free.list(lengthOf(parts));
  let length = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length; at += 1) list[length++] = places[part[at] ?? 0] ?? 0;
  }
  return { list, length };
}

function lengthOf(parts: ArrayLike<number>[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}
