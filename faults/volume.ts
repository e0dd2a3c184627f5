// A small volume of its own for a catalog: a tmpfs in a mount namespace, which is gone with the process that holds it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotPossibleError } from './fault.ts';

export interface Volume extends AsyncDisposable {
  /** Its folder, as it is named by programs that run `within`. */
  folder: string;
  /** The same folder, as everyone else reaches it. */
  seen: string;
  /** The command that runs another where the volume is. */
  within: string[];
  /** While no file in it is open for writing. */
  remount(how: 'ro' | 'rw'): void;
}

/** Whoever is not root is, in a user namespace of its own. */
const isRoot = process.getuid?.() === 0;
/** Ends when its input does, which the kernel sees to when this process is gone. */
const HOLD = 'mount -t tmpfs -o "$2" tmpfs "$1" && echo mounted && read -r line';

export async function aVolume(options: string): Promise<Volume> {
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-volume-'));
  const namespaces = isRoot ? ['--mount'] : ['--mount', '--user'];
  const holder = spawn(
    'unshare',
    [...namespaces, ...(isRoot ? [] : ['--map-root-user']), 'sh', '-c', HOLD, 'sh', folder, options],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  );
  const ended = once(holder, 'close').catch(() => undefined); // there may be no such program
  const isMounted = await Promise.race([once(holder.stdout, 'data').then(() => true), ended.then(() => false)]);
  if (!isMounted) {
    rmSync(folder, { recursive: true });
    throw new NotPossibleError('nothing can be mounted here, not even in a namespace');
  }
  const enter = [`--target=${holder.pid}`, ...namespaces, ...(isRoot ? [] : ['--preserve-credentials']), '--'];
  return {
    folder,
    seen: `/proc/${holder.pid}/root${folder}`,
    within: ['nsenter', ...enter],
    remount(how) {
      const args = [...enter, 'mount', '-o', `remount,bind,${how}`, folder];
      const { status, stderr } = spawnSync('nsenter', args, { encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
    },
    async [Symbol.asyncDispose]() {
      holder.stdin.end();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** From now on the running process can write no file beyond so many bytes; SQLite and Node get the same error from the kernel. */
export function limitFiles(pid: number, bytes: number | 'unlimited'): void {
  const { status, error } = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`]);
  if (error || status !== 0) throw new NotPossibleError('prlimit does not work here');
}
