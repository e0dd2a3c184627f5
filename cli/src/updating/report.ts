// What an update has done, for the person who ran it and for the pull request that it ends in.
import type { FileResult } from './update-plan.ts';

export type ReportedFile = Omit<FileResult, 'changes'>;

export interface UpdateReport {
  /** The address of the catalog. */
  registry: string;
  slug: string;
  /** The versions. */
  from: string;
  to: string;
  files: ReportedFile[];
}

export const reportedFile = ({ changes: _changes, ...file }: FileResult): ReportedFile => file;

/** What is left for a person to do. */
export const isConflict = ({ action }: ReportedFile) =>
  action === 'conflict' || action === 'beside' || action === 'blocked' || action === 'keep';
/** What a person should know, and need not do anything about. */
export const isNotice = ({ action }: ReportedFile) => action === 'omit';

/** More files are counted, and not named. */
const MAX_LISTED = 50;

/** In Markdown. */
export function summaryOf({ registry, slug, from, to, files }: UpdateReport): string {
  const conflicts = files.filter(isConflict);
  const notices = files.filter(isNotice);
  const others = files.filter((file) => !isConflict(file) && !isNotice(file));
  const address = `${registry}/realms/${slug}/diff/${from}...${to}`;
  const title =
    from === to
      ? `## ${slug} ${to}, with other answers`
      : `## ${slug} ${from} → ${to}\n\n[What changed in the realm](${address})`;
  return [
    title,
    ...section(`${countText(conflicts.length, 'conflict')} to resolve`, conflicts),
    ...section('Kept as they are in this project', notices),
    ...section(`${countText(others.length, 'file')} changed`, others),
    ...(files.length === 0 ? ['No file changed.'] : []),
  ]
    .join('\n\n')
    .concat('\n');
}

function section(title: string, files: ReportedFile[]): string[] {
  if (files.length === 0) return [];
  const lines = files.slice(0, MAX_LISTED).map((file) => `- ${fileText(file)}`);
  const rest = files.length - MAX_LISTED;
  return [`### ${title}`, [...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')];
}

const code = (path = '') => `\`${path.replaceAll('`', "'")}\``;
/** A text that others have written, as Markdown that means nothing else. */
export const codeText = (text: string) => code(text.replaceAll(/\s+/g, ' '));

/** A line for each file, also for people at a terminal. */
export function fileText(file: ReportedFile, name: (path?: string) => string = code): string {
  const { path, action, from, beside, by, conflicts = 0 } = file;
  const theirs = beside ? `the new version is ${name(beside)}` : 'the new version was not written';
  const texts: Record<ReportedFile['action'], string> = {
    create: `${name(path)} is new`,
    replace: `${name(path)} is replaced`,
    merge: `${name(path)} is merged`,
    rename: `${name(path)} was ${name(from)}`,
    remove: `${name(path)} is removed`,
    conflict: `${name(path)} has ${countText(conflicts, 'conflict')}${from === undefined ? '' : `, and was ${name(from)}`}`,
    beside: `${name(path)} was changed both here and in the realm; ${theirs}`,
    keep: `${name(path)} was deleted in the realm, but changed here`,
    omit: `${name(path)} was changed in the realm, but deleted here`,
    blocked: `${name(path)} could not be written because of ${name(by)}; ${theirs}`,
  };
  return texts[action];
}

export const countText = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
