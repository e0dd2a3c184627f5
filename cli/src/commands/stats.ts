// `realm stats`: numbers of the whole catalog, or the downloads of one realm over time.
import { askAgain } from '../catalog/answers.ts';
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { factsText } from '../terminal/facts.ts';
import { slugOf } from '../getting/wanted.ts';
import { onRealm } from '../catalog/similar-realms.ts';

interface Options {
  interval: 'day' | 'week' | 'month';
}

export const command: CommandDefinition<[slug?: string], Options> = {
  arguments: [
    {
      name: '[slug]',
      description: 'show the downloads of this realm; without it, figures of the whole catalog',
      completes: 'slug',
    },
  ],
  options: [
    {
      flags: '--interval <interval>',
      description: 'count by day, week or month',
      choices: ['day', 'week', 'month'],
      default: 'day',
    },
  ],
  examples: [
    ['stats', 'Counts realms, downloads, accounts and categories.'],
    ['stats markdown-blog --interval month', 'Counts its downloads in each month.'],
  ],
  run: (context, [word], { interval }) =>
    word ? showRealm(context, slugOf(context, word), interval) : showCatalog(context),
};

async function showCatalog(context: CommandContext): Promise<void> {
  const { client, output, signal } = context;
  const statistics = await askAgain(context, 'getStats', (headers) =>
    client.stats.get({ headers, signal }).withResponse(),
  );
  output.record(statistics, ({ totalRealms, totalDownloads, totalUsers, categories }, style) =>
    factsText(
      [
        ['realms', totalRealms],
        ['downloads', totalDownloads],
        ['accounts', totalUsers],
        ...Object.entries(categories).map(([name, count]): [string, number] => [`in ${name}`, count]),
      ],
      output.isTerminal,
      style,
    ),
  );
}

async function showRealm(context: CommandContext, slug: string, interval: Options['interval']): Promise<void> {
  const { client, output, signal } = context;
  const { days, total } = await onRealm(context, slug, () => client.realms.downloads(slug, { interval }, { signal }));
  output.records(days, [
    { header: interval, value: ({ day }) => day },
    { header: 'downloads', value: ({ downloads }) => downloads, align: 'right' },
  ]);
  output.note(`${total} ${total === 1 ? 'download' : 'downloads'} in total.`);
}
