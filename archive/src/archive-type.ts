// Tells by its first bytes which kind of archive a file is: clients name many media types, or none.
import { open } from 'node:fs/promises';

export type ArchiveType = 'application/gzip' | 'application/zip';

/** Every record of a zip file begins with these two bytes. */
const ZIP_SIGNATURE = 'PK';

/** What is no zip is read as gzip, and the reader says why it is none. */
export async function archiveType(file: string): Promise<ArchiveType> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ZIP_SIGNATURE.length));
    return buffer.toString('latin1', 0, bytesRead) === ZIP_SIGNATURE ? 'application/zip' : 'application/gzip';
  } finally {
    await handle.close();
  }
}
