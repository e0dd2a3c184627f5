// The slug that a name gives, in the catalog and in clients alike.

const MAX_LENGTH = 64;

/** Letters of Latin that Unicode does not take apart into a letter of ASCII and a mark. */
const spellings: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
};
const SPELLED = /[ßæœøđðþłħıŋŧ]/g;

/** `Große Übung!` becomes `grosse-ubung`; a name without a letter or digit of ASCII leaves nothing. */
export function slugFromName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(SPELLED, (letter) => spellings[letter] ?? '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  return shortSlug(words, MAX_LENGTH);
}

/** Cut off, without a dash at an end. */
export const shortSlug = (text: string, maxLength: number): string =>
  text.replace(/^-/, '').slice(0, maxLength).replace(/-$/, '');
