// Finds realms for lists and searches in memory: exactly those that the statements of `realms/queries.ts` mean, in their
// order. It knows what they compare and nothing else, and names a realm by its number in the store.
import type { Sort } from '@realm-catalog/contract';
import { columns, comparisons } from './columns.ts';
import { answer, type Question } from './answer.ts';
import { placedBits } from './members.ts';
import { fill, insert, move, order, take, type Order } from './order.ts';
import { scratch } from './scratch.ts';
import { sets } from './sets.ts';
import { sortedBy, sortedByName } from './sorting.ts';

/** What is known of a realm. */
export interface Findable {
  /** Its number in the store: positive, no other's, and growing, as it is the row of columns. */
  seq: number;
  /** A UUID, in lower case. */
  id: string;
  visibility: 'public' | 'unlisted' | 'private';
  ownerId: string;
  category: string;
  tags: string[];
  featured: boolean;
  nameFolded: string;
  descriptionFolded: string;
  createdAt: string;
  updatedAt: string;
  downloadCount: number;
  starCount: number;
}

export type Orders = Record<Exclude<Sort, 'relevance'>, Order>;

export interface Finder {
  /** How many realms can be found, by whoever may see all. */
  readonly size: number;
  /** A new realm, or all there is to know of one that is known. */
  put(realm: Findable): void;
  remove(seq: number): void;
  /** A realm has so many downloads now, and nothing else has changed. */
  count(seq: number, downloadCount: number): void;
  /** Does in steps what the first searches would have to wait for; the finder may be used and changed between them. */
  prepare(): Generator<void>;
  find(question: Question): { seqs: number[]; total: number };
}

/** A finder that is being filled: many realms are put in, each once, and sorted in steps when all are there. */
export interface Filling {
  put(realm: Findable): void;
  finish(): Generator<void, Finder>;
}

export function filling(): Filling {
  const known = columns();
  const its = sets();
  const orders: Orders = Object.fromEntries(
    Object.entries(comparisons(known)).map(([sort, compare]) => [sort, order(compare)]),
  ) as Orders;
  const all = Object.values(orders);
  const free = scratch();

  function remove(seq: number) {
    if (its.remove(seq)) for (const one of all) take(one, seq);
  }

  const finder: Finder = {
    get size() {
      return its.facet('listed')?.size ?? 0;
    },
    put(realm) {
      remove(realm.seq);
      if (realm.visibility === 'unlisted') return;
      known.write(realm);
      // First its places, then its sets: those with bits set them at its places.
      for (const one of all) insert(one, realm.seq, known.rows);
      its.add(realm, known.rows);
    },
    remove,
    count(seq, downloadCount) {
      if (!its.has(seq)) return;
      known.numbers.downloads[seq] = downloadCount;
      move(orders.downloads, seq, known.rows);
    },
    *prepare() {
      yield* its.prepare(() => known.rows);
      for (const set of its.all()) {
        if (!set.bits) continue;
        placedBits(set, orders.downloads);
        yield;
      }
    },
    find: (question) => answer(question, { its, orders, names: known.names, rows: known.rows, free }),
  };

  return {
    put(realm) {
      if (realm.visibility === 'unlisted') return;
      known.write(realm);
      its.note(realm);
    },
    *finish() {
      const realms = yield* its.fill(known.rows);
      const byId = yield* sortedBy(known.numbers, realms, 'idEnd', 'idMiddle', 'idStart');
      const byCreation = yield* sortedBy(known.numbers, byId, 'created');
      const sorted = {
        newest: byCreation.toReversed(),
        downloads: (yield* sortedBy(known.numbers, byCreation, 'downloads')).toReversed(),
        stars: (yield* sortedBy(known.numbers, byCreation, 'stars')).toReversed(),
        updated: (yield* sortedBy(known.numbers, byId, 'updated')).toReversed(),
        name: yield* sortedByName(known.names, byId),
      };
      for (const sort of Object.keys(orders) as (keyof Orders)[]) {
        fill(orders[sort], sorted[sort], known.rows);
        yield;
      }
      return finder;
    },
  };
}

/** A finder that knows of no realm yet. */
export function finder(): Finder {
  const steps = filling().finish();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
