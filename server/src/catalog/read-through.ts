// Reads realms as JSON through the cache: what is missing is read from the database. Most realms are cached before anyone requests them.
import { setTimeout } from 'node:timers/promises';
import type { Sql } from 'sql-template-tag';
import { anonymous, type Caller } from '../credentials/caller.ts';
import { findSummaries, findSummariesAndDetails, getRealm } from '../realms/queries.ts';
import { serializeRealm, type RealmJson } from '../realms/realm-json.ts';
import type { SearchIndex } from '../search-index/search-index.ts';
import type { DatabaseReaders } from './database-readers.ts';
import type { ReadModel } from './read-model.ts';
import type { RealmJsonCache } from './realm-json-cache.ts';
import { timeSlices } from './time-slices.ts';

/** The cache, and what is needed to read what it lacks. */
export interface CacheSource extends Pick<DatabaseReaders, 'readerFor' | 'isUnavailable'> {
  cache: RealmJsonCache;
  /** Scores are computed every night, for a day. This is the day whose scores this process sorts lists by now; realms show those of the same day. */
  scoresDay: () => string;
}

export function cacheSource(model: ReadModel, { readerFor, isUnavailable }: DatabaseReaders): CacheSource {
  return { cache: model.cache, readerFor, isUnavailable, scoresDay: () => model.scoresDay };
}

/** How many realms are serialized at a time before anyone requests them, which takes some milliseconds, and the pause for requests after that. */
const WARM_BATCH_SIZE = 20;
const WARM_PAUSE_MS = 2;

const NOTHING: ReadonlyMap<number, RealmJson> = new Map();

/**
 * Summaries of the realms that the caller may list, or that meet another condition, without those that were deleted meanwhile. Cached summaries
 * are of public realms alone, which everyone may list. So the condition is needed only for those that are read from the database.
 */
export async function readSummaries(
  source: CacheSource,
  caller: Caller,
  seqs: number[],
  condition?: Sql,
): Promise<RealmJson[]> {
  const { cache, isUnavailable } = source;
  // Each is looked up once, before any is read: its summary stays on the page if it is deleted from the cache meanwhile.
  const cached = seqs.map(
    (seq) => cache.summary(seq) ?? (isUnavailable() ? cache.withStaleCounts.summary(seq) : undefined),
  );
  const missing = seqs.filter((_, at) => cached[at] === undefined);
  const read = missing.length === 0 ? NOTHING : await readMissing(source, caller, missing, condition);
  return seqs.flatMap((seq, at) => cached[at] ?? read.get(seq) ?? []);
}

function readMissing({ cache, readerFor, scoresDay }: CacheSource, caller: Caller, seqs: number[], condition?: Sql) {
  return cache.putIfUnchanged(async (put) => {
    const found = new Map<number, RealmJson>();
    const summaries = await findSummaries(readerFor(caller, seqs), caller, seqs, condition, scoresDay());
    for (const { seq, visibility, summary } of summaries) {
      const json = serializeRealm(summary);
      found.set(seq, json);
      // A realm that became private a moment ago is on everyone's lists until the change is applied here.
      if (visibility === 'public') put.summary(seq, json);
    }
    return found;
  });
}

export async function readDetail(source: CacheSource, caller: Caller, slug: string): Promise<RealmJson | undefined> {
  const { cache, isUnavailable } = source;
  return (
    cache.detail(slug) ??
    (isUnavailable() ? cache.withStaleCounts.detail(slug) : undefined) ??
    cache.putIfUnchanged(async (put) => {
      const found = await readRealm(source, caller, slug);
      if (!found) return undefined;
      const json = serializeRealm(found.realm);
      // Everyone who knows its slug may see a realm that is not private, and sees the same of it unless it is deprecated and names a successor.
      if (found.visibility !== 'private' && !found.hasSuccessor) put.detail(found.seq, slug, json);
      return json;
    })
  );
}

/**
 * If the replica may lack the newest download count of the realm, the primary is read. That is known by the `seq` of a realm. So the realm is first
 * read by its slug, and read again from the primary if the replica may be behind.
 */
async function readRealm(source: CacheSource, caller: Caller, slug: string): ReturnType<typeof getRealm> {
  const { readerFor } = source;
  const [first, day] = [readerFor(caller), source.scoresDay()];
  const found = await getRealm(first, caller, slug, { scoresDay: day });
  const reader = found ? readerFor(caller, [found.seq]) : first;
  return reader === first ? found : getRealm(reader, caller, slug, { scoresDay: day });
}

/** Fills the cache with the most downloaded realms first, until it is full. */
export async function warm(
  source: CacheSource,
  index: () => SearchIndex | undefined,
  signal: AbortSignal,
): Promise<void> {
  const everything = { tags: [], featured: false, search: undefined, visibility: { kind: 'public' as const } };
  const { cache } = source;
  const pause = timeSlices(signal);
  for (let offset = 0; !cache.isFull.ofSummaries; offset += WARM_BATCH_SIZE) {
    const page = { sort: 'downloads' as const, limit: WARM_BATCH_SIZE, offset };
    const seqs = index()?.find({ ...everything, ...page }).seqs ?? [];
    if (seqs.length === 0) return;
    await (cache.isFull.ofDetails ? readSummaries(source, anonymous, seqs) : warmBoth(source, seqs));
    await setTimeout(WARM_PAUSE_MS, undefined, { signal, ref: false });
    await pause();
  }
}

function warmBoth({ cache, readerFor, scoresDay }: CacheSource, seqs: number[]): Promise<void> {
  return cache.putIfUnchanged(async (put) => {
    for (const { seq, summary, detail } of await findSummariesAndDetails(
      readerFor(anonymous, seqs),
      seqs,
      scoresDay(),
    )) {
      put.summary(seq, serializeRealm(summary));
      if (detail) put.detail(seq, detail.slug, serializeRealm(detail));
    }
  });
}
