// Reads the audit from the database, for tests.
import type { AuditEntry } from '@realm-catalog/contract';
import { CHAIN_START } from '../../src/audit/chain.ts';
import { listSealed } from '../../src/audit/queries.ts';
import { seal } from '../../src/audit/seal.ts';
import type { Database } from '../../src/db/database.ts';
import type { TestCatalog } from '../support/harness.ts';

/** All entries, the oldest first. */
export async function entriesOf(db: Database): Promise<AuditEntry[]> {
  await seal(db);
  const entries = await listSealed(db, 0, 100_000);
  return entries.map(({ actorId, how, kind, subject, details, ...entry }) => ({
    ...entry,
    actor: { id: actorId, username: '', how },
    subject: { kind, id: subject, name: '' },
    details: JSON.parse(details) as Record<string, string>,
  }));
}

/** The entries that this work leaves. */
export async function entriesLeftBy(to: TestCatalog, work: () => Promise<unknown>): Promise<AuditEntry[]> {
  const { position } = (await entriesOf(to.services.db)).at(-1) ?? CHAIN_START;
  await work();
  return (await entriesOf(to.services.db)).filter((entry) => entry.position > position);
}
