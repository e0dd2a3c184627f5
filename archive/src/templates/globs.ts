// Finds the files that globs meet: `*` is any text within a name, `?` one character of a name, and `**` any number of folders.
// No glob is tried in more than one way: a set of positions in the glob moves on with each name, and one in the name's pattern with each character.
import { MAX_GLOB_LENGTH } from '@realm-catalog/contract/templates';

/** How many names a glob may have, and how many characters, beside `*`, from the first to the last wildcard of a name: each is a bit of a number. */
const MAX_NAMES = 30;
const MAX_PATTERN = 30;

/** A name of the glob as a test of names; undefined for `**`. */
type NameTest = ((name: string) => boolean) | undefined;

/** Why a text is no glob, as the end of a sentence; undefined if it is one. */
export function globFault(glob: string): string | undefined {
  if (glob === '' || glob.length > MAX_GLOB_LENGTH) return `must hold globs of 1 to ${MAX_GLOB_LENGTH} characters`;
  const names = glob.split('/');
  if (names.length > MAX_NAMES) return `must have at most ${MAX_NAMES} names between slashes`;
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\]/u.test(glob)) return 'must not hold “\\”, control or invisible characters';
  if (names.some((name) => name.includes('**') && name !== '**')) return 'must have ** alone between slashes';
  if (names.some((name) => charactersOf(partsOf(name).pattern).length > MAX_PATTERN))
    return `must have at most ${MAX_PATTERN} characters, beside *, from the first to the last wildcard of a name`;
  return undefined;
}

/** Files by their paths, which globs can be compared with. */
export interface FilePaths {
  /** Those that one of the globs meets. */
  matching(globs: readonly string[]): Set<string>;
}

/** Folders are compared once, however many files are in them. */
export function openPaths(paths: readonly string[]): FilePaths {
  const names: string[] = [];
  const parents: number[] = [];
  const folders = new Map<string, number>();

  /** Adds the folders of a path before the path itself, and returns its number. */
  function add(path: string): number {
    const nameAt = path.lastIndexOf('/') + 1;
    const parent = nameAt === 0 ? -1 : numberOf(path.slice(0, nameAt - 1));
    parents.push(parent);
    return names.push(path.slice(nameAt)) - 1;
  }
  function numberOf(folder: string): number {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const number = add(folder);
    folders.set(folder, number);
    return number;
  }
  const numbers = paths.map(add);

  return {
    matching(globs) {
      const found = new Set<string>();
      for (const glob of globs) {
        const isMet = metBy(nameTestsOf(glob), names, parents);
        paths.forEach((path, at) => isMet(numbers[at] as number) && found.add(path));
      }
      return found;
    },
  };
}

/** Walks through names that come after their folders. Bit `n` is set where the first `n` names of the glob meet the path. */
function metBy(tests: NameTest[], names: string[], parents: number[]): (number: number) => boolean {
  const reached = new Uint32Array(names.length);
  const start = withSkipped(1, tests);
  names.forEach((name, at) => {
    const parent = parents[at] as number;
    const before = parent < 0 ? start : (reached[parent] as number);
    let after = 0;
    for (let position = 0; position < tests.length; position += 1) {
      const bit = 1 << position;
      if ((before & bit) === 0) continue;
      const test = tests[position];
      if (!test) after |= bit;
      else if (test(name)) after |= bit << 1;
    }
    reached[at] = withSkipped(after, tests);
  });
  const end = 1 << tests.length;
  return (number) => ((reached[number] as number) & end) !== 0;
}

/** `**` may also stand for no folder at all. */
function withSkipped(reached: number, tests: NameTest[]): number {
  let all = reached;
  for (let position = 0; position < tests.length; position += 1)
    if (!tests[position] && all & (1 << position)) all |= 1 << (position + 1);
  return all;
}

/** `deploy/**` is what lies in the folder, and not a file of that name: a last `**` stands for folders and a name. */
function nameTestsOf(glob: string): NameTest[] {
  const names = glob.replace(/\*\*$/, '**/*').split('/');
  return names.map((name) => (name === '**' ? undefined : nameTest(name)));
}

/** The text before the first wildcard, from there to the last wildcard, and after it. */
function partsOf(name: string): { start: string; pattern: string; end: string } {
  const from = name.search(/[*?]/);
  const to = Math.max(name.lastIndexOf('*'), name.lastIndexOf('?')) + 1;
  return from < 0
    ? { start: name, pattern: '', end: '' }
    : { start: name.slice(0, from), pattern: name.slice(from, to), end: name.slice(to) };
}

const charactersOf = (pattern: string) => Array.from(pattern.replaceAll('*', ''));

function nameTest(text: string): (name: string) => boolean {
  const { start, pattern, end } = partsOf(text);
  if (pattern === '') return (name) => name === start;
  const test = patternTest(pattern);
  return (name) =>
    name.length >= start.length + end.length &&
    name.startsWith(start) &&
    name.endsWith(end) &&
    test(name, start.length, name.length - end.length);
}

/** Code points below this one take two bytes or less in a path, so that a path has more of them: their bits are in an array, which is faster. */
const FREQUENT_POINTS = 0x800;

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

/** Compares a part of a name with a pattern, by one step for each character (the algorithm Shift-And, with loops for `*`). */
function patternTest(pattern: string): (name: string, from: number, to: number) => boolean {
  const characters = charactersOf(pattern);
  /** Bit `n` of a character: it may be the next one, where `n` characters of the pattern are met. */
  const frequent = new Uint32Array(FREQUENT_POINTS);
  const others = new Map<number, number>();
  let anyAllowed = 0;
  characters.forEach((character, at) => {
    const point = character.codePointAt(0) as number;
    if (character === '?') anyAllowed |= 1 << at;
    else if (point < FREQUENT_POINTS) frequent[point] = (frequent[point] as number) | (1 << at);
    else others.set(point, (others.get(point) ?? 0) | (1 << at));
  });
  /** Bit `n`: after `n` characters of the pattern there is a `*`. */
  let loops = 0;
  let met = 0;
  for (const character of pattern) {
    if (character === '*') loops |= 1 << met;
    else met += 1;
  }
  const end = 1 << characters.length;
  return (name, from, to) => {
    let reached = 1;
    for (let at = from; at < to && reached !== 0;) {
      const code = name.charCodeAt(at);
      const allowed =
        code < FREQUENT_POINTS ? (frequent[code] as number) : (others.get(name.codePointAt(at) as number) ?? 0);
      at += isHighSurrogate(code) ? 2 : 1;
      reached = ((reached & (allowed | anyAllowed)) << 1) | (reached & loops);
    }
    return (reached & end) !== 0;
  };
}
