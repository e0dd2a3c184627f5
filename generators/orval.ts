// A program on the functions of orval.
import { archive, fail, key, report } from './arguments';
import { createRealm, downloadRealm, listRealms, uploadArchive } from './generated/orval';

const bearer = (credential: string) => ({ headers: { authorization: `Bearer ${credential}` } });

async function main(): Promise<void> {
  const fields = { name: 'By orval', description: 'A realm.', category: 'saas' };
  const created = await createRealm(fields, undefined, bearer(key));
  if (created.status !== 201) return fail(created);
  const { slug, uploadToken } = created.data;
  const uploaded = await uploadArchive(slug, archive, bearer(uploadToken));
  if (uploaded.status !== 201) return fail(uploaded);
  const list = await listRealms({ search: 'orval' });
  if (list.status !== 200) return fail(list);
  const download = await downloadRealm(slug);
  if (download.status !== 200) return fail(download);
  await report(list.data.pagination.total, slug, uploaded.data.version, download.data.downloadUrl);
}

void main();
