// `realm init`: writes the file realm.json, which says what a folder is published as.
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { slugFromName } from '@realm-catalog/contract/slug';
import { writeFileAtomically } from '../files/atomic-file.ts';
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { listRealm } from '../packing/list-realm.ts';
import { shellWords } from '../settings/program-name.ts';
import { categoryFault, offeredCategories } from '../publishing/categories.ts';
import { checkFields } from '../publishing/field-check.ts';
import { packageFacts } from '../publishing/package-facts.ts';
import { isSlug, REALM_FILE, type RealmFile } from '../publishing/realm-file.ts';
import { nameQuestion, proposeTemplate } from '../publishing/template-proposal.ts';

interface Options {
  name?: string;
  slug?: string;
  description?: string;
  category?: string;
  tags?: string;
  license?: string;
  realmVersion?: string;
  /** False for `--no-variables`. */
  variables?: boolean;
  force?: boolean;
}

export const command: CommandDefinition<[folder: string | undefined], Options> = {
  arguments: [{ name: '[folder]', description: 'the folder of the realm; the current one by default' }],
  options: [
    { flags: '--name <name>', description: 'its name for people' },
    { flags: '--slug <slug>', description: 'its name in addresses; made from the name by default' },
    { flags: '--description <text>', description: 'one sentence' },
    {
      flags: '--category <word>',
      description: 'such as saas, blog or api',
      completes: 'category',
    },
    { flags: '--tags <list>', description: 'separated by commas' },
    { flags: '--license <id>', description: 'SPDX identifier' },
    { flags: '--realm-version <version>', description: 'the first version; 1.0.0 by default' },
    { flags: '--no-variables', description: 'do not turn the name of the project into a question' },
    { flags: '--force', description: 'replace an existing realm.json' },
  ],
  fields: [
    'file',
    'slug',
    'name',
    'description',
    'category',
    'tags',
    'license',
    'version',
    'variables',
    'preview',
    'screenshots',
    'leaveOut',
  ],
  examples: [
    ['init', 'Asks for the fields, with defaults from package.json.'],
    ['init --name "My blog" --description "A blog." --category blog', 'Asks no questions.'],
  ],
  async run(context, [typed = '.'], options) {
    const { io, output, programName, settings } = context;
    const folder = resolve(io.cwd, typed);
    const path = join(folder, REALM_FILE);
    if (!(await statOf(folder))?.isDirectory()) throw new CommandError('usage', `${folder} is not a folder.`);
    if ((await statOf(path)) && !options.force)
      throw new CommandError('conflict', `${path} already exists.`, { hint: context.typedWith('--force') });
    const known = await packageFacts(folder);
    refuseMissing(context, options, known);
    const fields = await askFields(context, options, known);
    checkFields(fields);
    const asked = await askTemplate(context, folder, [fields.name, known.name], options.variables !== false);
    const content = { $schema: `${settings.registry}/schemas/realm.json`, ...fields, ...asked };
    await writeFileAtomically(path, `${JSON.stringify(content, undefined, 2)}\n`, 0o644);
    output.record({ file: path, ...fields, ...asked }, () => `${path}\n`);
    const place = typed === '.' ? '' : `${shellWords([typed])} `;
    const next = [...('variables' in asked ? [`pack ${place}--try`] : []), `publish ${place}--dry-run`];
    output.note(`Next: ${next.map((words) => `${programName} ${words}`).join('\n      ')}`);
  },
};

const statOf = (path: string) => stat(path).catch(() => undefined);

/** Where nobody can be asked, everything that is missing is named at once, in a command that can be run as it stands. */
function refuseMissing({ isInteractive, typedWith }: CommandContext, options: Options, known: RealmFile): void {
  if (isInteractive) return;
  const missing = {
    ...(!(options.name ?? known.name) && { name: 'My realm' }),
    ...(!(options.description ?? known.description) && { description: 'A software template.' }),
    ...(!options.category && { category: 'other' }),
    ...(!options.slug && slugFromName(options.name ?? known.name ?? 'My realm') === '' && { slug: 'my-realm' }),
  };
  const names = Object.keys(missing);
  if (names.length === 0) return;
  const words = Object.entries(missing).flatMap(([name, value]) => [`--${name}`, value]);
  throw new CommandError('usage', `This needs a ${names.join(' and a ')}, and there is no terminal to ask on.`, {
    code: 'input_needed',
    hint: `Run, with your own text:\n  ${typedWith(...words)}`,
  });
}

const emptyFault = (text: string) => (text.trim() ? undefined : 'It must not be empty.');

/** An option, else an answer, whose default is what the project says of itself. */
async function askFields(context: CommandContext, options: Options, known: RealmFile): Promise<RealmFile> {
  const { prompt, typedWith } = context;
  const ask = (message: string, flag: string, value: string | undefined) =>
    prompt.text({
      message,
      validate: emptyFault,
      otherwise: typedWith(flag, 'TEXT'),
      ...(value && { default: value }),
    });
  const name = options.name ?? (await ask('Name', '--name', known.name));
  const description =
    options.description ?? (await ask('Description, one sentence', '--description', known.description));
  const category = options.category ?? (await askCategory(context));
  const slug = options.slug ?? (slugFromName(name) || (await askSlug(prompt, typedWith('--slug', 'my-realm'))));
  if (!isSlug(slug))
    throw new CommandError('usage', `${String(slug)} is not a slug.`, { hint: typedWith('--slug', 'my-realm') });
  const tags = options.tags?.split(',').map((tag) => tag.trim()) ?? known.tags;
  const license = options.license ?? known.license;
  return {
    slug,
    name,
    description,
    category,
    ...(tags && { tags }),
    ...(license && { license }),
    version: options.realmVersion ?? known.version ?? '1.0.0',
  };
}

/** What the realm asks, and what does not come along. On a terminal, a person has the last word. */
async function askTemplate(
  context: CommandContext,
  folder: string,
  names: (string | undefined)[],
  isWanted: boolean,
): Promise<object> {
  const { output, prompt, signal, typedWith } = context;
  const files = await listRealm(folder, { signal }).then(
    (list) => list.files,
    () => [], // an empty folder, or one that cannot be packed yet
  );
  const { name, preview, screenshots, leaveOut } = await proposeTemplate(
    folder,
    files,
    names.filter((one) => one !== undefined),
  );
  const found =
    name &&
    `Found “${name.replaces}” in ${name.files === 1 ? '1 file' : `${name.files} files`}, also in other spellings.`;
  if (found && isWanted) output.note(found);
  const isAsked =
    found &&
    isWanted &&
    (await prompt.confirm({
      message: 'Should people who use the realm choose their own name?',
      default: true,
      otherwise: typedWith('--no-variables'),
    }));
  return {
    ...(name && isAsked && { variables: { projectName: nameQuestion(name.replaces) } }),
    ...(preview && { preview }),
    ...(screenshots.length > 0 && { screenshots }),
    ...(leaveOut.length > 0 && { leaveOut }),
  };
}

/** In place of a category. */
const ANOTHER = '';

async function askCategory(context: CommandContext): Promise<string> {
  const { prompt, typedWith } = context;
  const otherwise = typedWith('--category', 'other');
  const offered = await offeredCategories(context);
  const options = [...offered.map((value) => ({ value })), { value: ANOTHER, label: 'another one' }];
  const chosen = await prompt.select({ message: 'Category', options, otherwise });
  if (chosen !== ANOTHER) return chosen;
  return (await prompt.text({ message: 'Category, in one word', validate: categoryFault, otherwise })).trim();
}

const slugFault = (text: string) => (isSlug(text.trim()) ? undefined : 'A slug looks like markdown-blog.');

/** A name without a letter or digit of ASCII gives no slug, and a number in its place would say nothing. */
function askSlug(prompt: CommandContext['prompt'], otherwise: string): Promise<string> {
  return prompt
    .text({ message: 'Slug, its name in addresses', validate: slugFault, otherwise })
    .then((text) => text.trim());
}
