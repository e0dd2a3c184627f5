// The last JSON of realms of which only the counts of downloads and stars have changed since. Anonymous callers get it while the database is unavailable.
import { LRUCache } from 'lru-cache';
import type { RealmJson } from '../realms/realm-json.ts';

/** The JSON of one realm, as far as it is cached. */
interface StaleCountsEntry {
  summary?: RealmJson | undefined;
  detail?: { slug: string; json: RealmJson } | undefined;
}

export interface StaleCountsJson {
  /** Replaces the JSON of a realm. A shape that is not given stays. */
  put(seq: number, entry: StaleCountsEntry): void;
  get(seq: number): StaleCountsEntry | undefined;
  detail(slug: string): RealmJson | undefined;
  delete(seq: number): void;
  clear(): void;
}

const MAX_BYTES = 16 * 1024 * 1024;
/** What an entry takes beside its JSON, about. */
const ENTRY_BYTES = 256;

export function staleCountsJson(maxAgeMs: number): StaleCountsJson {
  const seqOfSlug = new Map<string, number>();
  const entries = new LRUCache<number, StaleCountsEntry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ summary, detail }) => ENTRY_BYTES + (summary?.length ?? 0) + (detail?.json.length ?? 0),
    ttl: Math.max(1, maxAgeMs),
    dispose: ({ detail }) => void (detail && seqOfSlug.delete(detail.slug)),
  });

  return {
    put(seq, { summary, detail }) {
      if (maxAgeMs === 0) return;
      const former = entries.get(seq);
      const entry = {
        summary: summary ? copyOf(summary) : former?.summary,
        detail: detail ? { slug: detail.slug, json: copyOf(detail.json) } : former?.detail,
      };
      entries.delete(seq);
      entries.set(seq, entry);
      if (entry.detail && entries.has(seq)) seqOfSlug.set(entry.detail.slug, seq);
    },
    get: (seq) => entries.get(seq),
    detail: (slug) => entries.get(seqOfSlug.get(slug) ?? 0)?.detail?.json,
    delete: (seq) => void entries.delete(seq),
    clear: () => entries.clear(),
  };
}

/** A part of an arena's block would keep the whole block in memory. */
function copyOf(json: RealmJson): RealmJson {
  return Buffer.from(json) as RealmJson;
}
