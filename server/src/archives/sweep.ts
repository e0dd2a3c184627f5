// The part of a sweep that every store shares: it finds old archives that nothing refers to, and deletes old temporary files.
import { lstat, opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Archives } from './archives.ts';
import { digestOf } from './storage-key.ts';

/** How many archives `isReferenced` is called with at a time. */
const SWEEP_BATCH_SIZE = 500;

/**
 * A derived file is removed if nothing refers to its archive. `removeOld` checks the age again, spares an archive that was uploaded again
 * meanwhile, and returns whether it removed the archive.
 */
export async function sweepOrphans(
  stored: AsyncIterable<{ name: string; modifiedAt: number }>,
  isReferenced: Parameters<Archives['sweep']>[0],
  before: number,
  removeOld: (name: string) => Promise<boolean>,
): Promise<number> {
  let removed = 0;
  async function sweep(names: string[]): Promise<void> {
    const referenced = await isReferenced([...new Set(names.map(digestOf))]);
    for (const name of names.filter((one) => !referenced.has(digestOf(one)))) if (await removeOld(name)) removed += 1;
  }
  const old: string[] = [];
  for await (const { name, modifiedAt } of stored) {
    if (modifiedAt < before) old.push(name);
    if (old.length === SWEEP_BATCH_SIZE) await sweep(old.splice(0));
  }
  if (old.length > 0) await sweep(old);
  return removed;
}

export async function removeOldFiles(folder: string, before: number): Promise<number> {
  let removed = 0;
  for await (const { name } of await opendir(folder)) {
    const path = join(folder, name);
    const file = await lstat(path).catch(() => undefined); // an upload may have finished with it just now
    if (!file?.isFile() || file.mtimeMs >= before) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
