// The tags and categories of public realms over HTTP, and the completion of what somebody types.
import { MAX_COMPLETIONS } from '@realm-catalog/contract';
import type { AddHandler } from '../api/api.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Config } from '../config/config.ts';
import type { Caller } from '../credentials/caller.ts';
import { pageLinks, pageOf } from '../http/paging.ts';
import { fold } from './search.ts';

interface TagQuery {
  prefix?: string;
  limit?: number;
  offset?: number;
}

export function addTagHandlers(
  addHandler: AddHandler,
  { catalog, config }: { catalog: Catalog; config: Config },
): void {
  function page(caller: Caller, kind: 'tag' | 'category', path: string, query: TagQuery) {
    const { limit, offset } = pageOf(query);
    const { values, total } = catalog.listValues(caller, kind, (query.prefix ?? '').toLowerCase(), { limit, offset });
    const pagination = { total, limit, offset, hasMore: offset + values.length < total };
    return { values, pagination, headers: pageLinks(`${config.publicUrl}/v1/api/${path}`, { ...query }, pagination) };
  }

  addHandler('listTags', async ({ caller, query }) => {
    const { values, pagination, headers } = page(caller, 'tag', 'tags', query);
    return { body: { tags: values, pagination }, headers };
  });

  addHandler('listCategories', async ({ caller, query }) => {
    const { values, pagination, headers } = page(caller, 'category', 'categories', query);
    return { body: { categories: values, pagination }, headers };
  });

  addHandler('suggest', async ({ caller, query }) => ({
    body: await catalog.complete(caller, fold(query.q), MAX_COMPLETIONS),
  }));
}
