// Realms as they are shown: JSON that is made once, and kept until they change.
import type { Written } from '../realms/written.ts';
import { named } from './named.ts';
import { outdated } from './outdated.ts';
import { packed } from './packed.ts';

export interface Kept {
  summary(seq: number): Written | undefined;
  detail(slug: string): Written | undefined;
  /** The same of realms of which only counts have changed since, for a while. */
  readonly outdated: { summary(seq: number): Written | undefined; detail(slug: string): Written | undefined };
  /** Keeps what `read` reads from the store, but for those realms that changed while it did. */
  whileReading<Answer>(read: (keep: Keep) => Promise<Answer>): Promise<Answer>;
  /** Whether no more of them are kept, until others are forgotten. */
  readonly isFull: { ofSummaries: boolean; ofDetails: boolean };
  /** Realms by their numbers. */
  forget(seqs: number[]): void;
  /** The same for one of which only counts have changed, or all that leaves its `updatedAt` as it is: that stays among the outdated. */
  outdate(seq: number, updatedAt?: string): void;
  clear(): void;
}

interface Keep {
  summary(seq: number, text: Written): void;
  detail(seq: number, slug: string, text: Written): void;
}

const MIB = 1024 * 1024;
/** Enough for a million. */
const MOST_SUMMARIES = 544 * MIB;
/** Of one realm, about. */
const SUMMARY = 540;
/** Details have what all summaries leave of so much: enough for 100,000, and of a million for the most downloaded. */
const BOTH = 560 * MIB;
const MOST_DETAILS = 160 * MIB;
const FEWEST_DETAILS = 32 * MIB;

/** No realm has this number. */
const EVERYTHING = 0;

/** For a catalog of about so many realms; those that are outdated are kept for so long. */
export function kept(realms = 0, outdatedMs = 0): Kept {
  const summaries = packed(MOST_SUMMARIES);
  const details = named(Math.min(MOST_DETAILS, Math.max(FEWEST_DETAILS, BOTH - realms * SUMMARY)));
  const old = outdated(outdatedMs);
  /** For each reading that is under way, what changed since it began. */
  const readings = new Set<Set<number>>();

  function drop(seq: number): void {
    summaries.delete(seq);
    details.delete(seq);
    for (const changed of readings) changed.add(seq);
  }

  /** Moves what is kept of a realm to the outdated. */
  function setAside(seq: number): void {
    const summary = summaries.get(seq) as Written | undefined;
    const detail = details.of(seq);
    if (summary || detail)
      old.put(seq, { summary, detail: detail && { slug: detail.name, text: detail.bytes as Written } });
  }

  return {
    outdated: {
      summary: (seq) => old.get(seq)?.summary,
      detail: (slug) => old.detail(slug),
    },
    summary: (seq) => summaries.get(seq) as Written | undefined,
    detail: (slug) => details.get(slug) as Written | undefined,

    async whileReading(read) {
      const changed = new Set<number>();
      const isNew = (seq: number) => !changed.has(seq) && !changed.has(EVERYTHING);
      readings.add(changed);
      try {
        return await read({
          summary(seq, text) {
            if (isNew(seq)) summaries.put(seq, text);
          },
          detail(seq, slug, text) {
            if (isNew(seq)) details.put(slug, seq, text);
          },
        });
      } finally {
        readings.delete(changed);
      }
    },

    get isFull() {
      return { ofSummaries: summaries.isFull, ofDetails: details.isFull };
    },

    forget(seqs) {
      for (const seq of seqs) {
        drop(seq);
        old.delete(seq);
      }
    },

    outdate(seq, updatedAt) {
      setAside(seq);
      drop(seq);
      const { summary, detail } = old.get(seq) ?? {};
      const isSame = (text?: Written) => !text || !updatedAt || text.includes(`"updatedAt":"${updatedAt}"`);
      if (!isSame(summary) || !isSame(detail?.text)) old.delete(seq);
    },

    clear() {
      for (const changed of readings) changed.add(EVERYTHING);
      summaries.clear();
      details.clear();
      old.clear();
    },
  };
}
