// Finds what a request downloads: the realm, and the newest or the requested version of it.
import { isDeepStrictEqual } from 'node:util';
import { GENERATED_VERSION } from '@realm-catalog/contract';
import { LRUCache } from 'lru-cache';
import type { Catalog } from '../catalog/catalog.ts';
import { anonymous, type Caller } from '../credentials/caller.ts';
import type { Database } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import { findWhereabouts } from '../realms/old-slug-queries.ts';
import { noRealm, NoRealmError, quarantinedRealm } from '../realms/ownership.ts';
import { visibleTo } from '../realms/queries.ts';
import { findDownloadable, type Downloadable } from './queries.ts';

/** Every change in the catalog makes all entries invalid. Between two changes, hardly more realms than this are downloaded. */
const MAX_CACHED = 1_000;

interface DownloadFinder {
  /** The newest version unless one is given. Throws if the caller may not see the realm, or if it has no such version. */
  find: (caller: Caller, slug: string, version?: string) => Promise<Downloadable>;
  /** The newest version of a public realm by its present or an old slug. */
  findByAnySlug: (slug: string) => Promise<Downloadable>;
}

export function downloadFinder(db: Database, catalog: Pick<Catalog, 'nonce' | 'staleSeconds'>): DownloadFinder {
  /**
   * The newest versions for anonymous callers, each with the nonce of the last change when it was read. Every change of what the catalog shows
   * brings a new random nonce, and so does a database that was restored, where the `revision` may be the same. A counted download
   * brings none until it is folded (`fold.ts`). An entry is used as long as the nonce is the same, and not while the
   * database is unavailable (`staleSeconds`).
   */
  const cache = new LRUCache<string, { found: Downloadable; nonce: number }>({ max: MAX_CACHED });

  async function findNewest(slug: string): Promise<Downloadable | undefined> {
    const { nonce, staleSeconds } = catalog;
    const cached = cache.get(slug);
    if (cached?.nonce === nonce && staleSeconds === undefined) return cached.found;
    const found = await findDownloadable(db, anonymous, slug);
    if (!found) return undefined;
    const same = isDeepStrictEqual(cached?.found, found) && cached ? cached.found : found; // what is cached for the object stays (`answers.ts`)
    cache.set(found.realm.slug, { found: same, nonce }); // `slug` is a slice of the URL, and would keep all of it in memory
    return same;
  }

  async function find(caller: Caller, slug: string, version?: string): Promise<Downloadable> {
    const isCacheable = caller.kind === 'anonymous' && version === undefined;
    const found = await (isCacheable ? findNewest(slug) : findDownloadable(db, caller, slug, version));
    if (!found) throw noRealm();
    const isGenerated = !found.hasVersions && (version ?? GENERATED_VERSION) === GENERATED_VERSION;
    if (!found.archive && !isGenerated) throw problem('not_found', 'This realm has no such version.');
    return found;
  }

  /** By the slug that a realm has now, if it was not found by an old one; else the error stands. */
  async function findRenamed(oldSlug: string, error: unknown): Promise<Downloadable> {
    if (!(error instanceof NoRealmError)) throw error;
    const { newSlug, isQuarantined } = await findWhereabouts(db, oldSlug, visibleTo(anonymous, 'bySlug'));
    if (newSlug === undefined) throw isQuarantined ? quarantinedRealm() : error;
    return find(anonymous, newSlug);
  }

  return {
    find,
    findByAnySlug: (slug) => find(anonymous, slug).catch((error: unknown) => findRenamed(slug, error)),
  };
}
