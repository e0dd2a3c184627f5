// The platform's statistics over HTTP.
import type { Serve } from '../api/api.ts';
import type { Services } from '../services.ts';
import { getStats } from './queries.ts';

export function stats(serve: Serve, { db, reads }: Services): void {
  serve('getStats', async ({ caller }) => ({
    body: await getStats(caller.kind === 'anonymous' ? reads : db),
  }));
}
