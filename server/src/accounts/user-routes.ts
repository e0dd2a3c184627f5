// The HTTP route of profiles, which everyone may read.
import type { AddHandler } from '../api/api.ts';
import type { Caller } from '../credentials/caller.ts';
import type { Reader } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import { getUser } from './user-queries.ts';

export function addUserHandlers(
  addHandler: AddHandler,
  { readerFor }: { readerFor: (caller: Caller) => Reader },
): void {
  addHandler('getUser', async ({ caller, params }) => {
    const user = await getUser(readerFor(caller), params.username);
    if (!user) throw problem('not_found', 'No account has this name.');
    return { body: user };
  });
}
