// Refuses suspended accounts. Whatever lets an account in passes through here: each kind of credential of the API, the password of a login, and
// the session of a browser.
import { CodedError } from '../errors.ts';

/** A credential was right, but nobody may use it while an account is suspended: its own, or that of the OAuth client's owner. */
export class SuspendedError extends CodedError {
  constructor(whose = 'This account') {
    super({ code: 'suspended', detail: `${whose} is suspended. The operator of this catalog can say why.` });
  }
}

/** `suspendedAt` is a column of the account: empty if it is not suspended. */
export function requireNotSuspended(suspendedAt: string, whose?: string): void {
  if (suspendedAt !== '') throw new SuspendedError(whose);
}
