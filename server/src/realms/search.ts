// How search compares text: the folded form of names, descriptions and search terms.

export interface SearchTerm {
  /** The whole term, folded. */
  text: string;
  /** Its words, without those that are part of another word. */
  words: string[];
}

/** The form in which search compares text: without compatibility forms, accents and case, with single blanks. */
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
  if (search === '') return undefined; // the most frequent case
  const text = fold(search);
  if (text === '') return undefined;
  const words = [...new Set(text.split(' '))];
  // A text that contains `start` also contains `a`.
  return { text, words: words.filter((word) => !words.some((other) => other !== word && other.includes(word))) };
}
