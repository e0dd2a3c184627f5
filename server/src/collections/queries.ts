// The statements of curated collections. Each collection lists its realms in the curator's order.
import type { Collection } from '@realm-catalog/contract';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { NewAuditEntry } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import type { Caller } from '../credentials/caller.ts';
import type { Database, Reader } from '../db/database.ts';
import { visibleTo } from '../realms/queries.ts';

interface CollectionRow {
  id: string;
  name: string;
  description: string;
  created_by: string;
  created_at: string;
}

export function listCollections(db: Reader, caller: Caller, featured: boolean): Promise<Collection[]> {
  return readCollections(db, caller, featured ? sql`where collections.featured = 1` : empty);
}

export async function getCollection(db: Database, caller: Caller, id: string): Promise<Collection | undefined> {
  const [collection] = await readCollections(db, caller, sql`where collections.id = ${id}`);
  return collection;
}

async function readCollections(db: Reader, caller: Caller, where: Sql): Promise<Collection[]> {
  const [collections, members] = await Promise.all([
    db.all<CollectionRow>(sql`select collections.id, collections.name, collections.description,
        accounts.username as created_by, collections.created_at
      from collections join accounts on accounts.id = collections.created_by ${where}
      order by collections.created_at desc, collections.id desc`),
    db.all<{ collection_id: string; slug: string }>(sql`select collection_realms.collection_id, realms.slug
      from collections
      join collection_realms on collection_realms.collection_id = collections.id
      join realms on realms.id = collection_realms.realm_id and ${visibleTo(caller, 'inLists')} ${where}
      order by collection_realms.collection_id, collection_realms.position`),
  ]);
  const slugs = Map.groupBy(members, (member) => member.collection_id);
  return collections.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    realms: (slugs.get(row.id) ?? []).map((member) => member.slug),
    createdBy: row.created_by,
    createdAt: row.created_at,
  }));
}

export interface NewCollection {
  id: string;
  slug: string;
  name: string;
  description: string;
  featured: boolean;
  createdBy: string;
  createdAt: string;
  /** In the curator's order. */
  realmIds: string[];
}

/** The statements of a batch that insert a collection. */
export function insertCollection(collection: NewCollection): Sql[] {
  return [
    sql`insert into collections (id, slug, name, description, featured, created_by, created_at)
      values (${collection.id}, ${collection.slug}, ${collection.name}, ${collection.description},
        ${Number(collection.featured)}, ${collection.createdBy}, ${collection.createdAt})`,
    ...insertMembers(collection.id, collection.realmIds),
  ];
}

function insertMembers(collectionId: string, realmIds: string[]): Sql[] {
  return realmIds.map(
    (realmId, position) => sql`insert into collection_realms (collection_id, position, realm_id)
      values (${collectionId}, ${position}, ${realmId})`,
  );
}

export async function findCollectionId(db: Database, slug: string): Promise<string | undefined> {
  const row = await db.get<{ id: string }>(sql`select id from collections where slug = ${slug}`);
  return row?.id;
}

/** The statements of a batch that change the given fields of a collection. */
export function updateCollection(
  id: string,
  changes: Partial<Pick<NewCollection, 'name' | 'description' | 'featured' | 'realmIds'>>,
): Sql[] {
  const { name, description, featured, realmIds } = changes;
  return [
    // Also runs if only the realms change: it locks the row, so that another change of the realms waits until this batch ends.
    sql`update collections set name = coalesce(${name ?? null}, name),
      description = coalesce(${description ?? null}, description),
      featured = coalesce(cast(${featured === undefined ? null : Number(featured)} as integer), featured) where id = ${id}`,
    ...(realmIds === undefined
      ? []
      : [sql`delete from collection_realms where collection_id = ${id}`, ...insertMembers(id, realmIds)]),
  ];
}

export function deleteCollection(id: string): Sql {
  return sql`delete from collections where id = ${id}`;
}

/** The first statements of a batch that changes a collection: they lock it, and insert the entry if the collection exists. */
export function auditCollection(id: string, entry: NewAuditEntry): Sql[] {
  return [
    sql`update collections set name = name where id = ${id}`,
    insertAuditEntry(entry, sql`exists (select 1 from collections where id = ${id})`),
  ];
}
