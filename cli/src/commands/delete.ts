// `realm delete`: deletes a realm with all its versions. Its slug is typed once more, since nothing brings it back.
import { slugArgument, type CommandDefinition } from '../command.ts';
import { CommandError } from '../failure.ts';
import { slugOf } from '../getting/wanted.ts';
import { requiredCredential } from '../credentials/required-credential.ts';
import { onRealm } from '../catalog/similar-realms.ts';

export const command: CommandDefinition<[realm: string], object> = {
  arguments: [slugArgument],
  fields: ['slug', 'isDeleted'],
  examples: [
    ['delete my-blog', 'Asks you to type my-blog.'],
    ['delete my-blog --yes', 'Asks nothing.'],
  ],
  async run(context, [word]) {
    const { client, options, output, prompt, signal, typedWith } = context;
    const slug = slugOf(context, word);
    await requiredCredential(context);
    const realm = await onRealm(context, slug, () => client.realms.get(slug, { signal }));
    if (realm.slug !== slug)
      throw new CommandError('conflict', `${slug} is a former slug of ${realm.slug}.`, { code: 'old_slug' });
    if (!options.yes) {
      const { downloadCount, starCount } = realm;
      output.note(`${slug} ${realm.version}: ${countOf(downloadCount, 'download')}, ${countOf(starCount, 'star')}.`);
      const message = `This deletes all versions, and nobody can use the slug again. Type ${slug} to confirm`;
      const typed = await prompt.text({ message, otherwise: typedWith('--yes') });
      if (typed.trim() !== slug) throw new CommandError('usage', 'Nothing was deleted.', { code: 'not_confirmed' });
    }
    await onRealm(context, slug, () => client.realms.delete(slug, { signal }));
    output.record({ slug, isDeleted: true });
    output.note(`Deleted ${slug}.`);
  },
};

const countOf = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
