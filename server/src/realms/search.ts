// How search compares text: the folded form of names, descriptions and search terms.
import { MAX_SEARCH_LENGTH, MAX_WORDS } from '@realm-catalog/contract';
import type { Term } from '../search-index/list-query.ts';

/** Of these, nothing but the case and the blanks can change. */
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\u0000-\u007F]*$/;

/** The form in which search compares text: without compatibility forms, accents and case, with single blanks. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replace(/\s+/g, ' ').trim(); // a fifth of the time, and most texts
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

/** Its words are without those that are part of another word. A term without a word, such as blanks alone, searches for nothing. */
export function searchTerm(search: string): Term | undefined {
  if (search === '') return undefined; // the most frequent case
  const text = fold(search);
  if (text === '') return undefined;
  const words = [...new Set(text.split(' '))];
  // A text that contains `start` also contains `a`.
  return { text, words: words.filter((word) => !words.some((other) => other !== word && other.includes(word))) };
}

/** The term of a broad search: each of its words counts, also one that is part of another. */
export function broadTerm(q: string): Term {
  const text = fold(q);
  return { text, words: [...new Set(text.split(' '))] };
}

/** The first words of a text, folded, as many as a broad search takes. */
export function firstWords(text: string): string {
  const words = fold(text).split(' ').slice(0, MAX_WORDS).join(' ');
  return words.slice(0, MAX_SEARCH_LENGTH).toWellFormed().trim();
}
