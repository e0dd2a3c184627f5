// `admin audit`: lists, exports and verifies the audit entries.
import { pipeline } from 'node:stream/promises';
import { auditActions, MAX_LIMIT, type AuditAction, type AuditEntry } from '@realm-catalog/contract';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { filterOf, findHead, listAudit, type AskedAudit } from '../../audit/queries.ts';
import { seal } from '../../audit/seal.ts';
import { exportLines, verify } from '../../audit/verify.ts';
import { OperatorError } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { toCount } from '../count-option.ts';
import type { OnDatabase } from '../with-database.ts';

interface ListOptions extends AskedAudit {
  action?: AuditAction;
  limit: number;
}

export function auditCommands(program: Command, onDatabase: OnDatabase): void {
  const audit = program.command('audit').description('Read who did what, and verify that nobody changed it.');
  audit
    .command('list', { isDefault: true })
    .description('Show the newest entries.')
    .addOption(new Option('--action <action>', 'only this action').choices(auditActions))
    .option('--actor <username>', 'only what this account did; its id does as well')
    .option('--subject <name>', 'only what was done to this: a slug, an id or a username')
    .option('--from <time>', 'not before this time, such as 2026-11-15T09:30:00Z', toTime)
    .option('--to <time>', 'not after this time', toTime)
    .option('--limit <number>', 'how many', toCount, MAX_LIMIT)
    .action(onDatabase(list));
  audit
    .command('head')
    .description(
      'Print the last position and its hash. Kept elsewhere, it proves later that nothing before it was cut off.',
    )
    .action(onDatabase(head));
  audit
    .command('verify')
    .description('Walk the chain, and name the first position that does not hold.')
    .option('--from <hash>', 'begin at the entry with this hash, which `head` printed once; it must be there')
    .action(onDatabase(verifyChain));
  audit
    .command('export')
    .description('Write all entries as lines of JSON, with their hashes.')
    .option('--after <position>', 'only those after this position', toCount, 0)
    .action(onDatabase(exportEntries));
}

async function list(db: Database, { limit, ...asked }: ListOptions): Promise<string> {
  await seal(db);
  const filter = await filterOf(db, asked);
  const entries = filter ? await listAudit(db, filter, limit) : [];
  return entries.length > 0 ? entries.map(toLine).join('\n') : 'There is no such entry.';
}

function toLine({ at, action, actor, subject, details, address }: AuditEntry): string {
  const fields = Object.entries(details).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const name = actor.username || actor.how;
  return [at, action, name, `${subject.kind}:${subject.id}`, address || '-', ...fields].join('  ');
}

async function head(db: Database): Promise<string> {
  await seal(db);
  const { position, hash } = await findHead(db);
  return `${position} ${hash}`;
}

async function verifyChain(db: Database, { from }: { from?: string }): Promise<string> {
  const { entries, until, fault } = await verify(db, from);
  if (fault) throw new OperatorError(`The audit does not hold: ${fault}.`);
  return `The audit holds: ${entries} entries, up to position ${until.position} with the hash ${until.hash}.`;
}

async function exportEntries(db: Database, { after }: { after: number }): Promise<undefined> {
  await seal(db);
  try {
    await pipeline(exportLines(db, after), process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error; // the reader of the pipe has closed it
  }
}

function toTime(text: string): string {
  if (Number.isNaN(Date.parse(text))) throw new InvalidArgumentError('It is no time such as 2026-11-15T09:30:00Z.');
  return text;
}
