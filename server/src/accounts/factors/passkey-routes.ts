// The HTTP routes of one's own passkeys. They are used to sign in at the web pages alone.
import { actorOf, newAuditEntry } from '../../audit/entry.ts';
import { hasAuditEntry, insertAuditEntry } from '../../audit/queries.ts';
import type { AddHandler } from '../../api/api.ts';
import type { Config } from '../../config/config.ts';
import { ConditionError, UniqueError, type Database } from '../../db/database.ts';
import { invalidParameters, problem } from '../../http/problem.ts';
import { requireSignInMethod } from '../identities/queries.ts';
import { deletePasskey, hasPasskey, insertPasskey, MAX_PASSKEYS } from './passkey-queries.ts';
import { askForNewPasskey, checkNewPasskey, passkeySite, type PasskeySite } from './passkeys.ts';
import { endUnusedCodes, findSecondFactors, lacksAppOrPasskey } from './queries.ts';
import { batchAs } from '../caller-writes.ts';
import { endOtherAccess } from '../queries.ts';
import { requireRecentSignIn } from '../sign-in/recent-sign-in.ts';

interface PasskeyServices {
  db: Database;
  config: Pick<Config, 'publicUrl' | 'site'>;
}

export function addPasskeyHandlers(addHandler: AddHandler, { db, config }: PasskeyServices): void {
  const site = passkeySite(config.publicUrl, config.site.name);

  addHandler('askForPasskey', async ({ caller }) => {
    const allowed = requireSite(site);
    await requireRecentSignIn(db, caller);
    const { passkeys } = await findSecondFactors(db, caller.account.id);
    if (passkeys >= MAX_PASSKEYS) throw tooManyPasskeys();
    return { body: await askForNewPasskey(db, allowed, caller.account) };
  });

  addHandler('createPasskey', async (call) => {
    const allowed = requireSite(site);
    const { caller, body } = call;
    await requireRecentSignIn(db, caller);
    const { id: accountId } = caller.account;
    const passkey = await checkNewPasskey(db, allowed, { accountId, ...body });
    if (!passkey) throw invalidParameters({ field: 'response', message: 'is not a valid answer for this passkey' });
    const entry = newAuditEntry(actorOf(call), 'account.factor', accountId, { added: 'passkey' });
    await batchAs(db, caller, [
      ...endOtherAccess(accountId, caller.source.sessionId, lacksAppOrPasskey(accountId)),
      ...insertPasskey(passkey),
      insertAuditEntry(entry),
    ]).catch(rethrowCreationError);
    const { id, name, createdAt } = passkey;
    return { body: { id, name, createdAt, lastUsedAt: '' } };
  });

  addHandler('deletePasskey', async (call) => {
    const { caller, params } = call;
    await requireRecentSignIn(db, caller);
    const { id } = caller.account;
    const entry = newAuditEntry(actorOf(call), 'account.factor', id, { removed: 'passkey' });
    await batchAs(db, caller, [
      insertAuditEntry(entry, hasPasskey(id, params.id)),
      deletePasskey(id, params.id),
      requireSignInMethod(id),
      ...endUnusedCodes(id),
    ]).catch((error: unknown) => {
      if (!(error instanceof ConditionError)) throw error;
      throw problem('conflict', 'This is your only way to sign in. Set a password first.');
    });
    if (!(await hasAuditEntry(db, entry))) throw problem('not_found', 'You have no passkey with this id.');
  });
}

function requireSite(site: PasskeySite | undefined): PasskeySite {
  if (!site) throw problem('conflict', 'Passkeys need https and a domain name, or http://localhost.');
  return site;
}

function rethrowCreationError(error: unknown): never {
  if (error instanceof UniqueError) throw problem('conflict', 'This passkey is already registered.');
  throw error instanceof ConditionError ? tooManyPasskeys() : error;
}

function tooManyPasskeys(): Error {
  return problem('conflict', `An account can have at most ${MAX_PASSKEYS} passkeys. Remove one first.`);
}
