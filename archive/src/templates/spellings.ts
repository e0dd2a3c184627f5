// The spellings in which a name of several words stands in files: each is made of the words, and has its own rule of what may stand beside it.

/** `Acme Shop`, `acme shop`, `acme-shop`, `acme_shop`, `acmeShop`, `AcmeShop`, `ACME_SHOP`, `acmeshop`. */
const spellings = {
  title: (words: string[]) => words.map(capitalized).join(' '),
  lower: (words: string[]) => words.join(' ').toLowerCase(),
  kebab: (words: string[]) => words.join('-').toLowerCase(),
  snake: (words: string[]) => words.join('_').toLowerCase(),
  camel: ([first = '', ...others]: string[]) => first.toLowerCase() + others.map(capitalized).join(''),
  pascal: (words: string[]) => words.map(capitalized).join(''),
  constant: (words: string[]) => words.join('_').toUpperCase(),
  joined: (words: string[]) => words.join('').toLowerCase(),
};

export type Spelling = keyof typeof spellings;

export const spellingNames = Object.keys(spellings) as Spelling[];

export function spell(spelling: Spelling, words: string[]): string {
  return spellings[spelling](words);
}

/** Letters after the first stay as they were typed: `IBM Cloud` is `IBMCloud`. */
function capitalized(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length);
}
