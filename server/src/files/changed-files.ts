// Which files differ between two versions: one pass through both indexes, which have the same order.
import { setImmediate } from 'node:timers/promises';
import type { FileIndex, IndexedFile } from '../inspection/file-index.ts';

/** A file in both versions, or in one of them. */
export interface ChangedFile {
  path: string;
  before: IndexedFile | undefined;
  after: IndexedFile | undefined;
}

export interface ChangeCounts {
  added: number;
  removed: number;
  changed: number;
}

/** How many files are compared before other requests have their turn. */
const FILES_PER_STEP = 1_000;

/** The changed files of a page, and how many there are in all. */
export async function findChanges(
  before: FileIndex,
  after: FileIndex,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ files: ChangedFile[]; counts: ChangeCounts; total: number }> {
  const files: ChangedFile[] = [];
  const counts = { added: 0, removed: 0, changed: 0 };
  let [x, y, total, steps] = [0, 0, 0, 0];
  while (x < before.count || y < after.count) {
    if ((steps += 1) % FILES_PER_STEP === 0) await setImmediate();
    const order = compareNames(before, x, after, y);
    if (order === 0 && before.digestAt(x).equals(after.digestAt(y))) {
      [x, y] = [x + 1, y + 1];
      continue;
    }
    if (total >= offset && files.length < limit)
      files.push(changedFile(order <= 0 ? before.at(x) : undefined, order >= 0 ? after.at(y) : undefined));
    total += 1;
    counts[order === 0 ? 'changed' : order < 0 ? 'removed' : 'added'] += 1;
    if (order <= 0) x += 1;
    if (order >= 0) y += 1;
  }
  return { files, counts, total };
}

function compareNames(before: FileIndex, x: number, after: FileIndex, y: number): number {
  if (x === before.count) return 1;
  return y === after.count ? -1 : Buffer.compare(before.nameAt(x), after.nameAt(y));
}

function changedFile(before: IndexedFile | undefined, after: IndexedFile | undefined): ChangedFile {
  return { path: before?.path ?? after?.path ?? '', before, after };
}
