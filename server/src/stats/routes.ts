// The platform's statistics over HTTP.
import type { Serve } from '../api/api.ts';
import type { Reader } from '../db/database.ts';
import { getStats } from './queries.ts';

export function stats(serve: Serve, { db, reads }: { db: Reader; reads: Reader }): void {
  serve('getStats', async ({ caller }) => ({
    body: await getStats(caller.kind === 'anonymous' ? reads : db),
  }));
}
