// The rules of ignore files, as git has them: those of a folder hold for what is below it, and the last rule that fits decides.
import ignore, { type Ignore } from 'ignore';
import { PackingError } from './packing-error.ts';

/** The rules of the second go before those of the first, whatever their folders. */
export const IGNORE_FILES = ['.gitignore', '.realmignore'] as const;
export type IgnoreFile = (typeof IGNORE_FILES)[number];

/** Several times what projects have. */
export const MAX_IGNORE_FILE_BYTES = 65_536;
const MAX_RULES = 1_000;
const MAX_RULE_CHARACTERS = 512;
/** What one of them fits is tried with all that the others fit, so the work multiplies with each. A single `*` costs nothing of the kind. */
const MAX_GLOBSTARS = 3;

/** Whether a rule leaves a path out (`ignored`), or takes back in what another rule leaves out (`unignored`); or neither. */
interface Verdict {
  ignored: boolean;
  unignored: boolean;
}

export interface IgnoreRules {
  /** By the rules of one kind of file, or of both. The path is relative to the root; that of a folder ends in a slash. */
  judge(path: string, by: IgnoreFile | 'both'): Verdict;
  /** These rules and those of a folder, whose path is empty or ends in a slash. */
  below(folder: string, texts: Partial<Record<IgnoreFile, string>>): IgnoreRules;
}

/** Case counts, so that the same files are packed on every system. */
const noRules = () => ignore({ ignoreCase: false });

export const openIgnoreRules = () => rulesOf({ '.gitignore': noRules(), '.realmignore': noRules() }, 0);

function rulesOf(rules: Record<IgnoreFile, Ignore>, count: number): IgnoreRules {
  const both = noRules().add(rules['.gitignore']).add(rules['.realmignore']);
  const judge: IgnoreRules['judge'] = (path, by) => (by === 'both' ? both : rules[by]).test(path);

  function below(folder: string, texts: Partial<Record<IgnoreFile, string>>): IgnoreRules {
    const next = { ...rules };
    let total = count;
    for (const name of IGNORE_FILES) {
      const own = readRules(folder + name, texts[name] ?? '');
      total += own.length;
      if (own.length > 0) next[name] = noRules().add([rules[name], ...own.map((rule) => placed(rule, folder))]);
    }
    if (total > MAX_RULES)
      throw badFile(`More than ${MAX_RULES} rules of ignore files hold for ${folder || 'the folder'}.`);
    return total > count ? rulesOf(next, total) : { judge, below };
  }

  return { judge, below };
}

/** The lines that are rules. */
function readRules(file: string, text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    if (line.length > MAX_RULE_CHARACTERS)
      throw badFile(`Line ${at + 1} of ${file} has more than ${MAX_RULE_CHARACTERS} characters.`);
    if (line.split('**').length - 1 > MAX_GLOBSTARS)
      throw badFile(`Line ${at + 1} of ${file} has ** more than ${MAX_GLOBSTARS} times.`);
  }
  return lines.filter((line) => !/^(?:#|!?\s*$)/.test(line));
}

const badFile = (message: string) => new PackingError('bad_ignore_file', message);

/** The rule of a folder as one of the root: at any depth below the folder, unless a slash stands elsewhere than at its end. */
function placed(rule: string, folder: string): string {
  if (folder === '') return rule;
  const not = rule.startsWith('!') ? '!' : '';
  const pattern = rule.slice(not.length);
  const isAnchored = /\/./.test(pattern.replace(/(?<!\\) +$/, ''));
  const place = folder.replaceAll(/[\\*?[\] ]/g, String.raw`\$&`);
  return `${not}/${place}${isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`}`;
}
