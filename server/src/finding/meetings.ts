// The realms of lists that are asked for again and again, page by page or by many: they are found once, and kept until anything changes.
import { LRUCache } from 'lru-cache';
import { seenBefore } from '../seen-before.ts';
import type { Question } from './answer.ts';
import type { Found } from './meet.ts';

export interface Meetings {
  /** What a question without a search finds, whichever page of it is asked for. */
  of(question: Question, meet: () => Found): Found;
  /** Something changed. */
  clear(): void;
}

/** Of a million realms, each takes 190 KB. */
const MOST = 48;

export function meetings(): Meetings {
  const kept = new LRUCache<string, Found>({ max: MOST });
  const isWanted = seenBefore(MOST);

  return {
    of({ sort, viewer, category, featured, tags }, meet) {
      const key = JSON.stringify([sort, viewer, category, featured, tags]);
      const known = kept.get(key);
      if (known) return known;
      const found = meet();
      if (isWanted(key)) kept.set(key, copied(found));
      return found;
    },
    clear: () => kept.clear(),
  };
}

/** What was found is in memory that others use next. */
function copied({ bits, counts, total }: Found): Found {
  return { bits: bits.slice(), counts: counts.slice(), total };
}
