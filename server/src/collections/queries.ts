// The statements of curated collections. Each collection lists its realms in the curator's order.
import type { Collection } from '@realm-catalog/contract';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { NewAuditEntry } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import type { Caller } from '../credentials/caller.ts';
import type { Reader } from '../db/database.ts';
import { visibleTo } from '../realms/queries.ts';

interface CollectionRow {
  id: string;
  slug: string;
  name: string;
  description: string;
  featured: number;
  created_by: string;
  created_at: string;
  updated_at: string;
}

/** A page of collections; without a limit all that come after the offset. */
export interface CollectionQuery {
  featured: boolean;
  limit: number | undefined;
  offset: number;
}

/** Collections, the newest first, and how many there are on all pages. */
export async function listCollections(
  db: Reader,
  caller: Caller,
  { featured, limit, offset }: CollectionQuery,
): Promise<{ collections: CollectionWithMembers[]; total: number }> {
  const where = featured ? sql`where collections.featured = 1` : empty;
  const row = await db.get<{ total: number }>(sql`select count(*) as total from collections ${where}`);
  const total = row?.total ?? 0;
  const page = sql`select collections.id from collections ${where} ${newestFirst} limit ${limit ?? total} offset ${offset}`;
  return { collections: await readCollections(db, caller, sql`where collections.id in (${page})`), total };
}

/** A collection, with its realms that the caller may list, in order. */
export interface CollectionWithMembers {
  collection: Collection;
  members: { seq: number; id: string }[];
}

export async function getCollection(
  db: Reader,
  caller: Caller,
  id: string,
): Promise<CollectionWithMembers | undefined> {
  const [found] = await readCollections(db, caller, sql`where collections.id = ${id}`);
  return found;
}

const newestFirst = sql`order by collections.created_at desc, collections.id desc`;

async function readCollections(db: Reader, caller: Caller, where: Sql): Promise<CollectionWithMembers[]> {
  const [collections, members] = await Promise.all([
    db.all<CollectionRow>(sql`select collections.id, collections.slug, collections.name, collections.description,
        collections.featured, accounts.username as created_by, collections.created_at, collections.updated_at
      from collections join accounts on accounts.id = collections.created_by ${where} ${newestFirst}`),
    db.all<{
      collection_id: string;
      seq: number;
      id: string;
      slug: string;
    }>(sql`select collection_realms.collection_id, realms.seq, realms.id, realms.slug
      from collections
      join collection_realms on collection_realms.collection_id = collections.id
      join realms on realms.id = collection_realms.realm_id and ${visibleTo(caller, 'inLists')} ${where}
      order by collection_realms.collection_id, collection_realms.position`),
  ]);
  const membersOf = Map.groupBy(members, (member) => member.collection_id);
  return collections.map((row) => {
    const listed = membersOf.get(row.id) ?? [];
    return {
      collection: toCollection(
        row,
        listed.map(({ slug }) => slug),
      ),
      members: listed,
    };
  });
}

function toCollection(row: CollectionRow, realms: string[]): Collection {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    realms,
    createdBy: row.created_by,
    featured: row.featured === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
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
    sql`insert into collections (id, slug, name, description, featured, created_by, created_at, updated_at)
      values (${collection.id}, ${collection.slug}, ${collection.name}, ${collection.description},
        ${Number(collection.featured)}, ${collection.createdBy}, ${collection.createdAt}, ${collection.createdAt})`,
    ...insertMembers(collection.id, collection.realmIds),
  ];
}

/** After those that the collection has. */
function insertMembers(collectionId: string, realmIds: string[]): Sql[] {
  return realmIds.map(
    (realmId) => sql`insert into collection_realms (collection_id, position, realm_id)
      select ${collectionId}, coalesce(max(position) + 1, 0), ${realmId}
      from collection_realms where collection_id = ${collectionId}`,
  );
}

/** Takes out the realms that the caller could list, and those that are put in again. The others stay: for a curator they were never there. */
function deleteMembers(collectionId: string, caller: Caller, realmIds: string[]): Sql {
  const isPutIn = realmIds.length > 0 ? sql`or realm_id in (${join(realmIds)})` : empty;
  return sql`delete from collection_realms where collection_id = ${collectionId} and (exists
    (select 1 from realms where realms.id = collection_realms.realm_id and ${visibleTo(caller, 'inLists')}) ${isPutIn})`;
}

export async function findCollectionId(db: Reader, slug: string): Promise<string | undefined> {
  const row = await db.get<{ id: string }>(sql`select id from collections where slug = ${slug}`);
  return row?.id;
}

/** The statements of a batch that change the given fields of a collection. Realms that the caller may not list stay in it, before the given ones. */
export function updateCollection(
  id: string,
  caller: Caller,
  changes: Partial<Pick<NewCollection, 'name' | 'description' | 'featured' | 'realmIds'>>,
  now: string,
): Sql[] {
  const { name, description, featured, realmIds } = changes;
  return [
    // Also runs if only the realms change: it locks the row, so that another change of the realms waits until this batch ends.
    sql`update collections set name = coalesce(${name ?? null}, name),
      description = coalesce(${description ?? null}, description),
      featured = coalesce(cast(${featured === undefined ? null : Number(featured)} as integer), featured),
      updated_at = ${now} where id = ${id}`,
    ...(realmIds === undefined ? [] : [deleteMembers(id, caller, realmIds), ...insertMembers(id, realmIds)]),
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
