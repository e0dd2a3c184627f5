// `realm open`: a realm's page in the browser; its address where there is none.
import { openInBrowser } from '../browser.ts';
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { resolveVersion } from '../getting/resolve-version.ts';
import { wantedOf } from '../getting/wanted.ts';

export const command: CommandDefinition<[realm?: string], { print?: boolean }> = {
  arguments: [
    {
      name: '[realm]',
      description: 'its slug, or slug@version; without it, the home page of the catalog',
      completes: 'realm',
    },
  ],
  options: [{ flags: '--print', description: 'print the address instead of opening it' }],
  examples: [['open markdown-blog', 'Opens its page.']],
  async run(context, [word], { print }) {
    const { env, output, settings } = context;
    const url = word ? await pageOf(context, word) : settings.registry;
    const isOpened = !print && !output.isJson && output.isTerminal && (await openInBrowser(url, env));
    if (isOpened) output.note(`Opened ${url}`);
    else output.record({ url }, () => `${url}\n`);
  },
};

async function pageOf(context: CommandContext, word: string): Promise<string> {
  const wanted = wantedOf(context, word);
  const version = await resolveVersion(context, wanted);
  const page = `${context.settings.registry}/realms/${wanted.slug}`;
  return version ? `${page}/versions/${encodeURIComponent(version)}` : page;
}
