// `admin realms`: features realms, quarantines them, and lists those that are quarantined.
import { MAX_LIMIT, specifications, type AuditAction } from '@realm-catalog/contract';
import type { Command } from 'commander';
import type { Sql } from 'sql-template-tag';
import { commandActor, newAuditEntry, type NewAuditEntry } from '../../audit/entry.ts';
import { OperatorError } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { bodyReader } from '../../http/input.ts';
import {
  featureRealm,
  findAnyRealm,
  listQuarantined,
  quarantineRealm,
  releaseRealm,
} from '../../realms/operator-writes.ts';
import { toCount } from '../count-option.ts';
import type { OnDatabase } from '../with-database.ts';
import { requireValid } from '../require-valid.ts';

/** What a command does to a realm: its entry in the audit, its statements, and what it says then. */
interface Change {
  action: AuditAction;
  statements: (id: string, entry: NewAuditEntry) => Sql[];
  state: string;
}

const changes: Record<'feature' | 'unfeature' | 'release', Change & { about: string }> = {
  feature: {
    about: 'Feature a realm.',
    action: 'realm.feature',
    statements: (id, entry) => featureRealm(id, true, entry),
    state: 'featured',
  },
  unfeature: {
    about: 'Feature a realm no longer.',
    action: 'realm.unfeature',
    statements: (id, entry) => featureRealm(id, false, entry),
    state: 'not featured',
  },
  release: {
    about: 'End the quarantine of a realm: it is as visible as before.',
    action: 'realm.release',
    statements: releaseRealm,
    state: 'not quarantined',
  },
};

export function realmCommands(program: Command, onDatabase: OnDatabase): void {
  const realms = program.command('realms').description('Choose the featured realms, and quarantine realms.');
  for (const [word, { about, ...change }] of Object.entries(changes))
    realms
      .command(`${word} <slug>`)
      .description(about)
      .action(onDatabase((db, slug: string) => changeRealm(db, slug, change)));
  realms
    .command('quarantine <slug>')
    .description('Withdraw a realm from everyone but its owner and administrators.')
    .requiredOption('--reason <text>', 'why; its owner is shown it')
    .action(onDatabase(quarantine));
  realms
    .command('quarantined')
    .description('Show the realms that are quarantined: slug, owner, what it was, since when, and why.')
    .option('--limit <number>', 'how many', toCount, MAX_LIMIT)
    .action(onDatabase(showQuarantined));
}

async function showQuarantined(db: Database, { limit }: { limit: number }): Promise<string> {
  const realms = await listQuarantined(db, undefined, limit);
  const lines = realms.map(({ slug, owner, visibility, since, reason }) =>
    [slug, owner, visibility, since, JSON.stringify(reason)].join('  '),
  );
  return lines.length > 0 ? lines.join('\n') : 'No realm is quarantined.';
}

function quarantine(db: Database, slug: string, options: { reason: string }): Promise<string> {
  const { reason } = requireValid<{ reason: string }>(readState({ quarantined: true, reason: options.reason }));
  const statements = (id: string, entry: NewAuditEntry) => quarantineRealm(id, reason, entry);
  return changeRealm(db, slug, { action: 'realm.quarantine', statements, state: 'quarantined' });
}

async function changeRealm(db: Database, slug: string, { action, statements, state }: Change): Promise<string> {
  const realm = await findAnyRealm(db, slug);
  if (!realm) throw new OperatorError(`There is no realm ${slug}.`);
  await db.batch(statements(realm.id, newAuditEntry(commandActor, action, realm.slug)));
  return `The realm ${slug} is ${state}.`;
}

// The rules of the API hold for the operator's commands, too.
const readState = bodyReader(specifications.moderateRealm.body);
