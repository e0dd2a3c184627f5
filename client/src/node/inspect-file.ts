// Tells what the catalog would say of an archive, without sending it: by the same readers, limits and rules.
import { archiveType, LIMITS, readArchive, readFacts, Refusal, type ArchiveFacts } from '@realm-catalog/archive';
import { endedBy } from './ended-by.ts';

export type FileInspection =
  | ({ accepted: true } & ArchiveFacts)
  | {
      accepted: false;
      /** A sentence for people. */
      reason: string;
    };

export async function inspectFile(file: string, signal?: AbortSignal): Promise<FileInspection> {
  try {
    return { accepted: true, ...readFacts(await readArchive(file, await archiveType(file), LIMITS, endedBy(signal))) };
  } catch (error) {
    if (error instanceof Refusal) return { accepted: false, reason: error.message };
    throw error;
  }
}
