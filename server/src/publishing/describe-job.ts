// Describes versions that were published before `filesSha256` and templates were kept, or by a process of an older version: from their files.
// It goes on where it stopped. Several processes may do the same work, which gives the same result.
import { setTimeout } from 'node:timers/promises';
import { readTemplate, Refusal, requireFiles } from '@realm-catalog/archive/templates';
import type { Database } from '../db/database.ts';
import { CodedError, StoreError } from '../errors.ts';
import type { ArchiveFiles } from '../files/archive-files.ts';
import { everyInterval } from '../jobs.ts';
import { templateColumn } from '../realms/shown-template.ts';
import { digestOfFiles } from './published-before.ts';
import { describeVersion, nextUndescribed, type UndescribedVersion } from './queries.ts';

export interface DescribeJob {
  run(): Promise<void>;
  close(): Promise<void>;
}

interface JobServices {
  db: Database;
  files: Pick<ArchiveFiles, 'index' | 'read'>;
}

const INTERVAL_MS = 60_000;
/** Requests come first: after each version the job rests for so many times as long as it took. */
const REST_FACTOR = 4;
const MIN_REST_MS = 20;
const FIRST = { realm_id: '', version: '' };

export function openDescribeJob(services: JobServices, log?: Parameters<typeof everyInterval>[3]): DescribeJob {
  const stopping = new AbortController();
  const work = () => describeAll(services, stopping.signal);
  const job = everyInterval('describing older versions', INTERVAL_MS, work, log);
  return {
    run: () => job.run(),
    async close() {
      stopping.abort();
      await job.stop();
    },
  };
}

async function describeAll(services: JobServices, signal: AbortSignal): Promise<void> {
  let version = await nextUndescribed(services.db, FIRST);
  while (version && !signal.aborted) {
    const startedAt = performance.now();
    await describeOne(services, version);
    const restMs = MIN_REST_MS + REST_FACTOR * (performance.now() - startedAt);
    await setTimeout(restMs, undefined, { signal, ref: false }).catch(() => undefined); // the job stops
    version = await nextUndescribed(services.db, version);
  }
}

/** A version whose files cannot be read now stays for another run. */
async function describeOne({ db, files }: JobServices, version: UndescribedVersion): Promise<void> {
  const archive = { digest: version.digest, format: version.format, realmId: version.realm_id };
  try {
    const filesSha256 = await digestOfFiles(files, archive);
    if (filesSha256 === undefined) return;
    await describeVersion(db, version, { filesSha256, template: await templateOf(files, archive) });
  } catch (error) {
    if (error instanceof StoreError || !(error instanceof CodedError)) throw error;
  }
}

/** What was published is not refused any more: a realm.json that breaks a rule asks nothing. */
async function templateOf(files: JobServices['files'], archive: Parameters<ArchiveFiles['index']>[0]): Promise<string> {
  const index = await files.index(archive);
  if (!index?.find('realm.json')) return '';
  try {
    const manifest = JSON.parse((await files.read(archive, 'realm.json')).toString()) as object;
    const template = readTemplate(manifest);
    requireFiles(
      template,
      Array.from({ length: index.count }, (_, position) => index.at(position).path),
    );
    return templateColumn(template);
  } catch (error) {
    if (error instanceof Refusal || error instanceof SyntaxError || error instanceof TypeError) return '';
    throw error;
  }
}
