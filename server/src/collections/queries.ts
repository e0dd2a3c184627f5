// Curated collections in the database, each with its realms in the curator's order.
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

async function readCollections(db: Reader, caller: Caller, only: Sql): Promise<Collection[]> {
  const [collections, members] = await Promise.all([
    db.all<CollectionRow>(sql`select collections.id, collections.name, collections.description,
        accounts.username as created_by, collections.created_at
      from collections join accounts on accounts.id = collections.created_by ${only}
      order by collections.created_at desc, collections.id desc`),
    db.all<{ collection_id: string; slug: string }>(sql`select collection_realms.collection_id, realms.slug
      from collections
      join collection_realms on collection_realms.collection_id = collections.id
      join realms on realms.id = collection_realms.realm_id and ${visibleTo(caller, 'listed')} ${only}
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
  /** Ids, in the curator's order. */
  realmIds: string[];
}

/** The statements that put a collection in, for one batch. */
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

/** The statements that change what is given of a collection, for one batch. */
export function updateCollection(
  id: string,
  changes: Partial<Pick<NewCollection, 'name' | 'description' | 'featured' | 'realmIds'>>,
): Sql[] {
  const { name, description, featured, realmIds } = changes;
  return [
    // Also when only its realms change: whoever else changes them waits until this batch is done.
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

/** The statements that note what a batch is about to do to a collection that is there, for its beginning: others wait until it is done. */
export function auditCollection(id: string, entry: NewAuditEntry): Sql[] {
  return [
    sql`update collections set name = name where id = ${id}`,
    insertAuditEntry(entry, sql`exists (select 1 from collections where id = ${id})`),
  ];
}
