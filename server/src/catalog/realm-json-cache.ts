// The cache of realms as JSON: each is serialized once, and cached until it changes. It shows the downloads that this process has counted.
import type { RealmDetail, RealmSummary } from '@realm-catalog/contract';
import { LRUCache } from 'lru-cache';
import { serializeRealm, withDownloadCount, type RealmJson } from '../realms/realm-json.ts';
import { sparseNumbers, type SparseNumbers } from '../search-index/sets/sparse-numbers.ts';
import { detailCache, type DetailCache } from './detail-cache.ts';
import { summaryBlocks, type SummaryBlocks } from './summary-blocks.ts';

export interface RealmJsonCache {
  /** Realms are found by their `seq` in lists, and by their slug alone. */
  summary(seq: number): RealmJson | undefined;
  detail(slug: string): RealmJson | undefined;
  /** Whether a summary or a detail of this realm is cached. */
  has(seq: number): boolean;
  /** Runs `read`, which reads realms from the database and puts them. A realm that has changed since `read` began is not cached. */
  putIfUnchanged<Answer>(read: (put: PutRealm) => Promise<Answer>): Promise<Answer>;
  /** Whether the next one evicts others. */
  readonly isFull: { ofSummaries: boolean; ofDetails: boolean };
  delete(seqs: number[]): void;
  /** Downloads were counted here: these realms are shown with at least so many, whatever a replica says. */
  setDownloadCounts(counts: RealmDownloads[]): void;
  /** The JSON of the realms with these numbers is not returned any more, from now on. `deleteInvalidated` then deletes it, realm by realm. */
  invalidate(changed: SparseNumbers): void;
  deleteInvalidated(seq: number): void;
  clear(): void;
}

/** The downloads of a realm, all of them committed. The count of a realm never falls. */
export interface RealmDownloads {
  id: string;
  seq: number;
  count: number;
}

/** Both return the JSON of the realm, with the downloads that were counted here. It is cached if everyone may see it. */
interface PutRealm {
  summary(seq: number, realm: RealmSummary, isForEveryone: boolean): RealmJson;
  detail(seq: number, realm: RealmDetail, isForEveryone: boolean): RealmJson;
}

interface CacheState {
  summaries: SummaryBlocks;
  details: DetailCache;
  /**
   * By `seq`, the downloads of the realms that were downloaded last, as they were counted here. Cached JSON may lack those that `isNew`. After a
   * deletion another realm may get the same `seq`.
   */
  counts: LRUCache<number, { id: string; count: number; isNew: boolean }>;
  /** The `seq`s of the realms whose JSON is still to be deleted. */
  invalidated: SparseNumbers;
  /** For each reading that is running, the `seq`s of the realms that have changed since it began. */
  readsUnderWay: Set<Set<number>>;
}

const MIB = 1024 * 1024;
/** Enough for a million realms. */
const MAX_SUMMARY_BYTES = 544 * MIB;
/** What one summary takes, about. */
const SUMMARY_BYTES = 540;
/** Enough for 100,000 realms. Of a million, the most downloaded fit into what the summaries leave. */
const MAX_DETAIL_BYTES = 160 * MIB;
const MIN_DETAIL_BYTES = 32 * MIB;
/** The details get what the summaries of the realms at the start leave of this, within the two bounds above. Realms that are added later come on top. */
const BYTES_AT_START = 560 * MIB;

/** More than can be downloaded until a replica has their counts: one that lacks the copies for the order of lists is not read (`db/replica.ts`). */
const MAX_COUNTS = 20_000;

/** Stands for all realms among the `seq`s of a reading; no realm has this `seq`. */
const ALL_REALMS = 0;

/** For a catalog of about so many realms. */
export function realmJsonCache(realms = 0): RealmJsonCache {
  const leftBySummaries = BYTES_AT_START - realms * SUMMARY_BYTES;
  const summaries = summaryBlocks(MAX_SUMMARY_BYTES);
  const details = detailCache(Math.min(MAX_DETAIL_BYTES, Math.max(MIN_DETAIL_BYTES, leftBySummaries)));
  const counts: CacheState['counts'] = new LRUCache({
    max: MAX_COUNTS,
    dispose: (counted, seq, reason) => {
      if (reason === 'evict' && counted.isNew) deleteJson(cache, seq); // which lacks these downloads
    },
  });
  const cache: CacheState = { summaries, details, counts, invalidated: sparseNumbers(), readsUnderWay: new Set() };

  return {
    summary: (seq) => shown(cache, seq, summaries.get(seq)),
    detail(slug) {
      const found = details.find(slug);
      return found && shown(cache, found.seq, found.json);
    },
    has: (seq) => summaries.get(seq) !== undefined || details.has(seq),
    putIfUnchanged: (read) => putIfUnchanged(cache, read),
    get isFull() {
      return { ofSummaries: summaries.isFull, ofDetails: details.isFull };
    },
    delete(seqs) {
      for (const seq of seqs) {
        deleteJson(cache, seq);
        for (const changed of cache.readsUnderWay) changed.add(seq);
        const counted = counts.peek(seq);
        if (counted) counted.isNew = false; // what is put from now on has it
      }
    },
    setDownloadCounts(counted) {
      for (const { id, seq, count } of counted)
        counts.set(seq, { id, count: Math.max(count, countOf(cache, seq, id)), isNew: true });
    },
    invalidate(changed) {
      for (const read of cache.readsUnderWay) read.add(ALL_REALMS);
      cache.invalidated = changed;
    },
    deleteInvalidated: (seq) => deleteInvalidated(cache, seq),
    clear() {
      for (const read of cache.readsUnderWay) read.add(ALL_REALMS);
      for (const part of [summaries, details, counts]) part.clear();
    },
  };
}

function shown({ invalidated, counts }: CacheState, seq: number, json: RealmJson | undefined): RealmJson | undefined {
  if (!json || invalidated.get(seq) !== 0) return undefined;
  const counted = counts.peek(seq);
  return counted?.isNew ? withDownloadCount(json, counted) : json;
}

/** The downloads of the realm that were counted here; none if the `seq` was another realm's then. */
function countOf({ counts }: CacheState, seq: number, id: string): number {
  const counted = counts.peek(seq);
  return counted && counted.id === id ? counted.count : 0;
}

async function putIfUnchanged<Answer>(cache: CacheState, read: (put: PutRealm) => Promise<Answer>): Promise<Answer> {
  const { summaries, details, readsUnderWay } = cache;
  const changed = new Set<number>();
  const serialize = (seq: number, realm: RealmSummary | RealmDetail) => {
    realm.downloadCount = Math.max(realm.downloadCount, countOf(cache, seq, realm.id));
    return serializeRealm(realm);
  };
  const mayCache = (seq: number) => {
    if (changed.has(seq) || changed.has(ALL_REALMS)) return false;
    deleteInvalidated(cache, seq);
    return true;
  };
  const readSummaries = new Map<number, RealmJson>();
  readsUnderWay.add(changed);
  try {
    const answer = await read({
      summary(seq, realm, isForEveryone) {
        const json = serialize(seq, realm);
        if (isForEveryone) readSummaries.set(seq, json);
        return json;
      },
      detail(seq, realm, isForEveryone) {
        const json = serialize(seq, realm);
        if (isForEveryone && mayCache(seq)) details.put({ seq, slug: realm.slug, json });
        return json;
      },
    });
    summaries.put(new Map(readSummaries.entries().filter(([seq]) => mayCache(seq))));
    return answer;
  } finally {
    readsUnderWay.delete(changed);
  }
}

/** What is being read is newer, and may be put in. */
function deleteInvalidated(cache: CacheState, seq: number): void {
  if (cache.invalidated.get(seq) === 0) return;
  cache.invalidated.set(seq, 0);
  deleteJson(cache, seq);
}

function deleteJson({ summaries, details }: CacheState, seq: number): void {
  summaries.delete(seq);
  details.delete(seq);
}
