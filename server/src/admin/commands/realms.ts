// `admin realms`: features realms.
import type { Command } from 'commander';
import { commandActor, newAuditEntry } from '../../audit/entry.ts';
import { OperatorError } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { featureRealm } from '../../realms/writes.ts';
import type { OnDatabase } from '../on-database.ts';

export function realmCommands(program: Command, onDatabase: OnDatabase): void {
  const realms = program.command('realms').description('Choose the featured realms.');
  for (const [word, isFeatured] of [
    ['feature', true],
    ['unfeature', false],
  ] as const)
    realms
      .command(`${word} <slug>`)
      .description(isFeatured ? 'Feature a realm.' : 'Feature a realm no longer.')
      .action(onDatabase((db, slug: string) => feature(db, slug, isFeatured)));
}

async function feature(db: Database, slug: string, isFeatured: boolean): Promise<string> {
  const entry = newAuditEntry(commandActor, isFeatured ? 'realm.feature' : 'realm.unfeature', slug);
  if (!(await featureRealm(db, slug, isFeatured, entry))) throw new OperatorError(`There is no realm ${slug}.`);
  return `The realm ${slug} is ${isFeatured ? 'featured' : 'not featured'}.`;
}
