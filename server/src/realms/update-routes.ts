// The HTTP route of changes to a realm: its fields, its slug and its deprecation.
import { scopes, type RealmChanges } from '@realm-catalog/contract';
import type { AddHandler } from '../api/api.ts';
import { actorOf } from '../audit/entry.ts';
import type { AccountCaller } from '../credentials/caller.ts';
import { ConditionError, UniqueError, type Database } from '../db/database.ts';
import { invalidParameters, problem } from '../http/problem.ts';
import type { Deprecation } from './columns.ts';
import { cleanTags } from './new-realm.ts';
import { findWhereabouts, MAX_OLD_SLUGS } from './old-slug-queries.ts';
import { findManagedRealm, noRealm } from './ownership.ts';
import { changeableBy, findRealmToChange, getRealm, type RealmRef } from './queries.ts';
import type { PictureAddressing } from './shown-pictures.ts';
import { auditUpdate, updateRealm, type RealmUpdate } from './writes.ts';

export function addUpdateHandler(addHandler: AddHandler, db: Database, addressing: PictureAddressing): void {
  addHandler('updateRealm', async (call) => {
    const { caller, params, body } = call;
    const { id, slug } = await findManagedRealm(db, caller, params.slug);
    const changes = await toRealmUpdate(db, caller, id, body);
    const auditing = auditUpdate(actorOf(call), { id, slug }, body);
    await db.batch(updateRealm(id, changes, new Date().toISOString(), auditing)).catch(async (error: unknown) => {
      if (error instanceof ConditionError) await findManagedRealm(db, caller, slug); // it may be quarantined since
      throwRenameError(error);
    });
    // A caller that may change the realm may see the result.
    const found = await getRealm(db, { ...caller, scopes }, body.slug ?? slug, { seenBy: caller, addressing });
    if (!found) throw noRealm();
    return { body: found.realm };
  });
}

async function toRealmUpdate(
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
  const { newSlug } = found ? {} : await findWhereabouts(db, slug, changeableBy(caller));
  return newSlug === undefined ? found : findRealmToChange(db, caller, newSlug);
}

function invalidSuccessor(message: string): Error {
  return invalidParameters({ field: 'deprecated', message });
}

/** For `catch`. */
function throwRenameError(error: unknown): never {
  if (error instanceof UniqueError) throw slugTaken();
  if (error instanceof ConditionError)
    throw problem('conflict', `A realm can have at most ${MAX_OLD_SLUGS} old slugs. It can take one of them back.`);
  throw error;
}

/** The slug that a realm is to have belongs to another one. */
export function slugTaken(): Error {
  return problem('conflict', 'Another realm has or had this slug.');
}
