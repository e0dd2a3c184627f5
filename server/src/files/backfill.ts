// Fills a column of versions that were published before there was that column, or by a process of an older version.
import { setTimeout } from 'node:timers/promises';
import type { Reader } from '../db/database.ts';
import { CodedError, StoreError } from '../errors.ts';
import { nextWithout, type BackfilledColumn, type OlderVersion } from './queries.ts';

/** Requests come first: after each version the job rests for so many times as long as it took. */
const REST_FACTOR = 4;
const MIN_REST_MS = 20;

/** A version whose archive cannot be read now stays for another run, which begins with the first again. */
export async function backfill(
  db: Reader,
  column: BackfilledColumn,
  fill: (version: OlderVersion) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let version: OlderVersion | undefined;
  while (!signal.aborted && (version = await nextWithout(db, column, version))) {
    const startedAt = performance.now();
    try {
      await fill(version);
    } catch (error) {
      if (error instanceof StoreError || !(error instanceof CodedError)) throw error;
    }
    const restMs = MIN_REST_MS + REST_FACTOR * (performance.now() - startedAt);
    await setTimeout(restMs, undefined, { signal, ref: false }).catch(() => undefined); // the job is being closed
  }
}
