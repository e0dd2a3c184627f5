// Details as JSON, by the slugs of their realms, in an LRU cache that is bounded by bytes.
import { LRUCache } from 'lru-cache';
import type { RealmJson } from '../realms/realm-json.ts';

interface CachedDetail {
  seq: number;
  slug: string;
  json: RealmJson;
}

export interface DetailCache {
  find(slug: string): CachedDetail | undefined;
  has(seq: number): boolean;
  /** Replaces what the realm had, also if that had another slug. */
  put(detail: CachedDetail): void;
  delete(seq: number): void;
  clear(): void;
  /** Whether the next `put` may evict other details. */
  readonly isFull: boolean;
}

/** What an entry takes beside its JSON, about. */
const ENTRY_BYTES = 512;

export function detailCache(maxBytes: number): DetailCache {
  const bySlug = new Map<string, CachedDetail>();
  const bySeq = new LRUCache<number, CachedDetail>({
    maxSize: maxBytes,
    sizeCalculation: ({ json }) => json.length + ENTRY_BYTES,
    dispose(detail) {
      if (bySlug.get(detail.slug) === detail) bySlug.delete(detail.slug);
    },
  });

  return {
    find: (slug) => bySeq.get(bySlug.get(slug)?.seq ?? 0),
    has: (seq) => bySeq.has(seq),
    put(detail) {
      bySeq.set(detail.seq, detail);
      if (bySeq.has(detail.seq)) bySlug.set(detail.slug, detail);
    },
    delete: (seq) => void bySeq.delete(seq),
    clear: () => bySeq.clear(),
    get isFull() {
      return bySeq.calculatedSize > maxBytes * 0.99;
    },
  };
}
