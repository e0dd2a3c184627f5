// Inserts the realms that a new catalog begins with: the projects in `starters/`, and two collections of them.
import { hash, randomUUIDv7 } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { readTemplate } from '@realm-catalog/archive/templates';
import type { Manifest } from '@realm-catalog/contract';
import sql, { type Sql } from 'sql-template-tag';
import { newAccount } from './accounts/new-account.ts';
import { insertAccount } from './accounts/queries.ts';
import { catalogActor, newAuditEntry } from './audit/entry.ts';
import { insertAuditEntry } from './audit/queries.ts';
import type { Archives } from './archives/archives.ts';
import { makeTar } from './archives/make-tar.ts';
import { OperatorError } from './config/config.ts';
import { insertCollection } from './collections/queries.ts';
import { UniqueError } from './db/database.ts';
import { insertVersion, type NewVersion } from './publishing/queries.ts';
import { newRealm } from './realms/new-realm.ts';
import { templateColumn } from './realms/shown-template.ts';
import type { NewRealm } from './realms/columns.ts';
import { insertRealm } from './realms/writes.ts';
import type { Services } from './services.ts';
import { filesSha256 } from './inspection/file-index.ts';

const folder = new URL('../../starters/', import.meta.url);
const OWNER = { username: 'realm-catalog', name: 'Realm Catalog', bio: 'The realms that every catalog begins with.' };

interface StarterCatalog {
  /** The slugs, which are also folders, oldest first. */
  realms: string[];
  featured: string[];
  collections: { slug: string; name: string; description: string; featured: boolean; realms: string[] }[];
}
type StarterManifest = Pick<
  NewRealm,
  'name' | 'description' | 'category' | 'tags' | 'version' | 'license' | 'features' | 'requirements'
> &
  Pick<Manifest, 'variables' | 'parts' | 'leaveOut'> & { preview?: string };

/** On the first start of a store, inserts the catalog's own account and, unless `empty`, the starters. Returns whether it inserted starters. */
export async function firstStart({ db, archives }: Services, { empty }: { empty: boolean }): Promise<boolean> {
  // `store_facts` has what a store must remember of itself, such as when its first start was.
  if (await db.get(sql`select value from store_facts where name = 'first_start'`)) return false;
  if (await db.get(sql`select value from store_facts where name = 'copy_of'`))
    throw new OperatorError('A move into this database is not finished; run it again.');
  const now = new Date();
  const owner = newAccount({ ...OWNER, createdAt: now.toISOString() });
  try {
    await db.batch([
      sql`insert into store_facts (name, value) values ('first_start', ${now.toISOString()})`,
      ...insertAccount(owner),
      insertAuditEntry(newAuditEntry(catalogActor, 'catalog.begin')),
      ...(empty ? [] : await starters(archives, now, owner.id)),
    ]);
    return !empty;
  } catch (error) {
    if (error instanceof UniqueError) return false; // another process was first
    throw error;
  }
}

/** Stores the archives of the starters, and returns the statements that insert the realms. */
async function starters(archives: Archives, now: Date, ownerId: string): Promise<Sql[]> {
  const catalog = readJson<StarterCatalog>('catalog.json');
  const realms: NewRealm[] = [];
  const versions: NewVersion[] = [];
  for (const [at, slug] of catalog.realms.entries()) {
    const createdAt = secondsBefore(now, catalog.realms.length - at);
    const longDescription = readText(`${slug}/README.md`);
    const { preview = '', ...manifest } = readJson<StarterManifest>(`${slug}/realm.json`);
    const fields = { ...manifest, longDescription };
    const realm = newRealm({ ...fields, ownerId, createdAt, slug, featured: catalog.featured.includes(slug) });
    realms.push(realm);
    const files = filesOf(slug);
    const bytes = gzipSync(await makeTar(slug, files), { level: 9 });
    const digest = hash('sha256', bytes);
    await archives.put(bytes, digest).catch(throwStartError);
    const { version } = realm;
    versions.push({
      realmId: realm.id,
      version,
      digest,
      size: bytes.length,
      format: 'tar.gz',
      fileCount: files.length,
      unpackedSize: files.reduce((sum, [, content]) => sum + content.length, 0),
      manifest: fields,
      preview, // the pictures are made later, by a job
      template: templateColumn(readTemplate(fields)),
      filesSha256: filesSha256(
        files.map(([path, content]) => ({ path, mode: 0o644, sha256: hash('sha256', content) })),
      ),
      publishedBy: ownerId,
      createdAt,
    });
  }
  const idOf = new Map(realms.map(({ slug, id }) => [slug, id]));
  return [
    ...realms.flatMap(insertRealm),
    ...versions.flatMap((version) => insertVersion(version)),
    ...catalog.collections.flatMap((collection, at) =>
      insertCollection({
        ...collection,
        id: randomUUIDv7(),
        createdBy: ownerId,
        createdAt: secondsBefore(now, catalog.collections.length - at),
        realmIds: collection.realms.flatMap((slug) => idOf.get(slug) ?? []),
      }),
    ),
  ];
}

/** A second apart, so that sorting by newest gives the reverse order of the lists in `catalog.json`. */
function secondsBefore(now: Date, seconds: number): string {
  return new Date(now.getTime() - seconds * 1_000).toISOString();
}

function throwStartError(error: unknown): never {
  throw new OperatorError(`The archives of the starter realms cannot be kept: ${(error as Error).message}.`);
}

/** Files that running the project in place creates are not part of it. */
const EXCLUDED = /(^|\/)(node_modules|data|dist)(\/|$)/;

function filesOf(slug: string): [name: string, content: Buffer][] {
  const root = fileURLToPath(new URL(`${slug}/`, folder));
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((name) => !EXCLUDED.test(name))
    .toSorted()
    .map((name) => [name, readFileSync(join(root, name))]);
}

function readText(path: string): string {
  return readFileSync(new URL(path, folder), 'utf8');
}

function readJson<Value>(path: string): Value {
  return JSON.parse(readText(path)) as Value;
}
