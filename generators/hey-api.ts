// A program on the client of @hey-api/openapi-ts. Its `auth` says which credential each security scheme gets.
import { archive, baseUrl, fail, key, report } from './arguments';
import { createRealm, downloadRealm, listRealms, uploadArchive } from './generated/hey-api';
import { client } from './generated/hey-api/client.gen';

async function main(): Promise<void> {
  let uploadToken = '';
  client.setConfig({ baseUrl, auth: ({ key: scheme }) => (scheme === 'uploadToken' ? uploadToken : key) });
  const { data: created, error } = await createRealm({
    body: { name: 'By hey-api', description: 'A realm.', category: 'saas', tags: ['auth'] },
  });
  if (!created) return fail(error);
  ({ uploadToken } = created);
  const path = { slug: created.slug };
  const uploaded = await uploadArchive({ path, body: archive });
  if (!uploaded.data) return fail(uploaded.error);
  const list = await listRealms({ query: { search: 'hey-api', tags: ['auth'] } });
  if (!list.data) return fail(list.error);
  const download = await downloadRealm({ path });
  if (!download.data) return fail(download.error);
  await report(list.data.pagination.total, created.slug, uploaded.data.version, download.data.downloadUrl);
}

void main();
