// Yanks versions: they are not offered any more, and stay for those who name them.
import { GENERATED_VERSION } from '@realm-catalog/contract';
import sql, { type Sql } from 'sql-template-tag';
import type { NewAuditEntry } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import type { Database } from '../db/database.ts';
import { UnavailableError } from '../errors.ts';
import { lockRealm } from '../realms/queries.ts';
import { updateFromManifest, MAX_VERSIONS, type VersionManifest } from './queries.ts';

export interface Yank {
  realmId: string;
  version: string;
  /** False takes a yank back. */
  yanked: boolean;
  /** Without one, a version that is yanked already keeps the reason that it has. */
  reason?: string | undefined;
}

const emptyManifest: VersionManifest = {
  longDescription: '',
  features: { auth: false, payments: false, database: false },
  requirements: { node: '', npm: '' },
};

/** An attempt fails when another version of the realm was published or yanked meanwhile: each version at most once, if all are yanked at the same time. */
export async function yankVersion(db: Database, yank: Yank, entry: NewAuditEntry): Promise<void> {
  for (let attempt = 0; attempt < MAX_VERSIONS; attempt += 1) if (await tryToYank(db, yank, entry)) return;
  throw new UnavailableError('Other versions of this realm are being changed');
}

/**
 * The realm shows the manifest of its newest version that is not yanked. If that version stays the same, the fields that the owner has changed
 * since are left alone. Returns false if another version was published or yanked between the read and the batch: the batch has then changed nothing.
 */
async function tryToYank(db: Database, yank: Yank, entry: NewAuditEntry): Promise<boolean> {
  const { realmId, version } = yank;
  const yanked = Number(yank.yanked);
  const available = versionsOf(realmId, sql`yanked = 0`);
  const availableAfter = versionsOf(
    realmId,
    yank.yanked ? sql`yanked = 0 and version <> ${version}` : sql`(yanked = 0 or version = ${version})`,
  );
  const newest = await db.get<{ number: number; version: string; manifest: string }>(
    sql`select number, version, manifest from ${availableAfter} order by number desc limit 1`,
  );
  const manifest = newest ? (JSON.parse(newest.manifest) as VersionManifest) : emptyManifest;
  const isNewestOf = (versions: Sql) =>
    sql`coalesce((select max(number) from ${versions}), 0) = ${newest?.number ?? 0}`;
  const reason = yank.yanked ? (yank.reason === undefined ? sql`reason` : sql`${yank.reason}`) : sql`''`;
  const isChanged = sql`version = ${version} and (yanked <> ${yanked} or reason <> ${reason})
    and (yanked = ${yanked} or ${isNewestOf(availableAfter)})`;
  await db.batch([
    ...lockRealm(realmId),
    insertAuditEntry(entry, sql`exists (select 1 from ${versionsOf(realmId, isChanged)})`),
    sql`${updateFromManifest(realmId, newest?.version ?? GENERATED_VERSION, manifest, new Date().toISOString())}
      and ${isNewestOf(availableAfter)} and not ${isNewestOf(available)}`,
    sql`update versions set yanked = ${yanked}, reason = ${reason} where realm_id = ${realmId} and ${isChanged}`,
  ]);
  const result = await db.get<{ yanked: number }>(
    sql`select yanked from ${versionsOf(realmId, sql`version = ${version}`)}`,
  );
  return !result || result.yanked === yanked;
}

/** The versions of a realm that match a condition, as they stand after `from`. */
const versionsOf = (realmId: string, condition: Sql): Sql => sql`versions where realm_id = ${realmId} and ${condition}`;
