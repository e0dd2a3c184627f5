// `realm unstar`: takes your star back.
import { slugArgument, type CommandDefinition } from '../command.ts';
import { slugOf } from '../getting/wanted.ts';
import { onRealm } from '../catalog/similar-realms.ts';

export const command: CommandDefinition<[realm: string], object> = {
  arguments: [slugArgument],
  fields: ['slug', 'isStarred'],
  async run(context, [word]) {
    const slug = slugOf(context, word);
    await onRealm(context, slug, () => context.client.realms.unstar(slug, { signal: context.signal }));
    context.output.record({ slug, isStarred: false });
    context.output.note(`Removed your star from ${slug}.`);
  },
};
