// `realm outdated`: whether there is a newer version of the realms that folders were made of, or theirs was yanked.
import { relative, resolve } from 'node:path';
import type { Client } from '@realm-catalog/client';
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { inEachFolder } from '../getting/each-folder.ts';
import { deprecationText } from '../getting/notices.ts';
import { originOf } from '../getting/origin.ts';
import { isNewer } from '../getting/version-order.ts';
import { yankNotice, yankOf } from '../getting/yank.ts';
import { onRealm } from '../catalog/similar-realms.ts';

interface Row {
  folder: string;
  slug: string;
  current: string;
  /** Empty if all versions are yanked. */
  newest: string;
  /** Whether there is a newer version, or this one is yanked. */
  isOutdated: boolean;
  isYanked: boolean;
  /** Why it was yanked. */
  reason: string;
  isDeprecated: boolean;
  /** Why the realm is deprecated, and the slug of another one. */
  message: string;
  successor: string;
}

export const command: CommandDefinition<[folders: string[]], { exitCode?: boolean }> = {
  arguments: [{ name: '[folders...]', description: 'folders made by get or new; the current one by default' }],
  options: [{ flags: '--exit-code', description: 'exit with 10 if a folder is outdated or its version was yanked' }],
  examples: [
    ['outdated', 'Compares this folder with the newest version.'],
    ['outdated apps/* --exit-code', 'For CI: exits with 10 if there is a newer version.'],
  ],
  async run(context, typed, { exitCode }) {
    const rows: Row[] = [];
    const readRow = rowReader(context);
    const code = await inEachFolder(
      context,
      typed[0],
      async (own, folder) => void rows.push(await readRow(own, folder)),
    );
    print(context, rows);
    return exitCode && rows.some(({ isOutdated }) => isOutdated) ? Math.max(code, exitCodes.outdated) : code;
  },
};

/** Asks once for each realm and each version. */
function rowReader(context: CommandContext): (own: CommandContext, folder: string) => Promise<Row> {
  const { client, io, signal } = context;
  const realms = new Map<string, ReturnType<Client['realms']['get']>>();
  const yanks = new Map<string, ReturnType<typeof yankOf>>();
  return async (own, typed) => {
    const folder = resolve(io.cwd, typed);
    const { slug, version: current } = await originOf(own, folder);
    const asked = realms.get(slug) ?? client.realms.get(slug, { signal });
    realms.set(slug, asked);
    const { version, sha256, deprecated } = await onRealm(context, slug, () => asked);
    const known = yanks.get(`${slug} ${current}`) ?? yankOf(context, { slug, version: current });
    yanks.set(`${slug} ${current}`, known);
    const yank = await known;
    return {
      folder: relative(io.cwd, folder) || '.',
      slug,
      current,
      newest: yank && !sha256 ? '' : version,
      isOutdated: yank !== undefined || isNewer(version, current),
      isYanked: yank !== undefined,
      reason: yank?.reason ?? '',
      ...deprecated,
    };
  };
}

function print({ output, programName }: CommandContext, rows: Row[]): void {
  output.records(rows, [
    { header: 'folder', value: ({ folder }) => folder },
    { header: 'realm', value: ({ slug }) => slug, isOptional: true },
    { header: 'current', value: ({ current }) => current },
    { header: 'newest', value: ({ newest }) => newest },
  ]);
  const notices = rows.flatMap(({ slug, current, newest, isYanked, reason, isDeprecated, ...deprecation }) => [
    ...(isYanked ? [yankNotice({ slug, version: current }, reason, newest)] : []),
    ...(isDeprecated ? [deprecationText(slug, deprecation)] : []),
  ]);
  for (const notice of new Set(notices)) output.warn(notice);
  if (rows.length > 0 && rows.every(({ isOutdated }) => !isOutdated)) output.note('Everything is up to date.');
  const first = rows.find(({ current, newest, isOutdated }) => isOutdated && newest && newest !== current);
  if (!first) return;
  const { folder, current, newest } = first;
  const to = isNewer(newest, current) ? '' : ` --to ${newest}`;
  output.note(`See what changed: ${programName} diff ${folder}${to && ` ${newest}`}`);
  output.note(`Update:           ${programName} update ${folder}${to}`);
}
