// Realms as they are shown: JSON that is made once, and kept until they change.
import { LRUCache } from 'lru-cache';
import { askedAgain } from '../asked-again.ts';

export interface Kept {
  summary(seq: number): string | undefined;
  detail(slug: string): string | undefined;
  /** Keeps what `read` reads from the store, but for those realms that changed while it did. */
  whileReading<Answer>(read: (keep: Keep) => Promise<Answer>): Promise<Answer>;
  forget(realms: (number | string)[]): void;
  clear(): void;
}

/** A realm by the two names that it is forgotten by: its number, and its id. */
interface Named {
  seq: number;
  id: string;
}

interface Keep {
  summary(realm: Named, text: string): void;
  detail(realm: Named, slug: string, text: string): void;
}

interface Text extends Named {
  text: string;
}

/** In characters, most of which take one byte; and what else is kept of each. */
const MOST_SUMMARIES = 96 * 1024 * 1024;
const MOST_DETAILS = 32 * 1024 * 1024;
const EACH = 200;
/** Of so many, which were asked for before. */
const ASKED = 10_000;

/** No realm has this number. */
const EVERYTHING = 0;

const sizeCalculation = ({ text }: Text) => text.length + EACH;

export function kept(): Kept {
  const summaries = new LRUCache<number, Text>({
    maxSize: MOST_SUMMARIES,
    sizeCalculation,
    dispose: ({ id }) => seqs.delete(id),
  });
  const details = new LRUCache<string, Text>({
    maxSize: MOST_DETAILS,
    sizeCalculation,
    dispose({ id, seq }) {
      ids.delete(id);
      slugs.delete(seq);
    },
  });
  const seqs = new Map<string, number>();
  const slugs = new Map<number, string>();
  const ids = new Map<string, string>();
  const isWanted = askedAgain(ASKED);
  /** For each reading that is under way, what changed since it began. */
  const readings = new Set<Set<number | string>>();

  return {
    summary: (seq) => summaries.get(seq)?.text,
    detail: (slug) => details.get(slug)?.text,

    async whileReading(read) {
      const changed = new Set<number | string>();
      const isNew = ({ seq, id }: Named) => !changed.has(seq) && !changed.has(id) && !changed.has(EVERYTHING);
      readings.add(changed);
      try {
        return await read({
          summary(realm, text) {
            if (!isNew(realm)) return;
            summaries.set(realm.seq, { ...realm, text });
            seqs.set(realm.id, realm.seq);
          },
          detail(realm, slug, text) {
            if (!isNew(realm) || !isWanted(slug)) return;
            details.set(slug, { ...realm, text });
            slugs.set(realm.seq, slug);
            ids.set(realm.id, slug);
          },
        });
      } finally {
        readings.delete(changed);
      }
    },

    forget(realms) {
      for (const realm of realms) {
        const seq = typeof realm === 'number' ? realm : seqs.get(realm);
        const slug = typeof realm === 'number' ? slugs.get(realm) : ids.get(realm);
        if (seq !== undefined) summaries.delete(seq);
        if (slug !== undefined) details.delete(slug);
        for (const changed of readings) changed.add(realm);
      }
    },

    clear() {
      for (const changed of readings) changed.add(EVERYTHING);
      summaries.clear();
      details.clear();
    },
  };
}
