// The realms a new catalog begins with: the projects in `starters/`, and two collections of them.
import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import { newAccount } from './accounts/new-account.ts';
import { insertAccount } from './accounts/queries.ts';
import { insertCollection } from './collections/queries.ts';
import type { Database } from './db/database.ts';
import { newRealm } from './realms/new-realm.ts';
import { insertRealm, type NewRealm } from './realms/queries.ts';

const folder = new URL('../../starters/', import.meta.url);
const OWNER = { username: 'realm-catalog', name: 'Realm Catalog', bio: 'The realms that every catalog begins with.' };

interface Catalog {
  /** Slugs, which are folders, oldest first. */
  realms: string[];
  featured: string[];
  collections: { slug: string; name: string; description: string; featured: boolean; realms: string[] }[];
}
type Manifest = Pick<
  NewRealm,
  'name' | 'description' | 'category' | 'tags' | 'version' | 'license' | 'features' | 'requirements'
>;

/** On the first start of a store: puts the catalog's own account in, and the starters unless it shall be empty. Returns whether it did. */
export async function firstStart(db: Database, { empty }: { empty: boolean }): Promise<boolean> {
  if (await db.get(sql`select value from store_facts where name = 'first_start'`)) return false;
  const now = new Date();
  const owner = newAccount({ ...OWNER, createdAt: now.toISOString() });
  await db.batch([
    insertAccount(owner),
    ...(empty ? [] : starters(now, owner.id)),
    sql`insert into store_facts (name, value) values ('first_start', ${now.toISOString()})`,
  ]);
  return !empty;
}

function starters(now: Date, ownerId: string) {
  const catalog = readJson<Catalog>('catalog.json');
  const realms = catalog.realms.map((slug, at) => {
    // A second apart, so that the newest first is the order of the list, backwards.
    const createdAt = new Date(now.getTime() - (catalog.realms.length - at) * 1_000).toISOString();
    return toRealm(slug, { ownerId, createdAt, featured: catalog.featured.includes(slug) });
  });
  const idOf = new Map(realms.map(({ slug, id }) => [slug, id]));
  return [
    ...realms.flatMap(insertRealm),
    ...catalog.collections.flatMap((collection) =>
      insertCollection({
        ...collection,
        id: randomUUIDv7(),
        createdBy: ownerId,
        createdAt: now.toISOString(),
        realmIds: collection.realms.flatMap((slug) => idOf.get(slug) ?? []),
      }),
    ),
  ];
}

function toRealm(slug: string, own: Pick<NewRealm, 'ownerId' | 'createdAt' | 'featured'>): NewRealm {
  const longDescription = readText(`${slug}/README.md`);
  return newRealm({ ...readJson<Manifest>(`${slug}/realm.json`), ...own, slug, longDescription });
}

function readText(path: string): string {
  return readFileSync(new URL(path, folder), 'utf8');
}

function readJson<Value>(path: string): Value {
  return JSON.parse(readText(path)) as Value;
}
