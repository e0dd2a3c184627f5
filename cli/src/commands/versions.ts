// `realm versions`: the versions of a realm, the newest first.
import { askAgain } from '../catalog/answers.ts';
import { slugArgument, type CommandDefinition } from '../command.ts';
import { slugOf } from '../getting/wanted.ts';
import { sizeText } from '../terminal/progress.ts';
import { onRealm } from '../catalog/similar-realms.ts';

export const command: CommandDefinition<[realm: string], object> = {
  arguments: [slugArgument],
  examples: [
    ['versions markdown-blog', 'Shows when each was published, its size, and whether it was yanked.'],
    ['versions markdown-blog --json=version,sha256', 'Prints two fields as JSON.'],
  ],
  async run(context, [word]) {
    const { client, output, signal } = context;
    const slug = slugOf(context, word);
    const { versions } = await onRealm(context, slug, () =>
      askAgain(context, `listVersions ${slug}`, (headers) =>
        client.realms.versions(slug, { headers, signal }).withResponse(),
      ),
    );
    output.records(versions, [
      { header: 'version', value: ({ version }) => version, style: 'bold' },
      { header: 'published', value: ({ createdAt }) => (output.isTerminal ? createdAt.slice(0, 10) : createdAt) },
      {
        header: 'size',
        value: ({ size }) => (output.isTerminal ? sizeText(size) : size),
        align: 'right',
        isOptional: true,
      },
      {
        header: 'state',
        value: ({ yanked, reason }) => (yanked ? `yanked${reason && `: ${reason}`}` : 'served'),
        wraps: true,
      },
    ]);
    const count = versions.length;
    if (count === 0) return output.note(`Nothing has been uploaded to ${slug} yet.`);
    output.note(`${count} ${count === 1 ? 'version' : 'versions'}.`);
  },
};
