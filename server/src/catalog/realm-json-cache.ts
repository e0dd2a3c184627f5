// The cache of realms as JSON: each is serialized once, and cached until it changes.
import type { RealmJson } from '../realms/realm-json.ts';
import { byteArena, type ByteArena } from './byte-arena.ts';
import { byteMap, type ByteMap } from './byte-map.ts';
import { sparseNumbers, type SparseNumbers } from '../search-index/sparse-numbers.ts';
import { staleJson, type StaleJson } from './stale-json.ts';

/** Realms are found by their number in lists, and by their slug alone. */
interface JsonLookup {
  summary(seq: number): RealmJson | undefined;
  detail(slug: string): RealmJson | undefined;
}

export interface RealmJsonCache extends JsonLookup {
  /** The JSON of realms of which only counts have changed since, for a while. */
  readonly stale: JsonLookup;
  /** Caches what `read` reads from the database, except for realms that change while it reads. */
  whileReading<Answer>(read: (put: PutJson) => Promise<Answer>): Promise<Answer>;
  /** Whether the next one evicts others. */
  readonly isFull: { ofSummaries: boolean; ofDetails: boolean };
  delete(seqs: number[]): void;
  /** Deletes a realm, too, and keeps its JSON as stale. With `updatedAt`, JSON with another `updatedAt` is not kept. */
  markStale(seq: number, updatedAt?: string): void;
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
  stale: StaleJson;
  /** The numbers of the realms whose JSON is still to be deleted. */
  invalidated: SparseNumbers;
  /** For each reading that is running, the numbers of the realms that have changed since it began. */
  readsUnderWay: Set<Set<number>>;
}

const MIB = 1024 * 1024;
/** Enough for a million realms. */
const MAX_SUMMARY_BYTES = 544 * MIB;
/** What one summary takes, about. */
const SUMMARY_BYTES = 540;
/** Details get what summaries leave of this: enough for 100,000 realms; of a million, for the most downloaded. */
const MAX_TOTAL_BYTES = 560 * MIB;
const MAX_DETAIL_BYTES = 160 * MIB;
const MIN_DETAIL_BYTES = 32 * MIB;

/** Stands for all realms among the numbers of a reading; no realm has this number. */
const ALL_REALMS = 0;

/** For a catalog of about so many realms. Stale JSON is kept for `maxStaleMs`. */
export function realmJsonCache(realms = 0, maxStaleMs = 0): RealmJsonCache {
  const detailBytes = Math.min(MAX_DETAIL_BYTES, Math.max(MIN_DETAIL_BYTES, MAX_TOTAL_BYTES - realms * SUMMARY_BYTES));
  const summaries = byteArena(MAX_SUMMARY_BYTES);
  const details = byteMap(detailBytes);
  const stale = staleJson(maxStaleMs);
  const cache: CacheState = { summaries, details, stale, invalidated: sparseNumbers(), readsUnderWay: new Set() };
  const isInvalidated = (seq: number) => cache.invalidated.get(seq) !== 0;

  return {
    summary: (seq) => (isInvalidated(seq) ? undefined : (summaries.get(seq) as RealmJson | undefined)),
    detail: (slug) => details.get(slug, isInvalidated) as RealmJson | undefined,
    stale: { summary: (seq) => stale.get(seq)?.summary, detail: (slug) => stale.detail(slug) },
    whileReading: (read) => whileReading(cache, read),
    get isFull() {
      return { ofSummaries: summaries.isFull, ofDetails: details.isFull };
    },
    delete(seqs) {
      for (const seq of seqs) {
        deleteCurrent(cache, seq);
        stale.delete(seq);
      }
    },
    markStale: (seq, updatedAt) => markStale(cache, seq, updatedAt),
    invalidate(changed) {
      for (const read of cache.readsUnderWay) read.add(ALL_REALMS);
      cache.invalidated = changed;
    },
    deleteInvalidated: (seq) => deleteInvalidated(cache, seq),
    clear() {
      for (const read of cache.readsUnderWay) read.add(ALL_REALMS);
      for (const part of [summaries, details, stale]) part.clear();
    },
  };
}

async function whileReading<Answer>(cache: CacheState, read: (put: PutJson) => Promise<Answer>): Promise<Answer> {
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

function markStale(cache: CacheState, seq: number, updatedAt?: string): void {
  const { summaries, details, stale } = cache;
  const current = { summary: summaries.get(seq) as RealmJson | undefined, detail: details.find(seq) };
  if (current.summary || current.detail)
    stale.put(seq, {
      summary: current.summary,
      detail: current.detail && { slug: current.detail.name, json: current.detail.bytes as RealmJson },
    });
  deleteCurrent(cache, seq);
  const { summary, detail } = stale.get(seq) ?? {};
  const isSame = (json?: RealmJson) => !json || !updatedAt || json.includes(`"updatedAt":"${updatedAt}"`);
  if (!isSame(summary) || !isSame(detail?.json)) stale.delete(seq);
}
