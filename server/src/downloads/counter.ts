// Counts downloads exactly and durably: all that come until a transaction begins are in it, each answered after its commit.
import { setTimeout } from 'node:timers/promises';
import { StoreUnavailableError, type Database } from '../db/database.ts';
import { downloadGroups } from '../telemetry.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { claimDownloads, copyCounts, countDownloads, listPlaces, type Claim, type Place } from './queries.ts';

export interface Counter {
  /** When it returns, the download is on the disk. With a claim it counts only if it is the first with its hash. */
  record(realm: Named, claim?: Claim): Promise<void>;
  /** When places among the most downloaded have followed all counts so far. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** A realm by its id, and by its number in the store. */
interface Named {
  id: string;
  seq: number;
}

interface Group {
  /** The realms whose downloads are counted, by their ids. */
  seqs: Map<string, number>;
  counts: Map<string, number>;
  claimed: { realmId: string; claim: Claim }[];
  committed: PromiseWithResolvers<void>;
  /** Before its transaction began. */
  isRefused?: boolean;
}

/** How soon the place of a realm among the most downloaded follows its live count. */
const FOLLOW_WITHIN = 500;
/** How many realms follow in one transaction, which holds up everything else. */
const FOLLOW_TOGETHER = 64;
/** How many are looked at together after the start, and the pause after that, for everything else. */
const LOOK_TOGETHER = 500;
const PAUSE = 200;

export function counter(db: Database, catalog: Pick<Catalog, 'counted' | 'copied' | 'follow'>): Counter {
  let group: Group | undefined;
  let committing = Promise.resolve();
  let following = Promise.resolve();
  /** Realms whose places are behind, by their ids, with their numbers where downloads were counted here. */
  const changed = new Map<string, number>();
  const follower = setInterval(() => void (changed.size > 0 && follow().catch(() => undefined)), FOLLOW_WITHIN).unref();
  const stopping = new AbortController();
  const caughtUp = catchUp(stopping.signal).catch(() => undefined);

  /** The group takes in what comes until its transaction begins, after that of the one before it. */
  function openGroup(): Group {
    const opened: Group = { seqs: new Map(), counts: new Map(), claimed: [], committed: Promise.withResolvers() };
    setImmediate(() => {
      committing = committing.then(() => commit(opened));
    });
    return opened;
  }

  async function commit(closing: Group): Promise<void> {
    if (closing.isRefused) return;
    try {
      await db.batch(() => {
        group = undefined;
        return statementsOf(closing, new Date().toISOString());
      });
      if (downloadGroups.hasSubscribers) downloadGroups.publish({ downloads: sizeOf(closing) });
      for (const [id, seq] of closing.seqs) changed.set(id, seq);
      catalog.counted([...closing.seqs.values()]);
      closing.committed.resolve();
    } catch (error) {
      if (group === closing) group = undefined; // its transaction never began
      closing.committed.reject(error);
      if (error instanceof StoreUnavailableError) refuseWaiting(error);
    }
  }

  /** Those behind a group that the store did not answer have waited as long: they do not wait as long once more. */
  function refuseWaiting(error: StoreUnavailableError): void {
    const behind = group;
    if (!behind) return;
    group = undefined;
    behind.isRefused = true;
    behind.committed.reject(error);
  }

  /** One after the other, so that who waits for the last has waited for all. */
  function follow(): Promise<void> {
    const done = following.then(copyChanged);
    following = done.catch(() => undefined);
    return done;
  }

  async function copyChanged(): Promise<void> {
    const copying = new Map(changed);
    const ids = [...copying.keys()];
    changed.clear(); // before it is done: what changes meanwhile changes again
    try {
      for (let at = 0; at < ids.length; at += FOLLOW_TOGETHER)
        await db.batch([copyCounts(ids.slice(at, at + FOLLOW_TOGETHER))]);
      await catalog.follow();
    } catch (error) {
      for (const [id, seq] of copying) changed.set(id, seq);
      throw error;
    }
    catalog.copied([...copying].flatMap(([id, seq]) => (changed.has(id) ? [] : seq)));
  }

  /** A process that was killed has left places behind: looks through all of them, a few at a time. */
  async function catchUp(signal: AbortSignal): Promise<void> {
    let after: string | undefined = '';
    while (after !== undefined) {
      const places: Place[] | undefined = await listPlaces(db, after, LOOK_TOGETHER).catch(() => undefined); // once more, when the store answers
      for (const { id, behind } of places ?? []) if (behind && !changed.has(id)) changed.set(id, 0);
      if (places) after = places.at(-1)?.id;
      await setTimeout(places ? PAUSE : FOLLOW_WITHIN, undefined, { signal, ref: false });
    }
  }

  return {
    record({ id, seq }, claim) {
      group ??= openGroup();
      group.seqs.set(id, seq);
      if (claim) group.claimed.push({ realmId: id, claim });
      else group.counts.set(id, (group.counts.get(id) ?? 0) + 1);
      return group.committed.promise;
    },
    settle: follow,
    async close() {
      clearInterval(follower);
      stopping.abort();
      await caughtUp;
      await group?.committed.promise.catch(() => undefined);
      await committing;
      await following;
      if (changed.size > 0) await follow();
    },
  };
}

function statementsOf({ counts, claimed }: Group, now: string) {
  const counted = [...counts].map(([realmId, count]) => ({ realmId, count }));
  const once = claimed.map(({ realmId, claim }) => ({ realmId, count: 1, claim }));
  const claims = claimed.map(({ claim }) => claim);
  return [...claimDownloads(claims, now), ...countDownloads([...counted, ...once], now.slice(0, 10))];
}

function sizeOf({ counts, claimed }: Group): number {
  return claimed.length + counts.values().reduce((sum, count) => sum + count, 0);
}
