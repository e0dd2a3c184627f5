// The catalog as it is shown, kept ready in memory: found by the finder, written once, and never older than the last commit here.
import { setTimeout } from 'node:timers/promises';
import type { Sort } from '@realm-catalog/contract';
import type { Caller } from '../credentials/caller.ts';
import type { Database, Reader } from '../db/database.ts';
import { readsFrom } from '../db/replica.ts';
import type { Finder } from '../finding/finder.ts';
import { findSummaries, getRealm, listRealms, viewerOf, type RealmFilter } from '../realms/queries.ts';
import { fill, steps } from './fill.ts';
import { kept } from './kept.ts';
import { findFindables, lastRevision, listChanges, type Change } from './queries.ts';

export interface Shelves {
  /** Another number after everything that changed what is shown. */
  readonly generation: number;
  /** The last change that was taken in; downloads that were only counted are none. */
  readonly revision: number;
  /** The store, or its replica where that has all that is known here. */
  readonly reads: Reader;
  /** When lists come from memory; until then they come from the store. */
  readonly filled: Promise<void>;
  /** Takes in what was committed so far, here or by another process. */
  follow(): Promise<void>;
  /** Downloads of these realms, by their ids, were counted here. */
  counted(ids: string[]): void;
  listRealms(
    caller: Caller,
    filter: RealmFilter,
    page: { sort: Sort; limit: number; offset: number },
  ): Promise<{ realms: string[]; total: number }>;
  getRealm(caller: Caller, slug: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** How soon what another process committed is shown here. */
const FOLLOW_EVERY = 250;
const CHANGES_TOGETHER = 500;
const FILL_AGAIN = 1_000;

export async function openShelves(db: Database, replica: Reader = db): Promise<Shelves> {
  const texts = kept();
  const stopping = new AbortController();
  let finder: Finder | undefined;
  let generation = 0;
  let last: Change = { revision: await lastRevision(db), seq: Number.MAX_SAFE_INTEGER };
  let inTurn = Promise.resolve();
  let waiting: Promise<void> | undefined;
  const reads = replica === db ? db : readsFrom(replica, db, () => last.revision, lastRevision);

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
      return takeIn();
    });
    return waiting;
  }

  async function takeIn(): Promise<void> {
    for (;;) {
      const changes = await listChanges(db, last, CHANGES_TOGETHER);
      if ((changes[0]?.revision ?? 0) > last.revision + 1) return startAnew();
      const seqs = [...new Set(changes.map(({ seq }) => seq))].filter((seq) => seq > 0);
      if (finder) await refresh(finder, seqs);
      texts.forget(seqs);
      if (changes.length > 0) generation += 1;
      last = changes.at(-1) ?? last;
      if (changes.length < CHANGES_TOGETHER) return;
    }
  }

  /** Changes were forgotten before they were taken in, by a process that was cut off for very long: nothing here is known to be true. */
  async function startAnew(): Promise<void> {
    finder = undefined;
    texts.clear();
    generation += 1;
    last = { revision: await lastRevision(db), seq: Number.MAX_SAFE_INTEGER };
    void keepFilling();
  }

  async function refresh(known: Finder, seqs: number[]): Promise<void> {
    const there = await findFindables(db, seqs);
    const gone = new Set(seqs);
    for (const realm of there) {
      known.put(realm);
      gone.delete(realm.seq);
    }
    for (const seq of gone) known.remove(seq);
  }

  async function fillOnce(): Promise<void> {
    let since = last; // which the replica has, or is not read from
    const full = await fill(reads, stopping.signal);
    await next(async () => {
      await takeIn();
      while (since.revision < last.revision || since.seq < last.seq) {
        const changes = await listChanges(db, since, CHANGES_TOGETHER);
        await refresh(full, [...new Set(changes.map(({ seq }) => seq))]);
        since = changes.at(-1) ?? last;
      }
      finder = full;
      generation += 1;
    });
    await steps(full.prepare(), stopping.signal);
  }

  /** Until it succeeds: the store may be away, and lists go on from there as soon as it answers. */
  async function keepFilling(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        return await fillOnce();
      } catch {
        await setTimeout(FILL_AGAIN, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  const filled = keepFilling();
  const following = setInterval(() => void follow().catch(() => undefined), FOLLOW_EVERY).unref();

  const storeFor = (caller: Caller) => (caller.kind === 'anonymous' ? reads : db);

  async function summaries(caller: Caller, seqs: number[]): Promise<string[]> {
    const missing = seqs.filter((seq) => texts.summary(seq) === undefined);
    if (missing.length === 0) return seqs.map((seq) => texts.summary(seq) ?? '');
    const read = await texts.whileReading(async (keep) => {
      const found = new Map<number, string>();
      for (const [seq, realm] of await findSummaries(storeFor(caller), caller, missing)) {
        const text = JSON.stringify(realm);
        found.set(seq, text);
        keep.summary({ seq, id: realm.id }, text);
      }
      return found;
    });
    return seqs.flatMap((seq) => read.get(seq) ?? texts.summary(seq) ?? []);
  }

  return {
    get generation() {
      return generation;
    },
    get revision() {
      return last.revision;
    },
    reads,
    filled,
    follow,
    counted(ids) {
      texts.forget(ids);
      generation += 1;
    },

    async listRealms(caller, filter, page) {
      if (!finder) {
        const { realms, total } = await listRealms(storeFor(caller), caller, filter, page);
        return { realms: realms.map((realm) => JSON.stringify(realm)), total };
      }
      const { seqs, total } = finder.find({ ...filter, ...page, viewer: viewerOf(caller) });
      return { realms: await summaries(caller, seqs), total };
    },

    async getRealm(caller, slug) {
      const known = texts.detail(slug);
      if (known !== undefined) return known;
      return texts.whileReading(async (keep) => {
        const found = await getRealm(storeFor(caller), caller, slug);
        if (!found) return undefined;
        const text = JSON.stringify(found.realm);
        if (found.visibility !== 'private') keep.detail({ seq: found.seq, id: found.realm.id }, slug, text); // what everyone may see who knows its slug
        return text;
      });
    },

    async close() {
      clearInterval(following);
      stopping.abort();
      await filled;
      await inTurn;
    },
  };
}
