// Collections over HTTP.
import { operations } from '@realm-catalog/contract';
import type { Serve } from '../http/operation.ts';
import type { Services } from '../services.ts';
import { listCollections } from './queries.ts';

export function collections(serve: Serve, { db }: Services): void {
  serve(operations.listCollections, async ({ caller, query }) => ({
    body: { collections: await listCollections(db, caller, query.featured ?? false) },
  }));
}
