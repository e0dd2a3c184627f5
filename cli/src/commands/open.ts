// `realm open`: a realm's page in the browser; its address where there is none.
import { openInBrowser } from '../browser.ts';
import type { CommandDefinition } from '../command.ts';

export const command: CommandDefinition<[slug?: string], { print?: boolean }> = {
  arguments: [{ name: '[slug]', description: 'the realm; without it, the home page of the catalog' }],
  options: [{ flags: '--print', description: 'print the address and open nothing' }],
  examples: [['open markdown-blog', 'Its page: README, files, versions and numbers.']],
  async run({ env, output, settings }, [slug], { print }) {
    const url = slug ? `${settings.registry}/realms/${encodeURIComponent(slug)}` : settings.registry;
    const isOpened = !print && !output.isJson && output.isTerminal && (await openInBrowser(url, env));
    if (isOpened) output.note(`Opened ${url}`);
    else output.record({ url }, () => `${url}\n`);
  },
};
