// Whole answers, ready to send, to what everyone may ask: each as long as nothing has changed of that which is shown.
import { LRUCache } from 'lru-cache';
import { seenBefore } from '../seen-before.ts';
import type { Ready } from './send.ts';

interface Kept<Question> {
  answer: Ready;
  question: Question;
  generation: number;
}

export interface Answers<Question> {
  get(url: string): Kept<Question> | undefined;
  /** Makes an answer, and keeps it if it is asked for more than once, unless something changed meanwhile. */
  keep(url: string, question: Question, make: () => Promise<Ready>): Promise<Ready>;
}

const MOST = 10_000;
const MOST_BYTES = 32 * 1024 * 1024;
/** Longer ones are asked for once. */
const MOST_URL = 512;

export function keptAnswers<Question>(generation: () => number): Answers<Question> {
  const kept = new LRUCache<string, Kept<Question>>({
    max: MOST,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ answer }) => answer.whole.bytes.length + MOST_URL,
  });
  const isWanted = seenBefore(MOST);

  return {
    get(url) {
      const known = kept.get(url);
      return known?.generation === generation() ? known : undefined;
    },
    async keep(url, question, make) {
      const begun = generation();
      const answer = await make();
      if (url.length <= MOST_URL && begun === generation() && isWanted(url))
        kept.set(url, { answer, question, generation: begun });
      return answer;
    },
  };
}
