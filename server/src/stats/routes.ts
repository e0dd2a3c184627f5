// The platform's statistics over HTTP.
import { operations } from '@realm-catalog/contract';
import type { Serve } from '../http/operation.ts';
import type { Services } from '../services.ts';
import { getStats } from './queries.ts';

export function stats(serve: Serve, { db, reads }: Services): void {
  serve(operations.getStats, async ({ caller }) => ({
    body: await getStats(caller.kind === 'anonymous' ? reads : db),
  }));
}
