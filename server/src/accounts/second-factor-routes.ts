// The HTTP routes of one's own second factors: the authenticator app and recovery codes.
import { actorOf, newAuditEntry, type RequestOrigin } from '../audit/entry.ts';
import { hasAuditEntry, insertAuditEntry } from '../audit/queries.ts';
import type { AddHandler } from '../api/api.ts';
import type { Config } from '../config.ts';
import type { AccountCaller } from '../credentials/caller.ts';
import { problem } from '../http/problem.ts';
import type { CodeServices } from '../second-factors/check-code.ts';
import { readSecondFactors } from '../second-factors/passkey-queries.ts';
import {
  confirmRecoveryCodes,
  confirmTotp,
  findNewTotpSecret,
  findSecondFactors,
  insertRecoveryCodes,
  isNewRecoveryCode,
  removeTotp,
  saveTotpSecret,
} from '../second-factors/queries.ts';
import { hashRecoveryCode, newRecoveryCodes } from '../second-factors/recovery-codes.ts';
import { newTotpSecret, stepOf, totpUri } from '../second-factors/totp.ts';
import { endOtherAccess, lockAccount } from './queries.ts';
import { requireRecentSignIn } from './recent-sign-in.ts';

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
    if (!(await saveTotpSecret(db, id, keyring.cipher.encrypt(secret, id))))
      throw problem('conflict', 'There is an authenticator app already; remove it first.');
    return { body: { secret, uri: totpUri(secret, { issuer: config.site.name, username }) } };
  });

  addHandler('confirmTotp', async (call) => {
    const { caller, body } = call;
    await requireRecentSignIn(db, caller);
    const { id } = caller.account;
    const encrypted = await findNewTotpSecret(db, id);
    if (!encrypted) throw problem('conflict', 'There is no new authenticator app to confirm.');
    const step = stepOf(keyring.cipher.decrypt(encrypted, id), body.code.replaceAll(' ', ''), Date.now());
    if (step === undefined)
      throw wrongCode('is not right: type the newest, and see whether the clock of the device is right');
    const entry = factorEntry(call, { added: 'totp' });
    const changes = confirmTotp({ encrypted, step, now: new Date().toISOString() }, entry);
    const { isOn, recoveryCodes } = await findSecondFactors(db, id);
    const isTurnedOn = !isOn && recoveryCodes > 0;
    await db.batch([lockAccount(id), ...changes, ...(isTurnedOn ? endOthers(caller) : [])]);
    if (!(await hasAuditEntry(db, entry))) throw problem('conflict', 'There is another new app by now.');
  });

  addHandler('deleteTotp', async (call) => {
    const { caller } = call;
    await requireRecentSignIn(db, caller);
    const { id } = caller.account;
    const { hasTotp } = await findSecondFactors(db, id);
    if (!hasTotp) throw problem('not_found', 'There is no authenticator app.');
    const entry = factorEntry(call, { removed: 'totp' });
    await db.batch([lockAccount(id), insertAuditEntry(entry), ...removeTotp(id)]);
  });
}

function addRecoveryCodeHandlers(addHandler: AddHandler, { db }: SecondFactorServices): void {
  addHandler('createRecoveryCodes', async ({ caller }) => {
    await requireRecentSignIn(db, caller);
    const { id } = caller.account;
    const codes = newRecoveryCodes();
    const hashes = codes.flatMap((code) => hashRecoveryCode(id, code) ?? []);
    await db.batch([lockAccount(id), ...insertRecoveryCodes(id, hashes)]);
    return { body: { codes } };
  });

  addHandler('confirmRecoveryCodes', async (call) => {
    const { caller, body } = call;
    await requireRecentSignIn(db, caller);
    const { id } = caller.account;
    const hash = hashRecoveryCode(id, body.code);
    if (!hash || !(await isNewRecoveryCode(db, id, hash))) throw wrongCode('is none of the new recovery codes');
    const { isOn, hasTotp, passkeys } = await findSecondFactors(db, id);
    const isTurnedOn = !isOn && (hasTotp || passkeys > 0);
    await db.batch([
      lockAccount(id),
      insertAuditEntry(factorEntry(call, { added: 'recovery-codes' })),
      ...confirmRecoveryCodes(id, new Date().toISOString()),
      ...(isTurnedOn ? endOthers(caller) : []),
    ]);
  });
}

/** Whoever came in before with the password alone is out. */
function endOthers({ account, source }: AccountCaller) {
  return endOtherAccess(account.id, source.sessionId);
}

function factorEntry(call: RequestOrigin & { caller: AccountCaller }, details: Record<string, string>) {
  return newAuditEntry(actorOf(call), 'account.factor', call.caller.account.id, details);
}

function wrongCode(message: string): Error {
  return problem('invalid_request', 'The code is not right.', { errors: [{ field: 'code', message }] });
}
