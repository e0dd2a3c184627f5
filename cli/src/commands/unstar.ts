// `realm unstar`: takes your star back.
import type { CommandDefinition } from '../command.ts';
import { onRealm } from '../similar-realms.ts';

export const command: CommandDefinition<[slug: string], object> = {
  arguments: [{ name: '<slug>', description: 'the realm' }],
  fields: ['slug', 'isStarred'],
  async run(context, [slug]) {
    await onRealm(context, slug, () => context.client.realms.unstar(slug, { signal: context.signal }));
    context.output.record({ slug, isStarred: false });
    context.output.note(`Your star of ${slug} is gone.`);
  },
};
