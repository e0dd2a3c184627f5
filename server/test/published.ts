// Realms of one account, and versions of them, put into a catalog past HTTP.
import { hash, randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { insertVersion } from '../src/publishing/queries.ts';
import type { NewRealm } from '../src/realms/writes.ts';
import { anAccount, aRealm, type Catalog } from './harness.ts';

/** Whose realms they are; she has to be in the catalog. */
export const ada = anAccount({ username: 'ada' });

export async function putRealm(into: Catalog, fields: Partial<NewRealm> = {}): Promise<NewRealm> {
  const made = aRealm(ada, fields);
  await into.insert({ realms: [made] });
  return made;
}

export interface Publishing {
  bytes: Buffer;
  format: 'tar.gz' | 'zip';
  yanked: boolean;
}

/** Publishes a version past the upload. */
export async function publishVersion(
  into: Catalog,
  { id }: NewRealm,
  version: string,
  { bytes = randomBytes(500), format = 'tar.gz', yanked = false }: Partial<Publishing> = {},
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
      manifest: {
        longDescription: '',
        features: { auth: false, payments: false, database: false },
        requirements: { node: '', npm: '' },
      },
      createdAt: '2026-11-15T09:30:00.000Z',
    }),
    sql`update versions set yanked = ${Number(yanked)} where realm_id = ${id} and version = ${version}`,
  ]);
  return { version, bytes, digest };
}
