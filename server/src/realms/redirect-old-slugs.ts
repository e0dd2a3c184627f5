// Redirects requests with the old slug of a realm to its new one.
import type { AddHandler } from '../api/api.ts';
import { MovedError } from '../api/moved.ts';
import type { Caller } from '../credentials/caller.ts';
import type { Reader } from '../db/database.ts';
import { findNewSlug } from './old-slug-queries.ts';
import { NoRealmError } from './ownership.ts';
import { changeableBy, visibleTo } from './queries.ts';

/**
 * Returns an `addHandler` that extends each handler: where the handler finds no realm, it throws a redirect to the realm that had the slug
 * before, if the operation would find that realm for this caller. For everyone else the old slug is an unknown slug, which costs one more lookup
 * by a primary key.
 */
export function redirectOldSlugs(
  addHandler: AddHandler,
  { readerFor }: { readerFor: (caller: Caller) => Reader },
): AddHandler {
  async function movedOr(error: unknown, caller: Caller, slug: string): Promise<unknown> {
    if (!(error instanceof NoRealmError)) return error;
    const isForChange = error.isForChange && 'source' in caller;
    const condition = isForChange ? changeableBy(caller) : visibleTo(caller, 'bySlug');
    const newSlug = await findNewSlug(readerFor(caller), slug, condition);
    return newSlug === undefined ? error : new MovedError(newSlug);
  }

  return (id, handler) =>
    addHandler(id, (call) =>
      handler(call).catch(async (error: unknown) => {
        throw await movedOr(error, call.caller, (call.params as { slug: string }).slug);
      }),
    );
}
