// What is known of a version before its archive is there: from the catalog, or, offline, as it was when the version was fetched.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../files/atomic-file.ts';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { cacheFolder } from '../settings/paths.ts';
import { removeOldest } from '../files/remove-oldest.ts';
import { onRealm } from '../catalog/similar-realms.ts';
import { deprecationText, yankText } from './notices.ts';
import { resolveVersion } from './resolve-version.ts';
import { isSafeVersion } from './safe-version.ts';
import type { Wanted } from './wanted.ts';

export interface VersionFacts {
  slug: string;
  version: string;
  /** In hexadecimal; empty for a realm without an upload, whose archive is made when it is asked for. */
  sha256: string;
  license: string;
  author: string;
  /** What speaks against using it: a yank, a deprecation. */
  warnings: string[];
}

/** One request, and another for a range. */
export async function askFacts(context: CommandContext, wanted: Wanted): Promise<VersionFacts> {
  const { slug } = wanted;
  const version = await resolveVersion(context, wanted);
  const facts = await onRealm(context, slug, async () =>
    version ? factsOfVersion(context, slug, version) : factsOfNewest(context, slug),
  );
  return checkedFacts(facts);
}

/** These become names of files and folders. */
export function checkedFacts(facts: VersionFacts): VersionFacts {
  if (isSafeVersion(facts) && /^([0-9a-f]{64})?$/.test(facts.sha256)) return facts;
  throw new CommandError('integrity', 'The catalog sent an invalid slug, version or digest.', {
    code: 'unsafe_answer',
  });
}

async function factsOfNewest({ client, signal }: CommandContext, wanted: string): Promise<VersionFacts> {
  const { slug, version, sha256, license, author, deprecated } = await client.realms.get(wanted, { signal });
  const warnings = deprecated.isDeprecated ? [deprecationText('It', deprecated)] : [];
  return { slug, version, sha256, license, author: author.username, warnings };
}

async function factsOfVersion(
  { client, signal }: CommandContext,
  slug: string,
  version: string,
): Promise<VersionFacts> {
  const found = await client.realms.version(slug, version, { signal });
  const { sha256, license, publishedBy: author } = found;
  return {
    slug,
    version,
    sha256,
    license,
    author,
    warnings: found.yanked ? [yankText(`Version ${version}`, found.reason)] : [],
  };
}

/** More facts than any catalog has of a version, and more versions than anyone gets again. */
const MAX_FACTS_CHARACTERS = 65_536;
const MAX_VERSIONS = 1_000;
const factsFolder = ({ env }: CommandContext) => join(cacheFolder(env), 'versions');

/** Of the newest version that was fetched, or of this one. */
const factsFile = (context: CommandContext, { slug, version = '' }: Wanted) =>
  join(
    factsFolder(context),
    createHash('sha256')
      .update(JSON.stringify([context.settings.registry, slug, version]))
      .digest('hex'),
  );

/** For `--offline`, under the name that was asked for, and under that of the version. */
export async function rememberFacts(context: CommandContext, wanted: Wanted, facts: VersionFacts): Promise<void> {
  const { slug, version, sha256, license, author, warnings } = facts;
  const text = JSON.stringify({ slug, version, sha256, license, author, warnings });
  if (text.length > MAX_FACTS_CHARACTERS) return;
  await writeFileAtomically(factsFile(context, wanted), text);
  await writeFileAtomically(factsFile(context, facts), text);
  await removeOldest(factsFolder(context), MAX_VERSIONS);
}

export async function knownFacts(context: CommandContext, wanted: Wanted): Promise<VersionFacts> {
  const text = await readFile(factsFile(context, wanted), 'utf8').catch(() => undefined);
  if (text === undefined) throw notInCache(context, wanted);
  try {
    return checkedFacts(JSON.parse(text) as VersionFacts);
  } catch {
    throw notInCache(context, wanted); // damaged
  }
}

export function notInCache({ settings }: CommandContext, { slug, version }: Wanted): CommandError {
  const name = version ? `${slug}@${version}` : slug;
  return new CommandError('notFound', `${name} from ${settings.registry} is not in the cache.`, {
    code: 'not_in_cache',
    hint: 'Get it once without --offline.',
  });
}
