// `realm deprecate`: tells the users of a realm that it is no longer cared for, and perhaps what to use instead.
import { slugArgument, type CommandDefinition } from '../command.ts';
import { CommandError } from '../failure.ts';
import { slugOf } from '../getting/wanted.ts';
import { onRealm } from '../catalog/similar-realms.ts';

interface Options {
  message?: string;
  successor?: string;
  undo?: boolean;
}

export const command: CommandDefinition<[realm: string], Options> = {
  arguments: [slugArgument],
  options: [
    { flags: '--message <text>', description: 'why, or what to do' },
    { flags: '--successor <slug>', description: 'the realm to use instead', completes: 'slug' },
    { flags: '--undo', description: 'remove the deprecation' },
  ],
  fields: ['slug', 'isDeprecated', 'message', 'successor'],
  examples: [
    ['deprecate old-blog --successor markdown-blog', 'Tells everyone who gets old-blog to use markdown-blog.'],
    ['deprecate old-blog --undo', 'Removes the deprecation.'],
  ],
  async run(context, [word], { message = '', successor: next = '', undo }) {
    const { client, output, signal } = context;
    const slug = slugOf(context, word);
    const successor = next && slugOf(context, next);
    if (undo && (message || successor))
      throw new CommandError('usage', '--undo cannot be combined with --message or --successor.');
    const deprecated = undo ? null : { message, successor };
    const realm = await onRealm(context, slug, () => client.realms.update(slug, { deprecated }, { signal }));
    output.record({ slug: realm.slug, ...realm.deprecated }, (row) => {
      if (!output.isTerminal) return `${row.slug}\t${row.isDeprecated ? 'deprecated' : 'current'}\n`;
      return `${row.slug} is ${row.isDeprecated ? 'deprecated' : 'no longer deprecated'}.\n`;
    });
  },
};
