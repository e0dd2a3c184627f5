// Finds a version of a realm and its archive: from the cache, else from the catalog. The archive has the promised digest.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxCacheBytes } from '../settings/cache-size.ts';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { cacheFolder } from '../settings/paths.ts';
import { isNotWritable } from '../files/system-error.ts';
import { transfer } from '../catalog/transfer.ts';
import { archiveCache, type ArchiveCache } from './archive-cache.ts';
import { askFacts, checkedFacts, knownFacts, notInCache, rememberFacts, type VersionFacts } from './version-facts.ts';
import type { Wanted } from './wanted.ts';

export interface FetchedArchive extends VersionFacts {
  /** In the cache, or in a temporary folder where the cache cannot be written. */
  file: string;
  isCached: boolean;
}

interface FetchOptions {
  isOffline?: boolean | undefined;
  /** The digest that the archive must have. */
  sha256?: string | undefined;
}

/** Two requests of the hourly limit, or one if the archive is in the cache. The archive is there while it is used. */
export async function withArchive<Result>(
  context: CommandContext,
  wanted: Wanted,
  options: FetchOptions,
  use: (archive: FetchedArchive) => Promise<Result>,
): Promise<Result> {
  const facts = await factsOf(context, wanted, options);
  return withArchiveOf(context, facts, options, async (archive) => {
    // The archive may have come for another name, such as a version.
    if (!options.isOffline) await rememberFacts(context, wanted, archive).catch(context.goOnWithoutCache);
    return use(archive);
  });
}

/** What is known of a version; one request, or none if `isOffline`. */
export function factsOf(context: CommandContext, wanted: Wanted, { isOffline }: FetchOptions): Promise<VersionFacts> {
  return isOffline ? knownFacts(context, wanted) : askFacts(context, wanted);
}

/** The archive of a version of which the facts are there. */
export async function withArchiveOf<Result>(
  context: CommandContext,
  facts: VersionFacts,
  { isOffline, sha256 }: FetchOptions,
  use: (archive: FetchedArchive) => Promise<Result>,
): Promise<Result> {
  checkDigest(facts, sha256);
  const cached = facts.sha256 ? await cacheOf(context).find(facts.sha256) : undefined;
  if (isOffline && !cached) throw notInCache(context, facts);
  const place = cached ? undefined : await openPlace(context);
  try {
    return await use(
      place ? await download(context, facts, place.cache, sha256) : { ...facts, file: cached ?? '', isCached: true },
    );
  } finally {
    await place?.remove();
  }
}

const cacheOf = ({ env, config }: CommandContext) => archiveCache(cacheFolder(env), maxCacheBytes(config));

interface Place {
  cache: ArchiveCache;
  /** Removes what is not kept. */
  remove(): Promise<void>;
}

/** The cache, or a temporary folder where the cache cannot be written: then nothing is kept. */
async function openPlace(context: CommandContext): Promise<Place> {
  const cache = cacheOf(context);
  try {
    await cache.prepare();
    return { cache, remove: async () => undefined };
  } catch (error) {
    if (!isNotWritable(error)) throw error;
    context.goOnWithoutCache(error);
    const folder = await mkdtemp(join(tmpdir(), 'realm-archive-'));
    return { cache: archiveCache(folder, Infinity), remove: () => rm(folder, { recursive: true, force: true }) };
  }
}

function checkDigest({ slug, version, sha256 }: VersionFacts, expected: string | undefined): void {
  if (expected && sha256 && expected !== sha256)
    throw new CommandError(
      'integrity',
      `The archive of ${slug} ${version} has the SHA-256 ${sha256}, not ${expected}.`,
    );
}

async function download(
  context: CommandContext,
  facts: VersionFacts,
  cache: ArchiveCache,
  expected: string | undefined,
): Promise<FetchedArchive> {
  const { client, signal } = context;
  const link = await client.realms.download(facts.slug, facts.sha256 ? { version: facts.version } : {}, { signal });
  const found = checkedFacts({ ...facts, version: link.version, sha256: link.sha256 });
  checkDigest(found, facts.sha256 || expected);
  const file = await transfer(context, `Fetching ${found.slug} ${found.version}`, (options) =>
    cache.add(link.sha256, client.downloadArchive(link, options)),
  );
  return { ...found, file, isCached: false };
}
