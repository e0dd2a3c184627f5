// Inspects one archive from end to end, and returns its contents or the reason why it is refused.
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import {
  readArchive,
  readFacts,
  Refusal,
  type ArchiveFacts,
  type ArchiveLimits,
  type ArchiveType,
} from '@realm-catalog/archive';
import type { TimeLimits } from '../concurrency/cpu-time.ts';
import { fileRecorder, type FileRecorder } from './file-recorder.ts';
import { memoryFile } from './memory-file.ts';
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

/** Of an archive that is sent to the inspecting process, for when no file can be written. */
export interface MemoryJob extends Pick<InspectionJob, 'type' | 'limits'> {
  /** The size of the archive. */
  size: number;
  /** A larger zip is left out. */
  maxZipBytes: number;
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
  const fd = derivedPaths && files.adopt(openSync(derivedPaths.zip, 'w', 0o600), closeSync);
  const recorder = fd === undefined ? undefined : fileRecorder(zipWriter((bytes, at) => writeAll(fd, bytes, at)));
  const { inspection, index } = await inspectSource(file, { type, limits }, recorder);
  if (derivedPaths && index) writeFileSync(derivedPaths.index, index, { mode: 0o600 });
  return inspection;
}

/** The same, without a file. */
export async function inspectBytes(bytes: Buffer, { type, limits, maxZipBytes }: MemoryJob): Promise<InspectedSource> {
  const zip = memoryFile(type === 'application/zip' ? 0 : maxZipBytes); // the files of a zip are read from the zip itself
  const inspected = await inspectSource(bytes, { type, limits }, fileRecorder(zipWriter(zip.write)));
  return { ...inspected, zip: zip.content };
}

interface InspectedSource {
  inspection: Inspection;
  /** Undefined if the archive is refused, or inspected alone. */
  index: Buffer | undefined;
  zip?: Buffer | undefined;
}

async function inspectSource(
  source: string | Buffer,
  { type, limits }: Pick<InspectionJob, 'type' | 'limits'>,
  recorder: FileRecorder | undefined,
): Promise<InspectedSource> {
  try {
    const facts = readFacts(await readArchive(source, type, limits, recorder));
    const recorded = recorder?.close(facts.topFolder);
    const inspection = { accepted: true as const, ...facts, filesSha256: recorded?.filesSha256 ?? '' };
    return { inspection, index: recorded?.index };
  } catch (error) {
    return { inspection: toRefused(error), index: undefined };
  }
}

/** A disk that becomes full takes a part of the bytes, and refuses the rest. */
function writeAll(fd: number, bytes: Buffer, position: number): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at, position + at);
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
