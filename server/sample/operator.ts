// What only an operator can do for the sample, as `npm run admin` does it: choose a curator, and feature realms.
import { updateAccount } from '../src/accounts/queries.ts';
import { commandActor, newAuditEntry } from '../src/audit/entry.ts';
import type { Database } from '../src/db/database.ts';
import { featureRealm } from '../src/realms/writes.ts';

export interface Operator {
  makeCurator(accountId: string): Promise<void>;
  feature(slug: string): Promise<void>;
}

export function operatorOf(db: Database): Operator {
  return {
    async makeCurator(accountId) {
      await db.batch(updateAccount(accountId, { role: 'curator' }));
    },
    async feature(slug) {
      await featureRealm(db, slug, true, newAuditEntry(commandActor, 'realm.feature', slug));
    },
  };
}
