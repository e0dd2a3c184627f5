// The last JSON of realms of which only counts have changed: for callers without a credential, when the store is away.
import { LRUCache } from 'lru-cache';
import type { Written } from '../realms/written.ts';

interface Texts {
  summary?: Written | undefined;
  detail?: { slug: string; text: Written } | undefined;
}

export interface Outdated {
  /** Instead of what the realm had; what is not given stays. */
  put(seq: number, texts: Texts): void;
  get(seq: number): Texts | undefined;
  detail(slug: string): Written | undefined;
  delete(seq: number): void;
  clear(): void;
}

const MAX_BYTES = 16 * 1024 * 1024;
const ENTRY_BYTES = 256;

export function outdated(maxAgeMs: number): Outdated {
  const seqs = new Map<string, number>();
  const kept = new LRUCache<number, Texts>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ summary, detail }) => ENTRY_BYTES + (summary?.length ?? 0) + (detail?.text.length ?? 0),
    ttl: Math.max(1, maxAgeMs),
    dispose: ({ detail }) => void (detail && seqs.delete(detail.slug)),
  });

  return {
    put(seq, { summary, detail }) {
      if (maxAgeMs === 0) return;
      const before = kept.get(seq);
      const texts = {
        summary: summary ? copyOf(summary) : before?.summary,
        detail: detail ? { slug: detail.slug, text: copyOf(detail.text) } : before?.detail,
      };
      kept.delete(seq);
      kept.set(seq, texts);
      if (texts.detail && kept.has(seq)) seqs.set(texts.detail.slug, seq);
    },
    get: (seq) => kept.get(seq),
    detail: (slug) => kept.get(seqs.get(slug) ?? 0)?.detail?.text,
    delete: (seq) => void kept.delete(seq),
    clear: () => kept.clear(),
  };
}

/** A part of a block would hold the whole block. */
function copyOf(text: Written): Written {
  return Buffer.from(text) as Written;
}
