// Tells what the catalog would say of an archive, without sending it: by the same readers, limits and rules.
import { LIMITS, readFacts, Refusal, type ArchiveFacts } from '@realm-catalog/archive';
import { filesSha256 } from '../templates/index.ts';
import { readListed, type ArchivedFile } from './list-archive.ts';

export type FileInspection =
  | ({
      accepted: true;
      /** In the order of the archive. */
      files: ArchivedFile[];
      /** As the version has it: the same for the same files, however they are packed. */
      filesSha256: string;
    } & ArchiveFacts)
  | {
      accepted: false;
      /** A sentence for people. */
      reason: string;
    };

export async function inspectFile(file: string, signal?: AbortSignal): Promise<FileInspection> {
  try {
    const { files, contents } = await readListed(file, LIMITS, signal);
    const digested = files.map((one) => ({ ...one, mode: one.isExecutable ? 0o755 : 0o644 }));
    return { accepted: true, files, filesSha256: await filesSha256(digested), ...readFacts(contents) };
  } catch (error) {
    if (error instanceof Refusal) return { accepted: false, reason: error.message };
    throw error;
  }
}
