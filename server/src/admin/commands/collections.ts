// `admin collections`: adds, changes and removes curated collections.
import { randomUUIDv7 } from 'node:crypto';
import { specifications } from '@realm-catalog/contract';
import type { Command } from 'commander';
import { commandActor, newAuditEntry } from '../../audit/entry.ts';
import { insertAuditEntry } from '../../audit/queries.ts';
import {
  deleteCollection,
  findCollectionId,
  insertCollection,
  auditCollection,
  updateCollection,
} from '../../collections/queries.ts';
import { OperatorError } from '../../config/config.ts';
import { anonymous } from '../../credentials/caller.ts';
import type { Database } from '../../db/database.ts';
import { bodyReader } from '../../http/input.ts';
import { findListedRealmIds } from '../../realms/old-slug-queries.ts';
import { findAccount } from '../find-account.ts';
import type { OnDatabase } from '../with-database.ts';
import { requireValid } from '../require-valid.ts';

interface CollectionOptions {
  name?: string;
  description?: string;
  realms?: string;
  featured?: boolean;
  by: string;
}

export function collectionCommands(program: Command, onDatabase: OnDatabase): void {
  const collections = program.command('collections').description('Curate collections of realms.');
  collections
    .command('add <slug>')
    .description('Make a collection.')
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--description <text>', 'what it is')
    .requiredOption('--realms <slugs>', 'separated by commas, in order')
    .option('--featured', 'feature it')
    .option('--by <username>', 'its curator', 'realm-catalog')
    .action(onDatabase(addCollection));
  collections
    .command('set <slug>')
    .description('Change a collection; what is not named stays.')
    .option('--name <name>', 'its name')
    .option('--description <text>', 'what it is')
    .option('--realms <slugs>', 'separated by commas, in order')
    .option('--featured', 'feature it')
    .option('--no-featured', 'feature it no longer')
    .action(onDatabase(setCollection));
  collections
    .command('remove <slug>')
    .description('Remove a collection; its realms stay.')
    .action(onDatabase(removeCollection));
}

async function addCollection(db: Database, slug: string, options: CollectionOptions): Promise<string> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
    throw new OperatorError(`"${slug}" is no slug: lower-case letters and digits, with dashes between.`);
  if (await findCollectionId(db, slug)) throw new OperatorError(`There is a collection ${slug} already.`);
  const { realms = '', featured = false, by } = options;
  const { name = '', description = '' } = checkedText(options);
  const curator = await findAccount(db, by);
  await db.batch([
    ...insertCollection({
      id: randomUUIDv7(),
      slug,
      name,
      description,
      featured,
      createdBy: curator.id,
      createdAt: new Date().toISOString(),
      realmIds: await realmIds(db, realms),
    }),
    insertAuditEntry(newAuditEntry(commandActor, 'collection.create', slug)),
  ]);
  return `Made the collection ${slug}.`;
}

async function setCollection(db: Database, slug: string, { realms, ...options }: CollectionOptions): Promise<string> {
  const id = await findCollection(db, slug);
  const fields = { ...options, ...checkedText(options) };
  const changes = { ...fields, ...(realms !== undefined && { realmIds: await realmIds(db, realms) }) };
  const changed = Object.keys({ ...fields, ...(realms !== undefined && { realms }) });
  const entry = newAuditEntry(commandActor, 'collection.update', slug, { fields: changed });
  await db.batch([
    ...auditCollection(id, entry),
    ...updateCollection(id, anonymous, changes, new Date().toISOString()),
  ]);
  return `Changed the collection ${slug}.`;
}

async function removeCollection(db: Database, slug: string): Promise<string> {
  const id = await findCollection(db, slug);
  await db.batch([
    ...auditCollection(id, newAuditEntry(commandActor, 'collection.remove', slug)),
    deleteCollection(id),
  ]);
  return `Removed the collection ${slug}.`;
}

const readText = bodyReader(specifications.updateCollection.body);

function checkedText({ name, description }: CollectionOptions): Pick<CollectionOptions, 'name' | 'description'> {
  return requireValid(readText({ name, description }));
}

async function findCollection(db: Database, slug: string): Promise<string> {
  const id = await findCollectionId(db, slug);
  if (!id) throw new OperatorError(`There is no collection ${slug}.`);
  return id;
}

async function realmIds(db: Database, list: string): Promise<string[]> {
  const slugs = [
    ...new Set(
      list
        .split(',')
        .map((slug) => slug.trim())
        .filter(Boolean),
    ),
  ];
  const idOf = await findListedRealmIds(db, anonymous, slugs);
  const ids = slugs.map((slug) => {
    const id = idOf.get(slug);
    if (!id) throw new OperatorError(`There is no realm ${slug}, or not for everyone.`);
    return id;
  });
  return [...new Set(ids)]; // an old slug and the new one may be of one realm
}
