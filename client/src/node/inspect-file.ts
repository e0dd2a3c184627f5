// Tells what the catalog would say of an archive, without sending it: by the same readers, limits and rules.
import { archiveType, readArchive, readFacts, Refusal, type ArchiveFacts } from '@realm-catalog/archive';

export type FileInspection =
  | ({ accepted: true } & ArchiveFacts)
  | {
      accepted: false;
      /** A sentence for people. */
      reason: string;
    };

export async function inspectFile(file: string): Promise<FileInspection> {
  try {
    return { accepted: true, ...readFacts(await readArchive(file, await archiveType(file))) };
  } catch (error) {
    if (error instanceof Refusal) return { accepted: false, reason: error.message };
    throw error;
  }
}
