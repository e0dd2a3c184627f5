// Realms over HTTP: lists of them, one of them, and a new one.
import { DEFAULT_LIMIT, MAX_LIMIT, operations } from '@realm-catalog/contract';
import { hashSecret, makeSecret } from '../credentials/secrets.ts';
import type { Serve } from '../http/operation.ts';
import { pageLinks } from '../http/paging.ts';
import { problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { newRealm } from './new-realm.ts';
import { createRealm, getRealm, listRealms } from './queries.ts';
import { searchTerm } from './search.ts';

const UPLOAD_WITHIN = 3_600_000;

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
      headers: pageLinks(`${config.publicUrl}/v1/api/realms`, { ...query, tags: distinct }, { total, limit, offset }),
    };
  });

  serve(operations.createRealm, async ({ caller, body }) => {
    const now = Date.now();
    const realm = newRealm({ ...body, ownerId: caller.account.id, createdAt: new Date(now).toISOString() });
    const uploadToken = makeSecret('upload');
    const slug = await createRealm(db, realm, {
      hash: hashSecret(uploadToken),
      realmId: realm.id,
      expiresAt: new Date(now + UPLOAD_WITHIN).toISOString(),
    });
    const address = `${config.publicUrl}/v1/api/realms/${slug}`;
    return {
      body: { id: realm.id, slug, uploadUrl: `${address}/upload`, uploadToken },
      headers: { location: address },
    };
  });

  serve(operations.getRealm, async ({ caller, params }) => {
    const realm = await getRealm(db, caller, params.slug);
    if (!realm) throw problem('not_found', 'No realm has this slug.');
    return { body: realm };
  });
}
