// Downloads of the sample over the days that have passed. There are hundreds of thousands, so they are counted as the catalog counts them, past HTTP.
import { GENERATED_VERSION } from '@realm-catalog/contract';
import sql from 'sql-template-tag';
import type { Database } from '../src/db/database.ts';
import { insertDownloads } from '../src/downloads/writes.ts';
import { RELEASE_SHARE } from './fill.ts';
import { realms } from './realms.ts';
import type { SampleRealm } from './sample-realm.ts';

const DAY_MS = 86_400_000;

export async function countSampleDownloads(db: Database, now: number): Promise<void> {
  const rows = await db.all<{ id: string; seq: number; slug: string }>(sql`select id, seq, slug from realms`);
  const bySlug = new Map(rows.map((row) => [row.slug, row]));
  for (const realm of realms) {
    const row = bySlug.get(realm.slug);
    if (!row) continue;
    const { id, seq } = row;
    await db.batch(
      daysOf(realm).flatMap((count, at) => {
        const day = new Date(now - (realm.age - at) * DAY_MS).toISOString();
        return count > 0
          ? insertDownloads([{ id, seq, version: versionOn(realm, at), count }], { now: day, writer: 1 })
          : [];
      }),
    );
  }
}

/** How many on each of its days, the oldest first: more at its end if it grows, fewer at weekends. */
function daysOf({ age, downloads, growth = 1 }: SampleRealm): number[] {
  const weights = Array.from({ length: age }, (_, at) => {
    const trend = growth ** ((at / age - 0.5) * 1.5);
    return trend * (at % 7 < 5 ? 1 : 0.55) * (1 + 0.25 * Math.sin(at * 1.7));
  });
  const sum = weights.reduce((one, other) => one + other, 0);
  return weights.map((weight) => Math.round((downloads * weight) / sum));
}

/** The version that was the newest on its day `at`; versions come in equal steps. */
function versionOn({ age, versions = [] }: SampleRealm, at: number): string {
  const newest = Math.floor(at / ((age * RELEASE_SHARE) / versions.length));
  return versions[Math.min(newest, versions.length - 1)] ?? GENERATED_VERSION;
}
