// `realm files`: the files of a version of a realm, or the content of one. Nothing is downloaded as an archive, and no download is counted.
import { isCatalogError } from '@realm-catalog/client';
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { printFile } from '../getting/print-file.ts';
import { namedVersion } from '../getting/resolve-version.ts';
import { wantedOf } from '../getting/wanted.ts';
import { sizeText } from '../terminal/progress.ts';
import { wholeNumber } from '../catalog/realm-list.ts';
import { onRealm } from '../catalog/similar-realms.ts';

interface Options {
  show?: string;
  prefix?: string | undefined;
  limit: number;
}

const MAX_FILES = 10_000;

export const command: CommandDefinition<[realm: string], Options> = {
  arguments: [{ name: '<realm>', description: 'its slug, or slug@version or slug@range', completes: 'realm' }],
  options: [
    { flags: '--show <path>', description: 'print this file' },
    { flags: '--prefix <path>', description: 'only paths that begin with this, such as src/' },
    {
      flags: '--limit <number>',
      description: 'show at most this many',
      default: 1_000,
      parse: (word) => wholeNumber('--limit', word, MAX_FILES),
    },
  ],
  examples: [
    ['files markdown-blog', 'Lists paths and sizes.'],
    ['files markdown-blog@1.0.0 --show package.json', 'Prints a file from that version.'],
  ],
  async run(context, [word], { show, prefix, limit }) {
    const wanted = wantedOf(context, word);
    const { slug } = wanted;
    const version = await namedVersion(context, wanted);
    if (show === undefined) return list(context, slug, version, { prefix, limit });
    const path = show.replace(/^(?:\.?\/)+/, '');
    return printFile(context, { slug, version, path }).catch((error: unknown) => {
      if (!isCatalogError(error, 'not_found')) throw error;
      throw new CommandError('notFound', `${slug} ${version} has no file ${path}.`, {
        code: error.code,
        hint: `List its files: ${context.programName} files ${slug}@${version}`,
      });
    });
  },
};

async function list(
  context: CommandContext,
  slug: string,
  version: string,
  { prefix, limit }: Omit<Options, 'show'>,
): Promise<void> {
  const { client, output, signal } = context;
  const files = await onRealm(context, slug, async () => {
    const found = [];
    for await (const file of client.realms.files(slug, version, { prefix }, { signal, max: limit })) found.push(file);
    return found;
  });
  output.records(files, [
    { header: 'size', value: ({ size }) => (output.isTerminal ? sizeText(size) : size), align: 'right' },
    { header: 'path', value: ({ path }) => path, wraps: true },
  ]);
  const count = files.length;
  const more = count === limit ? '; --limit may show more' : '';
  output.note(`${count} ${count === 1 ? 'file' : 'files'} of ${slug} ${version}${more}.`);
}
