// Statements that read the scores of realms: of the day that the database shows, which no statement changes any more.
import sql from 'sql-template-tag';
import type { Reader } from '../db/database.ts';

export interface RealmScores {
  seq: number;
  recent: number;
  trending: number;
}

/** The day whose scores are shown; empty before the first. */
export async function findScoresDay(db: Reader): Promise<string> {
  return (await db.get<{ day: string }>(sql`select day from score_run`))?.day ?? '';
}

/** The scores of a day, in the order of the realms' numbers. */
export function listScores(db: Reader, day: string, after: number, limit: number): Promise<RealmScores[]> {
  return db.all(sql`select seq, recent, trending from download_scores
    where seq > ${after} and day = ${day} order by seq limit ${limit}`);
}
