// Makes the pictures of versions that have none yet: those that were published before there were pictures, by a process of an older version, or
// while the README could not be read. One process of many does so, version by version. Another one goes on where it stopped.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { MissingArchiveError, type Archives } from '../archives/archives.ts';
import { ConditionError, type Database } from '../db/database.ts';
import { CodedError, StoreError } from '../errors.ts';
import { inspectStored } from '../files/derived-files.ts';
import type { Inspector } from '../inspection/inspect.ts';
import { everyInterval, type Job } from '../jobs.ts';
import { leaseFor } from '../lease.ts';
import type { MadePictures } from './make-pictures.ts';
import { makePictures } from './of-archive.ts';
import { endLease, nextUnseen, takeLease, writePictures, type UnseenVersion } from './queries.ts';
import type { StoredPictures } from './stored-pictures.ts';

export interface PictureJob {
  /** Makes what is missing, unless another process does. */
  run(): Promise<void>;
  close(): Promise<void>;
}

interface JobServices {
  db: Database;
  archives: Archives;
  inspect: Inspector;
  pictures: StoredPictures;
}

const INTERVAL_MS = 60_000;
/** After so long without a sign of life, another process goes on. A version takes at most eight pictures' time. */
const LEASE_MS = 15 * 60_000;
/** Requests come first: after each version the job rests for so many times as long as it took. */
const REST_FACTOR = 4;
const MIN_REST_MS = 20;
const FIRST = { realm_id: '', version: '' };

export function openPictureJob(services: JobServices, log?: Parameters<typeof everyInterval>[3]): PictureJob {
  const stopping = new AbortController();
  const holder = randomUUID();
  const work = () => fill(services, holder, stopping.signal);
  const job: Job = everyInterval('making pictures of older versions', INTERVAL_MS, work, log);
  return {
    run: () => job.run(),
    async close() {
      stopping.abort();
      await job.stop();
    },
  };
}

async function fill(services: JobServices, holder: string, signal: AbortSignal): Promise<void> {
  const { db } = services;
  if (signal.aborted) return; // the database is being closed
  if (!(await nextUnseen(db, FIRST)) || signal.aborted || !(await takeLease(db, leaseFor(holder, LEASE_MS)))) return;
  try {
    let version = await nextUnseen(db, FIRST); // again: the process that had the lease before may have made all of them
    while (version && !signal.aborted) {
      const startedAt = performance.now();
      await fillOne(services, version, holder, signal);
      const restMs = MIN_REST_MS + REST_FACTOR * (performance.now() - startedAt);
      await setTimeout(restMs, undefined, { signal, ref: false });
      version = await nextUnseen(db, version);
    }
  } catch (error) {
    if (!(error instanceof ConditionError || signal.aborted)) throw error; // another process goes on, or this one stops
  } finally {
    await endLease(db, holder).catch(() => undefined);
  }
}

/** A version whose archive is damaged or missing, or whose README takes its turn later, stays for another run. */
async function fillOne(services: JobServices, version: UnseenVersion, holder: string, signal: AbortSignal) {
  const { db, pictures } = services;
  try {
    const { shown, file } = await picturesOf(services, version, signal);
    if (file) await pictures.put(version.digest, file);
    await writePictures(db, version, JSON.stringify(shown), leaseFor(holder, LEASE_MS));
  } catch (error) {
    if (error instanceof StoreError || !(error instanceof CodedError)) throw error;
  }
}

/** What was published is not refused any more: a screenshot that cannot be shown is left out, and an archive that is not accepted any more shows nothing. */
async function picturesOf(
  { archives, inspect, pictures }: JobServices,
  { realm_id, digest, format }: UnseenVersion,
  signal: AbortSignal,
): Promise<MadePictures> {
  await using stack = new AsyncDisposableStack();
  const archive = { digest, format, realmId: realm_id };
  const found = await inspectStored(archives, inspect, archive, stack);
  if (!found) throw new MissingArchiveError(digest);
  if (!found.inspection.accepted) return { shown: [], file: undefined };
  const { file, derivedPaths, inspection } = found;
  const turn = { key: realm_id, signal, isLenient: true };
  return await makePictures(pictures.tools, { file, format, derivedPaths, inspection }, realm_id, turn);
}
