// The HTTP route of the audit, for administrators.
import { DEFAULT_LIMIT, MAX_LIMIT } from '@realm-catalog/contract';
import type { AddHandler } from '../api/api.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { nextPageLink } from '../http/paging.ts';
import { filterOf, listAudit } from './queries.ts';
import { seal } from './seal.ts';

export function addAuditHandlers(
  addHandler: AddHandler,
  { db, config }: { db: Database; config: Pick<Config, 'publicUrl'> },
): void {
  addHandler('listAudit', async ({ query }) => {
    const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
    await seal(db); // the response includes every change that was made before the request
    const filter = await filterOf(db, query);
    const found = filter ? await listAudit(db, filter, limit + 1) : [];
    const entries = found.slice(0, limit);
    const hasMore = found.length > limit;
    const next = hasMore ? (entries.at(-1)?.id ?? '') : '';
    return {
      body: { entries, pagination: { limit, hasMore, next } },
      headers: hasMore ? nextPageLink(`${config.publicUrl}/v1/api/audit`, { ...query, limit, before: next }) : {},
    };
  });
}
