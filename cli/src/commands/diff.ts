// `realm diff`: what has changed between two versions of a realm, as a unified diff that `git apply` understands.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { ORIGIN_FILE, originOf } from '../getting/origin.ts';
import { namedVersion, resolveVersion } from '../getting/resolve-version.ts';
import { wantedOf } from '../getting/wanted.ts';
import { onRealm } from '../similar-realms.ts';

export const command: CommandDefinition<[from: string | undefined, to: string | undefined], { nameOnly?: boolean }> = {
  arguments: [
    {
      name: '[from]',
      description: 'a folder that get has made (this one by default), or slug@version',
      completes: 'realm',
    },
    { name: '[to]', description: 'the other version; the newest by default' },
  ],
  options: [{ flags: '--name-only', description: 'only the paths, with what became of them' }],
  examples: [
    ['diff', 'What the newest version changes, seen from the one in this folder.'],
    ['diff markdown-blog@1.0.0 1.1.0', 'Between two versions.'],
  ],
  async run(context, [from = '.', to], { nameOnly }) {
    const { client, output, signal } = context;
    const { slug, version } = await startOf(context, from);
    const named = to && wantedOf(context, `${slug}@${to}`).version;
    const newest = await namedVersion(context, { slug, version: named });
    const isSame = version === newest;
    if (isSame && to === undefined) output.note(`${slug} ${version} is the newest version.`);
    const changed = () => collected(client.realms.diff(slug, { from: version, to: newest }, { signal }));
    const files = isSame ? [] : await onRealm(context, slug, changed);
    if (nameOnly || output.isJson)
      return output.records(files, [
        { header: 'change', value: ({ change }) => change },
        { header: 'path', value: ({ path }) => path, wraps: true },
      ]);
    for (const file of files.filter(({ diff }) => diff === ''))
      output.note(
        `${file.path} was ${file.change}; ${file.isTooLarge ? 'its changes are too many to show' : 'it is no text'}.`,
      );
    const text = files.map(({ diff }) => diff).join('');
    output.record({ text }, (row) => row.text); // when piped, as it is, for `git apply`
  },
};

/** A folder, if it was made by `get`; else a realm with its version. */
async function startOf(context: CommandContext, from: string): Promise<{ slug: string; version: string }> {
  const folder = resolve(context.io.cwd, from);
  if (from === '.' || existsSync(join(folder, ORIGIN_FILE))) return originOf(context, folder);
  const wanted = wantedOf(context, from);
  const { slug } = wanted;
  const version = await resolveVersion(context, wanted);
  if (!version) throw new CommandError('usage', `From which version? For example ${slug}@1.0.0`);
  return { slug, version };
}

/** As JSON. A hostile catalog might never end its list; a legitimate one of this length is of no use to anyone. */
const MAX_DIFF_CHARACTERS = 64 * 1_024 ** 2;

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  let characters = 0;
  for await (const item of items) {
    characters += JSON.stringify(item).length;
    if (characters > MAX_DIFF_CHARACTERS)
      throw new CommandError('unexpected', 'The changes are more than 64 MiB of text.', { code: 'too_large' });
    all.push(item);
  }
  return all;
}
