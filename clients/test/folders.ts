// Makes the folders that scenarios publish, some of which are git repositories.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Files and links by their paths. */
export interface Folder {
  files: Record<string, string>;
  links?: Record<string, string>;
  git?: boolean;
}

export interface Folders extends Disposable {
  /** `repositoryFolder` is the path of the folder `repository`. */
  variables: Record<string, string>;
  /** Whether a program was started that a repository names. */
  isProgramStarted(): boolean;
}

export function makeFolders(folders: Record<string, Folder>): Folders {
  const root = mkdtempSync(join(tmpdir(), 'realm-folders-'));
  const started = join(root, 'started');
  const place = (folder: string, path: string) => {
    const target = join(root, folder, path);
    mkdirSync(dirname(target), { recursive: true });
    return target;
  };
  for (const [name, { files, links = {}, git }] of Object.entries(folders)) {
    for (const [path, content] of Object.entries(files)) writeFileSync(place(name, path), content);
    for (const [path, target] of Object.entries(links)) symlinkSync(target, place(name, path));
    if (git) execFileSync('git', ['init', '--quiet'], { cwd: join(root, name) });
    if (git) execFileSync('git', ['config', 'core.fsmonitor', `touch ${started} #`], { cwd: join(root, name) });
  }
  return {
    variables: Object.fromEntries(Object.keys(folders).map((name) => [`${name}Folder`, join(root, name)])),
    isProgramStarted: () => existsSync(started),
    [Symbol.dispose]: () => rmSync(root, { recursive: true }),
  };
}
