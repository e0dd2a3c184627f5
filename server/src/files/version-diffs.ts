// Compares the files of two versions a page at a time: a thread compares the texts. Pages are cached by the digests of the archives, and
// comparisons by the digests of both files, so that another page compares nothing again.
import { setImmediate } from 'node:timers/promises';
import type { FileChange } from '@realm-catalog/contract';
import type { FileIndex, IndexedFile } from '../inspection/file-index.ts';
import { lruCache } from '../concurrency/lru-cache.ts';
import { sharedWork } from '../concurrency/shared-work.ts';
import { isSmall, type ArchiveFiles } from './archive-files.ts';
import type { ArchiveRef } from './derived-files.ts';
import { findChanges, type ChangedFile } from './changed-files.ts';
import { answerBudget, type PairDiff } from './diff-budget.ts';
import { textComparer, type TextComparer } from './text-comparer.ts';

export const MAX_CHANGES = 100;

interface VersionFiles {
  archive: ArchiveRef;
  index: FileIndex;
}

interface ChangePage {
  /** How many files changed. */
  total: number;
  /** The changes of this page. */
  json: Buffer;
}

const MAX_CACHED_PAGE_BYTES = 8 * 1_024 ** 2;
const MAX_CACHED_PAIR_BYTES = 16 * 1_024 ** 2;
/** A comparison takes some seconds at most. Meanwhile another realm has the second place. */
const PLACES = { running: 2, runningOfOne: 1, waiting: 16 };

export function versionDiffs(files: ArchiveFiles) {
  const pages = lruCache<string, ChangePage>(MAX_CACHED_PAGE_BYTES, { sizeOf: ({ json }) => json.length + 200 });
  const share = sharedWork('diffs', PLACES, pages);
  const comparePair = pairComparer(files);

  async function makePage(
    before: VersionFiles,
    after: VersionFiles,
    page: { limit: number; offset: number },
    signal: AbortSignal,
  ): Promise<ChangePage> {
    const { total, files: changed } = await findChanges(before.index, after.index, page);
    await using texts = textComparer(signal);
    const budget = answerBudget();
    const changes: string[] = [];
    for (const file of changed) {
      await setImmediate(); // all of them as JSON take some 10 ms
      signal.throwIfAborted();
      const compare = () => comparePair(before.archive, after.archive, file, texts);
      changes.push(JSON.stringify(await describe(file, budget, compare)));
    }
    return { total, json: Buffer.from(`[${changes.join(',')}]`) };
  }

  return (
    before: VersionFiles,
    after: VersionFiles,
    page: { limit: number; offset: number },
    clientSignal: AbortSignal,
  ): Promise<ChangePage> => {
    const name = [before.archive.digest, after.archive.digest, page.limit, page.offset].join(' ');
    return share(after.archive.realmId, name, (signal) => makePage(before, after, page, signal), clientSignal);
  };
}

/** Compares one file of two versions. What was compared is cached, also if it was too large. */
function pairComparer(files: ArchiveFiles) {
  const pairs = lruCache<string, PairDiff>(MAX_CACHED_PAIR_BYTES, {
    sizeOf: ({ diff = '' }, key) => 2 * (diff.length + key.length) + 200,
  });
  const textOf = async (archive: ArchiveRef, file: IndexedFile | undefined) =>
    file && (await files.read(archive, file.path)).toString();

  return async (from: ArchiveRef, to: ArchiveRef, { path, before, after }: ChangedFile, texts: TextComparer) => {
    const key = [before?.sha256, after?.sha256, path].join(' ');
    const cached = pairs.get(key);
    if (cached) return cached;
    const [oldText, newText] = await Promise.all([textOf(from, before), textOf(to, after)]);
    const compared = await texts.compare({ path, before: oldText, after: newText });
    pairs.set(key, compared);
    return compared;
  };
}

async function describe(
  { path, before, after }: ChangedFile,
  budget: ReturnType<typeof answerBudget>,
  compare: () => Promise<PairDiff>,
): Promise<FileChange> {
  const change = before ? (after ? 'changed' : 'removed') : 'added';
  const both = [before, after].filter((file) => file !== undefined);
  const isText = both.every((file) => file.isText);
  if (!isText) return { path, change, isText, isTooLarge: false, diff: '' };
  const bytes = both.reduce((sum, { size }) => sum + size, 0);
  const diff = both.every(isSmall) && budget.canRead(bytes) ? budget.take(await compare()) : undefined;
  return { path, change, isText, isTooLarge: diff === undefined, diff: diff ?? '' };
}
