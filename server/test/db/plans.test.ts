// How the databases go about the statements that requests wait for: by an index, and never through a whole table.
import assert from 'node:assert/strict';
import { describe, test, before, after } from 'node:test';
import { Sql } from 'sql-template-tag';
import { listSessions } from '../../src/accounts/session-queries.ts';
import { getUser } from '../../src/accounts/user-queries.ts';
import { commandActor, newAuditEntry } from '../../src/audit/entry.ts';
import {
  hasAuditEntry,
  listAudit,
  listSealed,
  listUnsealed,
  insertAuditEntry,
  sealEntries,
} from '../../src/audit/queries.ts';
import { findCollectionId, getCollection } from '../../src/collections/queries.ts';
import { anonymous, type AccountCaller } from '../../src/credentials/caller.ts';
import { findAccessToken, findKey, findSession, findUploadToken } from '../../src/credentials/queries.ts';
import { statementsIn, type Database } from '../../src/db/database.ts';
import {
  countVersionDownloads,
  findDownloadable,
  findFirstDownload,
  listDownloads,
} from '../../src/downloads/queries.ts';
import { deleteFormerScores, leaseRun, listDownloaded, writeScores } from '../../src/downloads/score-queries.ts';
import { copyCounts, countDownloads, insertDownloadKeys } from '../../src/downloads/writes.ts';
import { findSitemapRealms } from '../../src/pages/queries.ts';
import { getVersion } from '../../src/publishing/queries.ts';
import { findListedRealmIds, findNewSlug, isOldSlugOf } from '../../src/realms/old-slug-queries.ts';
import { findSummaries, findSummariesAndDetails, getRealm, findRealm, visibleTo } from '../../src/realms/queries.ts';
import { listStarred } from '../../src/realms/star-queries.ts';
import { createRealm, deleteRealm, starRealm, updateRealm } from '../../src/realms/writes.ts';
import {
  claimKey,
  completeKey,
  findKeyResult,
  replaceToken,
  sweepIdempotencyKeys,
} from '../../src/idempotency/queries.ts';
import { updateClient } from '../../src/oauth/client-writes.ts';
import { listGrants } from '../../src/oauth/grant-queries.ts';
import type { StoredClient } from '../../src/oauth/queries.ts';
import { listScores } from '../../src/catalog/score-queries.ts';
import { getStats } from '../../src/stats/queries.ts';
import { getSeries } from '../../src/stats/series-queries.ts';
import { findIndexedRealms, listChanges, listIndexedRealms } from '../../src/catalog/queries.ts';
import { aRealm, anAccount, startCatalog, type TestCatalog } from '../support/harness.ts';

const ada = anAccount({ username: 'ada' });
const realms = Array.from({ length: 2_000 }, (_, at) => aRealm(ada, { slug: `realm-${at}`, tags: ['auth'] }));
const [first] = realms as [(typeof realms)[0]];
const now = new Date().toISOString();
const owner: AccountCaller = {
  kind: 'key',
  account: { id: ada.id, username: 'ada', role: 'user', plan: 'free' },
  scopes: ['realms:read'],
  source: { keyId: '', expiresAt: '' },
};

const client: StoredClient = {
  id: 'x',
  ownerId: ada.id,
  name: 'App',
  type: 'public',
  secretHash: '',
  formerSecret: { hash: '', endsAt: '' },
  redirectUris: [],
  grantTypes: ['device_code'],
  scopes: ['realms:read'],
  createdAt: now,
};

let catalog: TestCatalog;
before(async () => {
  catalog = await startCatalog({ accounts: [ada] });
  // Not in one transaction, which a busy machine would not end in time.
  for (let at = 0; at < realms.length; at += 200) await catalog.insert({ realms: realms.slice(at, at + 200) });
});
after(() => catalog[Symbol.asyncDispose]());

/** What a request waits for, by what it does. */
const hot: Record<string, (db: Database) => Promise<unknown>> = {
  'a realm by its slug': (db) => getRealm(db, anonymous, first.slug),
  'a realm by its slug, for its owner': (db) => getRealm(db, owner, first.slug),
  'the realm of an old slug': (db) => findNewSlug(db, 'old', visibleTo(owner, 'bySlug')),
  'realms by their slugs or old slugs': (db) => findListedRealmIds(db, owner, [first.slug, 'old']),
  'whether an upload is at an old slug': (db) => isOldSlugOf(db, first.id, 'old'),
  'one version': (db) => getVersion(db, first.id, '1.0.0'),
  'a collection': async (db) => getCollection(db, owner, (await findCollectionId(db, 'none')) ?? ''),
  'summaries of a page': (db) => findSummaries(db, anonymous, [1, 2, 3]),
  'realms that warm the cache': (db) => findSummariesAndDetails(db, [1, 2, 3]),
  'what has changed': (db) => listChanges(db, { revision: 10, seq: 0 }, 500),
  'realms of a part of the sitemap': (db) => findSitemapRealms(db, [1, 2, 3]),
  'realms that have changed': (db) => findIndexedRealms(db, [1, 2]),
  'some realms to fill memory with': (db) => listIndexedRealms(db, 0, 500),
  'a key': (db) => findKey(db, 'x', now),
  'a session': (db) => findSession(db, 'x', now),
  'an upload': (db) => findUploadToken(db, 'x', now),
  'an access token': (db) => findAccessToken(db, 'x'),
  'the sessions of an account': (db) => listSessions(db, ada.id, { limit: 20, offset: 0, now }),
  'the grants of an account': (db) => listGrants(db, ada.id, { limit: 20, offset: 0, now }),
  'what ends with a scope of a client': (db) =>
    updateClient(db, client, { ...client, scopes: ['account'] }, newAuditEntry(commandActor, 'client.update', 'x')),
  'a profile with its sums': (db) => getUser(db, 'ada'),
  'the stars of an account': (db) => listStarred(db, owner),
  'an idempotency key': async (db) => {
    const claim = { keyHash: 'x', requestHash: 'x', claim: 'x', claimedUntil: now, expiresAt: now };
    await claimKey(db, claim, now);
    await findKeyResult(db, 'x');
    await db.batch([...completeKey(claim, 'x', 'y'), ...replaceToken('x', 'z')]);
    await sweepIdempotencyKeys(db, '2999');
  },
  'the realm of a star': (db) => findRealm(db, owner, first.slug),
  'what is downloaded': (db) => findDownloadable(db, anonymous, first.slug),
  'the idempotency key of a download': (db) => findFirstDownload(db, 'x', now),
  'a group of downloads': (db) =>
    db.batch([
      ...insertDownloadKeys([{ hash: 'x', firstDownload: '{}', expiresAt: now }], now),
      ...countDownloads([{ realmId: first.id, version: '1.0.0', count: 1 }], '2026-11-15'),
    ]),
  'the order of the most downloaded': (db) => db.batch([copyCounts(realms.slice(0, 9).map(({ id }) => id))]),
  'the statistics': (db) => getStats(db),
  'the statistics by week': (db) =>
    getSeries(db, { metric: 'downloads', category: 'blog', from: '2026-01-01', to: '2026-12-31', interval: 'week' }),
  'the downloads of a realm by version': (db) =>
    listDownloads(db, first.id, { from: '2026-01-01', to: '2026-12-31', interval: 'week', isByVersion: true }),
  'the downloads of a version': (db) => countVersionDownloads(db, first.id, '1.0.0'),
  'the scores of some realms': async (db) => {
    const lease = { day: '2999-01-01', holder: 'one', now, until: now }; // which no process scores
    const periods = {
      day: '2026-11-16',
      weekStart: '2026-11-09',
      baselineStart: '2026-10-12',
      recentStart: '2026-08-18',
    };
    const run = { day: '', next_day: '', after_day: '2026-11-15', after_realm: first.id, holder: 'one' };
    await listDownloaded(db, periods.recentStart, { realm_id: first.id, last_day: '2026-11-15' }, 256);
    const found = realms.slice(0, 9).map(({ id }) => ({ realm_id: id, last_day: '2026-11-15' }));
    await db.batch([leaseRun(lease)]);
    await db.batch(writeScores(lease, periods, found));
    await deleteFormerScores(db, run, 0, 500);
    await listScores(db, '2026-11-16', 0, 500);
  },
  'a new realm': async (db) => {
    const realm = aRealm(ada, { slug: first.slug });
    await createRealm(db, realm, (slug) => [insertAuditEntry(newAuditEntry(commandActor, 'realm.create', slug))]);
    await db.batch([
      ...updateRealm(realm.id, { name: 'x', tags: ['b'], slug: 'renamed' }, now),
      ...starRealm(ada.id, realm.id, true),
      ...deleteRealm(realm.id),
    ]);
  },
};

const entry = newAuditEntry(commandActor, 'realm.create', first.slug);
const time = '2026-01-01T00:00:00Z';
const pages: Parameters<typeof listAudit>[1][] = [
  {},
  { before: entry.id },
  { action: 'realm.create' },
  { actor: 'ada' },
  { actor: 'ada', action: 'realm.create', from: time, to: time },
  { subject: first.slug },
  { subject: 'ada' },
  { from: time, to: time },
];
Object.assign(hot, {
  'what was noted': (db) => hasAuditEntry(db, entry),
  'what is to be sealed': (db) => listUnsealed(db, 200),
  'the seal of an entry': (db) =>
    db.batch(sealEntries([{ ...entry, position: 1, hash: 'x' }], { position: 0, hash: 'y' })),
  'the chain, by its positions': (db) => listSealed(db, 10, 1_000),
  ...Object.fromEntries(
    pages.map((filter) => [
      `a page of the audit by ${Object.keys(filter).join(' and ') || 'nothing'}`,
      (db: Database) => listAudit(db, filter, 20),
    ]),
  ),
} satisfies typeof hot);

/** Tables of one row or of a handful, and what a statement brings itself. */
const small =
  /^(audit_head|kinds|listed|score_run|wanted|added|summed|sums|revisions|totals|numbers|begin_at|largest|slice|taken|days|\d+ CONSTANT|CONSTANT|\(subquery|secrets)/;

describe('by an index, and by nothing else:', () => {
  for (const [name, run] of Object.entries(hot))
    test(name, async () => {
      const statements: Sql[] = [];
      await run(recording(catalog.services.db, statements));
      assert.ok(statements.length > 0);
      for (const statement of statements) {
        const scans = (await planOf(catalog.services.db, statement))
          .flatMap((line) => [...(/^SCAN (.+)|Seq Scan on (\w+)/.exec(line)?.slice(1) ?? [])].filter(Boolean))
          .filter((scanned) => !small.test(scanned) && !/USING (COVERING )?INDEX/.test(scanned));
        assert.deepEqual(scans, [], statement.text);
      }
    });

  test('the largest categories are read in the order of their index, without sorting all of them', async () => {
    const statements: Sql[] = [];
    await getStats(recording(catalog.services.db, statements));
    for (const statement of statements) {
      const plan = (await planOf(catalog.services.db, statement)).join('\n');
      assert.match(plan, /category_totals_largest/);
      assert.doesNotMatch(plan, /TEMP B-TREE|\bSort\b/);
    }
  });

  test('a statement that needs a whole table would be noticed', async () => {
    const plan = await planOf(catalog.services.db, new Sql(["select * from realms where license = 'x'"], []));
    assert.ok(
      plan.some((line) => /SCAN realms|Seq Scan on realms/.test(line)),
      plan.join('\n'),
    );
  });
});

function recording(db: Database, statements: Sql[]): Database {
  return {
    ...db,
    all: (statement) => (statements.push(statement), db.all(statement)),
    get: (statement) => (statements.push(statement), db.get(statement)),
    batch: (batch) =>
      db.batch(() => {
        const its = statementsIn(batch);
        statements.push(...its);
        return its;
      }),
  };
}

const words = { sqlite: 'explain query plan ', postgres: 'explain ' };

/** PostgreSQL goes through small tables because they are small; told not to, it does so where it has no other way. */
async function planOf(db: Database, { strings, values }: Sql): Promise<string[]> {
  const lines: string[] = [];
  const explained = new Sql([words[db.dialect] + strings[0], ...strings.slice(1)], values);
  await db.exclusively(async (store) => {
    if (db.dialect === 'postgres') await store.script('set local enable_seqscan = off');
    for (const row of await store.all<Record<string, string>>(explained))
      lines.push(row['detail'] ?? row['QUERY PLAN'] ?? '');
  });
  return lines;
}
