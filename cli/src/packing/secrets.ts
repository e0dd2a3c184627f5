// Finds files that should not be published: by names that are used for secrets, and by tokens and keys in them.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonByName } from './secret-names.ts';
import { contentRules, MAX_SECRET_CHARACTERS, type ContentRule } from './secret-patterns.ts';

export interface FoundSecret {
  path: string;
  /** Continues a sentence that begins with the path. */
  reason: string;
}

const CHUNK_BYTES = 64 * 1_024;
/** What is further on in a file is not looked at: it is data, and no text that somebody wrote. */
const MAX_READ_BYTES = 16 * 1_024 ** 2;

export async function findSecrets(folder: string, files: string[], signal: AbortSignal): Promise<FoundSecret[]> {
  const found: FoundSecret[] = [];
  const chunk = Buffer.alloc(CHUNK_BYTES); // one for all files, so that memory does not grow with their number
  for (const path of files) {
    signal.throwIfAborted();
    const reason = reasonByName(path) ?? (await reasonByContent(join(folder, path), chunk, signal));
    if (reason) found.push({ path, reason });
  }
  return found;
}

async function reasonByContent(file: string, chunk: Buffer, signal: AbortSignal): Promise<string | undefined> {
  const handle = await open(file);
  try {
    let end = '';
    for (let at = 0; at < MAX_READ_BYTES; at += CHUNK_BYTES) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, at);
      if (bytesRead === 0) return undefined;
      const text = end + chunk.toString('latin1', 0, bytesRead);
      const rule = contentRules.find((one) => isIn(text, one));
      if (rule) return `holds ${rule.what}`;
      end = text.slice(-MAX_SECRET_CHARACTERS);
    }
    return undefined;
  } finally {
    await handle.close();
  }
}

function isIn(text: string, { pattern, isReal }: ContentRule): boolean {
  if (!isReal) return pattern.test(text);
  for (const [secret] of text.matchAll(new RegExp(pattern, `${pattern.flags}g`))) if (isReal(secret)) return true;
  return false;
}
