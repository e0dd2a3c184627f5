// Stores an archive that is in memory by way of a temporary file, as every upload takes it.
import { rm, writeFile } from 'node:fs/promises';
import type { Archives } from './archives.ts';
import { requireStorageKey } from './storage-key.ts';

export async function putBytes(
  store: Pick<Archives, 'temporaryFile' | 'putFile'>,
  bytes: Uint8Array,
  digest: string,
): Promise<void> {
  requireStorageKey(digest); // throws before anything is written
  const file = store.temporaryFile();
  try {
    await writeFile(file, bytes, { flag: 'wx' });
    await store.putFile(file, digest);
  } finally {
    await rm(file, { force: true });
  }
}
