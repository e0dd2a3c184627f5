// What replacing and globs mean, in the plainest way: by regular expressions, which may take their time.

const OUTSIDE = { before: '(?<![\\p{L}\\p{Nd}])', after: '(?![\\p{L}\\p{Nd}])' };

/** Replaces the name `Acme Shop` in all its spellings: those of the value's words, and the value itself for the first. */
export function replaceSlowly(text: string, names: { words: string[]; newWords: string[]; value: string }[]): string {
  const found = names.flatMap(({ words, newWords, value }) =>
    spellings(words).map((spelled, at) => ({ ...spelled, by: at === 0 ? value : spellings(newWords)[at]?.text })),
  );
  const longestFirst = found.toSorted((one, other) => other.text.length - one.text.length);
  const all = longestFirst.map(({ before, text: spelled, after }) => `(${before}${spelled}${after})`).join('|');
  return text.replaceAll(new RegExp(all, 'gu'), (...groups: unknown[]) => {
    const at = groups.slice(1, longestFirst.length + 1).findIndex((group) => group !== undefined);
    return String(longestFirst[at]?.by);
  });
}

function spellings(words: string[]): { text: string; before: string; after: string }[] {
  const small = words.map((word) => word.toLowerCase());
  const large = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const beforeUpper = `(?:${OUTSIDE.after}|(?=\\p{Lu}))`;
  return [
    { ...OUTSIDE, text: large.join(' ') },
    { ...OUTSIDE, text: small.join(' ') },
    { ...OUTSIDE, text: small.join('-') },
    { ...OUTSIDE, text: small.join('_') },
    { ...OUTSIDE, after: beforeUpper, text: [small[0], ...large.slice(1)].join('') },
    { before: `(?:${OUTSIDE.before}|(?<=\\p{Ll}))`, after: beforeUpper, text: large.join('') },
    { ...OUTSIDE, text: small.join('_').toUpperCase() },
    { ...OUTSIDE, text: small.join('') },
  ];
}

export function isMetSlowly(glob: string, path: string): boolean {
  const names = glob
    .split('/')
    .map((name) =>
      name.replaceAll(/[.+^${}()|[\]]/g, '\\$&').replaceAll(/\*\*|\*|\?/g, (wildcard) => wildcards[wildcard] ?? ''),
    );
  const last = names.pop() ?? '';
  const folders = names.map((name) => (name === FOLDERS ? '(?:[^/]+/)*' : `${name}/`)).join('');
  return new RegExp(`^${folders}${last === FOLDERS ? '(?:[^/]+/)*[^/]+' : last}$`, 'u').test(path);
}

const FOLDERS = '\0';
const wildcards: Record<string, string> = { '**': FOLDERS, '*': '[^/]*', '?': '[^/]' };
