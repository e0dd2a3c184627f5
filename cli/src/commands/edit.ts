// `realm edit`: changes what the catalog says of a realm. Its files change by publishing a version.
import type { Client } from '@realm-catalog/client';
import { slugArgument, type CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { slugOf } from '../getting/wanted.ts';
import { requiredCredential } from '../credentials/required-credential.ts';
import { onRealm } from '../catalog/similar-realms.ts';

type Realm = Awaited<ReturnType<Client['realms']['get']>>;
type Changes = Pick<Realm, (typeof fields)[number]>;

const fields = [
  'slug',
  'name',
  'description',
  'category',
  'tags',
  'visibility',
  'license',
  'repository',
  'demo',
] as const;
const visibilities = ['public', 'unlisted', 'private'] as const;

interface Options extends Omit<Partial<Changes>, 'tags'> {
  tags?: string;
}

export const command: CommandDefinition<[realm: string], Options> = {
  arguments: [slugArgument],
  options: [
    { flags: '--name <name>', description: 'its name for people' },
    { flags: '--description <text>', description: 'one sentence' },
    { flags: '--category <word>', description: 'such as saas, blog or api', completes: 'category' },
    { flags: '--tags <list>', description: 'all tags, separated by commas; empty for none' },
    { flags: '--visibility <kind>', description: 'who can see it', choices: visibilities },
    { flags: '--license <id>', description: 'SPDX identifier' },
    { flags: '--repository <address>', description: 'the address of its source' },
    { flags: '--demo <address>', description: 'the address of a demo' },
    { flags: '--slug <slug>', description: 'a new slug; the old one redirects to it' },
  ],
  fields: [...fields, 'changed'],
  examples: [
    ['edit my-blog --description "Better."', 'Changes one field.'],
    ['edit my-blog', 'Asks for each field.'],
    ['edit my-blog --slug their-blog', 'Renames it.'],
  ],
  async run(context, [word], options) {
    const { client, output, signal } = context;
    const slug = slugOf(context, word);
    await requiredCredential(context);
    const given = changesOf(options);
    const changes = Object.keys(given).length > 0 ? given : await askChanges(context, slug);
    const changed = Object.keys(changes);
    if (changed.length === 0) return output.note('Nothing was changed.');
    const realm = await onRealm(context, slug, () => client.realms.update(slug, changes, { signal }));
    const shown = Object.fromEntries(fields.map((field) => [field, realm[field]]));
    output.record({ ...shown, changed }, () => `${realm.slug}\t${changed.join(',')}\n`);
    output.note(`Changed ${realm.slug}: ${changed.join(', ')}.`);
  },
};

function changesOf({ tags, ...options }: Options): Partial<Changes> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(tags !== undefined && { tags: tagsOf(tags) }) };
}

const tagsOf = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** Only what differs from what is there. */
async function askChanges(context: CommandContext, slug: string): Promise<Partial<Changes>> {
  const { client, isInteractive, prompt, signal, typedWith } = context;
  const otherwise = typedWith('--description', 'TEXT');
  if (!isInteractive)
    throw new CommandError('usage', 'This needs a field to change, and there is no terminal to ask on.', {
      code: 'input_needed',
      hint: `Run, with your own text:\n  ${otherwise}`,
    });
  const realm = await onRealm(context, slug, () => client.realms.get(slug, { signal }));
  const ask = (message: string, value: string) => prompt.text({ message, default: value, otherwise });
  const answers = {
    name: await ask('Name', realm.name),
    description: await ask('Description, one sentence', realm.description),
    category: await ask('Category', realm.category),
    tags: tagsOf(await ask('Tags, separated by commas', realm.tags.join(', '))),
    license: await ask('License', realm.license),
    repository: await ask('Address of the source', realm.repository),
    demo: await ask('Address of a demo', realm.demo),
    visibility: await prompt.select({
      message: 'Who can see it',
      options: visibilities.map((value) => ({ value })),
      default: realm.visibility,
      otherwise,
    }),
  };
  const isChanged = (field: keyof typeof answers) => JSON.stringify(answers[field]) !== JSON.stringify(realm[field]);
  return Object.fromEntries(Object.entries(answers).filter(([field]) => isChanged(field as keyof typeof answers)));
}
