// Makes the files of a project from those of a realm and the answers: which come along, under which paths, and with which texts.
// Nothing depends on the machine: the same answers and the same archive give the same files everywhere.
import { MAX_ARCHIVE_ENTRIES, MAX_UNPACKED_BYTES } from '@realm-catalog/contract/archive-size';
import type { Template } from '@realm-catalog/contract/templates';
import { foldName, segmentsOf } from '../names.ts';
import { openTree } from '../path-tree.ts';
import { Refusal } from '../refusal.ts';
import { answeredManifest } from './answered-manifest.ts';
import { wordsOf, type Answers } from './answers.ts';
import { openPaths, type FilePaths } from './globs.ts';
import { openReplacer, type Replacement } from './replace.ts';
import { spell, spellingNames } from './spellings.ts';

/** Larger files are not looked into. */
export const MAX_TEXT_BYTES = 1_024 ** 2;
/** A project is at most as large as the files of an archive may be. */
const MAX_PROJECT_BYTES = MAX_UNPACKED_BYTES;
const MAX_PROJECT_FILES = MAX_ARCHIVE_ENTRIES;
const MANIFEST = 'realm.json';
/** Where a project keeps its origin. No realm writes there. */
const OWN_FOLDER = foldName('.realm');

export interface RenderOptions {
  /** Whether `realm.json`, without what was answered, and what `leaveOut` names come along. */
  withManifest?: boolean;
  /** The folder of the realm that is taken, as the realm has it; the whole realm without it. */
  subdir?: string | undefined;
}

export interface RenderedFile {
  /** The path in the realm. */
  from: string;
  /** The path in the project. */
  to: string;
}

export interface Rendering {
  /** Those that come along, in the order in which they were given. */
  files: RenderedFile[];
  /**
   * How many bytes a file has in the project, counted without making them. Of a file that is not looked into, its length is enough.
   * Throws a `Refusal` when all files that were counted have more than 512 MiB: count every file before you write one.
   */
  sizeOf: (from: string, content: Uint8Array | number) => number;
  /** The bytes of a file in the project; the same object if nothing is replaced in it. Counts the file first, if that was not done. */
  render: (from: string, bytes: Uint8Array) => Uint8Array;
}

/**
 * `answers` are resolved, without a fault. `paths` are all files of the realm, relative to its root. Throws a `Refusal` if the project would
 * have a path that no archive may have, two that collide, or more than 10,000 files.
 */
export function openRendering(
  template: Template,
  answers: Answers,
  paths: readonly string[],
  { withManifest = false, subdir }: RenderOptions = {},
): Rendering {
  const { inTexts, inPaths } = replacersOf(template, answers);
  const all = openPaths(paths);
  const groupsOf = groupsByPath(template, all);
  const isLeftOut = leftOut(template, answers, all, withManifest);
  const files = paths
    .filter((path) => isInside(path, subdir) && !isLeftOut(path) && !isOwn(withoutFolders(path, subdir)))
    .map((from) => ({ from, to: withoutFolders(inPaths.replace(from, groupsOf(from)), subdir) }));
  requirePlaceable(files);
  const asks = Object.keys({ ...template.variables, ...template.parts }).length > 0;
  const project = files.map(({ to }) => to);
  const count = openCount();

  /** What the manifest becomes is made to be counted: it is small, whatever is in it. */
  const manifestOf = (text: string) =>
    answeredManifest(text, (one) => inTexts.replace(one, groupsOf(MANIFEST)), project);
  const isManifest = (from: string) => from === MANIFEST && asks;

  function growthOf(from: string, text: string | undefined): number {
    if (text === undefined) return 0;
    return isManifest(from) ? bytesOf(manifestOf(text)) - bytesOf(text) : inTexts.growth(text, groupsOf(from));
  }

  return {
    files,
    sizeOf(from, content) {
      if (typeof content === 'number') return count(from, () => content);
      return count(from, () => content.length + growthOf(from, textOf(content)));
    },
    render(from, bytes) {
      const text = textOf(bytes);
      count(from, () => bytes.length + growthOf(from, text));
      if (text === undefined) return bytes;
      const rendered = isManifest(from) ? manifestOf(text) : inTexts.replace(text, groupsOf(from));
      return rendered === text ? bytes : encoder.encode(rendered);
    },
  };
}

/** Counts each file once, and refuses the one with which all have more than `MAX_PROJECT_BYTES`. */
function openCount(): (from: string, measure: () => number) => number {
  const sizes = new Map<string, number>();
  let total = 0;
  return (from, measure) => {
    const known = sizes.get(from);
    if (known !== undefined) return known;
    const size = measure();
    total += size;
    if (total > MAX_PROJECT_BYTES)
      throw new Refusal(`would make the project larger than ${MAX_PROJECT_BYTES / 1_024 ** 2} MiB`, from);
    sizes.set(from, size);
    return size;
  };
}

/** In texts, the spelling with blanks and capital letters becomes the value as it was typed. All else is made of its words. */
function replacersOf({ variables }: Template, answers: Answers) {
  const inPaths: Replacement[] = [];
  const inTexts: Replacement[] = [];
  for (const [at, [name, { replaces, format }]] of Object.entries(variables).entries()) {
    const newWords = wordsOf(name, format, answers);
    for (const spelling of spellingNames) {
      const replacement = { text: spell(spelling, replaces.split(' ')), spelling, group: 1 << at };
      const by = spell(spelling, newWords);
      inPaths.push({ ...replacement, by });
      inTexts.push({ ...replacement, by: spelling === 'title' ? String(answers[name]) : by });
    }
  }
  return { inTexts: openReplacer(inTexts), inPaths: openReplacer(inPaths) };
}

/** Which variables are replaced in a file and its path, as bits. */
function groupsByPath({ variables }: Template, paths: FilePaths): (path: string) => number {
  const met = Object.values(variables).map(({ files }) => (files.includes('**') ? undefined : paths.matching(files)));
  return (path) => met.reduce((groups, found, at) => (!found || found.has(path) ? groups | (1 << at) : groups), 0);
}

function leftOut(
  { parts, leaveOut }: Template,
  answers: Answers,
  paths: FilePaths,
  withManifest: boolean,
): (path: string) => boolean {
  const unwanted = Object.entries(parts).flatMap(([name, { files }]) => (answers[name] === false ? files : []));
  const met = paths.matching(withManifest ? unwanted : [...unwanted, ...leaveOut]);
  return (path) => met.has(path) || (path === MANIFEST && !withManifest);
}

const isInside = (path: string, subdir = '') => subdir === '' || path.startsWith(`${subdir}/`);

/** A replacement has no slash, so that a path keeps its depth. */
function withoutFolders(path: string, subdir = ''): string {
  const depth = subdir === '' ? 0 : subdir.split('/').length;
  return path.split('/').slice(depth).join('/');
}

const isOwn = (path: string) => foldName(path.replace(/\/.*/s, '')) === OWN_FOLDER;

function requirePlaceable(files: RenderedFile[]): void {
  const tooMany = files[MAX_PROJECT_FILES];
  if (tooMany) throw new Refusal('would be one file more than the 10,000 that a project may have', tooMany.to);
  const tree = openTree(Infinity);
  for (const { to } of files) {
    if (isOwn(to)) throw new Refusal('would lie in the folder .realm, which is not the realm’s', to);
    tree.put(segmentsOf(encoder.encode(to)), 'file', to);
  }
}

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text).length;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined if the file is too large, or no text: UTF-8 without a NUL. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.length > MAX_TEXT_BYTES || bytes.includes(0)) return undefined;
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
