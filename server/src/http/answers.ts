// Whole answers, ready to send, to what everyone may ask: each as long as nothing has changed of that which is shown.
import { LRUCache } from 'lru-cache';
import { askedAgain } from '../asked-again.ts';
import type { Ready } from './send.ts';

export interface Answers {
  get(url: string): Ready | undefined;
  /** Makes an answer, and keeps it if it is asked for more than once, unless something changed meanwhile. */
  keep(url: string, make: () => Promise<Ready>): Promise<Ready>;
}

const MOST = 10_000;
const MOST_BYTES = 64 * 1024 * 1024;
/** Longer ones are asked for once. */
const MOST_URL = 512;

export function keptAnswers(generation: () => number): Answers {
  const kept = new LRUCache<string, { answer: Ready; generation: number }>({
    max: MOST,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ answer }) => answer.whole.bytes.length + MOST_URL,
  });
  const isWanted = askedAgain(MOST);

  return {
    get(url) {
      const known = kept.get(url);
      return known?.generation === generation() ? known.answer : undefined;
    },
    async keep(url, make) {
      const begun = generation();
      const answer = await make();
      if (url.length <= MOST_URL && begun === generation() && isWanted(url))
        kept.set(url, { answer, generation: begun });
      return answer;
    },
  };
}
