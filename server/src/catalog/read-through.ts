// Reads realms as JSON through the cache: what is missing is read from the database. Most realms are cached before anyone requests them.
import { setTimeout } from 'node:timers/promises';
import type { Sql } from 'sql-template-tag';
import { anonymous, type Caller } from '../credentials/caller.ts';
import { findSummaries, findSummariesAndDetails, getRealm } from '../realms/queries.ts';
import type { RealmJson } from '../realms/realm-json.ts';
import type { PictureAddressing } from '../realms/shown-pictures.ts';
import type { SearchIndex } from '../search-index/search-index.ts';
import type { DatabaseReaders } from './database-readers.ts';
import type { ReadModel } from './read-model.ts';
import type { RealmJsonCache } from './realm-json-cache.ts';
import { timeSlices } from './time-slices.ts';

/** The cache, and what is needed to read what it lacks. */
export interface CacheSource extends Pick<DatabaseReaders, 'readerFor'> {
  cache: RealmJsonCache;
  /** Scores are computed every night, for a day. This is the day whose scores this process sorts lists by now; realms show those of the same day. */
  scoresDay: () => string;
  addressing?: PictureAddressing | undefined;
}

export function cacheSource(model: ReadModel, readerFor: DatabaseReaders['readerFor']): CacheSource {
  return { cache: model.cache, readerFor, scoresDay: () => model.scoresDay, addressing: model.addressing };
}

const shownBy = ({ scoresDay, addressing }: CacheSource) => ({ scoresDay: scoresDay(), addressing });

/** How many realms are serialized at a time before anyone requests them, which takes some milliseconds, and the pause for requests after that. */
const BATCH_SIZE = 20;
const WARM_PAUSE_MS = 2;

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
  // Each is looked up once, before any is read: its summary stays on the page if it is deleted from the cache meanwhile.
  const cached = seqs.map((seq) => source.cache.summary(seq));
  if (!cached.includes(undefined)) return cached as RealmJson[];
  const missing = seqs.filter((_, at) => cached[at] === undefined);
  const read = await readMissing(source, caller, missing, condition);
  return seqs.flatMap((seq, at) => cached[at] ?? read.get(seq) ?? []);
}

function readMissing(source: CacheSource, caller: Caller, seqs: number[], condition?: Sql) {
  const { cache, readerFor } = source;
  return cache.putIfUnchanged(async (put) => {
    const found = await findSummaries(readerFor(caller), caller, seqs, condition, shownBy(source));
    // A realm that became private a moment ago is on everyone's lists until the change is applied here.
    return new Map(
      found.map(({ seq, visibility, summary }) => [seq, put.summary(seq, summary, visibility === 'public')]),
    );
  });
}

export async function readDetail(source: CacheSource, caller: Caller, slug: string): Promise<RealmJson | undefined> {
  const { cache, readerFor } = source;
  return (
    cache.detail(slug) ??
    cache.putIfUnchanged(async (put) => {
      const found = await getRealm(readerFor(caller), caller, slug, shownBy(source));
      // Everyone who knows its slug may see a realm that is not private, and sees the same of it unless it is deprecated and names a successor.
      return found && put.detail(found.seq, found.realm, found.visibility !== 'private' && !found.hasSuccessor);
    })
  );
}

/** Fills the cache until it is full: with the details of the most downloaded realms, and with the summaries of all, the newest first, so that neighbours are put together. */
export async function warm(
  source: CacheSource,
  index: () => SearchIndex | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { cache } = source;
  const eachPage = pageWalker(index, signal);
  await eachPage(
    'downloads',
    () => cache.isFull.ofDetails,
    (seqs) => readDetails(source, seqs),
  );
  await eachPage(
    'newest',
    () => cache.isFull.ofSummaries,
    (seqs) => readSummaries(source, anonymous, seqs),
  );
}

/** Walks through the lists of all public realms, with pauses for requests, until `isDone` or the end. */
function pageWalker(index: () => SearchIndex | undefined, signal: AbortSignal) {
  const everything = { tags: [], featured: false, search: undefined, visibility: { kind: 'public' as const } };
  const pause = timeSlices(signal);
  return async (sort: 'downloads' | 'newest', isDone: () => boolean, read: (seqs: number[]) => Promise<unknown>) => {
    for (let offset = 0; !isDone(); offset += BATCH_SIZE) {
      const seqs = index()?.find({ ...everything, sort, limit: BATCH_SIZE, offset }).seqs ?? [];
      if (seqs.length === 0) return;
      await read(seqs);
      await setTimeout(WARM_PAUSE_MS, undefined, { signal, ref: false });
      await pause();
    }
  };
}

/** Reads realms that have changed again, as far as they were cached: so the cache has them also if the database becomes unavailable. */
export async function readAgain(model: ReadModel, seqs: number[]): Promise<void> {
  const source = cacheSource(model, () => model.db);
  const pause = timeSlices(model.signal, { isUrgent: true });
  for (let at = 0; at < seqs.length; at += BATCH_SIZE) {
    await readBoth(source, seqs.slice(at, at + BATCH_SIZE));
    await pause();
  }
}

function readDetails(source: CacheSource, seqs: number[]): Promise<void> {
  return source.cache.putIfUnchanged(async (put) => {
    const found = await findSummariesAndDetails(source.readerFor(anonymous), seqs, shownBy(source));
    for (const { seq, detail } of found) if (detail) put.detail(seq, detail, true);
  });
}

function readBoth(source: CacheSource, seqs: number[]): Promise<void> {
  return source.cache.putIfUnchanged(async (put) => {
    const found = await findSummariesAndDetails(source.readerFor(anonymous), seqs, shownBy(source));
    for (const { seq, visibility, summary, detail } of found) {
      put.summary(seq, summary, visibility === 'public');
      if (detail) put.detail(seq, detail, true);
    }
  });
}
