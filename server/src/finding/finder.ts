// Finds realms for lists and searches in memory: exactly those that the statements of `realms/queries.ts` mean, in their
// order. It knows what they compare and nothing else, and names a realm by its number in the store.
import type { Sort } from '@realm-catalog/contract';
import { columns, comparisons, thawedColumns, type Columns } from './columns.ts';
import { answer, type Question } from './answer.ts';
import { meetings } from './meetings.ts';
import { placedBits } from './members.ts';
import { fill, insert, move, order, realmsOf, take, type Order } from './order.ts';
import { numbersIn, numbersOut, type Bytes } from './pieces.ts';
import { rows } from './rows.ts';
import { scratch } from './scratch.ts';
import { sets, thawedSets, type SetSizes } from './sets.ts';
import { joined, sortedBy, sortedByName } from './sorting.ts';

/** What is known of a realm. */
export interface Findable {
  /** Its number in the store: positive, and no other's. */
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

export type { Bytes } from './pieces.ts';
export type Orders = Record<Exclude<Sort, 'relevance'>, Order>;
type Sorted = Record<keyof Orders, Uint32Array>;

export interface Finder {
  /** How many realms can be found, by whoever may see all. */
  readonly size: number;
  /** A new realm, or all there is to know of one that is known. */
  put(realm: Findable): void;
  remove(seq: number): void;
  /** Does in steps what the first searches would have to wait for; the finder may be used and changed between them. */
  prepare(): Generator<void>;
  find(question: Question): { seqs: number[]; total: number };
  /**
   * What it knows, as bytes for `thaw`, in steps, each good until the next. It may be changed between them: of what
   * changes meanwhile, the bytes have the old or the new, or some of both, and so it must be put into the filling or
   * removed from it once more.
   */
  freeze(): Generator<Uint8Array>;
  readonly sizes: FinderSizes;
}

/**
 * How many entries there are of each kind, and how many numbers were handed out to them: never more than were in use at once. `blocks` are
 * those of all orders, `followers` the sets whose bits are kept in an order.
 */
export interface FinderSizes extends SetSizes {
  rows: number;
  rowNumbers: number;
  blocks: number;
  followers: number;
}

/** A finder that is being filled: many realms are put in, and sorted in steps when all are there. */
export interface Filling {
  put(realm: Findable): void;
  remove(seq: number): void;
  finish(): Generator<void, Finder>;
}

/** One that is full, with what was frozen. */
export function* thaw(bytes: Bytes): Generator<void, Filling> {
  const known = yield* thawedColumns(bytes);
  const places = rows(known.numbers.seq);
  const its = yield* thawedSets(bytes, known.rows, (row) => known.numbers.seq[row] !== 0);
  const sorted = {} as Sorted;
  for (const sort of Object.keys(comparisons(known)) as (keyof Orders)[]) sorted[sort] = numbersIn(bytes, Uint32Array);
  return filling(known, its, places, sorted);
}

/** `sorted` are the realms that are known already. */
export function filling(known = columns(), its = sets(), places = rows(), sorted?: Sorted): Filling {
  /** The rows of realms that may not be where they were sorted. */
  const changed = new Set<number>();
  const orders: Orders = Object.fromEntries(
    Object.entries(comparisons(known)).map(([sort, compare]) => [sort, order(compare)]),
  ) as Orders;
  const all = Object.values(orders);
  const lists = meetings();
  const free = scratch();

  function takeOut(seq: number) {
    const row = places.find(seq);
    if (its.remove(row)) for (const one of all) take(one, row);
    if (row !== 0) known.erase(row);
    places.free(seq);
  }

  /** First its places, then its sets: those with bits set them at its places. */
  function putIn(realm: Findable) {
    const isKnown = places.find(realm.seq) !== 0;
    const row = places.take(realm.seq);
    its.put(row, realm, () => {
      if (isKnown) for (const one of all) take(one, row);
      known.write(row, realm);
      for (const one of all) insert(one, row, known.rows);
      return known.rows;
    });
  }

  /** A realm whose counts or times alone are others stays in its sets. */
  function moved(row: number, realm: Findable) {
    known.write(row, realm);
    for (const one of all) move(one, row, known.rows);
  }

  const finder: Finder = {
    get size() {
      return its.facet('listed')?.size ?? 0;
    },
    put(realm) {
      lists.clear();
      const row = places.find(realm.seq);
      if (realm.visibility === 'unlisted') takeOut(realm.seq);
      else if (row !== 0 && its.isRight(row, realm)) moved(row, realm);
      else putIn(realm);
    },
    remove(seq) {
      lists.clear();
      takeOut(seq);
    },
    *prepare() {
      yield* its.prepare(() => known.rows);
      for (const set of its.all()) {
        if (!set.bits) continue;
        placedBits(set, orders.downloads);
        yield;
      }
    },
    find(question) {
      const { rows: found, total } = answer(question, {
        its,
        orders,
        names: known.names,
        rows: known.rows,
        lists,
        free,
      });
      return { seqs: found.map((row) => known.numbers.seq[row] ?? 0), total };
    },
    *freeze() {
      const end = known.rows;
      yield* known.freeze();
      yield* its.freeze(end);
      for (const one of all) yield* numbersOut(realmsOf(one));
    },
    get sizes() {
      const { rows: inUse, numbers: rowNumbers } = places.sizes;
      const blocks = all.reduce((sum, one) => sum + one.blocks, 0);
      const followers = all.reduce((sum, one) => sum + one.followers.size, 0);
      return { ...its.sizes, rows: inUse, rowNumbers, blocks, followers };
    },
  };

  function strike(seq: number) {
    const row = places.find(seq);
    if (row === 0) return;
    changed.add(row);
    its.strike(row);
    known.erase(row);
    places.free(seq);
  }

  return {
    put(realm) {
      if (realm.visibility === 'unlisted') return strike(realm.seq);
      const row = places.take(realm.seq);
      if (sorted) changed.add(row);
      known.write(row, realm);
      its.note(row, realm);
    },
    remove: strike,
    *finish() {
      const realms = yield* its.fill(known.rows);
      const every = sorted ? yield* sortedAgain(sorted) : yield* sortedAnew(known, realms);
      for (const sort of Object.keys(orders) as (keyof Orders)[]) {
        if (every[sort].length !== realms.length) throw new Error('what was frozen does not hold together');
        fill(orders[sort], every[sort], known.rows);
        yield;
      }
      return finder;
    },
  };

  function* sortedAgain(before: Sorted): Generator<void, Sorted> {
    const others = Uint32Array.from([...changed].filter((row) => its.has(row)));
    const again = {} as Sorted;
    for (const sort of Object.keys(orders) as (keyof Orders)[]) {
      const same = before[sort].filter((row) => its.has(row) && !changed.has(row));
      again[sort] = yield* joined(same, others, orders[sort].compare);
      yield;
    }
    return again;
  }
}

function* sortedAnew({ numbers, names }: Columns, realms: Uint32Array): Generator<void, Sorted> {
  const byId = yield* sortedBy(numbers, realms, 'idEnd', 'idMiddle', 'idStart');
  const byCreation = yield* sortedBy(numbers, byId, 'created');
  return {
    newest: byCreation.toReversed(),
    downloads: (yield* sortedBy(numbers, byCreation, 'downloads')).toReversed(),
    stars: (yield* sortedBy(numbers, byCreation, 'stars')).toReversed(),
    updated: (yield* sortedBy(numbers, byId, 'updated')).toReversed(),
    name: yield* sortedByName(names, byId),
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
