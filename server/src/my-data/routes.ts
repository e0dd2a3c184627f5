// The HTTP route by which people take all their data with them: one JSON document, which is written while it is read.
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { findAccount } from '../accounts/queries.ts';
import { listSessions } from '../accounts/sign-in/session-queries.ts';
import type { AddHandler } from '../api/api.ts';
import { listAudit } from '../audit/queries.ts';
import { seal } from '../audit/seal.ts';
import { may, type AccountCaller } from '../credentials/caller.ts';
import type { Database } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import { listIdentities } from '../accounts/identities/queries.ts';
import { listKeys } from '../accounts/keys/queries.ts';
import { listGrants } from '../oauth/grant-queries.ts';
import { listClients } from '../oauth/queries.ts';
import { listVersions, type VersionRow } from '../publishing/queries.ts';
import { getRealm } from '../realms/queries.ts';
import type { PictureAddressing } from '../realms/shown-pictures.ts';
import { readSecondFactors } from '../accounts/factors/passkey-queries.ts';
import { listCurated, listOwnRealms, listOwnStars } from './queries.ts';

interface DataServices {
  db: Database;
  addressing: PictureAddressing;
}

/** How many rows a statement reads. */
const PAGE_SIZE = 200;
/** After so many rows others have their turn: SQLite answers at once, and a realm has two statements. */
const ROWS_PER_TURN = 16;

export function addMyDataHandler(addHandler: AddHandler, services: DataServices): void {
  addHandler('getMyData', async ({ caller, requestId }) => {
    if (!may(caller, 'realms:read'))
      throw problem('forbidden', 'This also needs the scope realms:read, which this credential lacks.');
    return {
      open: async () => Readable.from(documentOf(services, caller)),
      size: undefined, // it is known at the end
      etagInput: Buffer.from(requestId),
      headers: { 'content-disposition': 'attachment; filename="realm-catalog-data.json"' },
    };
  });
}

/** The text of the document, in pieces. No list is ever whole in memory. */
async function* documentOf(services: DataServices, caller: AccountCaller): AsyncGenerator<string> {
  const { db } = services;
  const { id } = caller.account;
  await seal(db); // the audit is read as far as it is sealed
  yield `{"account":${JSON.stringify(await findAccount(db, id))}`;
  yield `,"keys":${JSON.stringify(await listKeys(db, id))}`;
  yield `,"clients":${JSON.stringify(await clientsOf(db, id))}`;
  yield `,"secondFactors":${JSON.stringify(await readSecondFactors(db, id))}`;
  yield `,"identities":${JSON.stringify(await listIdentities(db, id))}`;
  const lists: Record<string, AsyncGenerator<object>> = {
    sessions: sessionsOf(db, id),
    grants: grantsOf(db, id),
    collections: rowsAfter({ slug: '' }, (after) => listCurated(db, id, after, PAGE_SIZE)),
    stars: starsOf(db, caller),
    realms: realmsOf(services, caller),
    audit: auditOf(db, id),
  };
  for (const [name, rows] of Object.entries(lists)) {
    let count = 0;
    yield `,"${name}":[`;
    for await (const row of rows) {
      yield (count === 0 ? '' : ',') + JSON.stringify(row);
      count += 1;
      if (count % ROWS_PER_TURN === 0) await setImmediate();
    }
    yield ']';
  }
  yield '}';
}

/** The rows of a list that is read in pages, each of which begins after the last row of the one before. */
async function* rowsAfter<Cursor, Row extends Cursor>(
  first: Cursor,
  read: (after: Cursor) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after = first; ;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_SIZE) return;
    after = last;
  }
}

/** The rows of a list that is read by offsets. */
async function* rowsFrom<Row>(read: (offset: number) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const rows = await read(offset);
    yield* rows;
    if (rows.length < PAGE_SIZE) return;
  }
}

function sessionsOf(db: Database, id: string): AsyncGenerator<object> {
  const now = new Date().toISOString();
  return rowsFrom(async (offset) => (await listSessions(db, id, { limit: PAGE_SIZE, offset, now })).sessions);
}

function grantsOf(db: Database, id: string): AsyncGenerator<object> {
  const now = new Date().toISOString();
  return rowsFrom(async (offset) => (await listGrants(db, id, { limit: PAGE_SIZE, offset, now })).grants);
}

/** Without the hashes of their secrets. */
async function clientsOf(db: Database, id: string): Promise<object[]> {
  const clients = await listClients(db, id);
  return clients.map(({ ownerId: _owner, secretHash: _secret, formerSecret: _former, ...client }) => client);
}

async function* starsOf(db: Database, caller: AccountCaller): AsyncGenerator<object> {
  for await (const star of rowsAfter({ realm_id: '' }, (after) => listOwnStars(db, caller, after, PAGE_SIZE)))
    if (star.is_visible === 1) yield { slug: star.slug, createdAt: star.created_at };
}

/** Each realm with its versions, of which there are at most 1,000. */
async function* realmsOf({ db, addressing }: DataServices, caller: AccountCaller): AsyncGenerator<object> {
  const own = rowsAfter({ visibility: '', id: '' }, (after) => listOwnRealms(db, caller, after, PAGE_SIZE));
  for await (const { slug } of own) {
    const found = await getRealm(db, caller, slug, { addressing });
    // One that is deleted or renamed at this moment is left out.
    if (found) yield { ...found.realm, versions: (await listVersions(db, found.realm.id)).map(toVersion) };
  }
}

function toVersion({ version, size, digest, yanked, reason, created_at }: VersionRow): object {
  return { version, size, sha256: digest, yanked: yanked === 1, reason, createdAt: created_at };
}

/** What the account has done; the newest first. */
function auditOf(db: Database, id: string): AsyncGenerator<object> {
  return rowsAfter({ id: '' }, ({ id: before }) => listAudit(db, { actorId: id, before }, PAGE_SIZE));
}
