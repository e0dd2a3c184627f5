// Tells what the catalog would say of an archive, without sending it: by the same readers, limits and rules.
import { LIMITS, readFacts, Refusal, type ArchiveFacts } from '@realm-catalog/archive';
import { readListed, type ArchivedFile } from './list-archive.ts';

export type FileInspection =
  | ({
      accepted: true;
      /** In the order of the archive. */
      files: ArchivedFile[];
    } & ArchiveFacts)
  | {
      accepted: false;
      /** A sentence for people. */
      reason: string;
    };

export async function inspectFile(file: string, signal?: AbortSignal): Promise<FileInspection> {
  try {
    const { files, contents } = await readListed(file, LIMITS, signal);
    return { accepted: true, files, ...readFacts(contents) };
  } catch (error) {
    if (error instanceof Refusal) return { accepted: false, reason: error.message };
    throw error;
  }
}
