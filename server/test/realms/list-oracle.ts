// The meaning of lists and searches as SQL: the oracle that tests compare the search index with.
import type { RealmSummary } from '@realm-catalog/contract';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Caller } from '../../src/credentials/caller.ts';
import type { Reader } from '../../src/db/database.ts';
import type { RealmQuery } from '../../src/realms/list-query.ts';
import { findSummaries, visibleTo } from '../../src/realms/queries.ts';
import type { SearchTerm } from '../../src/realms/search.ts';

/** The most tags that a realm has; a query for more finds nothing. */
const MAX_TAGS = 20;

export async function listRealms(
  db: Reader,
  caller: Caller,
  query: RealmQuery,
): Promise<{ realms: RealmSummary[]; total: number }> {
  const where = filtered(caller, query);
  const rows = await db.all<{ seq: number }>(sql`select seq from realms
    where ${where} order by ${order(query.sort, query.search)} limit ${query.limit} offset ${query.offset}`);
  const count = await db.get<{ total: number }>(sql`select count(*) as total from realms where ${where}`);
  const seqs = rows.map(({ seq }) => seq);
  const found = seqs.length === 0 ? [] : await findSummaries(db, caller, seqs);
  const summaries = new Map(found.map(({ seq, summary }) => [seq, summary]));
  return { realms: seqs.flatMap((seq) => summaries.get(seq) ?? []), total: Number(count?.total) };
}

function filtered(caller: Caller, query: RealmQuery): Sql {
  const { author, category, license, slugs, tags, featured, search } = query;
  return join(
    [
      visibleTo(caller, 'inLists'),
      category ? sql`realms.category = ${category}` : empty,
      author ? sql`realms.owner_id in (select id from accounts where username = ${author})` : empty,
      license ? sql`lower(realms.license) = ${license.toLowerCase()}` : empty,
      slugs ? (slugs.length > 0 ? sql`realms.slug in (${join(slugs)})` : sql`1 = 0`) : empty,
      featured ? sql`realms.featured = 1` : empty,
      tags.length > 0 ? tagged(tags) : empty,
      search ? matches(search) : empty,
    ].filter((condition) => condition !== empty),
    ' and ',
  );
}

/** Tags are JSON: a tag with its quotation marks is no part of another. */
function tagged(tags: string[]): Sql {
  if (tags.length > MAX_TAGS) return sql`1 = 0`;
  return join(
    tags.map((tag) => sql`realms.tags like ${`%${escaped(JSON.stringify(tag))}%`} escape '!'`),
    ' and ',
  );
}

const newest = sql`realms.created_at desc, realms.id desc`;
const popular = sql`realms.download_count desc, ${newest}`;

function order(sort: RealmQuery['sort'], search: SearchTerm | undefined): Sql {
  switch (sort) {
    case 'seqs':
      return newest; // the caller puts them into the order of their slugs
    case 'relevance':
      return search ? sql`${rank(search)}, ${popular}` : newest;
    case 'newest':
      return newest;
    case 'downloads':
      return popular;
    case 'recent':
      return sql`${score('recent')} desc, realms.id`;
    case 'trending':
      return sql`${score('trending')} desc, ${score('recent')} desc, realms.id`;
    case 'stars':
      return sql`realms.star_count desc, ${newest}`;
    case 'updated':
      return sql`realms.updated_at desc, realms.id desc`;
    case 'name':
      return sql`realms.name_folded, realms.id`;
  }
}

/** As it was written for the day that is shown. */
function score(name: 'recent' | 'trending'): Sql {
  return sql`coalesce((select ${raw(name)} from download_scores
    where download_scores.seq = realms.seq and day = (select day from score_run)), 0)`;
}

/** True of the realms that have every word in their name or their description. */
function matches({ words, text }: SearchTerm): Sql {
  if (text.includes('\0')) return sql`1 = 0`; // no realm's text has it, and a pattern ends there
  return join(
    words.map((word) => {
      const pattern = `%${escaped(word)}%`;
      return sql`(${like('name_folded', pattern)} or ${like('description_folded', pattern)})`;
    }),
    ' and ',
  );
}

/** How good a match is: 0 exact name, 1 beginning of the name, 2 every word in the name, 3 in the description. */
function rank({ words, text }: SearchTerm): Sql {
  return sql`case
    when realms.name_folded = ${text} then 0
    when ${like('name_folded', `${escaped(text)}%`)} then 1
    when ${join(
      words.map((word) => like('name_folded', `%${escaped(word)}%`)),
      ' and ',
    )} then 2
    else 3 end`;
}

function like(column: 'name_folded' | 'description_folded', pattern: string): Sql {
  return sql`realms.${raw(column)} like ${pattern} escape '!'`;
}

/** Text in which no character is a wildcard. */
function escaped(text: string): string {
  return text.replaceAll(/[!%_]/g, '!$&');
}
