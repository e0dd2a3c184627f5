// The entries that tests of the audit expect, as they compare them.
import type { AuditEntry } from '@realm-catalog/contract';
import type { Person } from '../support/harness.ts';

export type Expected = Pick<AuditEntry, 'action'> & { actor: string; how: string; subject: string; details: object };
export const entry = (
  action: AuditEntry['action'],
  [actor, how]: [actor: string, how: AuditEntry['actor']['how']],
  subject: string,
  details: object = {},
): Expected => ({ action, actor, how, subject, details });

export const byJwt = (who: Person): [string, 'jwt'] => [who.account.id, 'jwt'];
export const command: [string, 'command'] = ['', 'command'];

/** The scopes of a credential when nobody names others. */
export const defaults = 'realms:read realms:write';
