// The platform's statistics over HTTP.
import type { Serve } from '../api/api.ts';
import type { Reader } from '../db/database.ts';
import { getStats } from './queries.ts';

export function stats(serve: Serve, { db, replicaOrPrimary }: { db: Reader; replicaOrPrimary: Reader }): void {
  serve('getStats', async ({ caller }) => ({
    body: await getStats(caller.kind === 'anonymous' ? replicaOrPrimary : db),
  }));
}
