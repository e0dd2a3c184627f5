// The cache of realms as JSON: each is serialized once, and cached until it changes.
import type { RealmJson } from '../realms/realm-json.ts';
import { byteArena, type ByteArena } from './byte-arena.ts';
import { byteMap, type ByteMap } from './byte-map.ts';
import { sparseNumbers, type SparseNumbers } from '../search-index/sparse-numbers.ts';
import { staleCountsJson, type StaleCountsJson } from './stale-counts-json.ts';

/** Realms are found by their `seq` in lists, and by their slug alone. */
interface JsonLookup {
  summary(seq: number): RealmJson | undefined;
  detail(slug: string): RealmJson | undefined;
}

export interface RealmJsonCache extends JsonLookup {
  /** The last JSON of realms of which only counts have changed since, for a while. */
  readonly withStaleCounts: JsonLookup;
  /** Runs `read`, which reads realms from the database and puts their JSON. The JSON of a realm that has changed since `read` began is not cached. */
  putIfUnchanged<Answer>(read: (put: PutJson) => Promise<Answer>): Promise<Answer>;
  /** Whether the next one evicts others. */
  readonly isFull: { ofSummaries: boolean; ofDetails: boolean };
  delete(seqs: number[]): void;
  /**
   * Counts of a realm have changed: moves its JSON to `withStaleCounts`. `updatedAt` is that of the realm now, where it is known: JSON with another
   * `updatedAt` lacks more than counts, and is deleted.
   */
  markCountsStale(seq: number, updatedAt?: string): void;
  /** The JSON of the realms with these numbers is not returned any more, from now on. `deleteInvalidated` then deletes it, realm by realm. */
  invalidate(changed: SparseNumbers): void;
  deleteInvalidated(seq: number): void;
  clear(): void;
}

interface PutJson {
  summary(seq: number, json: RealmJson): void;
  detail(seq: number, slug: string, json: RealmJson): void;
}

interface CacheState {
  summaries: ByteArena;
  details: ByteMap;
  staleCounts: StaleCountsJson;
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

/** Stands for all realms among the `seq`s of a reading; no realm has this `seq`. */
const ALL_REALMS = 0;

/** For a catalog of about so many realms. JSON with stale counts is kept for `maxStaleMs`. */
export function realmJsonCache(realms = 0, maxStaleMs = 0): RealmJsonCache {
  const leftBySummaries = BYTES_AT_START - realms * SUMMARY_BYTES;
  const summaries = byteArena(MAX_SUMMARY_BYTES);
  const details = byteMap(Math.min(MAX_DETAIL_BYTES, Math.max(MIN_DETAIL_BYTES, leftBySummaries)));
  const staleCounts = staleCountsJson(maxStaleMs);
  const cache: CacheState = { summaries, details, staleCounts, invalidated: sparseNumbers(), readsUnderWay: new Set() };
  const isInvalidated = (seq: number) => cache.invalidated.get(seq) !== 0;

  return {
    summary: (seq) => (isInvalidated(seq) ? undefined : (summaries.get(seq) as RealmJson | undefined)),
    detail: (slug) => details.get(slug, isInvalidated) as RealmJson | undefined,
    withStaleCounts: { summary: (seq) => staleCounts.get(seq)?.summary, detail: (slug) => staleCounts.detail(slug) },
    putIfUnchanged: (read) => putIfUnchanged(cache, read),
    get isFull() {
      return { ofSummaries: summaries.isFull, ofDetails: details.isFull };
    },
    delete(seqs) {
      for (const seq of seqs) {
        deleteCurrent(cache, seq);
        staleCounts.delete(seq);
      }
    },
    markCountsStale: (seq, updatedAt) => markCountsStale(cache, seq, updatedAt),
    invalidate(changed) {
      for (const read of cache.readsUnderWay) read.add(ALL_REALMS);
      cache.invalidated = changed;
    },
    deleteInvalidated: (seq) => deleteInvalidated(cache, seq),
    clear() {
      for (const read of cache.readsUnderWay) read.add(ALL_REALMS);
      for (const part of [summaries, details, staleCounts]) part.clear();
    },
  };
}

async function putIfUnchanged<Answer>(cache: CacheState, read: (put: PutJson) => Promise<Answer>): Promise<Answer> {
  const { summaries, details, readsUnderWay } = cache;
  const changed = new Set<number>();
  const isUnchanged = (seq: number) => !changed.has(seq) && !changed.has(ALL_REALMS);
  readsUnderWay.add(changed);
  try {
    return await read({
      summary(seq, json) {
        if (!isUnchanged(seq)) return;
        deleteInvalidated(cache, seq);
        summaries.put(seq, json);
      },
      detail(seq, slug, json) {
        if (!isUnchanged(seq)) return;
        deleteInvalidated(cache, seq);
        details.put(slug, seq, json);
      },
    });
  } finally {
    readsUnderWay.delete(changed);
  }
}

/** What is being read is newer, and may be put in. */
function deleteInvalidated({ summaries, details, invalidated }: CacheState, seq: number): void {
  if (invalidated.get(seq) === 0) return;
  invalidated.set(seq, 0);
  summaries.delete(seq);
  details.delete(seq);
}

function deleteCurrent({ summaries, details, readsUnderWay }: CacheState, seq: number): void {
  summaries.delete(seq);
  details.delete(seq);
  for (const changed of readsUnderWay) changed.add(seq);
}

function markCountsStale(cache: CacheState, seq: number, updatedAt?: string): void {
  const { summaries, details, staleCounts } = cache;
  const summary = summaries.get(seq) as RealmJson | undefined;
  const found = details.find(seq);
  const detail = found && { slug: found.name, json: found.bytes as RealmJson };
  deleteCurrent(cache, seq);
  const former = staleCounts.get(seq);
  const hasSameDate = (json?: RealmJson) => !json || !updatedAt || json.includes(`"updatedAt":"${updatedAt}"`);
  if (!hasSameDate(summary ?? former?.summary) || !hasSameDate((detail ?? former?.detail)?.json))
    staleCounts.delete(seq);
  else if (summary || detail) staleCounts.put(seq, { summary, detail });
}
