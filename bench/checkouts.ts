// The two versions that are compared: the working tree, and a commit in a folder of its own with the packages that it names.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './servers.ts';

export interface Checkout {
  /** As the report names it. */
  name: string;
  /** Where its files are. */
  root: string;
  /** What is kept of it for the next run. */
  folder: string;
  /** Another one after each change. */
  revision: string;
}

export function workingTree(data: string): Checkout {
  const hasChanges =
    git('status', '--porcelain', '--', 'server/src', 'contract', 'archive', 'web', 'package.json') !== '';
  const name = `${versionOf(root)}, ${git('rev-parse', '--short=7', 'HEAD')}${hasChanges ? ' with changes' : ''}`;
  return { name, root, folder: join(data, 'working-tree'), revision: digestOf(root) };
}

/** Takes the files of the commit out of the repository, unless an earlier run did, and installs what they need. */
export function checkOut(ref: string, data: string): Checkout {
  const commit = commitOf(ref);
  const folder = join(data, commit.slice(0, 12));
  const files = join(folder, 'checkout');
  if (!existsSync(files)) extract(commit, files);
  // Without the variables of npm, which would have it install into this working tree.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/i.test(name)));
  execFileSync(process.execPath, ['setup.js'], { cwd: files, env, stdio: ['ignore', 'inherit', 'inherit'] });
  return { name: `${versionOf(files)}, ${commit.slice(0, 7)}`, root: files, folder, revision: commit };
}

function commitOf(ref: string): string {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
  } catch {
    throw new Error(`git knows no commit "${ref}".`);
  }
}

/** Whole, or not at all. */
function extract(commit: string, files: string): void {
  const draft = `${files}-draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  git('archive', `--output=${draft}.tar`, commit);
  execFileSync('tar', ['-xf', `${draft}.tar`, '-C', draft]);
  rmSync(`${draft}.tar`);
  renameSync(draft, files);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

function versionOf(checkout: string): string {
  return (JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Of all that can change what is in a filled store. */
function digestOf(checkout: string): string {
  const digest = createHash('sha256');
  const patterns = ['{server,contract,archive}/src/**/*.{ts,js,sql}', 'bench/*.ts', 'package-lock.json'];
  for (const path of globSync(patterns, { cwd: checkout }).toSorted())
    digest.update(`${path}\0`).update(readFileSync(join(checkout, path)));
  return digest.digest('hex');
}
