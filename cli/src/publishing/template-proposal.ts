// What `init` proposes that a realm asks and leaves out: the name of the project, where its files have it, and what is only for the catalog.
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { codeWords, openRendering, type Template } from '@realm-catalog/archive/templates';
import { REALM_FILE } from './realm-file.ts';

export interface Proposal {
  /** What stands for the name, and how many files have it. */
  name?: { replaces: string; files: number } | undefined;
  preview?: string | undefined;
  screenshots: string[];
  leaveOut: string[];
}

/** Larger files are not looked into, and no more than these bytes in all: `init` is not the place to wait. */
const MAX_FILE_BYTES = 1_024 ** 2;
const MAX_BYTES = 64 * 1_024 ** 2;
const MAX_SCREENSHOTS = 8;

interface ProjectText {
  path: string;
  bytes: Buffer;
}

/** `files` are those that would be packed, `names` what the project calls itself. */
export async function proposeTemplate(
  folder: string,
  files: { path: string; size: number }[],
  names: string[],
): Promise<Proposal> {
  const texts = await readTexts(folder, files);
  const paths = files.map(({ path }) => path).filter((path) => path !== REALM_FILE);
  const preview = paths.includes(`${PREVIEW}/index.html`) ? PREVIEW : undefined;
  const screenshots = paths.filter((path) => SCREENSHOT.test(path)).slice(0, MAX_SCREENSHOTS);
  const isUnused = (path: string, mention: string) =>
    !texts.some((text) => !text.path.startsWith(path) && text.bytes.includes(mention));
  return {
    name: nameIn(texts, paths, names),
    preview,
    screenshots,
    leaveOut: [
      ...(preview && isUnused(`${preview}/`, `${preview}/`) ? [`${preview}/**`] : []),
      ...screenshots.filter((path) => isUnused(path, posix.basename(path))),
    ],
  };
}

const PREVIEW = 'preview';
const SCREENSHOT = /^(?:docs\/)?screenshots?\/[^/]+\.(?:png|jpe?g|webp|avif)$/i;

async function readTexts(folder: string, files: { path: string; size: number }[]): Promise<ProjectText[]> {
  const texts: ProjectText[] = [];
  let left = MAX_BYTES;
  for (const { path, size } of files) {
    if (path === REALM_FILE || size > MAX_FILE_BYTES || size > left) continue;
    left -= size;
    texts.push({ path, bytes: await readFile(join(folder, path)) });
  }
  return texts;
}

/** Of the names that can be replaced, the one that most files have. */
function nameIn(texts: ProjectText[], paths: string[], names: string[]): Proposal['name'] {
  const found = [...new Set(names.flatMap(replaceable))].map((replaces) => ({
    replaces,
    files: countFiles(texts, paths, replaces),
  }));
  const [best] = found.toSorted((one, other) => other.files - one.files);
  return best && best.files > 0 ? best : undefined;
}

/** Two words or more, each with an upper-case letter before it: `@acme/red-fox` can be replaced as `Red Fox`. */
function replaceable(name: string): string[] {
  const words = codeWords(name, 'text');
  const isGood = words.length > 1 && words.every((word) => /^[A-Za-z]/.test(word));
  return isGood ? [words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')] : [];
}

/** By what rendering with another name would change. */
function countFiles(texts: ProjectText[], paths: string[], replaces: string): number {
  const { files, render } = openRendering(nameTemplate(replaces), { projectName: 'Quiet Zebra' }, paths, {
    withManifest: true,
  });
  const changed = texts.filter(({ path, bytes }) => render(path, bytes) !== bytes).map(({ path }) => path);
  const moved = files.filter(({ from, to }) => from !== to).map(({ from }) => from);
  return new Set([...changed, ...moved]).size;
}

/** The question that `init` writes. */
export const nameQuestion = (replaces: string) => ({ ask: 'What is it called?', replaces, default: '{folder}' });

function nameTemplate(replaces: string): Template {
  const projectName = { ...nameQuestion(replaces), format: 'text' as const, choices: [], files: ['**'] };
  return { variables: { projectName }, parts: {}, leaveOut: [] };
}
