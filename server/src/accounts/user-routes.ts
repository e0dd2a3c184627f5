// The HTTP route of profiles, which everyone may read.
import type { AddHandler } from '../api/api.ts';
import type { Reader } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import { getUser } from './user-queries.ts';

export function users(
  addHandler: AddHandler,
  { db, replicaOrPrimary }: { db: Reader; replicaOrPrimary: Reader },
): void {
  addHandler('getUser', async ({ caller, params }) => {
    const user = await getUser(caller.kind === 'anonymous' ? replicaOrPrimary : db, params.username);
    if (!user) throw problem('not_found', 'No account has this name.');
    return { body: user };
  });
}
