// `realm star`: gives a realm your star.
import type { CommandDefinition } from '../command.ts';
import { onRealm } from '../similar-realms.ts';

export const command: CommandDefinition<[slug: string], object> = {
  arguments: [{ name: '<slug>', description: 'the realm' }],
  fields: ['slug', 'isStarred'],
  async run(context, [slug]) {
    await onRealm(context, slug, () => context.client.realms.star(slug, { signal: context.signal }));
    context.output.record({ slug, isStarred: true });
    context.output.note(`Starred ${slug}.`);
  },
};
