// `realm diff`: what has changed between two versions of a realm, as a unified diff. For a folder, in its files, with its answers.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { factsOf } from '../getting/fetch-archive.ts';
import { ORIGIN_FILE, originOf } from '../getting/origin.ts';
import { namedVersion, resolveVersion } from '../getting/resolve-version.ts';
import { isNewer, newestText } from '../getting/version-order.ts';
import { wantedOf } from '../getting/wanted.ts';
import { onRealm } from '../catalog/similar-realms.ts';
import { diffsOf, type FileDiff } from '../updating/diff-text.ts';
import { withVersions } from '../updating/open-versions.ts';

export const command: CommandDefinition<[from: string | undefined, to: string | undefined], { nameOnly?: boolean }> = {
  arguments: [
    {
      name: '[from]',
      description: 'a folder made by get or new (the current one by default), or slug@version',
      completes: 'realm',
    },
    { name: '[to]', description: 'the other version; the newest by default' },
  ],
  options: [{ flags: '--name-only', description: 'print only paths, and how they changed' }],
  examples: [
    ['diff', 'Shows what changed between the version of this folder and the newest one.'],
    ['diff markdown-blog@1.0.0 1.1.0', 'Compares two versions.'],
  ],
  async run(context, [from = '.', to], { nameOnly }) {
    const folder = resolve(context.io.cwd, from);
    const isFolder = from === '.' || existsSync(join(folder, ORIGIN_FILE));
    const files = isFolder ? await compareFolder(context, folder, to) : await compareVersions(context, from, to);
    print(context, files, nameOnly === true);
  },
};

/** What comes along, with the answers of the folder, and with defaults for what is new. */
async function compareFolder(context: CommandContext, folder: string, to: string | undefined): Promise<FileDiff[]> {
  const origin = await originOf(context, folder);
  const wanted = to === undefined ? { slug: origin.slug } : wantedOf(context, `${origin.slug}@${to}`);
  const facts = await factsOf(context, wanted, {});
  if (to === undefined && !isNewer(facts.version, origin.version)) {
    context.output.note(newestText(origin, facts.version));
    return [];
  }
  if (facts.version === origin.version) return [];
  const own = { ...context, isInteractive: false };
  return withVersions(own, { folder, origin, facts, given: {}, isOffline: false }, async ({ base, theirs }) => {
    const paths = [...new Set([...base.keys(), ...theirs.keys()])].toSorted();
    const changed = paths.filter((path) => base.get(path)?.sha256 !== theirs.get(path)?.sha256);
    return diffsOf(changed.map((path) => ({ path, before: base.get(path), after: theirs.get(path) })));
  });
}

/** By the catalog, which has all files as they were published. */
async function compareVersions(context: CommandContext, typed: string, to: string | undefined): Promise<FileDiff[]> {
  const { client, signal } = context;
  const { slug, version } = await startOf(context, typed);
  const named = to && wantedOf(context, `${slug}@${to}`).version;
  const newest = await namedVersion(context, { slug, version: named });
  if (version === newest && to === undefined) context.output.note(newestText({ slug, version }, newest));
  if (version === newest) return [];
  return onRealm(context, slug, () => collected(client.realms.diff(slug, { from: version, to: newest }, { signal })));
}

async function startOf(context: CommandContext, from: string): Promise<{ slug: string; version: string }> {
  const wanted = wantedOf(context, from);
  const { slug } = wanted;
  const version = await resolveVersion(context, wanted);
  if (!version) throw new CommandError('usage', `From which version? For example ${slug}@1.0.0`);
  return { slug, version };
}

function print({ output }: CommandContext, files: FileDiff[], isNameOnly: boolean): void {
  if (isNameOnly || output.isJson)
    return output.records(files, [
      { header: 'change', value: ({ change }) => change },
      { header: 'path', value: ({ path }) => path, wraps: true },
    ]);
  for (const file of files.filter(({ diff }) => diff === ''))
    output.note(
      `${file.path} was ${file.change}; ${file.isTooLarge ? 'it has too many changes to show' : 'it is not text'}.`,
    );
  const text = files.map(({ diff }) => diff).join('');
  output.record({ text }, (row) => row.text); // when piped, as it is
}

/** As JSON. A hostile catalog might never end its list; a legitimate one of this length is of no use to anyone. */
const MAX_DIFF_CHARACTERS = 64 * 1_024 ** 2;

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  let characters = 0;
  for await (const item of items) {
    characters += JSON.stringify(item).length;
    if (characters > MAX_DIFF_CHARACTERS)
      throw new CommandError('unexpected', 'The changes are larger than 64 MiB.', { code: 'too_large' });
    all.push(item);
  }
  return all;
}
