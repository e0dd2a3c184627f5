// Finds files of a folder that should not be published, by their names and by what they hold.
import { closeSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { reasonByName } from '../packing/secret-names.ts';
import { MAX_SEARCHED_BYTES, searchText, type FoundSecret } from '../packing/secret-search.ts';
import { openRegularFile } from './regular-file.ts';

const CHUNK_BYTES = 64 * 1_024;

export interface SecretOptions {
  /** Told again and again how many bytes were searched. */
  onProgress?: ((bytes: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** `files` are paths in the folder with `/` between names. */
export async function findSecrets(
  folder: string,
  files: readonly string[],
  { onProgress, signal }: SecretOptions = {},
): Promise<FoundSecret[]> {
  const found: FoundSecret[] = [];
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES); // one for all files, so that memory does not grow with their number
  let searched = 0;
  const onRead = (bytes: number) => onProgress?.((searched += bytes));
  for (const path of files) {
    await setImmediate(); // lets others have their turn, and a signal come through
    signal?.throwIfAborted();
    const reason = reasonByName(path) ?? reasonByContent(join(folder, path), chunk, onRead);
    if (reason) found.push({ path, reason });
  }
  return found;
}

function reasonByContent(file: string, chunk: Buffer, onRead: (bytes: number) => void): string | undefined {
  const search = searchText();
  const { fd } = openRegularFile(file);
  try {
    for (let at = 0; at < MAX_SEARCHED_BYTES; at += CHUNK_BYTES) {
      const count = readSync(fd, chunk, 0, CHUNK_BYTES, at);
      onRead(count);
      const reason = search(chunk.toString('latin1', 0, count));
      if (reason || count < CHUNK_BYTES) return reason;
    }
    return undefined;
  } finally {
    closeSync(fd);
  }
}
