// Realms over HTTP: lists of them, one of them, and what its owner does with it.
import { DEFAULT_LIMIT, MAX_LIMIT, operations, scopes } from '@realm-catalog/contract';
import type { Serve } from '../http/operation.ts';
import { pageLinks } from '../http/paging.ts';
import { newUploadToken, uploadUrl } from '../publishing/upload-token.ts';
import { insertUploadToken } from '../publishing/queries.ts';
import type { Services } from '../services.ts';
import { cleanTags, newRealm } from './new-realm.ts';
import { noRealm, ownRealm } from './ownership.ts';
import { findRealm, getRealm } from './queries.ts';
import { searchTerm } from './search.ts';
import { createRealm, deleteRealm, starRealm, updateRealm } from './writes.ts';

export function realms(serve: Serve, { db, shelves, config }: Services): void {
  serve(operations.listRealms, async ({ caller, query }) => {
    const search = searchTerm(query.search ?? '');
    const { category, tags = [], featured = false, sort = search ? 'relevance' : 'newest', offset = 0 } = query;
    const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
    const distinct = cleanTags(tags);
    const filter = { category, tags: distinct, featured, search };
    const { realms, total } = await shelves.listRealms(caller, filter, { sort, limit, offset });
    const pagination = { total, limit, offset, hasMore: offset + realms.length < total };
    return {
      text: `{"realms":[${realms.join(',')}],"pagination":${JSON.stringify(pagination)}}`,
      headers: pageLinks(`${config.publicUrl}/v1/api/realms`, { ...query, tags: distinct }, { total, limit, offset }),
    };
  });

  serve(operations.createRealm, async ({ caller, body }) => {
    const now = new Date();
    const realm = newRealm({ ...body, ownerId: caller.account.id, createdAt: now.toISOString() });
    const { uploadToken, kept } = newUploadToken(realm.id, now);
    const slug = await createRealm(db, realm, insertUploadToken(kept));
    return {
      body: { id: realm.id, slug, uploadUrl: uploadUrl(config, slug), uploadToken },
      headers: { location: `${config.publicUrl}/v1/api/realms/${slug}` },
    };
  });

  serve(operations.getRealm, async ({ caller, params }) => {
    const text = await shelves.getRealm(caller, params.slug);
    if (text === undefined) throw noRealm();
    return { text };
  });

  serve(operations.updateRealm, async ({ caller, params, body }) => {
    const { id, slug } = await ownRealm(db, caller, params.slug);
    const { tags, ...fields } = body;
    await db.batch(updateRealm(id, { ...fields, ...(tags && { tags: cleanTags(tags) }) }, new Date().toISOString()));
    const found = await getRealm(db, { ...caller, scopes }, slug); // whoever may change it may see what became of it
    if (!found) throw noRealm();
    return { body: found.realm };
  });

  serve(operations.deleteRealm, async ({ caller, params }) => {
    const { id } = await ownRealm(db, caller, params.slug);
    await db.batch(deleteRealm(id));
  });

  for (const [operation, isStarred] of [
    [operations.starRealm, true],
    [operations.unstarRealm, false],
  ] as const)
    serve(operation, async ({ caller, params }) => {
      const realm = await findRealm(db, caller, params.slug);
      if (!realm) throw noRealm();
      await db.batch(starRealm(caller.account.id, realm.id, isStarred));
    });
}
