// The HTTP routes of collections: everyone reads them, and curators create and change them.
import { randomUUIDv7 } from 'node:crypto';
import type { Collection } from '@realm-catalog/contract';
import { actorOf, newAuditEntry } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import type { Caller } from '../credentials/caller.ts';
import { UniqueError, type Database, type Reader } from '../db/database.ts';
import type { Serve } from '../api/api.ts';
import { problem } from '../http/problem.ts';
import { findListedRealmIds } from '../realms/queries.ts';
import {
  deleteCollection,
  findCollectionId,
  getCollection,
  insertCollection,
  listCollections,
  auditCollection,
  updateCollection,
} from './queries.ts';

export function collections(serve: Serve, { db, replicaOrPrimary }: { db: Database; replicaOrPrimary: Reader }): void {
  serve('listCollections', async ({ caller, query }) => ({
    body: {
      collections: await listCollections(
        caller.kind === 'anonymous' ? replicaOrPrimary : db,
        caller,
        query.featured ?? false,
      ),
    },
  }));

  serve('createCollection', async (call) => {
    const { caller, body } = call;
    const { slug, name, description, featured = false } = body;
    const id = randomUUIDv7();
    const realmIds = await realmIdsOf(db, caller, body.realms);
    const createdAt = new Date().toISOString();
    const collection = { id, slug, name, description, featured, createdBy: caller.account.id, createdAt, realmIds };
    const entry = newAuditEntry(actorOf(call), 'collection.create', slug);
    await db.batch([...insertCollection(collection), insertAuditEntry(entry)]).catch((error: unknown) => {
      throw error instanceof UniqueError ? problem('conflict', 'There is a collection with this slug.') : error;
    });
    return { body: await readCollection(db, caller, id) };
  });

  serve('updateCollection', async (call) => {
    const { caller, params, body } = call;
    const id = await collectionId(db, params.slug);
    const { realms, ...fields } = body;
    const entry = newAuditEntry(actorOf(call), 'collection.update', params.slug, { fields: Object.keys(body) });
    const changes = { ...fields, ...(realms && { realmIds: await realmIdsOf(db, caller, realms) }) };
    await db.batch([...auditCollection(id, entry), ...updateCollection(id, changes)]);
    return { body: await readCollection(db, caller, id) };
  });

  serve('deleteCollection', async (call) => {
    const { slug } = call.params;
    const id = await collectionId(db, slug);
    const entry = newAuditEntry(actorOf(call), 'collection.remove', slug);
    await db.batch([...auditCollection(id, entry), deleteCollection(id)]);
  });
}

async function collectionId(db: Database, slug: string): Promise<string> {
  const id = await findCollectionId(db, slug);
  if (!id) throw collectionNotFound();
  return id;
}

async function readCollection(db: Database, caller: Caller, id: string): Promise<Collection> {
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
    throw problem('invalid_request', 'Some parameters are not valid.', {
      errors: unknown.map((slug) => ({ field: 'realms', message: `no realm has the slug ${slug}` })),
    });
  return distinct.flatMap((slug) => idBySlug.get(slug) ?? []);
}

function collectionNotFound(): Error {
  return problem('not_found', 'No collection has this slug.');
}
