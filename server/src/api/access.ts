// Whether a caller may do an operation: by the access that the contract gives it.
import type { Scope, Specification } from '@realm-catalog/contract';
import { may, type AccountCaller, type Caller } from '../credentials/caller.ts';

/** Why a caller may not, and the scope that is missing. */
interface Refusal {
  code: 'unauthorized' | 'forbidden';
  detail: string;
  scope?: Scope;
}

export function refusalOf(caller: Caller, { access }: Specification): Refusal | undefined {
  if (access === 'public') return undefined;
  if (caller.kind === 'anonymous')
    return {
      code: 'unauthorized',
      detail: 'This needs a credential: send Authorization: Bearer with a key or a token.',
    };
  if (access === 'upload' || caller.kind === 'upload') {
    if (access === caller.kind) return undefined;
    return { code: 'forbidden', detail: 'This needs the upload token. No other credential is accepted.' };
  }
  if (access === 'credential' || may(caller, access.scope)) return undefined;
  return { code: 'forbidden', detail: missing(caller, access.scope), scope: access.scope };
}

/** Says what a caller lacks: the scope of the credential, or the role of the account. */
function missing(caller: AccountCaller, scope: Scope): string {
  return caller.scopes.includes(scope)
    ? `This needs a role that the account ${caller.account.username} does not have (for the scope ${scope}).`
    : `This needs the scope ${scope}, which this credential does not have.`;
}
