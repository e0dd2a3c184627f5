// `pack --try`: what the answers of those who take a realm would change, tried with answers for the test.
import { basename } from 'node:path';
import type { Answers, Template } from '@realm-catalog/archive/templates';
import type { CommandContext } from '../context.ts';
import type { GivenAnswers } from '../getting/answer-options.ts';
import { answerText, askAnswers, fittingAnswers } from '../getting/ask-answers.ts';
import { withUnpacked, type VersionFiles } from '../getting/version-files.ts';
import { diffsOf } from '../updating/diff-text.ts';
import { textOf } from '../updating/text.ts';
import { shownPaths } from '../terminal/shown-paths.ts';
import { countText } from './pack-realm.ts';

interface Tried {
  answers: Answers;
  /** Files that come along, with their paths in the realm and in a project. */
  renamed: { from: string; to: string }[];
  leftOut: string[];
  /** How many files have another text. */
  changed: number;
  diff: string;
  /** Places that still have the words of a variable, such as `README.md:3`. */
  remaining: string[];
}

/** Each is two words; another one is taken for each variable. */
const NAMES = ['Red Fox', 'Blue Whale', 'Green Heron', 'Grey Wolf', 'Brown Bear'];
const MAX_REMAINING = 20;

/** `archive` is the packed realm. Variables that are not given have a value that is like no default. */
function tryAnswers(context: CommandContext, archive: string, given: GivenAnswers): Promise<Tried> {
  const own = { ...context, isInteractive: false };
  return withUnpacked(context, archive, async ({ template, filesWith }) => {
    const answers = await askAnswers(own, template, { ...testValues(template), ...given }, 'red-fox');
    const facts = { registry: '', slug: basename(archive), version: '', sha256: '' };
    const plain = { ...template, variables: {}, parts: {}, leaveOut: [] };
    const before = filesWith(plain, { ...facts, withManifest: true, answers: {} });
    const after = filesWith(template, { ...facts, withManifest: false, answers });
    return { answers, ...compare(before, after), remaining: remainingIn(after, template) };
  });
}

/** The diff is the data; what it means is a note. */
export async function showTrial(context: CommandContext, archive: string, given: GivenAnswers): Promise<void> {
  const { output } = context;
  const tried = await tryAnswers(context, archive, given);
  const { answers, renamed, leftOut, changed, remaining } = tried;
  output.record(tried, ({ diff }) => diff);
  const names = Object.entries(answers).map(([name, value]) => `${name} = ${answerText(value)}`);
  output.note(names.length > 0 ? `Tried with ${names.join(', ')}` : 'This realm asks no questions.');
  for (const { from, to } of renamed) output.note(`${from} becomes ${to}`);
  if (leftOut.length > 0) output.note(`Not in the project: ${shownPaths(leftOut)}`);
  output.note(`${countText(changed)} would change. Nothing was written.`);
  if (remaining.length > 0) output.warn(`These look like the name and stay unchanged: ${shownPaths(remaining)}`);
}

/** Values for the test that are allowed; for others, the default is taken. */
function testValues(template: Template): GivenAnswers {
  const values = Object.entries(template.variables).map(([name, { format, choices }], at): [string, string] => {
    const words = NAMES[at % NAMES.length] ?? '';
    const slug = words.toLowerCase().replace(' ', '-');
    const identifier = words.charAt(0).toLowerCase() + words.slice(1).replace(' ', '');
    return [name, choices.at(-1) ?? { text: words, slug, identifier }[format]];
  });
  return fittingAnswers(template, Object.fromEntries(values), 'red-fox');
}

function compare(before: VersionFiles, after: VersionFiles): Pick<Tried, 'renamed' | 'leftOut' | 'changed' | 'diff'> {
  const originals = new Map([...after].map(([to, { from }]) => [from, to]));
  const pairs = [...after].map(([to, file]) => ({ path: to, before: before.get(file.from), after: file }));
  const changed = pairs
    .filter((pair) => pair.before?.sha256 !== pair.after.sha256)
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return {
    renamed: [...after].flatMap(([to, { from }]) => (from === to ? [] : [{ from, to }])),
    leftOut: [...before.keys()].filter((path) => !originals.has(path)),
    changed: changed.length,
    diff: diffsOf(changed)
      .map(({ diff }) => diff)
      .join(''),
  };
}

/** Lines in which the words of a variable stand in a spelling that is not replaced, such as `ACME SHOP`. */
function remainingIn(files: VersionFiles, { variables }: Template): string[] {
  const words = Object.values(variables).map(({ replaces }) => replaces.split(' ').join('[\\s_-]?'));
  if (words.length === 0) return [];
  const pattern = new RegExp(words.join('|'), 'i');
  const found: string[] = [];
  for (const [path, file] of files) {
    for (const [at, line] of (textOf(file)?.lines ?? []).entries())
      if (pattern.test(line)) found.push(`${path}:${at + 1}`);
    if (found.length > MAX_REMAINING) break;
  }
  return found.slice(0, MAX_REMAINING);
}
