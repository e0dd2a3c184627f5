// Redirects requests with the old slug of a realm to its new one, and says of a public realm that it is quarantined.
import type { AddHandler } from '../api/api.ts';
import { MovedError } from '../api/moved.ts';
import type { Caller } from '../credentials/caller.ts';
import type { Reader } from '../db/database.ts';
import { findWhereabouts } from './old-slug-queries.ts';
import { NoRealmError, quarantinedRealm } from './ownership.ts';
import { changeableBy, visibleTo } from './queries.ts';

/**
 * Returns an `addHandler` that extends each handler: where the handler finds no realm, it throws a redirect to the realm that had the slug
 * before, if the operation would find that realm for this caller. For everyone else the old slug is an unknown slug, unless the realm was public and
 * is quarantined. That costs one more statement, which looks both slugs up by their keys.
 */
export function redirectOldSlugs(
  addHandler: AddHandler,
  { readerFor }: { readerFor: (caller: Caller) => Reader },
): AddHandler {
  async function movedOr(error: unknown, caller: Caller, slug: string): Promise<unknown> {
    if (!(error instanceof NoRealmError)) return error;
    const isForChange = error.isForChange && 'source' in caller;
    const condition = isForChange ? changeableBy(caller) : visibleTo(caller, 'bySlug');
    const { newSlug, isQuarantined } = await findWhereabouts(readerFor(caller), slug, condition);
    if (newSlug !== undefined) return new MovedError(newSlug);
    return isQuarantined ? quarantinedRealm() : error;
  }

  return (id, handler) =>
    addHandler(id, (call) =>
      handler(call).catch(async (error: unknown) => {
        throw await movedOr(error, call.caller, (call.params as { slug: string }).slug);
      }),
    );
}
