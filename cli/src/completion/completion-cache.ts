// Words that completed something before, for some minutes, and how long a catalog is left alone: people press the key again and again.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../files/atomic-file.ts';
import type { Environment } from '../terminal/io.ts';
import { cacheFolder } from '../settings/paths.ts';
import { removeOldest } from '../files/remove-oldest.ts';

export interface Completion {
  word: string;
  meaning: string;
}

/** What the catalog had for a beginning of a word; `isWhole` if there was nothing more. */
export interface KnownWords {
  words: Completion[];
  isWhole: boolean;
}

const FRESH_MS = 5 * 60_000;
const MAX_FILES = 200;
const MAX_CHARACTERS = 65_536;

export function completionCache(env: Environment, registry: string) {
  const folder = join(cacheFolder(env), 'completions');
  const pathOf = (name: string) =>
    join(
      folder,
      createHash('sha256')
        .update(JSON.stringify([registry, name]))
        .digest('hex'),
    );
  const pause = pathOf('pause');

  async function write(path: string, value: unknown): Promise<void> {
    const text = JSON.stringify(value);
    if (text.length > MAX_CHARACTERS) return;
    await writeFileAtomically(path, text);
    await removeOldest(folder, MAX_FILES);
  }

  return {
    async find(name: string): Promise<KnownWords | undefined> {
      const path = pathOf(name);
      const facts = await stat(path).catch(() => undefined);
      const isFresh = facts && facts.size <= MAX_CHARACTERS * 4 && Date.now() - facts.mtimeMs < FRESH_MS;
      return isFresh ? (JSON.parse(await readFile(path, 'utf8')) as KnownWords) : undefined;
    },
    keep: (name: string, known: KnownWords) => write(pathOf(name), known),
    isPaused: async () => Number(await readFile(pause, 'utf8').catch(() => 0)) > Date.now(),
    pauseUntil: (time: number) => write(pause, time),
  };
}
