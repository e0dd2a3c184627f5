// `realm publish`: packs a folder and publishes it as a version of a realm, which it creates if there is none.
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { requiredCredential } from '../credentials/required-credential.ts';
import { CommandError } from '../failure.ts';
import { leftOutText, packRealm, sourceText, type PackedRealm } from '../packing/pack-realm.ts';
import { shellWords } from '../settings/program-name.ts';
import { sizeText } from '../terminal/progress.ts';
import { checkAccount } from '../publishing/account-check.ts';
import { checkFields } from '../publishing/field-check.ts';
import { planPublication, publish, type Plan, type Publication, type Published } from '../publishing/publication.ts';
import { isSlug, readRealmFile, REALM_FILE, type RealmFile } from '../publishing/realm-file.ts';
import { unknownFields } from '../publishing/unknown-fields.ts';
import { transfer } from '../catalog/transfer.ts';

interface Options {
  slug?: string;
  visibility?: 'public' | 'unlisted' | 'private';
  allowSecret?: string[];
  git?: boolean;
  dryRun?: boolean;
}

export const command: CommandDefinition<[folder: string | undefined], Options> = {
  arguments: [{ name: '[folder]', description: 'the folder of the realm; the current one by default' }],
  options: [
    { flags: '--slug <slug>', description: 'the realm; the slug in realm.json by default' },
    {
      flags: '--visibility <kind>',
      description: 'who can see a new realm',
      choices: ['public', 'unlisted', 'private'],
    },
    { flags: '--allow-secret <path...>', description: 'publish this file even though it looks like a secret' },
    { flags: '--no-git', description: 'pack all files except those in .realmignore, even files that git ignores' },
    { flags: '--dry-run', description: 'check everything, but send nothing' },
  ],
  fields: [
    'slug',
    'sha256',
    'size',
    'fileCount',
    'url',
    'version',
    'status',
    'isNewRealm',
    'source',
    'files',
    'leftOut',
    'warnings',
  ],
  examples: [
    ['publish --dry-run', 'Shows what would be published, and whether the catalog would accept it.'],
    ['publish --yes', 'Publishes this folder without asking. You can run it again safely.'],
  ],
  async run(context, [typed = '.'], options) {
    const folder = resolve(context.io.cwd, typed);
    const realm = await realmOf(context, folder, options);
    if (!options.dryRun) await requiredCredential(context);
    const { allowSecret, git } = options;
    const { signal, io } = context;
    const progress = io.stderr.isTTY ? context.progress : undefined;
    const packed = await packRealm(folder, { allowSecret, withoutGit: git === false, progress, signal });
    try {
      if (!context.output.isJson) await showFiles(context, typed, folder, packed);
      const warnings = [...unknownFields(realm), ...packed.warnings];
      const publication = {
        client: context.client,
        slug: realm.slug,
        realm,
        packed: { ...packed, warnings },
        signal: context.signal,
      };
      const plan = await planPublication(publication);
      if (plan.step === 'create') checkFields(realm);
      await (options.dryRun ? showPlan(context, publication, plan) : publishAndShow(context, publication, plan));
    } finally {
      await packed.remove();
    }
  },
};

async function realmOf(
  { programName }: CommandContext,
  folder: string,
  { slug: named, visibility }: Options,
): Promise<RealmFile & { slug: string }> {
  const file = await readRealmFile(folder);
  if (!file)
    throw new CommandError('usage', `There is no ${REALM_FILE} in ${folder}.`, { hint: `${programName} init` });
  const slug = named ?? file.slug;
  if (!isSlug(slug))
    throw new CommandError('usage', named ? `${named} is not a slug.` : `${REALM_FILE} has no slug.`, {
      hint: 'A slug looks like markdown-blog. Set it in realm.json or with --slug.',
    });
  return { ...file, slug, ...(visibility && { visibility }) };
}

const MAX_SHOWN = 40;

/** Before anything is sent. */
async function showFiles(
  { output, programName }: CommandContext,
  typed: string,
  folder: string,
  packed: PackedRealm,
): Promise<void> {
  const { files, leftOut, source, fileCount, unpackedSize, size, sha256 } = packed;
  const lines = await Promise.all(
    files.slice(0, MAX_SHOWN).map(async (path) => {
      const { size: bytes } = await stat(join(folder, path));
      return `  ${sizeText(bytes).padStart(10)}  ${path}`;
    }),
  );
  if (files.length > MAX_SHOWN)
    lines.push(`  and ${files.length - MAX_SHOWN} more. All: ${programName} pack ${shellWords([typed])} --dry-run`);
  output.note(
    `${lines.join('\n')}\n${leftOutText(leftOut)}${fileCount} ${fileCount === 1 ? 'file' : 'files'} ${sourceText(source)}, ${sizeText(unpackedSize)}, packed ${sizeText(size)}\nsha256 ${sha256}`,
  );
}

const plans: Record<Plan['step'], string> = {
  create: 'It would create the realm and publish',
  upload: 'It would publish',
  none: 'It is already published as',
};

async function showPlan(context: CommandContext, publication: Publication, plan: Plan): Promise<void> {
  const { output } = context;
  const { packed } = publication;
  const warnings = [...publication.packed.warnings, ...(await checkAccount(context, publication, plan))];
  for (const warning of warnings) output.warn(warning);
  const { version = '' } = packed.contents.manifest;
  const record = { ...recordOf(context, publication), version, status: plan.step, warnings };
  output.record(record, (row) => textOf(row, output.isTerminal && `${plans[plan.step]} ${row.slug} ${row.version}.`));
  output.note('Nothing was sent.');
}

async function publishAndShow(context: CommandContext, publication: Publication, plan: Plan): Promise<void> {
  const { output, settings, prompt, typedWith } = context;
  for (const warning of publication.packed.warnings) output.warn(warning);
  const { slug, packed } = publication;
  if (plan.step !== 'none') {
    const what = plan.step === 'create' ? 'Create the realm and publish' : 'Publish';
    const message = `${what} ${slug} ${packed.contents.manifest.version ?? ''} at ${settings.registry}?`;
    if (!(await prompt.confirm({ message, default: true, otherwise: typedWith('--yes') })))
      throw new CommandError('usage', 'Nothing was published.');
  }
  const published = await send(context, publication, plan);
  const done = published.status === 'published' ? 'Published' : 'Already published:';
  const record = { ...recordOf(context, publication), ...published };
  output.record(record, (row) => textOf(row, output.isTerminal && `${done} ${row.slug} ${row.version}`));
  output.note(record.url);
}

async function send(context: CommandContext, publication: Publication, plan: Plan): Promise<Published> {
  if (plan.step === 'none') return publish(publication, plan);
  return transfer(context, `Uploading ${publication.slug}`, (options) => publish(publication, plan, options));
}

interface Row {
  slug: string;
  version: string;
  status: string;
  sha256: string;
}

/** A sentence on a terminal; elsewhere a line for programs. */
function textOf({ slug, version, status, sha256 }: Row, sentence: string | false): string {
  return sentence ? `${sentence}\n` : `${slug}\t${version}\t${status}\t${sha256}\n`;
}

function recordOf({ settings }: CommandContext, { slug, packed }: Publication) {
  const { size, sha256, contents, files, leftOut, source } = packed;
  const url = `${settings.registry}/realms/${slug}`;
  return { slug, sha256, size, fileCount: contents.fileCount, source, files, leftOut, url, warnings: packed.warnings };
}
