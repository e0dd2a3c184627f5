// Reads one archive from end to end, and returns its contents or the reason why it is refused.
import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { Manifest } from '@realm-catalog/contract/manifest';
import { archiveFile, type ArchiveFile } from './archive-file.ts';
import { openLedger, type ArchiveLimits } from './entries.ts';
import { fileRecorder, type FileRecorder } from './file-recorder.ts';
import { gunzip } from './gzip.ts';
import { readManifest } from './manifest.ts';
import { Refusal } from './refusal.ts';
import { readTar } from './tar.ts';
import { readText, toReadme } from './archive-text.ts';
import { readZip } from './zip.ts';
import { zipWriter } from './zip-writer.ts';

export interface InspectionJob {
  file: string;
  type: 'application/gzip' | 'application/zip';
  limits: ArchiveLimits;
  /** Where the index of the files goes, and the zip of a tar's files. Without it, the archive is inspected alone. */
  output?: FileOutput | undefined;
}

/** Paths of files that the inspection writes. */
export interface FileOutput {
  index: string;
  zip: string;
}

interface Refused {
  accepted: false;
  /** A sentence for people, which names the entry. */
  reason: string;
  entry?: string;
}

/** The contents of an archive, with `realm.json` and `README.md`, which are empty where there is none. */
export type Inspection =
  | {
      accepted: true;
      manifest: Manifest;
      readme: string;
      topFolder: string;
      entries: number;
      fileCount: number;
      unpackedSize: number;
    }
  | Refused;

/** An error that is not the archive's, such as a full disk. The server throws it as its own. */
export interface InspectionFault {
  fault: Record<'code' | 'syscall' | 'stack', string | undefined> & { message: string };
}

export async function readArchive({ file, type, limits, output }: InspectionJob): Promise<Inspection> {
  using files = new DisposableStack();
  const open = (path: string, flags: 'r' | 'w') => files.adopt(openSync(path, flags, 0o600), closeSync);
  const archive = archiveFile(open(file, 'r'));
  const recorder = output && fileRecorder(zipWriter(open(output.zip, 'w')));
  const inspection = await inspectFile(archive, type, limits, recorder).catch(toRefused);
  if (output && recorder && inspection.accepted)
    writeFileSync(output.index, recorder.index(inspection.topFolder), { mode: 0o600 });
  return inspection;
}

async function inspectFile(
  archive: ArchiveFile,
  type: InspectionJob['type'],
  limits: ArchiveLimits,
  recorder: FileRecorder | undefined,
): Promise<Inspection> {
  const ledger = openLedger(archive.size, limits, recorder);
  if (type === 'application/zip') await readZip(archive, limits, ledger);
  else {
    await using stream = gunzip(archive); // stops inflating when the tar is refused half-way
    await readTar(stream, ledger);
  }
  const { manifest, readme, ...contents } = ledger.close();
  return {
    accepted: true,
    ...contents,
    manifest: readManifest(readText('realm.json', manifest)),
    readme: toReadme(readText('README.md', readme)),
  };
}

/** For `catch`, in the inspecting process. */
export function toFault(error: NodeJS.ErrnoException): InspectionFault {
  const { code, syscall, message, stack } = error;
  return { fault: { code, syscall, message, stack } };
}

/** For `catch`: turns a refusal into a result. Any other error is a fault of the server, and is thrown again. */
export function toRefused(error: unknown): Refused {
  if (!(error instanceof Refusal)) throw error;
  return { accepted: false, reason: error.message, ...(error.entry !== undefined && { entry: error.entry }) };
}
