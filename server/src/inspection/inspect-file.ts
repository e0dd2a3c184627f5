// Inspects one archive from end to end, and returns its contents or the reason why it is refused.
import { closeSync, openSync, writeFileSync } from 'node:fs';
import {
  readArchive,
  readFacts,
  Refusal,
  type ArchiveFacts,
  type ArchiveLimits,
  type ArchiveType,
} from '@realm-catalog/archive';
import type { TimeLimits } from '../concurrency/cpu-time.ts';
import { fileRecorder } from './file-recorder.ts';
import { zipWriter } from './zip-writer.ts';

export interface InspectionLimits extends ArchiveLimits, TimeLimits {
  /** MiB of heap for the inspecting process, which reads the archive in chunks of 64 KiB. */
  memoryMib: number;
}

export interface InspectionJob {
  file: string;
  type: ArchiveType;
  limits: InspectionLimits;
  /** Where the index of the files goes, and the zip of a tar's files. Without it, the archive is inspected alone. */
  derivedPaths?: DerivedPaths | undefined;
}

/** Paths of files that the inspection writes. */
export interface DerivedPaths {
  index: string;
  zip: string;
}

interface Refused {
  accepted: false;
  /** A sentence for people, which names the entry. */
  reason: string;
  entry?: string;
}

/** `filesSha256` is over all files; empty if the archive is inspected alone. */
export type Inspection = ({ accepted: true; filesSha256: string } & ArchiveFacts) | Refused;

/** An error that is not the archive's, such as a full disk. The server throws it as its own. */
export interface InspectionFailure {
  failure: Record<'code' | 'syscall' | 'stack', string | undefined> & { message: string };
}

export async function inspectFile({ file, type, limits, derivedPaths }: InspectionJob): Promise<Inspection> {
  using files = new DisposableStack();
  const recorder =
    derivedPaths && fileRecorder(zipWriter(files.adopt(openSync(derivedPaths.zip, 'w', 0o600), closeSync)));
  try {
    const facts = readFacts(await readArchive(file, type, limits, recorder));
    const recorded = recorder?.close(facts.topFolder);
    if (derivedPaths && recorded) writeFileSync(derivedPaths.index, recorded.index, { mode: 0o600 });
    return { accepted: true, ...facts, filesSha256: recorded?.filesSha256 ?? '' };
  } catch (error) {
    return toRefused(error);
  }
}

/** For `catch`, in the inspecting process. */
export function toFailure(error: NodeJS.ErrnoException): InspectionFailure {
  const { code, syscall, message, stack } = error;
  return { failure: { code, syscall, message, stack } };
}

/** For `catch`: turns a refusal into a result. Any other error is a fault of the server, and is thrown again. */
export function toRefused(error: unknown): Refused {
  if (!(error instanceof Refusal)) throw error;
  return { accepted: false, reason: error.message, ...(error.entry !== undefined && { entry: error.entry }) };
}
