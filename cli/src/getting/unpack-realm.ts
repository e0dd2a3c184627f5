// Unpacks a fetched archive beside its place, and moves it there by the conflict policy. A killed process leaves all of a new folder, or nothing.
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Answers, Template } from '@realm-catalog/archive/templates';
import { Refusal, stageArchive, type StagedArchive } from '@realm-catalog/client/node';
import { CommandError } from '../failure.ts';
import { isNotWritable } from '../files/system-error.ts';
import { newFolderBelow, notWritable, writablePath } from '../files/writable-path.ts';
import { refuseFilled } from './filled-folder.ts';
import { removeLeftovers, TEMPORARY_PREFIX } from './leftovers.ts';
import { ORIGIN_FILE, originText, type Origin } from './origin.ts';
import { placeFiles } from './place-files.ts';
import { planFiles, statOf, type ConflictPolicy, type PlacedFile } from './plan-files.ts';
import { projectFiles } from './project-files.ts';
import { templateOf } from './template.ts';
import { emptyFolders, writeProject } from './write-project.ts';

interface UnpackOptions {
  /** Without the answers. */
  origin: Origin;
  /** Answers what the realm asks; all of it. */
  answer: (template: Template) => Promise<Answers>;
  policy: ConflictPolicy;
  /** Whether nothing is moved. */
  isDryRun: boolean;
  /** Where it is given, the folder must be a new one below it. A path without links. */
  newBelow?: string | undefined;
  signal: AbortSignal;
}

interface Unpacked {
  /** With the answers. */
  origin: Origin;
  /** What became, or would become, of each file. */
  files: PlacedFile[];
}

export async function unpackRealm(archive: string, target: string, options: UnpackOptions): Promise<Unpacked> {
  const folder = await checkedTarget(target, options); // a link to a folder is followed, and stays
  const place = folderOnSameDisk(folder);
  if (options.isDryRun) return unpackInto(folder, archive, tmpdir(), options);
  const made = await mkdir(place, { recursive: true }).catch((error: unknown) => {
    throw isNotWritable(error) ? notWritable(place, error) : error;
  });
  await removeLeftovers(place);
  try {
    return await unpackInto(folder, archive, place, options);
  } catch (error) {
    if (made) await removeEmptyFolders(place, made);
    throw isNotWritable(error) ? notWritable(folder, error) : error;
  }
}

/** `place` is where the temporary folder is made. */
async function unpackInto(folder: string, archive: string, place: string, options: UnpackOptions): Promise<Unpacked> {
  const { policy, isDryRun, signal, answer } = options;
  const staged = await stage(archive, join(place, TEMPORARY_PREFIX), signal);
  try {
    const template = templateOf(staged.contents);
    if (policy === 'error') await refuseFilled(folder, staged, options.origin, template);
    const answers = await answer(template);
    const origin = { ...options.origin, ...(Object.keys(answers).length > 0 && { answers }) };
    const rendered = projectFiles(staged, template, origin);
    const root = `${staged.root}.project`; // beside it, in the temporary folder
    writeProject(root, rendered, emptyFolders(staged, origin));
    const entries = [...rendered].map(([path, { size, sha256 }]) => ({ path, size, sha256 }));
    const files = await planFiles({ root, files: entries }, folder, { policy, origin });
    signal.throwIfAborted();
    if (isDryRun) return { origin, files };
    writeOrigin(root, origin);
    // Once more, since unpacking takes a while, in which another program may have put a link or a folder there.
    if ((await checkedTarget(folder, options)) !== folder)
      throw new CommandError('conflict', `${folder} has been replaced by a link.`);
    placeFiles(root, folder, files);
    return { origin, files };
  } finally {
    await staged.remove();
  }
}

const checkedTarget = (path: string, { newBelow }: UnpackOptions) =>
  newBelow === undefined ? writablePath(path) : newFolderBelow(newBelow, path);

/** A rename is atomic on one disk alone: beside a folder that is not there yet, inside of one that is. */
function folderOnSameDisk(folder: string): string {
  const found = existingPart(folder);
  if (!statSync(found, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError('conflict', `${found} is a file or a broken link.`);
  return found === folder ? folder : dirname(folder);
}

/** The path itself, or the part of it that is there. */
function existingPart(path: string): string {
  const parent = dirname(path);
  return statOf(path) || parent === path ? path : existingPart(parent);
}

/** From the innermost to the first one that was made; one that has something in it stays, with those around it. */
async function removeEmptyFolders(innermost: string, first: string): Promise<void> {
  for (let path = innermost; path.startsWith(first); path = dirname(path)) {
    const isRemoved = await rmdir(path).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}

/** `prefix` is the beginning of the temporary folder's path. */
export async function stage(archive: string, prefix: string, signal: AbortSignal): Promise<StagedArchive> {
  try {
    return await stageArchive(archive, prefix, { signal });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new CommandError('integrity', `The archive is unsafe. Nothing was unpacked. ${error.message}`, {
      code: 'unsafe_archive',
    });
  }
}

function writeOrigin(root: string, origin: Origin): void {
  mkdirSync(join(root, dirname(ORIGIN_FILE)));
  writeFileSync(join(root, ORIGIN_FILE), originText(origin), { flag: 'wx' });
}
