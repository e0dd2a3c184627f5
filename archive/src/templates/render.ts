// Makes the files of a project from those of a realm and the answers: which come along, under which paths, and with which texts.
// Nothing depends on the machine: the same answers and the same archive give the same files everywhere.
import type { Template } from '@realm-catalog/contract/templates';
import { foldName, segmentsOf } from '../names.ts';
import { openTree } from '../path-tree.ts';
import { Refusal } from '../refusal.ts';
import { answeredManifest } from './answered-manifest.ts';
import { wordsOf, type Answers } from './answers.ts';
import { openPaths, type FilePaths } from './globs.ts';
import { replacer, type Replacement } from './replace.ts';
import { spell, spellingNames } from './spellings.ts';

/** Larger files are not looked into. */
export const MAX_TEXT_BYTES = 1_024 ** 2;
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
  /** The bytes of a file in the project; the same object if nothing is replaced in it. */
  render: (from: string, bytes: Uint8Array) => Uint8Array;
}

/**
 * `answers` are resolved, without a fault. `paths` are all files of the realm, relative to its root. Throws a `Refusal` if the project would
 * have a path that no archive may have, or two that collide.
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
    .map((from) => ({ from, to: withoutFolders(inPaths(from, groupsOf(from)), subdir) }));
  requirePlaceable(files);
  const asks = Object.keys({ ...template.variables, ...template.parts }).length > 0;
  const project = files.map(({ to }) => to);
  return {
    files,
    render(from, bytes) {
      const replace = (text: string) => inTexts(text, groupsOf(from));
      const isManifest = from === MANIFEST && asks;
      return renderText(bytes, isManifest ? (text) => answeredManifest(text, replace, project) : replace);
    },
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
  return { inTexts: replacer(inTexts), inPaths: replacer(inPaths) };
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
  const tree = openTree(Infinity);
  const encoder = new TextEncoder();
  for (const { to } of files) {
    if (isOwn(to)) throw new Refusal('would lie in the folder .realm, which is not the realm’s', to);
    tree.put(segmentsOf(encoder.encode(to)), 'file', to);
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function renderText(bytes: Uint8Array, replace: (text: string) => string): Uint8Array {
  const text = textOf(bytes);
  const replaced = text === undefined ? undefined : replace(text);
  return replaced === text || replaced === undefined ? bytes : new TextEncoder().encode(replaced);
}

/** Undefined if the file is too large, or no text: UTF-8 without a NUL. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.length > MAX_TEXT_BYTES || bytes.includes(0)) return undefined;
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
