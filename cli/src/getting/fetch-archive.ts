// Finds a version of a realm and its archive: from the cache, else from the catalog. The archive has the promised digest.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../atomic-file.ts';
import { maxCacheBytes } from '../cache-size.ts';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { cacheFolder } from '../paths.ts';
import { removeOldest } from '../remove-oldest.ts';
import { onRealm } from '../similar-realms.ts';
import { transfer } from '../transfer.ts';
import { archiveCache } from './archive-cache.ts';

/** A realm, and a version if not the newest. */
export interface Wanted {
  slug: string;
  version?: string | undefined;
}

/** What is known of a version before its archive is there. */
interface VersionFacts {
  slug: string;
  version: string;
  /** In hexadecimal; empty for a realm without an upload, whose archive is made when it is asked for. */
  sha256: string;
  license: string;
  author: string;
  /** What speaks against using it: a yank, a deprecation. */
  warnings: string[];
}

export interface FetchedArchive extends VersionFacts {
  /** In the cache. */
  file: string;
  isCached: boolean;
}

interface FetchOptions {
  isOffline?: boolean | undefined;
  /** The digest that the archive must have. */
  sha256?: string | undefined;
}

/** Two requests of the hourly limit, or one if the archive is in the cache. */
export async function fetchArchive(
  context: CommandContext,
  wanted: Wanted,
  options: FetchOptions = {},
): Promise<FetchedArchive> {
  const cache = cacheOf(context);
  const facts = checkedFacts(options.isOffline ? await knownFacts(context, wanted) : await askFacts(context, wanted));
  checkDigest(facts, options.sha256);
  const cached = facts.sha256 ? await cache.find(facts.sha256) : undefined;
  if (options.isOffline && !cached) throw notInCache(context, wanted);
  const fetched = cached ? { ...facts, file: cached, isCached: true } : await download(context, facts, options.sha256);
  // The archive may have come for another name, such as a version; a cache that cannot be written is no reason to fail.
  if (!options.isOffline) await remember(context, wanted, fetched).catch(() => undefined);
  return fetched;
}

const cacheOf = ({ env, config }: CommandContext) => archiveCache(cacheFolder(env), maxCacheBytes(config));

/** These become names of files and folders, and a server may be hostile. */
function checkedFacts(facts: VersionFacts): VersionFacts {
  const { slug, version, sha256 } = facts;
  const isSafe =
    /^[a-z0-9-]{1,64}$/.test(slug) && /^[0-9A-Za-z.+-]{1,64}$/.test(version) && /^([0-9a-f]{64})?$/.test(sha256);
  if (isSafe) return facts;
  throw new CommandError('integrity', 'The catalog answers with a slug, a version or a digest that is none.', {
    code: 'unsafe_answer',
  });
}

function checkDigest({ slug, version, sha256 }: VersionFacts, expected: string | undefined): void {
  if (expected && sha256 && expected !== sha256)
    throw new CommandError(
      'integrity',
      `The archive of ${slug} ${version} has the SHA-256 ${sha256}, and not ${expected}.`,
    );
}

async function askFacts(context: CommandContext, { slug, version }: Wanted): Promise<VersionFacts> {
  const { client, signal } = context;
  return onRealm(context, slug, async () => (version ? factsOfVersion(context, slug, version) : newest()));

  async function newest(): Promise<VersionFacts> {
    const realm = await client.realms.get(slug, { signal });
    const { isDeprecated, message, successor } = realm.deprecated;
    const deprecation = ['It is deprecated.', message, successor && `Use ${successor}.`].filter(Boolean).join(' ');
    return {
      slug: realm.slug,
      version: realm.version,
      sha256: realm.sha256,
      license: realm.license,
      author: realm.author.username,
      warnings: isDeprecated ? [deprecation] : [],
    };
  }
}

async function factsOfVersion(
  { client, signal }: CommandContext,
  slug: string,
  version: string,
): Promise<VersionFacts> {
  const found = await client.realms.version(slug, version, { signal });
  const yank = `Version ${version} was yanked${found.reason && `: ${found.reason}`}.`;
  const { sha256, license, publishedBy: author } = found;
  return { slug, version, sha256, license, author, warnings: found.yanked ? [yank] : [] };
}

async function download(
  context: CommandContext,
  facts: VersionFacts,
  expected: string | undefined,
): Promise<FetchedArchive> {
  const { client, signal } = context;
  const link = await client.realms.download(facts.slug, facts.sha256 ? { version: facts.version } : {}, { signal });
  const found = checkedFacts({ ...facts, version: link.version, sha256: link.sha256 });
  checkDigest(found, facts.sha256 || expected);
  try {
    const file = await transfer(context, `Fetching ${found.slug} ${found.version}`, (options) =>
      cacheOf(context).add(link.sha256, client.downloadArchive(link, options)),
    );
    return { ...found, file, isCached: false };
  } catch (error) {
    throw NOT_WRITABLE.has((error as NodeJS.ErrnoException).code ?? '') ? cacheError(context, error) : error;
  }
}

const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC']);

function cacheError({ env }: CommandContext, cause: unknown): CommandError {
  return new CommandError('unexpected', `The cache in ${cacheFolder(env)} cannot be written.`, {
    hint: 'Let XDG_CACHE_HOME name another folder.',
    cause,
  });
}

/** More facts than any catalog has of a version, and more versions than anyone gets again. */
const MAX_FACTS_CHARACTERS = 65_536;
const MAX_VERSIONS = 1_000;
const factsFolder = ({ env }: CommandContext) => join(cacheFolder(env), 'versions');

/** Of the newest version that was fetched, or of this one; for `--offline`. */
const factsFile = (context: CommandContext, { slug, version = '' }: Wanted) =>
  join(
    factsFolder(context),
    createHash('sha256')
      .update(JSON.stringify([context.settings.registry, slug, version]))
      .digest('hex'),
  );

async function remember(
  context: CommandContext,
  wanted: Wanted,
  { file: _file, isCached: _cached, ...facts }: FetchedArchive,
) {
  const text = JSON.stringify(facts);
  if (text.length > MAX_FACTS_CHARACTERS) return;
  await writeFileAtomically(factsFile(context, wanted), text);
  await writeFileAtomically(factsFile(context, facts), text);
  await removeOldest(factsFolder(context), MAX_VERSIONS);
}

async function knownFacts(context: CommandContext, wanted: Wanted): Promise<VersionFacts> {
  try {
    return JSON.parse(await readFile(factsFile(context, wanted), 'utf8')) as VersionFacts;
  } catch {
    throw notInCache(context, wanted);
  }
}

function notInCache({ settings }: CommandContext, { slug, version }: Wanted): CommandError {
  const name = version ? `${slug}@${version}` : slug;
  return new CommandError('notFound', `${name} of ${settings.registry} is not in the cache.`, {
    code: 'not_in_cache',
    hint: 'Get it once without --offline.',
  });
}
