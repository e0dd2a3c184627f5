// Realms over HTTP: lists of them, and one of them.
import { DEFAULT_LIMIT, MAX_LIMIT, operations } from '@realm-catalog/contract';
import type { Serve } from '../http/operation.ts';
import { pageLinks } from '../http/paging.ts';
import { problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { getRealm, listRealms } from './queries.ts';
import { searchTerm } from './search.ts';

export function realms(serve: Serve, { db, config }: Services): void {
  serve(operations.listRealms, async ({ caller, query }) => {
    const search = searchTerm(query.search ?? '');
    const { category, tags = [], featured = false, sort = search ? 'relevance' : 'newest', offset = 0 } = query;
    const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
    const distinct = [...new Set(tags.map((tag) => tag.toLowerCase()))];
    const filter = { category, tags: distinct, featured, search };
    const { realms, total } = await listRealms(db, caller, filter, { sort, limit, offset });
    return {
      body: { realms, pagination: { total, limit, offset, hasMore: offset + realms.length < total } },
      headers: { link: pageLinks(`${config.publicUrl}/v1/api/realms`, query, { total, limit, offset }) },
    };
  });

  serve(operations.getRealm, async ({ caller, params }) => {
    const realm = await getRealm(db, caller, params.slug);
    if (!realm) throw problem('not_found', 'No realm has this slug.');
    return { body: realm };
  });
}
