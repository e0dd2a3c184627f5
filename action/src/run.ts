// What the action does: packs the folder by the rules of `realm pack` and publishes it as `realm publish` does, or checks whether a project
// could be updated.
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createClient, type Client } from '@realm-catalog/client';
import { refuseUnsafe } from '../../cli/src/credentials/credential.ts';
import { CommandError, failureOf } from '../../cli/src/failure.ts';
import { packRealm, type PackedRealm } from '../../cli/src/packing/pack-realm.ts';
import { checkFields } from '../../cli/src/publishing/field-check.ts';
import { planPublication, publish, type Publication } from '../../cli/src/publishing/publication.ts';
import { isSlug, readRealmFile, type RealmFile } from '../../cli/src/publishing/realm-file.ts';
import { registryAddress } from '../../cli/src/settings/settings.ts';
import { userAgent } from '../../cli/src/version.ts';
import { printableLine } from '../../cli/src/terminal/printable.ts';
import { checkProject } from './check.ts';
import { readInputs, type Inputs } from './inputs.ts';
import { appendSummary, message, titles, writeOutputs, writeSummary, type Result } from './report.ts';

type Environment = Record<string, string | undefined>;

/** Resolves to the exit code. */
export async function run(env: Environment): Promise<number> {
  try {
    const inputs = readInputs(env);
    if (inputs.token) message('add-mask', inputs.token);
    const folder = resolve(env['GITHUB_WORKSPACE'] ?? process.cwd(), inputs.folder);
    if (inputs.command === 'check') return await check(inputs, folder, env);
    const realm = await realmOf(folder, inputs.slug);
    const { allowSecret, withoutGit } = inputs;
    const packed = await packRealm(folder, { allowSecret, withoutGit, signal: new AbortController().signal });
    try {
      const result = await (inputs.command === 'publish' ? publishRealm : validateRealm)(inputs, realm, packed);
      writeOutputs(env, result);
      writeSummary(env, result, packed.files);
      // In one line: another one could be a command to the runner.
      console.log(printableLine(`${titles[result.status]}: ${result.slug} ${result.version} ${result.url}`));
    } finally {
      await packed.remove();
    }
    return 0;
  } catch (error) {
    message('error', errorText(error));
    return 1;
  }
}

/** A project that is outdated is no failure: what to do about it is for the steps that follow. */
async function check(inputs: Inputs, folder: string, env: Environment): Promise<number> {
  const { warnings, ...found } = await checkProject(inputs, await realpath(folder), env);
  for (const warning of warnings) message('warning', warning);
  writeOutputs(env, found);
  appendSummary(env, found.summary || `${found.slug} ${found.current} is the newest version.`);
  console.log(printableLine(`${found.status}: ${found.slug} ${found.current}, newest ${found.version}`));
  return 0;
}

type NamedRealm = RealmFile & { slug: string };

async function realmOf(folder: string, named: string): Promise<NamedRealm> {
  const file = await readRealmFile(folder);
  if (!file) throw new CommandError('usage', `There is no realm.json in ${folder}.`);
  const slug = named || file.slug;
  if (!isSlug(slug)) throw new CommandError('usage', 'Name the slug in realm.json, or by the input slug.');
  return { ...file, slug };
}

async function publishRealm(inputs: Inputs, realm: NamedRealm, packed: PackedRealm): Promise<Result> {
  const registry = registryAddress(inputs.registry, 'the input registry');
  refuseUnsafe(registry, false);
  const publication = publicationOf(clientOf(registry, inputs.token), realm, packed);
  const plan = await planPublication(publication);
  if (plan.step === 'create') checkFields(realm);
  const { version, status } = await publish(publication, plan);
  return resultOf(realm, packed, { version, status, url: `${registry}/realms/${realm.slug}` });
}

/** A folder that cannot be published now, since its version is taken, is valid: the version is often raised last. */
async function validateRealm(inputs: Inputs, realm: NamedRealm, packed: PackedRealm): Promise<Result> {
  const { version = '' } = packed.contents.manifest;
  const valid = { version, status: 'valid' as const };
  warnOfFields(realm);
  if (!inputs.registry) return resultOf(realm, packed, { ...valid, url: '' });
  const registry = registryAddress(inputs.registry, 'the input registry');
  if (inputs.token) refuseUnsafe(registry, false);
  await planPublication(publicationOf(clientOf(registry, inputs.token), realm, packed)).catch((error: unknown) => {
    if (!(error instanceof CommandError) || error.code !== 'version_exists') throw error;
    message('warning', errorText(error));
  });
  return resultOf(realm, packed, { ...valid, url: `${registry}/realms/${realm.slug}` });
}

/** They count when the realm is created, and this one may be there. */
function warnOfFields(realm: NamedRealm): void {
  try {
    checkFields(realm);
  } catch (error) {
    message('warning', errorText(error));
  }
}

function clientOf(registry: string, token: string): Client {
  return createClient({ baseUrl: registry, userAgent: `${userAgent()} (action)`, ...(token && { token }) });
}

function publicationOf(client: Client, realm: NamedRealm, packed: PackedRealm): Publication {
  return { client, slug: realm.slug, realm, packed, signal: new AbortController().signal };
}

function resultOf(
  { slug }: NamedRealm,
  { sha256, size }: PackedRealm,
  facts: Pick<Result, 'version' | 'status' | 'url'>,
): Result {
  return { slug, ...facts, sha256, size };
}

function errorText(error: unknown): string {
  const { message: text, causes = [], errors = [], hint } = failureOf(error);
  const fields = errors.map(({ field, message: fault }) => `${field}: ${fault}`);
  return [text, ...causes, ...fields, ...(hint ? [hint] : [])].join('\n');
}
