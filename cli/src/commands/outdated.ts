// `realm outdated`: whether there is a newer version of the realms that folders were made of.
import { relative, resolve } from 'node:path';
import type { CommandDefinition } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { originOf } from '../getting/origin.ts';
import { isNewer } from '../getting/version-order.ts';
import { onRealm } from '../catalog/similar-realms.ts';

interface Row {
  folder: string;
  slug: string;
  current: string;
  newest: string;
  isOutdated: boolean;
  isDeprecated: boolean;
}

export const command: CommandDefinition<[folders: string[]], { exitCode?: boolean }> = {
  arguments: [{ name: '[folders...]', description: 'folders that get has made; this one by default' }],
  options: [{ flags: '--exit-code', description: 'exit with 10 if one of them is outdated' }],
  examples: [
    ['outdated', 'Compares this folder with the newest version.'],
    ['outdated apps/* --exit-code', 'For CI: 10 if there is something newer.'],
  ],
  async run(context, [typed], { exitCode }) {
    const { client, io, output, programName, signal } = context;
    const rows: Row[] = [];
    const realms = new Map<string, Awaited<ReturnType<typeof client.realms.get>>>();
    for (const one of typed.length > 0 ? typed : ['.']) {
      const folder = resolve(io.cwd, one);
      const { slug, version: current } = await originOf(context, folder);
      const realm = realms.get(slug) ?? (await onRealm(context, slug, () => client.realms.get(slug, { signal })));
      realms.set(slug, realm);
      const { version: newest, deprecated } = realm;
      const isOutdated = isNewer(newest, current);
      rows.push({
        folder: relative(io.cwd, folder) || '.',
        slug,
        current,
        newest,
        isOutdated,
        isDeprecated: deprecated.isDeprecated,
      });
    }
    output.records(rows, [
      { header: 'folder', value: ({ folder }) => folder },
      { header: 'realm', value: ({ slug }) => slug, isOptional: true },
      { header: 'current', value: ({ current }) => current },
      { header: 'newest', value: ({ newest }) => newest },
    ]);
    for (const { slug } of rows.filter(({ isDeprecated }) => isDeprecated)) output.warn(`${slug} is deprecated.`);
    const outdated = rows.filter(({ isOutdated }) => isOutdated);
    if (outdated.length === 0) return output.note('Everything is up to date.');
    output.note(`See what has changed: ${programName} diff ${outdated[0]?.folder}`);
    output.note(`Take it over:         ${programName} update ${outdated[0]?.folder}`);
    return exitCode ? exitCodes.outdated : exitCodes.done;
  },
};
