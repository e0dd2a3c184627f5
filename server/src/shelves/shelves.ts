// The catalog as it is shown, kept ready in memory: found by the search index, written once, and never older than the last commit here.
import { setTimeout } from 'node:timers/promises';
import type { Sort } from '@realm-catalog/contract';
import type { Sql } from 'sql-template-tag';
import type { Caller } from '../credentials/caller.ts';
import { StoreUnavailableError, type Database, type Reader, type SnapshotReader } from '../db/database.ts';
import { UnavailableError } from '../errors.ts';
import { readsFrom } from '../db/replica.ts';
import { followed, memoryResets } from '../telemetry.ts';
import { listRealms, listVisibility, type RealmFilter } from '../realms/queries.ts';
import type { IndexedRealm } from '../search-index/indexed-realm.ts';
import type { SearchIndex } from '../search-index/search-index.ts';
import { contact } from './contact.ts';
import { catchUp, fill, slices, steps } from './fill.ts';
import { keepForgetting } from './forgetting.ts';
import { kept } from './kept.ts';
import {
  commitChange,
  findChange,
  findFindables,
  highestSeq,
  lastChange,
  listChanges,
  listChangesSince,
  type Change,
} from './queries.ts';
import { snapshots, type SnapshotSettings } from './snapshots.ts';
import { texts } from './texts.ts';
import { write, type Written } from '../realms/written.ts';

/** The catalog is still being read, and is too large to be listed meanwhile: statements would take seconds, and hold up everything else. */
class FillingError extends UnavailableError {
  constructor() {
    super('The catalog is still being read');
  }
}

export interface Shelves {
  /** Another number after everything that changed what is shown. */
  readonly generation: number;
  /** The last change that was taken in; downloads that were only counted are none. Its mark is not that of any other store. */
  readonly revision: number;
  readonly mark: number;
  /** The store; every read fails at once while it is away. */
  readonly primary: Reader;
  /** The same, or its replica where that has all that is known here; no longer than stale reads are allowed while the store is away. */
  readonly reads: Reader;
  /** When lists come from memory; until then they come from the store, if it is small. */
  readonly filled: Promise<void>;
  /** Whether everything can be asked for. */
  readonly isReady: boolean;
  /** While the store is away: how many seconds ago it answered last, at least 1. */
  readonly staleSeconds: number | undefined;
  /** How many realms are in memory; undefined while they are being read. */
  readonly size: number | undefined;
  /** Takes in what was committed so far, here or by another process. */
  follow(): Promise<void>;
  /** Downloads of these realms were counted here. */
  counted(seqs: number[]): void;
  /** Their counts are in a change that was taken in: a replica that has the change has the counts. */
  copied(seqs: number[]): void;
  listRealms(
    caller: Caller,
    filter: RealmFilter,
    page: { sort: Sort; limit: number; offset: number },
  ): Promise<{ realms: Written[]; total: number }>;
  getRealm(caller: Caller, slug: string): Promise<Written | undefined>;
  close(): Promise<void>;
}

/** How soon what another process committed is shown here. */
const FOLLOW_EVERY = 250;
const CHANGES_TOGETHER = 100;
/** How long taking changes in holds up everything else. */
const REFRESH_SLICE = 3;
const FILL_AGAIN = 1_000;
/** Lists of more do not come from the store: a search of so many holds up everything else for some 20 ms. */
const MOST_FROM_STORE = 20_000;
/** How often the search index is saved, after how many changes, and how long a stop waits for it. */
const SAVE_EVERY = 10 * 60_000;
const SAVE_AFTER = 20_000;
const SAVE_AT_STOP_AFTER = 2_000;
const SAVE_WITHIN = 2_500;
export async function openShelves(
  db: Database,
  replica?: SnapshotReader,
  settings?: SnapshotSettings & { staleReadsSeconds?: number },
): Promise<Shelves> {
  const stopping = new AbortController();
  let finder: SearchIndex | undefined;
  let generation = 0;
  let last = await whereToBegin();
  let inTurn = Promise.resolve();
  let waiting: Promise<void> | undefined;
  const saves = settings && snapshots(db, settings);
  const log = settings?.log;
  const highest = await highestSeq(db);
  const staleMs = (settings?.staleReadsSeconds ?? 0) * 1_000;
  const known = kept(highest, staleMs);
  const store = contact();
  const isAway = () => store.awayMs !== undefined;
  /** A replica says nothing of what was committed since the store went away. */
  const isTooOld = () => (store.awayMs ?? -1) >= staleMs;
  let isLarge = highest > MOST_FROM_STORE;
  let isFirst = true;
  let isFilling = false;
  /** How often everything was begun anew. */
  let anew = 0;
  /** The last that was about something else than a realm. */
  let otherRevision = -1;
  const primary = unless(isAway, db);
  const findLast = () => findChange(last);
  const reads = replica ? unless(isTooOld, readsFrom(replica, primary, findLast)) : primary;
  /** Realms whose downloads were counted here, in no change yet. */
  const uncopied = new Set<number>();
  /** For these realms: a replica may lack what was counted here. */
  const storeFor = (caller: Caller, seqs: number[] = []) => {
    if (caller.kind !== 'anonymous') return primary;
    return seqs.some((seq) => uncopied.has(seq)) ? primary : reads;
  };
  const shown = texts(known, storeFor, isAway);

  /** One after the other, so that what is known is of one moment. */
  function next(work: () => Promise<void>): Promise<void> {
    const done = inTurn.then(work);
    inTurn = done.catch(() => undefined);
    return done;
  }

  /** Of many that ask at once, all but the first wait for the same one: it begins after what they wrote. */
  function follow(): Promise<void> {
    waiting ??= next(() => {
      waiting = undefined;
      return takeIn().catch((error: unknown) => {
        store.failed(); // whatever it is: what others change is not known here
        throw error;
      });
    });
    return waiting;
  }

  /** While the store is away, what is in memory is for callers without a credential, and not for long. */
  function refuseWhileAway(caller: Caller): void {
    if (caller.kind === 'anonymous' ? isTooOld() : isAway()) throw new StoreUnavailableError('the store is away');
  }

  /**
   * The change to follow from. With a replica it is one of this process: a replica of a primary that was lost can have every other change
   * that is found here, and more that is lost.
   */
  async function whereToBegin(): Promise<Change> {
    return (replica ? undefined : await lastChange(db)) ?? commitChange(db);
  }

  async function takeIn(): Promise<void> {
    for (;;) {
      const askedAt = performance.now();
      const changes = await listChangesSince(db, last, CHANGES_TOGETHER);
      if (!changes) return startAnew(askedAt);
      const seqs = [...new Set(changes.map(({ seq }) => seq))].filter((seq) => seq > 0);
      const shownStill = finder ? await refresh(finder, seqs) : new Map<number, IndexedRealm>();
      const withOtherAuthor = realmsOfAuthors(changes);
      for (const seq of seqs) {
        const realm = shownStill.get(seq);
        if (realm && !withOtherAuthor.has(seq)) known.outdate(seq, realm.updatedAt);
        else known.forget([seq]);
      }
      if (changes.length > 0) generation += 1;
      last = changes.at(-1) ?? last;
      if (changes.length < CHANGES_TOGETHER) {
        store.answered(askedAt);
        break;
      }
    }
    if (followed.hasSubscribers) followed.publish();
  }

  /** A revision that has realms and something else (0, which comes first) is a change of their author, also where it is listed in parts. */
  function realmsOfAuthors(changes: Change[]): Set<number> {
    const found = new Set<number>();
    for (const { revision, seq } of changes)
      if (seq === 0) otherRevision = revision;
      else if (revision === otherRevision) found.add(seq);
    return found;
  }

  /**
   * The store lacks the last change that was taken in: it is a standby that was promoted without the last commits, or was restored; or this
   * process was cut off for so long that the change was forgotten. Nothing here is known to be true.
   */
  async function startAnew(askedAt: number): Promise<void> {
    const first = await whereToBegin(); // first: what is read after `clear` may be of a later one, and must not be taken for known
    settings?.log?.warn(
      { known: last, found: first },
      'the store lacks a change that was known here; memory begins anew',
    );
    if (memoryResets.hasSubscribers) memoryResets.publish();
    isLarge ||= (finder?.size ?? 0) > MOST_FROM_STORE;
    finder = undefined;
    anew += 1;
    known.clear();
    generation += 1;
    last = first;
    store.answered(askedAt);
    void keepFilling();
  }

  /**
   * Some before others: who asks meanwhile sees part of what others wrote, and whoever wrote here is waiting. Returns those that are there
   * and not private.
   */
  async function refresh(into: SearchIndex, seqs: number[]): Promise<Map<number, IndexedRealm>> {
    const pause = slices(stopping.signal, REFRESH_SLICE);
    const gone = new Set(seqs);
    const shownStill = new Map<number, IndexedRealm>();
    for (const realm of await findFindables(db, seqs)) {
      into.put(realm);
      gone.delete(realm.seq);
      if (realm.visibility !== 'private') shownStill.set(realm.seq, realm);
      await pause();
    }
    for (const seq of gone) into.remove(seq);
    return shownStill;
  }

  async function fillOnce(): Promise<void> {
    const before = anew; // first: what was saved may be of a history that is lost while it is loaded
    const saved = isFirst ? await saves?.load(stopping.signal) : undefined;
    isFirst = false;
    let { full, since } = saved
      ? await catchUp(db, saved, stopping.signal).catch(discarding)
      : { since: last, full: await fill(reads, stopping.signal) }; // the replica has the last, or is not read from
    await next(async () => {
      await takeIn();
      if (anew !== before) throw new Error('what was filled is too old by now');
      while (since.revision < last.revision || since.seq < last.seq) {
        const changes = await listChanges(db, since, CHANGES_TOGETHER);
        await refresh(full, [...new Set(changes.map(({ seq }) => seq))]);
        since = changes.at(-1) ?? last;
      }
      finder = full;
      generation += 1;
    });
    await steps(full.warm(), stopping.signal);
  }

  /** What was saved does not hold together, or the store is away: the next try reads the store. */
  async function discarding(error: unknown): Promise<never> {
    if (!(error instanceof StoreUnavailableError) && !stopping.signal.aborted) await saves?.discard();
    throw error;
  }

  /** Until it succeeds: the store may be away, and lists go on from there as soon as it answers. */
  async function keepFilling(): Promise<void> {
    if (isFilling) return; // it fails, since what it reads began before, and tries again
    isFilling = true;
    let logged = '';
    while (!stopping.signal.aborted) {
      try {
        await fillOnce();
        isFilling = false;
        return;
      } catch (error) {
        if (!stopping.signal.aborted && String(error) !== logged)
          log?.warn({ err: error }, 'the catalog cannot be read into memory; it is tried again every second');
        logged = String(error); // and not again every second
        await setTimeout(FILL_AGAIN, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  const filled = keepFilling();
  const written = filled.then(() => shown.writeBeforehand(() => finder, stopping.signal)).catch(() => undefined); // what is missing is written when it is asked for
  /** What changes meanwhile is in the store, and taken in by whoever loads it. */
  const save = async (after: number, signal = stopping.signal) => {
    const before = anew;
    if (finder) await saves?.save(finder, () => (anew === before ? last : undefined), after, signal);
  };
  let saving = filled.then(() => save(SAVE_AFTER));
  const saver = setInterval(() => void (saving = saving.then(() => save(SAVE_AFTER))), SAVE_EVERY).unref();
  const forgotten = keepForgetting(db, stopping.signal);
  const following = setInterval(() => void follow().catch(() => undefined), FOLLOW_EVERY).unref();

  return {
    get generation() {
      return generation;
    },
    get revision() {
      return last.revision;
    },
    get mark() {
      return last.mark;
    },
    primary,
    reads,
    filled,
    get isReady() {
      return finder !== undefined || !isLarge;
    },
    get size() {
      return finder?.size;
    },
    follow,
    get staleSeconds() {
      const { awayMs } = store;
      return awayMs === undefined ? undefined : Math.max(1, Math.ceil(awayMs / 1_000));
    },
    counted(seqs) {
      for (const seq of seqs) {
        known.outdate(seq);
        if (replica) uncopied.add(seq);
      }
      generation += 1;
    },

    copied(seqs) {
      for (const seq of seqs) uncopied.delete(seq);
    },

    async listRealms(caller, filter, page) {
      refuseWhileAway(caller);
      if (!finder) {
        if (isLarge) throw new FillingError();
        const { realms, total } = await listRealms(storeFor(caller), caller, filter, page);
        return { realms: realms.map(write), total };
      }
      const { seqs, total } = finder.find({ ...filter, ...page, visibility: listVisibility(caller) });
      return { realms: await shown.summaries(caller, seqs), total };
    },

    async getRealm(caller, slug) {
      refuseWhileAway(caller);
      return shown.detail(caller, slug);
    },

    async close() {
      clearInterval(following);
      clearInterval(saver);
      stopping.abort();
      await filled;
      await written;
      await forgotten;
      await inTurn;
      const within = AbortSignal.timeout(SAVE_WITHIN);
      const saved = saving.then(() => save(SAVE_AT_STOP_AFTER, within));
      await Promise.race([saved, setTimeout(SAVE_WITHIN, undefined, { ref: false })]); // a slow disk does not hold up the stop
    },
  };
}

/** A store that is away is not waited for: a statement that hangs would hold up its reader for many seconds. */
function unless(isRefused: () => boolean, db: Reader): Reader {
  const all = async <Row>(statement: Sql): Promise<Row[]> => {
    if (isRefused()) throw new StoreUnavailableError('the store is away');
    return db.all<Row>(statement);
  };
  return { dialect: db.dialect, all, get: async <Row>(statement: Sql) => (await all<Row>(statement))[0] };
}
