// One catalog for the tests of a file, with a new realm for each of them; realms and versions are put in past HTTP.
import { hash, randomBytes } from 'node:crypto';
import { after, before, beforeEach } from 'node:test';
import sql from 'sql-template-tag';
import { insertVersion } from '../../src/publishing/queries.ts';
import type { NewRealm } from '../../src/realms/columns.ts';
import { anAccount, aRealm, startCatalog, type TestCatalog } from './harness.ts';

/** Whose realms they are. */
export const ada = anAccount({ username: 'ada' });

export let catalog: TestCatalog;
export let realm: NewRealm;

/** For the tests of the file that calls this. */
export function startBeforeTests(): void {
  before(async () => {
    catalog = await startCatalog({ accounts: [ada] });
  });
  after(() => catalog[Symbol.asyncDispose]());
  beforeEach(async () => {
    realm = await put();
  });
}

export async function put(fields: Partial<NewRealm> = {}, into = catalog): Promise<NewRealm> {
  const made = aRealm(ada, fields);
  await into.insert({ realms: [made] });
  return made;
}

export const download = (slug = realm.slug, init: RequestInit = {}, query = '') =>
  catalog.ask(`/v1/api/realms/${slug}/download${query}`, { method: 'POST', ...init });

export async function countOf({ slug } = realm): Promise<number> {
  return (await catalog.ask(`/v1/realms/${slug}`)).body.downloadCount;
}

interface Publishing {
  bytes: Buffer;
  format: 'tar.gz' | 'zip';
  yanked: boolean;
  createdAt: string;
}

/** Publishes a version past the upload. */
export async function publish(
  { id }: NewRealm,
  version: string,
  {
    bytes = randomBytes(500),
    format = 'tar.gz',
    yanked = false,
    createdAt = '2026-11-15T09:30:00.000Z',
  }: Partial<Publishing> = {},
  into = catalog,
) {
  const digest = hash('sha256', bytes);
  await into.services.archives.put(bytes, digest);
  await into.services.db.batch([
    ...insertVersion({
      realmId: id,
      version,
      digest,
      size: bytes.length,
      format,
      fileCount: 1,
      unpackedSize: bytes.length,
      publishedBy: ada.id,
      manifest: {
        longDescription: '',
        features: { auth: false, payments: false, database: false },
        requirements: { node: '', npm: '' },
      },
      createdAt,
    }),
    sql`update versions set yanked = ${Number(yanked)} where realm_id = ${id} and version = ${version}`,
  ]);
  return { version, bytes, digest };
}
