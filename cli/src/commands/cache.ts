// `realm cache`: where fetched archives are kept, how much they take, and how to remove them.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { cacheSize, type CacheSize } from '../getting/archive-cache.ts';
import { cacheFolder } from '../settings/paths.ts';
import { sizeText } from '../terminal/progress.ts';
import { JOURNALS } from '../updating/journal.ts';

const dir: CommandDefinition<[], object> = {
  run: async ({ env, output }) => output.record({ path: cacheFolder(env) }, ({ path }) => `${path}\n`),
};

const clean: CommandDefinition<[], object> = {
  fields: ['archives', 'bytes'],
  async run({ env, output }) {
    const removed = await cacheSize(cacheFolder(env));
    const folder = cacheFolder(env);
    // The journal of an update that was interrupted can be fetched from nowhere.
    const names = (await readdir(folder).catch(() => [])).filter((name) => name !== JOURNALS);
    for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
    output.record(removed, (row) => (output.isTerminal ? `Removed ${countText(row)}.\n` : tabText(row)));
  },
};

const size: CommandDefinition<[], object> = { run: showSize };

export const command: CommandDefinition<[], object> = {
  subcommands: {
    dir: { summary: 'Print the folder of the cache', ...dir },
    size: { summary: 'Print the number of archives and their size', ...size },
    clean: { summary: 'Remove everything that can be downloaded again', ...clean },
  },
  examples: [['cache clean', 'Empties the cache. Archives are downloaded again when needed.']],
  run: showSize,
};

async function showSize({ env, output }: CommandContext): Promise<void> {
  const found = await cacheSize(cacheFolder(env));
  output.record(found, (row) => (output.isTerminal ? `${countText(row)}, in ${cacheFolder(env)}\n` : tabText(row)));
}

const tabText = ({ archives, bytes }: CacheSize) => `${archives}\t${bytes}\n`;
const countText = ({ archives, bytes }: CacheSize) =>
  `${archives} ${archives === 1 ? 'archive' : 'archives'}, ${sizeText(bytes)}`;
