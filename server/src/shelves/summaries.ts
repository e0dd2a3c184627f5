// Realms as lists show them: from memory, or written when they are missing there; most of them before anyone asks.
import { setTimeout } from 'node:timers/promises';
import { anonymous, type Caller } from '../credentials/caller.ts';
import type { Reader } from '../db/database.ts';
import type { Finder } from '../finding/finder.ts';
import { findSummaries } from '../realms/queries.ts';
import { write, type Written } from '../realms/written.ts';
import type { Kept } from './kept.ts';

export interface Summaries {
  /** Of these realms, which the caller may list; without those that are gone meanwhile. */
  of(caller: Caller, seqs: number[]): Promise<Written[]>;
  /** The most downloaded first, for as many as are kept. */
  writeBeforehand(finder: () => Finder | undefined, signal: AbortSignal): Promise<void>;
}

/** How many are written at a time before anyone asks, and the pause after that, for everything else. */
const TOGETHER = 50;
const PAUSE = 5;

export function writtenSummaries(texts: Kept, storeFor: (caller: Caller) => Reader): Summaries {
  async function of(caller: Caller, seqs: number[]): Promise<Written[]> {
    // Looked up once: what is forgotten while others are read is of the same moment as they are.
    const known = seqs.map((seq) => texts.summary(seq));
    const missing = seqs.filter((_, at) => known[at] === undefined);
    const read = missing.length === 0 ? undefined : await readSummaries(caller, missing);
    return seqs.flatMap((seq, at) => known[at] ?? read?.get(seq) ?? []);
  }

  function readSummaries(caller: Caller, seqs: number[]): Promise<Map<number, Written>> {
    return texts.whileReading(async (keep) => {
      const found = new Map<number, Written>();
      for (const { seq, visibility, realm } of await findSummaries(storeFor(caller), caller, seqs)) {
        const written = write(realm);
        found.set(seq, written);
        // What became private a moment ago is still found by everyone, until that is taken in.
        if (visibility === 'public') keep.summary(seq, written);
      }
      return found;
    });
  }

  return {
    of,
    async writeBeforehand(finder, signal) {
      const everything = { tags: [], featured: false, search: undefined, viewer: undefined };
      for (let offset = 0; !texts.isFull; offset += TOGETHER) {
        const page = { sort: 'downloads' as const, limit: TOGETHER, offset };
        const seqs = finder()?.find({ ...everything, ...page }).seqs ?? [];
        if (seqs.length === 0) return;
        await of(anonymous, seqs);
        await setTimeout(PAUSE, undefined, { signal, ref: false });
      }
    },
  };
}
