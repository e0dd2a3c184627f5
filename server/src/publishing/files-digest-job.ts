// Computes `filesSha256` of versions that were published before it was kept, or by a process of an older version, from their indexes.
// It goes on where it stopped. Several processes may do the same work, which gives the same result.
import { setTimeout } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { CodedError, StoreError } from '../errors.ts';
import type { ArchiveFiles } from '../files/archive-files.ts';
import { digestOfFiles } from '../files/files-digest.ts';
import { everyInterval } from '../jobs.ts';
import { nextUndigested, writeFilesDigest, type UndigestedVersion } from './queries.ts';

export interface FilesDigestJob {
  run(): Promise<void>;
  close(): Promise<void>;
}

interface JobServices {
  db: Database;
  files: Pick<ArchiveFiles, 'index'>;
}

const INTERVAL_MS = 60_000;
/** Requests come first: after each version the job rests for so many times as long as it took. */
const REST_FACTOR = 4;
const MIN_REST_MS = 20;
const FIRST = { realm_id: '', version: '' };

export function openFilesDigestJob(services: JobServices, log?: Parameters<typeof everyInterval>[3]): FilesDigestJob {
  const stopping = new AbortController();
  const work = () => digestAll(services, stopping.signal);
  const job = everyInterval('computing the digests of the files of older versions', INTERVAL_MS, work, log);
  return {
    run: () => job.run(),
    async close() {
      stopping.abort();
      await job.stop();
    },
  };
}

async function digestAll(services: JobServices, signal: AbortSignal): Promise<void> {
  let version = await nextUndigested(services.db, FIRST);
  while (version && !signal.aborted) {
    const startedAt = performance.now();
    await digestOne(services, version);
    const restMs = MIN_REST_MS + REST_FACTOR * (performance.now() - startedAt);
    await setTimeout(restMs, undefined, { signal, ref: false }).catch(() => undefined); // the job stops
    version = await nextUndigested(services.db, version);
  }
}

/** A version whose files cannot be read now stays for another run. */
async function digestOne({ db, files }: JobServices, version: UndigestedVersion): Promise<void> {
  const { realm_id: realmId, digest, format } = version;
  try {
    const filesSha256 = await digestOfFiles(files, { digest, format, realmId });
    if (filesSha256 !== undefined) await writeFilesDigest(db, version, filesSha256);
  } catch (error) {
    if (error instanceof StoreError || !(error instanceof CodedError)) throw error;
  }
}
