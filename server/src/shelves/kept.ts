// Realms as they are shown: JSON that is made once, and kept until they change.
import { LRUCache } from 'lru-cache';
import { askedAgain } from '../asked-again.ts';
import { packed } from './packed.ts';
import type { Written } from '../realms/written.ts';

export interface Kept {
  summary(seq: number): Written | undefined;
  detail(slug: string): string | undefined;
  /** Keeps what `read` reads from the store, but for those realms that changed while it did. */
  whileReading<Answer>(read: (keep: Keep) => Promise<Answer>): Promise<Answer>;
  /** Whether no more summaries are kept, until others are forgotten. */
  readonly isFull: boolean;
  /** Realms by their numbers. */
  forget(seqs: number[]): void;
  clear(): void;
}

interface Keep {
  summary(seq: number, realm: Written): void;
  detail(seq: number, slug: string, text: string): void;
}

const MIB = 1024 * 1024;
/** Enough for some 700,000. */
const MOST_SUMMARIES = 384 * MIB;
/** In characters, most of which take one byte; and what else is kept of each. */
const MOST_DETAILS = 32 * MIB;
const EACH = 200;
/** Of so many, which were asked for before. */
const ASKED = 10_000;

/** No realm has this number. */
const EVERYTHING = 0;

export function kept(): Kept {
  const summaries = packed(MOST_SUMMARIES);
  const details = new LRUCache<string, { seq: number; text: string }>({
    maxSize: MOST_DETAILS,
    sizeCalculation: ({ text }) => text.length + EACH,
    dispose: ({ seq }) => slugs.delete(seq),
  });
  const slugs = new Map<number, string>();
  const isWanted = askedAgain(ASKED);
  /** For each reading that is under way, what changed since it began. */
  const readings = new Set<Set<number>>();

  return {
    summary: (seq) => summaries.get(seq) as Written | undefined,
    detail: (slug) => details.get(slug)?.text,

    async whileReading(read) {
      const changed = new Set<number>();
      const isNew = (seq: number) => !changed.has(seq) && !changed.has(EVERYTHING);
      readings.add(changed);
      try {
        return await read({
          summary(seq, realm) {
            if (isNew(seq)) summaries.put(seq, realm);
          },
          detail(seq, slug, text) {
            if (!isNew(seq) || !isWanted(slug)) return;
            details.set(slug, { seq, text });
            slugs.set(seq, slug);
          },
        });
      } finally {
        readings.delete(changed);
      }
    },

    get isFull() {
      return summaries.isFull;
    },

    forget(seqs) {
      for (const seq of seqs) {
        summaries.delete(seq);
        const slug = slugs.get(seq);
        if (slug !== undefined) details.delete(slug);
        for (const changed of readings) changed.add(seq);
      }
    },

    clear() {
      for (const changed of readings) changed.add(EVERYTHING);
      summaries.clear();
      details.clear();
    },
  };
}
