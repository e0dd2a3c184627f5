// Realms as they are shown, on lists and by themselves: from memory, or written when they are missing there; most of them before anyone asks.
import { setTimeout } from 'node:timers/promises';
import { anonymous, type Caller } from '../credentials/caller.ts';
import type { Reader } from '../db/database.ts';
import { findSummaries, findWhole, getRealm } from '../realms/queries.ts';
import { write, type Written } from '../realms/written.ts';
import type { SearchIndex } from '../search-index/search-index.ts';
import type { Kept } from './kept.ts';

export interface Texts {
  /** Of these realms, which the caller may list; without those that are gone meanwhile. */
  summaries(caller: Caller, seqs: number[]): Promise<Written[]>;
  detail(caller: Caller, slug: string): Promise<Written | undefined>;
  /** The most downloaded first, for as many as are kept. */
  writeBeforehand(finder: () => SearchIndex | undefined, signal: AbortSignal): Promise<void>;
}

/** How many are written at a time before anyone asks, and the pause after that, for everything else. */
const TOGETHER = 50;
const PAUSE = 5;

/** While the store is away, outdated ones are shown, too. */
export function texts(kept: Kept, storeFor: (caller: Caller, seqs?: number[]) => Reader, isAway: () => boolean): Texts {
  const summaryOf = (seq: number) => kept.summary(seq) ?? (isAway() ? kept.outdated.summary(seq) : undefined);
  const detailOf = (slug: string) => kept.detail(slug) ?? (isAway() ? kept.outdated.detail(slug) : undefined);

  async function summaries(caller: Caller, seqs: number[]): Promise<Written[]> {
    // Looked up once: what is forgotten while others are read is of the same moment as they are.
    const known = seqs.map(summaryOf);
    const missing = seqs.filter((_, at) => known[at] === undefined);
    const read = missing.length === 0 ? undefined : await readSummaries(caller, missing);
    return seqs.flatMap((seq, at) => known[at] ?? read?.get(seq) ?? []);
  }

  function readSummaries(caller: Caller, seqs: number[]): Promise<Map<number, Written>> {
    return kept.whileReading(async (keep) => {
      const found = new Map<number, Written>();
      for (const { seq, visibility, summary } of await findSummaries(storeFor(caller, seqs), caller, seqs)) {
        const written = write(summary);
        found.set(seq, written);
        // What became private a moment ago is still found by everyone, until that is taken in.
        if (visibility === 'public') keep.summary(seq, written);
      }
      return found;
    });
  }

  /** Which store is asked depends on the realm, whose number is known when it is found. */
  async function readDetail(caller: Caller, slug: string): ReturnType<typeof getRealm> {
    const first = storeFor(caller);
    const found = await getRealm(first, caller, slug);
    const store = found ? storeFor(caller, [found.seq]) : first;
    return store === first ? found : getRealm(store, caller, slug);
  }

  function writeWhole(seqs: number[]): Promise<void> {
    return kept.whileReading(async (keep) => {
      for (const { seq, summary, detail } of await findWhole(storeFor(anonymous, seqs), seqs)) {
        keep.summary(seq, write(summary));
        keep.detail(seq, detail.slug, write(detail));
      }
    });
  }

  return {
    summaries,

    async detail(caller, slug) {
      return (
        detailOf(slug) ??
        kept.whileReading(async (keep) => {
          const found = await readDetail(caller, slug);
          if (!found) return undefined;
          const written = write(found.realm);
          // What everyone may see who knows its slug.
          if (found.visibility !== 'private') keep.detail(found.seq, slug, written);
          return written;
        })
      );
    },

    async writeBeforehand(finder, signal) {
      const everything = { tags: [], featured: false, search: undefined, visibility: { kind: 'public' as const } };
      for (let offset = 0; !kept.isFull.ofSummaries; offset += TOGETHER) {
        const page = { sort: 'downloads' as const, limit: TOGETHER, offset };
        const seqs = finder()?.find({ ...everything, ...page }).seqs ?? [];
        if (seqs.length === 0) return;
        await (kept.isFull.ofDetails ? summaries(anonymous, seqs) : writeWhole(seqs));
        await setTimeout(PAUSE, undefined, { signal, ref: false });
      }
    },
  };
}
