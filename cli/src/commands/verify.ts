// `realm verify`: whether the files that a realm brought, with the answers that were given, are still as they were.
import { lstat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CommandDefinition } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { digestOf } from '../getting/archive-cache.ts';
import { originOf } from '../getting/origin.ts';
import { withOriginFiles, type VersionFiles } from '../getting/version-files.ts';

interface Difference {
  path: string;
  state: 'changed' | 'missing';
}

export const command: CommandDefinition<[folder: string | undefined], { offline?: boolean }> = {
  arguments: [{ name: '[folder]', description: 'a folder made by get or new; the current one by default' }],
  options: [{ flags: '--offline', description: 'use only the cache' }],
  examples: [['verify my-blog', 'Lists changed and removed files. Added files do not matter.']],
  async run(context, [typed = '.'], { offline }) {
    const { io, output } = context;
    const folder = resolve(io.cwd, typed);
    const origin = await originOf(context, folder);
    const differences = await withOriginFiles(context, folder, origin, { isOffline: offline }, (files) =>
      compare(folder, files),
    );
    output.records(differences, [
      { header: 'state', value: ({ state }) => state },
      { header: 'path', value: ({ path }) => path, wraps: true },
    ]);
    const name = `${origin.slug} ${origin.version}`;
    if (differences.length === 0) return output.note(`All files are the same as in ${name}.`);
    output.note(`${differences.length === 1 ? '1 file differs' : `${differences.length} files differ`} from ${name}.`);
    return exitCodes.integrity;
  },
};

async function compare(folder: string, files: VersionFiles): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const [path, { size, sha256 }] of files) {
    const found = await lstat(join(folder, path)).catch(() => undefined);
    const isSame = found?.isFile() && found.size === size && (await digestOf(join(folder, path))) === sha256;
    if (!isSame) differences.push({ path, state: found ? 'changed' : 'missing' });
  }
  return differences;
}
