// Compares the files of two versions a page at a time: a thread compares the texts, and pages are cached by the digests of the archives.
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { FileChange } from '@realm-catalog/contract';
import { LRUCache } from 'lru-cache';
import { boundedQueue } from '../bounded-queue.ts';
import type { FileIndex, IndexedFile } from '../inspection/file-index.ts';
import { isSmall, type ArchiveFiles } from './archive-files.ts';
import type { ArchiveRef } from './derived-files.ts';
import type { TextPair } from './unified-diff.ts';

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

/** A file in both versions, or in one of them. */
interface ChangedFile {
  before: IndexedFile | undefined;
  after: IndexedFile | undefined;
}

type CompareTexts = (pair: TextPair) => Promise<string | undefined>;

const MAX_CACHED_BYTES = 16 * 1_024 ** 2;
/** How many files are compared before other requests have their turn. */
const FILES_PER_STEP = 1_000;
const WORKER_MEMORY_MIB = 256;

export function versionDiffs(files: ArchiveFiles) {
  const pages = new LRUCache<string, ChangePage>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ json }) => json.length + 200,
  });
  const enqueue = boundedQueue('diffs', 1, 16);

  async function makePage(
    before: VersionFiles,
    after: VersionFiles,
    page: { limit: number; offset: number },
  ): Promise<ChangePage> {
    const { total, changed } = await findChanges(before.index, after.index, page);
    await using texts = textComparer();
    const changes: FileChange[] = [];
    for (const file of changed) changes.push(await describe(files, before.archive, after.archive, file, texts.compare));
    return { total, json: Buffer.from(JSON.stringify(changes)) };
  }

  return async (before: VersionFiles, after: VersionFiles, page: { limit: number; offset: number }) => {
    const key = [before.archive.digest, after.archive.digest, page.limit, page.offset].join(' ');
    const cached = pages.get(key);
    if (cached) return cached;
    return enqueue(async () => {
      const made = pages.get(key) ?? (await makePage(before, after, page)); // the request before may have asked for the same
      pages.set(key, made);
      return made;
    });
  };
}

/** Both indexes have the same order, so one pass finds what differs. */
async function findChanges(before: FileIndex, after: FileIndex, { limit, offset }: { limit: number; offset: number }) {
  const changed: ChangedFile[] = [];
  let [x, y, total, steps] = [0, 0, 0, 0];
  while (x < before.count || y < after.count) {
    if ((steps += 1) % FILES_PER_STEP === 0) await setImmediate();
    const order = compareNames(before, x, after, y);
    if (order === 0 && before.digestAt(x).equals(after.digestAt(y))) {
      [x, y] = [x + 1, y + 1];
      continue;
    }
    if (total >= offset && changed.length < limit)
      changed.push({ before: order <= 0 ? before.at(x) : undefined, after: order >= 0 ? after.at(y) : undefined });
    total += 1;
    if (order <= 0) x += 1;
    if (order >= 0) y += 1;
  }
  return { total, changed };
}

function compareNames(before: FileIndex, x: number, after: FileIndex, y: number): number {
  if (x === before.count) return 1;
  return y === after.count ? -1 : Buffer.compare(before.nameAt(x), after.nameAt(y));
}

async function describe(
  files: ArchiveFiles,
  from: ArchiveRef,
  to: ArchiveRef,
  { before, after }: ChangedFile,
  compare: CompareTexts,
): Promise<FileChange> {
  const path = before?.path ?? after?.path ?? '';
  const change = before ? (after ? 'changed' : 'removed') : 'added';
  const both = [before, after].filter((file) => file !== undefined);
  const isText = both.every((file) => file.isText);
  if (!isText) return { path, change, isText, isTooLarge: false, diff: '' };
  if (!both.every(isSmall)) return { path, change, isText, isTooLarge: true, diff: '' };
  const textOf = async (archive: ArchiveRef, file: IndexedFile | undefined) =>
    file && (await files.read(archive, file.path)).toString();
  const [oldText, newText] = await Promise.all([textOf(from, before), textOf(to, after)]);
  const diff = await compare({ path, before: oldText, after: newText });
  return { path, change, isText, isTooLarge: diff === undefined, diff: diff ?? '' };
}

/** A thread with the limits of one answer, which starts with the first texts. */
function textComparer(): AsyncDisposable & { compare: CompareTexts } {
  let worker: Worker | undefined;
  return {
    async compare(pair) {
      worker ??= new Worker(new URL('./diff-worker.ts', import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MIB },
      });
      const responded = once(worker, 'message'); // rejects if the thread fails
      worker.postMessage(pair, []); // nothing is transferred
      const [diff] = (await responded) as [string | undefined];
      return diff;
    },
    async [Symbol.asyncDispose]() {
      await worker?.terminate();
    },
  };
}
