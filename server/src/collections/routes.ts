// Collections over HTTP: everyone reads them, curators make them.
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

export function collections(serve: Serve, { db, reads }: { db: Database; reads: Reader }): void {
  serve('listCollections', async ({ caller, query }) => ({
    body: {
      collections: await listCollections(caller.kind === 'anonymous' ? reads : db, caller, query.featured ?? false),
    },
  }));

  serve('createCollection', async (call) => {
    const { caller, body } = call;
    const { slug, name, description, featured = false } = body;
    const id = randomUUIDv7();
    const realmIds = await idsOf(caller, body.realms);
    const createdAt = new Date().toISOString();
    const made = { id, slug, name, description, featured, createdBy: caller.account.id, createdAt, realmIds };
    const entry = newAuditEntry(actorOf(call), 'collection.create', slug);
    await db.batch([...insertCollection(made), insertAuditEntry(entry)]).catch((error: unknown) => {
      throw error instanceof UniqueError ? problem('conflict', 'There is a collection with this slug.') : error;
    });
    return { body: await read(caller, id) };
  });

  serve('updateCollection', async (call) => {
    const { caller, params, body } = call;
    const id = await named(params.slug);
    const { realms, ...fields } = body;
    const entry = newAuditEntry(actorOf(call), 'collection.update', params.slug, { fields: Object.keys(body) });
    const changes = { ...fields, ...(realms && { realmIds: await idsOf(caller, realms) }) };
    await db.batch([...auditCollection(id, entry), ...updateCollection(id, changes)]);
    return { body: await read(caller, id) };
  });

  serve('deleteCollection', async (call) => {
    const { slug } = call.params;
    const id = await named(slug);
    const entry = newAuditEntry(actorOf(call), 'collection.remove', slug);
    await db.batch([...auditCollection(id, entry), deleteCollection(id)]);
  });

  async function named(slug: string): Promise<string> {
    const id = await findCollectionId(db, slug);
    if (!id) throw noCollection();
    return id;
  }

  async function read(caller: Caller, id: string): Promise<Collection> {
    const collection = await getCollection(db, caller, id);
    if (!collection) throw noCollection();
    return collection;
  }

  /** A curator collects what that curator may list: a realm that is not is not there. */
  async function idsOf(caller: Caller, slugs: string[]): Promise<string[]> {
    const distinct = [...new Set(slugs)];
    const idOf = await findListedRealmIds(db, caller, distinct);
    const unknown = distinct.filter((slug) => !idOf.has(slug));
    if (unknown.length > 0)
      throw problem('invalid_request', 'Some parameters are not valid.', {
        errors: unknown.map((slug) => ({ field: 'realms', message: `no realm has the slug ${slug}` })),
      });
    return distinct.flatMap((slug) => idOf.get(slug) ?? []);
  }
}

function noCollection(): Error {
  return problem('not_found', 'No collection has this slug.');
}
