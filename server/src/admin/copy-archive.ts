// Copies one archive from a store into another, with its pictures, and verifies the archive on the way.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Archives } from '../archives/archives.ts';
import { derivedName } from '../archives/storage-key.ts';
import type { NamedArchive } from '../db/tables.ts';
import { readPictureFile } from '../pictures/picture-file.ts';

type Outcome = 'there' | 'copied' | { fault: string };

/** What is known of the store that archives are copied to, so that it is not asked about each of them. */
export interface KnownCopies {
  isVerified(archive: NamedArchive): boolean;
  /** From now on the archive is verified, while its bytes have this fingerprint. */
  remember(digest: string, fingerprint: string): void;
  hasFile(name: string): boolean;
}

/** A file that cannot be read or written is a fault of this archive alone, and is returned. A store that does not answer throws. */
export async function copyArchive(
  archive: NamedArchive,
  from: Archives,
  to: Archives,
  known?: KnownCopies,
): Promise<Outcome> {
  try {
    const isThere = known?.isVerified(archive) || (await verify(archive, to, known));
    const outcome = isThere ? 'there' : await copyVerified(archive.digest, from, to);
    if (outcome === 'copied' && known) await verify(archive, to, known);
    if (typeof outcome === 'string') await copyPictures(archive.digest, from, to, known);
    return outcome;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (!syscall) throw error;
    return { fault: `cannot be copied: ${code}` };
  }
}

/**
 * In a store on another machine the bytes are compared. In a folder the size is enough: it has complete files alone, since each was renamed
 * when it was complete.
 */
async function verify({ digest, size }: NamedArchive, to: Archives, known?: KnownCopies): Promise<boolean> {
  if (!to.findIntact) return (await to.size(digest)) === size;
  const fingerprint = await to.findIntact(digest, size);
  if (fingerprint) known?.remember(digest, fingerprint);
  return fingerprint !== undefined;
}

async function copyVerified(digest: string, from: Archives, to: Archives): Promise<Outcome> {
  const found = await from.open(digest);
  if (!found) return { fault: 'is missing' };
  const file = to.temporaryFile();
  try {
    const hash = createHash('sha256');
    await pipeline(
      found.stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    );
    if (hash.digest('hex') !== digest) return { fault: 'is damaged: its bytes do not fit its name' };
    await to.putFile(file, digest);
    return 'copied';
  } finally {
    await rm(file, { force: true });
  }
}

/** Pictures take seconds to make, unlike other derived files. Where they are damaged, they are made again when someone asks for them. */
async function copyPictures(digest: string, from: Archives, to: Archives, known?: KnownCopies): Promise<void> {
  const name = derivedName(digest, 'pictures');
  if (known ? known.hasFile(name) : (await to.size(name)) !== undefined) return;
  const file = await readPictureFile(from, digest);
  if (file && file !== 'damaged') await to.put(file, name);
}
