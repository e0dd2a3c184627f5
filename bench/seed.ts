// Fills the configured store with N realms, the same for the same N: `npm run bench:seed -- N`.
import { randomUUIDv7 } from 'node:crypto';
import sql, { type Sql } from 'sql-template-tag';
import { insertAccount } from '../server/src/accounts/queries.ts';
import { insertCollection } from '../server/src/collections/queries.ts';
import { readConfig, OperatorError } from '../server/src/config/config.ts';
import type { Database } from '../server/src/db/database.ts';
import { insertVersion } from '../server/src/publishing/queries.ts';
import type { NewRealm } from '../server/src/realms/columns.ts';
import { insertRealm } from '../server/src/realms/writes.ts';
import { openServices } from '../server/src/services.ts';
import { firstStart } from '../server/src/starters.ts';
import { accounts, archiveOfAll, realmsOf } from './catalog.ts';
import { SEEDED, readSeeded, type Seeded } from './seeded.ts';

/** Realms in one transaction; in a longer one, PostgreSQL drags every former value of the totals along. */
const BATCH_SIZE = 200;
const COLLECTIONS = 5;

async function seed(size: number): Promise<void> {
  const services = await openServices(readConfig());
  const { db } = services;
  try {
    const found = await readSeeded(db);
    if (found?.realms === size) return say(`The store has its ${size} realms.\n`);
    if (found || (await db.get(sql`select 1 from realms limit 1`)))
      throw new OperatorError(`The store already has ${found?.realms ?? 'other'} realms; take an empty one.`);
    await firstStart(services, { empty: true });
    await services.archives.put(archiveOfAll.bytes, archiveOfAll.digest);
    await fill(db, size);
  } finally {
    await services.close();
  }
}

async function fill(db: Database, size: number): Promise<void> {
  const begun = performance.now();
  const owners = accounts();
  const realmAt = realmsOf(size, owners);
  const totals: Seeded['totals'] = {};
  const popular: NewRealm[] = [];
  await db.batch(owners.flatMap(insertAccount));

  for (let from = 0; from < size; from += BATCH_SIZE) {
    const statements: Sql[] = [];
    for (let i = from; i < Math.min(from + BATCH_SIZE, size); i += 1) {
      const { realm, version } = realmAt(i);
      statements.push(...insertRealm(realm), ...insertVersion(version));
      if (realm.visibility !== 'public') continue;
      for (const filter of filtersOf(realm)) totals[filter] = (totals[filter] ?? 0) + 1;
      if (popular.length < COLLECTIONS * 10 && realm.downloadCount > 1_000) popular.push(realm);
    }
    await db.batch(statements);
    const done = Math.min(from + BATCH_SIZE, size);
    say(`\r${done} of ${size} realms, ${Math.round((performance.now() - begun) / 1_000)} s `);
  }

  const fact: Seeded = { realms: size, totals };
  await db.batch([
    ...Array.from({ length: COLLECTIONS }, (_, at) => collection(popular, at, owners[at]?.id ?? '')).flat(),
    sql`insert into store_facts (name, value) values (${SEEDED}, ${JSON.stringify(fact)})`,
  ]);
  say('\n');
}

/** The filters that find this realm, as a query string has them: none, category, two tags, category and tag. */
function filtersOf({ category, tags }: NewRealm): string[] {
  const sorted = tags.toSorted();
  return [
    '',
    `category=${category}`,
    ...sorted.flatMap((tag, at) => [
      `category=${category}&tags=${tag}`,
      ...sorted.slice(at + 1).map((other) => `tags=${tag},${other}`),
    ]),
  ];
}

function collection(realms: NewRealm[], at: number, createdBy: string): Sql[] {
  const realmIds = realms.slice(at * 10, at * 10 + 10).map(({ id }) => id);
  const [name, slug] = [`Choice ${at + 1}`, `choice-${at + 1}`];
  const createdAt = '2026-11-01T00:00:00.000Z';
  return insertCollection({
    id: randomUUIDv7(),
    slug,
    name,
    description: '',
    featured: at === 0,
    createdBy,
    createdAt,
    realmIds,
  });
}

function say(progress: string): void {
  process.stderr.write(progress);
}

const size = Number(process.argv[2]);
try {
  if (!Number.isInteger(size) || size < 1) throw new OperatorError('Say how many realms: npm run bench:seed -- 100000');
  await seed(size);
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
}
