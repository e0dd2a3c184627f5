// A program on the types of openapi-typescript, with openapi-fetch.
import createClient from 'openapi-fetch';
import { archive, baseUrl, fail, key, report } from './arguments';
import type { paths } from './generated/openapi-typescript';

async function main(): Promise<void> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });
  const { data: created, error } = await client.POST('/api/realms', {
    body: { name: 'By openapi-typescript', description: 'A realm.', category: 'saas', visibility: 'public' },
  });
  if (!created) return fail(error);
  // @ts-expect-error -- what is required is required
  client.POST('/api/realms', { body: {} }).catch(() => undefined);
  const path = { slug: created.slug };
  const uploaded = await client.PUT('/api/realms/{slug}/upload', {
    params: { path },
    headers: { authorization: `Bearer ${created.uploadToken}`, 'content-type': 'application/gzip' },
    body: '',
    bodySerializer: () => archive,
  });
  if (!uploaded.data) return fail(uploaded.error);
  const list = await client.GET('/api/realms', { params: { query: { search: 'openapi-typescript', limit: 5 } } });
  if (!list.data) return fail(list.error);
  const download = await client.POST('/api/realms/{slug}/download', { params: { path } });
  if (!download.data) return fail(download.error);
  await report(list.data.pagination.total, created.slug, uploaded.data.version, download.data.downloadUrl);
}

void main();
