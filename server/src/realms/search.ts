// How search compares text: the folded form of names, descriptions and search terms.

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
