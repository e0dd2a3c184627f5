// The HTTP routes of one's own second factors: the authenticator app and recovery codes.
import type { Sql } from 'sql-template-tag';
import { actorOf, newAuditEntry, type RequestOrigin } from '../../audit/entry.ts';
import { insertAuditEntry } from '../../audit/queries.ts';
import type { AddHandler } from '../../api/api.ts';
import type { Config } from '../../config/config.ts';
import type { AccountCaller } from '../../credentials/caller.ts';
import { ConditionError } from '../../db/database.ts';
import { problem } from '../../http/problem.ts';
import type { CodeServices } from './check-code.ts';
import { readSecondFactors } from './passkey-queries.ts';
import {
  confirmRecoveryCodes,
  confirmTotp,
  findNewTotpSecret,
  insertRecoveryCodes,
  lacksAppOrPasskey,
  lacksRecoveryCodes,
  removeTotp,
  saveTotpSecret,
} from './queries.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, stepOf, totpUri } from './totp.ts';
import { batchAs } from '../caller-writes.ts';
import { endOtherAccess } from '../queries.ts';
import { requireRecentSignIn } from '../sign-in/recent-sign-in.ts';

interface SecondFactorServices extends CodeServices {
  config: Pick<Config, 'site'>;
}

export function addSecondFactorHandlers(addHandler: AddHandler, services: SecondFactorServices): void {
  addHandler('getSecondFactors', async ({ caller }) => ({
    body: await readSecondFactors(services.db, caller.account.id),
  }));
  addTotpHandlers(addHandler, services);
  addRecoveryCodeHandlers(addHandler, services);
}

function addTotpHandlers(addHandler: AddHandler, { db, keyring, config }: SecondFactorServices): void {
  addHandler('createTotp', async ({ caller }) => {
    await requireRecentSignIn(db, caller);
    const { id, username } = caller.account;
    const secret = newTotpSecret();
    await batchAs(db, caller, saveTotpSecret(id, keyring.cipher.encrypt(secret, id))).catch(
      rethrowCondition(() => problem('conflict', 'You already have an authenticator app. Remove it first.')),
    );
    return { body: { secret, uri: totpUri(secret, { issuer: config.site.name, username }) } };
  });

  addHandler('confirmTotp', async (call) => {
    const { caller, body } = call;
    await requireRecentSignIn(db, caller);
    const { id } = caller.account;
    const encrypted = await findNewTotpSecret(db, id);
    if (!encrypted) throw problem('conflict', 'You have no new authenticator app to confirm.');
    const step = stepOf(keyring.cipher.decrypt(encrypted, id), body.code.replaceAll(' ', ''), Date.now());
    if (step === undefined)
      throw wrongCode('is not right: type the newest, and see whether the clock of the device is right');
    const entry = factorEntry(call, { added: 'totp' });
    const changes = confirmTotp({ encrypted, step, now: new Date().toISOString() }, entry);
    await batchAs(db, caller, [...endOthersIf(lacksAppOrPasskey(id), caller), ...changes]).catch(
      rethrowCondition(() => problem('conflict', 'Another new app has replaced this one.')),
    );
  });

  addHandler('deleteTotp', async (call) => {
    const { caller } = call;
    await requireRecentSignIn(db, caller);
    await batchAs(db, caller, removeTotp(factorEntry(call, { removed: 'totp' }))).catch(
      rethrowCondition(() => problem('not_found', 'You have no authenticator app.')),
    );
  });
}

function addRecoveryCodeHandlers(addHandler: AddHandler, { db }: SecondFactorServices): void {
  addHandler('createRecoveryCodes', async ({ caller }) => {
    await requireRecentSignIn(db, caller);
    const { id } = caller.account;
    const codes = newRecoveryCodes();
    const hashes = codes.flatMap((code) => hashRecoveryCode(id, code) ?? []);
    await batchAs(db, caller, insertRecoveryCodes(id, hashes));
    return { body: { codes } };
  });

  addHandler('confirmRecoveryCodes', async (call) => {
    const { caller, body } = call;
    await requireRecentSignIn(db, caller);
    const { id } = caller.account;
    const hash = hashRecoveryCode(id, body.code);
    if (!hash) throw notNew();
    await batchAs(db, caller, [
      ...endOthersIf(lacksRecoveryCodes(id), caller),
      ...confirmRecoveryCodes(id, hash, new Date().toISOString()),
      insertAuditEntry(factorEntry(call, { added: 'recovery-codes' })),
    ]).catch(rethrowCondition(notNew));
  });
}

/** Whoever came in before with the password alone is out, if this turns second factors on. It goes before what turns them on. */
function endOthersIf(isTurnedOn: Sql, { account, source }: AccountCaller): Sql[] {
  return endOtherAccess(account.id, source.sessionId, isTurnedOn);
}

function factorEntry(call: RequestOrigin & { caller: AccountCaller }, details: Record<string, string>) {
  return newAuditEntry(actorOf(call), 'account.factor', call.caller.account.id, details);
}

function rethrowCondition(refusal: () => Error) {
  return (error: unknown): never => {
    throw error instanceof ConditionError ? refusal() : error;
  };
}

const notNew = () => wrongCode('is none of the new recovery codes');

function wrongCode(message: string): Error {
  return problem('invalid_request', 'The code is wrong.', { errors: [{ field: 'code', message }] });
}
