// Writes the table by which the client in Go tells which names some file systems take for the same: its standard library has no normal forms.
import { foldName } from '../../archive/src/names.ts';

const HANGUL_SYLLABLES = { from: 0xac00, to: 0xd7a3 };
const SURROGATES = { from: 0xd800, to: 0xdfff };

const HEAD = `# How names are compared. \`npm run docs\` writes this file, from Unicode ${process.versions['unicode']}.
# A character and what it is folded to; then, by their order in a run of combining marks, all marks that have one.
`;

/** Whose first line names the version of Unicode that it was made from. */
export function foldingTable(): string {
  const characters = codePoints().map((point) => String.fromCodePoint(point));
  const changed = characters.filter((character) => folded(character) !== character);
  const lines = changed.map((character) => Array.from(character + folded(character), hex).join(' '));
  const classes = markClasses(characters.filter((character) => folded(character) === character));
  const marks = classes.map((marks, at) => `mark ${at + 1} ${marks.map(hex).join(' ')}`);
  return `${HEAD}${[...lines, ...marks].join('\n')}\n`;
}

/** The one mark that becomes a letter: after marks are sorted. */
const IOTA = '\u0345';

const folded = (character: string) =>
  Array.from(character.normalize('NFD'), (part) => (part === IOTA ? part : foldName(part))).join('');

/** The syllables of Hangul are computed. */
const isLeftOut = (point: number) =>
  [HANGUL_SYLLABLES, SURROGATES].some(({ from, to }) => point >= from && point <= to);

function codePoints(): number[] {
  const points = Array.from({ length: 0x20000 }, (_, point) => point);
  // Beyond are ideographs for compatibility, tags and what is not assigned.
  const compatibility = Array.from({ length: 0x2fa1e - 0x2f800 }, (_, at) => 0x2f800 + at);
  return [...points.filter((point) => !isLeftOut(point)), ...compatibility];
}

const isSwapped = (first: string, second: string) => (first + second).normalize('NFD') === second + first;

/** The marks of one class keep their order; those of different classes are sorted by these. */
function markClasses(characters: string[]): string[][] {
  const overlay = '\u0334'; // of the first class, as the iota is of the last
  const marks = characters.filter((mark) => isSwapped(mark, overlay) || isSwapped(IOTA, mark));
  const classes: string[][] = [];
  for (const mark of marks) {
    const same = classes.find(([one = '']) => !isSwapped(one, mark) && !isSwapped(mark, one));
    if (same) same.push(mark);
    else classes.push([mark]);
  }
  return classes.toSorted(([one = ''], [other = '']) => (isSwapped(one, other) ? 1 : -1));
}

const hex = (character: string) => character.codePointAt(0)!.toString(16);
