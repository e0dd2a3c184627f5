// What only an operator can do for the sample, as `npm run admin` does it: choose a curator, and feature realms.
import { updateAccount } from '../src/accounts/queries.ts';
import { commandActor, newAuditEntry } from '../src/audit/entry.ts';
import type { Database } from '../src/db/database.ts';
import { featureRealm, findAnyRealm } from '../src/realms/operator-writes.ts';

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
      const realm = await findAnyRealm(db, slug);
      if (!realm) throw new Error(`there is no realm ${slug}`);
      await db.batch(featureRealm(realm.id, true, newAuditEntry(commandActor, 'realm.feature', slug)));
    },
  };
}
