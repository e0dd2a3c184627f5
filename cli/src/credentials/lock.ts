// A lock between processes of one user: a file that only one of them can create. Whoever waits reads anew what the other has written.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than what is done under the lock, in which a person may have to unlock a keychain. */
const STALE_MS = 300_000;
const WAIT_MS = 50;

export async function withLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const own = `${hostname()} ${process.pid} ${randomUUID()}`;
  while (!(await tryLock(path, own))) {
    await breakStale(path);
    await sleep(WAIT_MS, undefined, { signal });
  }
  try {
    return await work();
  } finally {
    if ((await ownerOf(path)) === own) await rm(path, { force: true });
  }
}

async function tryLock(path: string, own: string): Promise<boolean> {
  try {
    await writeFile(path, own, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Of several processes that find the same stale file, one moves it away. One that moved a new lock instead puts it back. */
async function breakStale(path: string): Promise<void> {
  const [owner, facts] = await Promise.all([ownerOf(path), stat(path).catch(() => undefined)]);
  if (!facts || owner === undefined) return;
  if (Date.now() - facts.mtimeMs < STALE_MS && !isKilled(owner)) return;
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
    const moved = await ownerOf(aside);
    if (moved !== undefined && moved !== owner) await tryLock(path, moved);
  } catch {
    // Another process was faster.
  }
  await rm(aside, { force: true });
}

/** Whether the owner ran on this machine and is gone. That of another machine, which shares the folder, cannot be asked. */
function isKilled(owner: string): boolean {
  const [host, pid] = owner.split(' ');
  if (host !== hostname() || !Number(pid)) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function ownerOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}
