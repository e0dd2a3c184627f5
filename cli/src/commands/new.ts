// `realm new`: a new project of a realm, which is asked for as well. It is `get`, for a person who does not know yet what there is.
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { fit } from '../terminal/width.ts';
import { command as get } from './get.ts';

type Options = Parameters<NonNullable<typeof get.run>>[2];

/** They are about archives, and not about projects. */
const OTHERS = /^(?:-o|--force)\b/;
const MAX_FOUND = 20;

export const command: CommandDefinition<[realm: string | undefined, folder: string | undefined], Options> = {
  arguments: [
    {
      name: '[realm]',
      description: 'its slug, or slug@version or slug@range; asked for by default',
      completes: 'realm',
    },
    { name: '[folder]', description: 'where the files go; a new folder named after the realm by default' },
  ],
  options: (get.options ?? []).filter(({ flags }) => !OTHERS.test(flags)),
  ...(get.fields && { fields: get.fields }),
  examples: [
    ['new', 'Searches while you type, and asks the questions of the realm.'],
    ['new markdown-blog my-blog --git', 'Also makes a git repository with a first commit.'],
  ],
  async run(context, [realm, folder], options) {
    const chosen = realm ?? (await askRealm(context));
    const place = folder ?? (realm === undefined ? await askFolder(context, chosen) : undefined);
    return get.run?.(context, [chosen, place], options);
  },
};

async function askRealm(context: CommandContext): Promise<string> {
  const { client, io, isInteractive, prompt, signal, typedWith, programName } = context;
  if (!isInteractive)
    throw new CommandError('usage', 'Which realm? There is no terminal to ask on.', {
      code: 'input_needed',
      hint: `${programName} search finds realms. Then, for example,\n  ${typedWith('markdown-blog')}`,
    });
  const find = async (text: string) => {
    const { realms } = await client.realms.list({ ...(text && { q: text }), limit: MAX_FOUND }, { signal, retry: 0 });
    return realms.map(({ slug, description }) => ({ value: slug, hint: fit(description, hintWidth(io, slug)) }));
  };
  const newest = await find(''); // before the question, which has no place for an error
  return prompt.search({
    message: 'Which realm? Type to search',
    otherwise: typedWith('markdown-blog'),
    find: async (text) => (text === '' ? newest : find(text)),
  });
}

/** What is left of a line beside a slug, so that the list does not jump. */
const hintWidth = ({ stderr }: CommandContext['io'], slug: string) =>
  Math.max(20, (stderr.columns ?? 80) - slug.length - 10);

async function askFolder({ prompt, typedWith }: CommandContext, slug: string): Promise<string> {
  const folder = await prompt.text({
    message: 'Into which folder?',
    default: slug,
    otherwise: typedWith(slug, slug),
    validate: (text) => (text.trim() ? undefined : 'It must not be empty.'),
  });
  return folder.trim();
}
