// What a search term means: which realms it matches, and how well.
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Database } from '../db/database.ts';

type Dialect = Database['dialect'];

export interface SearchTerm {
  /** The whole term as names are compared. */
  text: string;
  words: string[];
}

/** As search compares text: compatibility forms, accents and case are gone, and blanks are single. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase() // there and back, which makes ẞ, ß and ss alike
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ') // lower-casing writes a sigma at a word's end in its own way
    .replace(/\s+/gu, ' ')
    .trim();
}

/** A term without a word, such as blanks alone, searches for nothing. */
export function searchTerm(search: string): SearchTerm | undefined {
  const text = fold(search);
  if (text === '') return undefined;
  const words = [...new Set(text.split(' '))];
  // Where `start` occurs, `a` does.
  return { text, words: words.filter((word) => !words.some((other) => other !== word && other.includes(word))) };
}

/** What the two databases say differently. */
const dialects = {
  sqlite: { contains: containsBySqlite, position: 'instr' },
  postgres: { contains: containsByPostgres, position: 'strpos' },
} satisfies Record<Dialect, unknown>;

/** True of the realms that hold every word in their name or their description. */
export function matches(dialect: Dialect, { words, text }: SearchTerm): Sql {
  // No realm's text holds U+0000, and an index takes it for the end of the word.
  if (text.includes('\0')) return sql`1 = 0`;
  return join(dialects[dialect].contains(words), ' and ');
}

/** The trigram index knows words of three characters and more; quoted, they are text and no operator. */
function containsBySqlite(words: string[]): Sql[] {
  const indexed = words.filter((word) => Array.from(word).length >= 3);
  const short = words.filter((word) => !indexed.includes(word));
  const query = indexed.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ');
  return [
    query ? sql`realms.seq in (select rowid from realm_search where realm_search match ${query})` : sql`1 = 1`,
    ...short.map(
      (word) => sql`(instr(realms.name_folded, ${word}) > 0 or instr(realms.description_folded, ${word}) > 0)`,
    ),
  ];
}

/** As the index of the migration has it: one text of both. */
function containsByPostgres(words: string[]): Sql[] {
  return words.map(
    (word) => sql`(realms.name_folded || chr(10) || realms.description_folded)
      like ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`,
  );
}

/** How well a match does: 0 exact name, 1 beginning of the name, 2 every word in the name, 3 in the description. */
export function rank(dialect: Dialect, { words, text }: SearchTerm): Sql {
  const position = raw(dialects[dialect].position);
  const wordsInName = words.map((word) => sql`${position}(realms.name_folded, ${word}) > 0`);
  return sql`case
    when realms.name_folded = ${text} then 0
    when ${position}(realms.name_folded, ${text}) = 1 then 1
    when ${join(wordsInName, ' and ')} then 2
    else 3 end`;
}
