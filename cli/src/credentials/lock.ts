// A lock between processes of one user: a file that only one of them can create. Whoever waits reads anew what the other has written.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Who holds the lock says so again and again: a person may take their time to answer a question, or to unlock a keychain. */
const RENEW_MS = 60_000;
const STALE_MS = 5 * RENEW_MS;
const WAIT_MS = 50;

interface LockOptions {
  signal?: AbortSignal | undefined;
  /** Called once if another process has the lock. */
  onWait?: (() => void) | undefined;
}

export async function withLock<T>(path: string, work: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  const { signal, onWait } = options;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const own = `${hostname()} ${process.pid} ${randomUUID()}`;
  for (let tries = 0; !(await tryLock(path, own)); tries += 1) {
    await breakStale(path);
    if (tries === 1) onWait?.(); // nobody waits for a stale lock
    await sleep(WAIT_MS, undefined, { signal });
  }
  const renewing = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
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
