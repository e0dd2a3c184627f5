// The HTTP routes of collections: everyone reads them, and curators create and change them.
import { randomUUIDv7 } from 'node:crypto';
import { MAX_LIMIT } from '@realm-catalog/contract';
import { actorOf, newAuditEntry } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import type { Caller } from '../credentials/caller.ts';
import { UniqueError, type Database, type Reader } from '../db/database.ts';
import type { AddHandler } from '../api/api.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Config } from '../config/config.ts';
import { pageLinks } from '../http/paging.ts';
import { invalidParameters, problem } from '../http/problem.ts';
import { findListedRealmIds } from '../realms/old-slug-queries.ts';
import { realmPage } from '../realms/realm-json.ts';
import {
  deleteCollection,
  findCollectionId,
  getCollection,
  insertCollection,
  listCollections,
  auditCollection,
  updateCollection,
  type CollectionWithMembers,
} from './queries.ts';

interface CollectionServices {
  db: Database;
  catalog: Catalog;
  config: Pick<Config, 'publicUrl'>;
}

export function addCollectionHandlers(addHandler: AddHandler, services: CollectionServices): void {
  addReadHandlers(addHandler, services);
  addChangeHandlers(addHandler, services);
}

function addReadHandlers(addHandler: AddHandler, { catalog, config }: CollectionServices): void {
  addHandler('listCollections', async ({ caller, query }) => {
    const { featured = false, offset = 0 } = query;
    const limit = query.limit === undefined ? undefined : Math.min(query.limit, MAX_LIMIT);
    const { collections, total } = await listCollections(catalog.readerFor(caller), caller, {
      featured,
      limit,
      offset,
    });
    const hasMore = offset + collections.length < total;
    const pagination = { total, limit: limit ?? collections.length, offset, hasMore };
    const isPage = limit !== undefined;
    const headers = isPage ? pageLinks(`${config.publicUrl}/v1/api/collections`, query, { total, limit, offset }) : {};
    return { body: { collections: collections.map(({ collection }) => collection), pagination }, headers };
  });

  addHandler('getCollection', async ({ caller, params }) => {
    const db = catalog.readerFor(caller);
    const { collection, members } = await findCollection(db, caller, params.slug);
    const items = await catalog.summariesJson(
      caller,
      members.map(({ seq }) => seq),
    );
    return realmPage('{"items":[', items, `],${JSON.stringify(collection).slice(1)}`);
  });
}

function addChangeHandlers(addHandler: AddHandler, { db, config }: CollectionServices): void {
  addHandler('createCollection', async (call) => {
    const { caller, body } = call;
    const { slug, name, description, featured = false } = body;
    const id = randomUUIDv7();
    const realmIds = await realmIdsOf(db, caller, body.realms);
    const createdAt = new Date().toISOString();
    const collection = { id, slug, name, description, featured, createdBy: caller.account.id, createdAt, realmIds };
    const entry = newAuditEntry(actorOf(call), 'collection.create', slug);
    await db.batch([...insertCollection(collection), insertAuditEntry(entry)]).catch((error: unknown) => {
      throw error instanceof UniqueError ? problem('conflict', 'A collection with this slug already exists.') : error;
    });
    return {
      body: (await readCollection(db, caller, id)).collection,
      headers: { location: `${config.publicUrl}/v1/api/collections/${slug}` },
    };
  });

  addHandler('updateCollection', async (call) => {
    const { caller, params, body } = call;
    const id = await collectionId(db, params.slug);
    const { realms, ...fields } = body;
    const entry = newAuditEntry(actorOf(call), 'collection.update', params.slug, { fields: Object.keys(body) });
    const changes = { ...fields, ...(realms && { realmIds: await realmIdsOf(db, caller, realms) }) };
    await db.batch([...auditCollection(id, entry), ...updateCollection(id, caller, changes, new Date().toISOString())]);
    return { body: (await readCollection(db, caller, id)).collection };
  });

  addHandler('deleteCollection', async (call) => {
    const { slug } = call.params;
    const id = await collectionId(db, slug);
    const entry = newAuditEntry(actorOf(call), 'collection.remove', slug);
    await db.batch([...auditCollection(id, entry), deleteCollection(id)]);
  });
}

/** A collection by its slug; throws a 404 where there is none. */
export async function findCollection(db: Reader, caller: Caller, slug: string): Promise<CollectionWithMembers> {
  return readCollection(db, caller, await collectionId(db, slug));
}

async function collectionId(db: Reader, slug: string): Promise<string> {
  const id = await findCollectionId(db, slug);
  if (!id) throw collectionNotFound();
  return id;
}

async function readCollection(db: Reader, caller: Caller, id: string): Promise<CollectionWithMembers> {
  const collection = await getCollection(db, caller, id);
  if (!collection) throw collectionNotFound();
  return collection;
}

/** A curator can collect only realms that this curator can list. Any other slug is treated as unknown. */
async function realmIdsOf(db: Database, caller: Caller, slugs: string[]): Promise<string[]> {
  const distinct = [...new Set(slugs)];
  const idBySlug = await findListedRealmIds(db, caller, distinct);
  const unknown = distinct.filter((slug) => !idBySlug.has(slug));
  if (unknown.length > 0)
    throw invalidParameters(...unknown.map((slug) => ({ field: 'realms', message: `no realm has the slug ${slug}` })));
  return [...new Set(distinct.flatMap((slug) => idBySlug.get(slug) ?? []))]; // an old slug and the new one may be of one realm
}

function collectionNotFound(): Error {
  return problem('not_found', 'No collection has this slug.');
}
