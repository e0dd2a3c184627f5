// `admin realms`: which realms are featured.
import type { Command } from 'commander';
import { commandActor, newAuditEntry } from '../audit/entry.ts';
import { StartError } from '../config.ts';
import type { Database } from '../db/database.ts';
import { featureRealm } from '../realms/writes.ts';
import type { OnStore } from './on-store.ts';

export function realmCommands(program: Command, onStore: OnStore): void {
  const realms = program.command('realms').description('Choose the featured realms.');
  for (const [word, featured] of [
    ['feature', true],
    ['unfeature', false],
  ] as const)
    realms
      .command(`${word} <slug>`)
      .description(featured ? 'Feature a realm.' : 'Feature a realm no longer.')
      .action(onStore((db, slug: string) => feature(db, slug, featured)));
}

async function feature(db: Database, slug: string, featured: boolean): Promise<string> {
  const entry = newAuditEntry(commandActor, featured ? 'realm.feature' : 'realm.unfeature', slug);
  if (!(await featureRealm(db, slug, featured, entry))) throw new StartError(`There is no realm ${slug}.`);
  return `The realm ${slug} is ${featured ? 'featured' : 'not featured'}.`;
}
