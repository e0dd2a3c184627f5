// Generated histories in git: each version is a commit, the project is a branch of the first one, and merges the later ones.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { History, Version } from './histories.ts';

interface GitHistories extends Disposable {
  /** The files after these versions were merged one after the other; undefined at the first conflict. */
  merge(number: number, versions: number[]): Version | undefined;
}

/** One repository for all. */
export function gitHistories(histories: History[]): GitHistories {
  const folder = mkdtempSync(join(tmpdir(), 'realm-histories-'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((who) => [
        [`GIT_${who}_NAME`, 'Alice'],
        [`GIT_${who}_EMAIL`, 'alice@example.com'],
      ]),
    ),
  };
  function git(args: string[], input = ''): { code: number | null; text: string } {
    const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: folder, env, input, encoding: 'utf8' });
    if (error || status === null || status > 1) throw new Error(`git ${args.join(' ')}: ${stderr}`, { cause: error });
    return { code: status, text: stdout };
  }
  git(['init', '--quiet', '--bare']);
  git(['fast-import', '--quiet'], histories.map(commitsOf).join(''));

  /** `cat-file` answers each name with a line that ends in the size, and the content. */
  function filesOf(tree: string): Version {
    const paths = git(['ls-tree', '-r', '-z', '--name-only', tree]).text.split('\0').filter(Boolean);
    const { text } = git(['cat-file', '--batch'], paths.map((path) => `${tree}:${path}\n`).join(''));
    let rest = text;
    return Object.fromEntries(
      paths.map((path) => {
        const begin = rest.indexOf('\n') + 1;
        const end = begin + Number(rest.slice(0, begin).trim().split(' ').at(-1));
        const content = rest.slice(begin, end);
        rest = rest.slice(end + 1);
        return [path, content];
      }),
    );
  }

  return {
    merge(number, versions) {
      let head = `h${number}-ours`;
      for (const version of versions) {
        const other = `h${number}-${version}`;
        const { code, text } = git(['merge-tree', '--write-tree', '--no-messages', head, other]);
        if (code === 1) return undefined;
        head = git(['commit-tree', text.trim(), '-p', head, '-p', other, '-m', 'Merge']).text.trim();
      }
      return filesOf(head);
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

/** For `git fast-import`. */
function commitsOf({ versions, ours }: History, number: number): string {
  const branch = (name: string | number) => `refs/heads/h${number}-${name}`;
  return [
    ...versions.map((files, version) => commitOf(branch(version), version > 0 ? branch(version - 1) : '', files)),
    commitOf(branch('ours'), branch(0), ours),
  ].join('');
}

function commitOf(branch: string, parent: string, files: Version): string {
  const from = parent && `from ${parent}\n`;
  const contents = Object.entries(files).map(
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  );
  return `commit ${branch}\ncommitter Alice <alice@example.com> 0 +0000\ndata 0\n${from}deleteall\n${contents.join('')}\n`;
}
