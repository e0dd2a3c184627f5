// The entry of the audit for a suspension, with its reason, or for the end of one.
import { newAuditEntry, type Actor, type NewAuditEntry } from '../audit/entry.ts';

export function suspensionEntry(actor: Actor, id: string, isSuspended: boolean, reason?: string): NewAuditEntry {
  return isSuspended
    ? newAuditEntry(actor, 'account.suspend', id, { ...(reason !== undefined && { reason }) })
    : newAuditEntry(actor, 'account.restore', id);
}
