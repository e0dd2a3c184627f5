// What a request changes of a realm: the columns, the audit entries, and the problems of a new slug.
import type { RealmChanges } from '@realm-catalog/contract';
import sql, { type Sql } from 'sql-template-tag';
import { newAuditEntry, type Actor } from '../audit/entry.ts';
import type { AccountCaller } from '../credentials/caller.ts';
import { ConditionError, UniqueError, type Database } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import { cleanTags } from './new-realm.ts';
import { findNewSlug, MAX_OLD_SLUGS } from './old-slugs.ts';
import { changeableBy, findRealmToChange, type RealmRef } from './queries.ts';
import { auditRealm, type Deprecation, type RealmUpdate } from './writes.ts';

export async function toRealmUpdate(
  db: Database,
  caller: AccountCaller,
  id: string,
  { tags, deprecated, ...fields }: RealmChanges,
): Promise<RealmUpdate> {
  return {
    ...fields,
    tags: tags && cleanTags(tags),
    deprecation: deprecated === undefined ? undefined : await toDeprecation(db, caller, id, deprecated),
  };
}

async function toDeprecation(
  db: Database,
  caller: AccountCaller,
  id: string,
  deprecated: NonNullable<RealmChanges['deprecated']> | null,
): Promise<Deprecation> {
  if (!deprecated) return { isDeprecated: false, message: '', successorId: '' };
  const { message = '', successor = '' } = deprecated;
  const found = successor === '' ? undefined : await findSuccessor(db, caller, successor);
  if (successor !== '' && !found) throw invalidSuccessor(`no realm has the slug ${successor}`);
  if (found?.id === id) throw invalidSuccessor('the successor must be another realm');
  return { isDeprecated: true, message, successorId: found?.id ?? '' };
}

/** By its slug or an old one. A realm that the caller may neither see nor change is as good as none. */
async function findSuccessor(db: Database, caller: AccountCaller, slug: string): Promise<RealmRef | undefined> {
  const found = await findRealmToChange(db, caller, slug);
  const newSlug = found ? undefined : await findNewSlug(db, slug, changeableBy(caller));
  return newSlug === undefined ? found : findRealmToChange(db, caller, newSlug);
}

function invalidSuccessor(message: string): Error {
  return problem('invalid_request', 'Some parameters are not valid.', { errors: [{ field: 'deprecated', message }] });
}

/** The statements that insert the audit entries of an update, before it: of a new slug, of another visibility, and of all else. */
export function auditUpdate(actor: Actor, { id, slug }: Pick<RealmRef, 'id' | 'slug'>, body: RealmChanges): Sql[] {
  const fields = Object.keys(body);
  const isRenamed = body.slug === undefined ? sql`1 = 0` : sql`slug <> ${body.slug}`;
  const isShownOtherwise = body.visibility === undefined ? sql`1 = 0` : sql`visibility <> ${body.visibility}`;
  const isRest = fields.some((field) => field !== 'slug') ? sql`not (${isShownOtherwise})` : sql`not (${isRenamed})`;
  return [
    auditRealm(id, newAuditEntry(actor, 'realm.rename', slug, { to: body.slug ?? '' }), isRenamed),
    auditRealm(id, newAuditEntry(actor, 'realm.visibility', slug, { to: body.visibility ?? '' }), isShownOtherwise),
    auditRealm(id, newAuditEntry(actor, 'realm.update', slug, { fields }), isRest),
  ];
}

/** For `catch`. */
export function throwRenameError(error: unknown): never {
  if (error instanceof UniqueError) throw problem('conflict', 'A realm has this slug, or had it.');
  if (error instanceof ConditionError)
    throw problem('conflict', `A realm has at most ${MAX_OLD_SLUGS} old slugs. It may take one of these back.`);
  throw error;
}
