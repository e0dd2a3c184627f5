// What a search term means: which realms it matches, and how well.
import sql, { join, raw, type Sql } from 'sql-template-tag';

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
  if (search === '') return undefined; // as for most lists
  const text = fold(search);
  if (text === '') return undefined;
  const words = [...new Set(text.split(' '))];
  // Where `start` occurs, `a` does.
  return { text, words: words.filter((word) => !words.some((other) => other !== word && other.includes(word))) };
}

/** True of the realms that hold every word in their name or their description. */
export function matches({ words, text }: SearchTerm): Sql {
  if (text.includes('\0')) return sql`1 = 0`; // which no realm's text holds, and no pattern goes beyond
  return join(
    words.map(
      (word) => sql`(${like('name_folded', `%${plain(word)}%`)} or ${like('description_folded', `%${plain(word)}%`)})`,
    ),
    ' and ',
  );
}

/** How well a match does: 0 exact name, 1 beginning of the name, 2 every word in the name, 3 in the description. */
export function rank({ words, text }: SearchTerm): Sql {
  return sql`case
    when realms.name_folded = ${text} then 0
    when ${like('name_folded', `${plain(text)}%`)} then 1
    when ${join(
      words.map((word) => like('name_folded', `%${plain(word)}%`)),
      ' and ',
    )} then 2
    else 3 end`;
}

function like(column: 'name_folded' | 'description_folded', pattern: string): Sql {
  return sql`realms.${raw(column)} like ${pattern} escape '!'`;
}

/** Text in which nothing stands for anything else. */
export function plain(text: string): string {
  return text.replaceAll(/[!%_]/g, '!$&');
}
