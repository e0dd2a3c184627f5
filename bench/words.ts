// The words of the benchmark's catalog: made up, pronounceable, and as unevenly frequent as those of a language.
import { below, seeded, zipf } from './random.ts';

const COUNT = 8_000;
const openings = [
  'b',
  'br',
  'c',
  'd',
  'dr',
  'f',
  'g',
  'gr',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'pl',
  'r',
  's',
  'st',
  't',
  'v',
];
const vowels = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou'];
const endings = ['', '', '', 'n', 'r', 's', 'l', 'nd', 'st', 'm'];

/** Words that do not depend on chance, by how frequent they are; the last is found only inside of one. */
const probes = { frequent: 'starter', middling: 'ledger', rare: 'zeppelin', holder: 'moonlighter', inside: 'onligh' };
const places = new Map([
  [6, probes.frequent],
  [400, probes.middling],
  [900, probes.holder],
  [6_000, probes.rare],
]);

function syllable(random: () => number): string {
  return [openings, vowels, endings].map((sounds) => sounds[below(random, sounds.length)]).join('');
}

/** The more frequent a word, the shorter. */
function word(random: () => number, rank: number): string {
  const syllables = (rank < 60 ? 1 : 2) + below(random, 2);
  return Array.from({ length: syllables }, () => syllable(random)).join('');
}

function makeVocabulary(): string[] {
  const random = seeded(1);
  const known = new Set<string>(Object.values(probes));
  return Array.from({ length: COUNT }, (_, rank) => {
    const probe = places.get(rank);
    if (probe) return probe;
    for (;;) {
      const made = word(random, rank);
      if (made.length < 4 || known.has(made)) continue;
      known.add(made);
      return made;
    }
  });
}

/** The most frequent first: the word at place r has a share of about 1 / (9.6 × (r + 1)) of all text. */
const vocabulary = makeVocabulary();
const draw = zipf(COUNT);

/** So many words, of which each is as likely as its place says. */
export function text(random: () => number, length: number): string {
  const words = Array.from({ length }, () => vocabulary[draw(random)]);
  return words.join(' ');
}

const probeFirst = (probe: string, words: string[]) => [probe, ...words.filter((other) => other !== probe)];

/** Words to search for: of all realms, a frequent one is in 3 to 50 %, a rare one in less than 0.05 %. */
export const bands = {
  frequent: probeFirst(probes.frequent, vocabulary.slice(2, 60)),
  middling: probeFirst(probes.middling, vocabulary.slice(200, 1_000)),
  rare: probeFirst(probes.rare, vocabulary.slice(5_000)),
  inside: probeFirst(probes.inside, insides()),
  nowhere: nowhere(),
  misspelled: misspelled(),
};

/** Parts of words that are no words themselves. */
function insides(): string[] {
  const known = new Set(vocabulary);
  const parts = vocabulary.slice(200).flatMap((whole) => (whole.length > 7 ? whole.slice(1, 6) : []));
  return [...new Set(parts)].filter((part) => !known.has(part));
}

/** Two neighbours of each longer word are exchanged. */
function misspelled(): string[] {
  const all = vocabulary.join(' ');
  const made = vocabulary.map((word) => `${word.slice(0, 2)}${word[3] ?? ''}${word[2] ?? ''}${word.slice(4)}`);
  return made.filter((candidate) => candidate.length > 5 && !all.includes(candidate));
}

/** Made of the same sounds, and part of no word. */
function nowhere(): string[] {
  const random = seeded(2);
  const all = vocabulary.join(' ');
  const made = Array.from({ length: 4_000 }, (_, rank) => word(random, 1_000 + rank));
  return [...new Set(made)].filter((candidate) => candidate.length > 6 && !all.includes(candidate));
}
