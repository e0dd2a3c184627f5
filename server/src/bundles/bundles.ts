// The command line and the client as tarballs that this catalog serves. Each is made at the first request, once for each build, as a file in
// the data folder.
import { execFile } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import { glob, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serialQueue } from '../jobs.ts';
import type { BundleJob } from './make-bundle.ts';
import { bundleVersion, type BundleName } from './sources.ts';

interface Tarball {
  bytes: Buffer;
  sha256: string;
}

export interface Bundle {
  version: string;
  url: string;
  /** Makes the tarball if it is not there yet. Then it stays in memory: both together have 400 KB. */
  read(): Promise<Tarball>;
}

export type Bundles = Record<BundleName, Bundle>;

/** It takes about a second. */
const MAX_MAKING_MS = 120_000;
const child = fileURLToPath(new URL('bundle-child.ts', import.meta.url));
const run = promisify(execFile);

const paths: Record<BundleName, (version: string) => string> = {
  cli: (version) => `/cli/${version}/realm.tgz`,
  client: (version) => `/clients/typescript/${version}/realm-catalog-client.tgz`,
};

export async function openBundles(publicUrl: string, dataDir: string): Promise<Bundles> {
  const folder = join(dataDir, 'bundles');
  const inTurn = serialQueue();

  async function open(name: BundleName): Promise<Bundle> {
    const version = await bundleVersion(name, publicUrl);
    const url = publicUrl + paths[name](version);
    const file = join(folder, `${name}-${version}.tgz`);
    let found: Promise<Tarball> | undefined;
    async function findOrMake(): Promise<Tarball> {
      const bytes =
        (await readFile(file).catch(() => undefined)) ?? (await make({ name, publicUrl, url, file }, folder));
      return { bytes, sha256: hash('sha256', bytes) };
    }
    const read = () =>
      (found ??= inTurn(findOrMake).catch((error: unknown) => {
        found = undefined; // the next request tries again
        throw error;
      }));
    return { version, url, read };
  }
  return { cli: await open('cli'), client: await open('client') };
}

/** In a process of its own, and then in place of what an earlier build has left. */
async function make(job: BundleJob, folder: string): Promise<Buffer> {
  const temporary = `${job.file}.${randomUUID()}`;
  await mkdir(folder, { recursive: true });
  try {
    // The environment of the server is not passed on, because it contains secrets.
    await run(process.execPath, [child, JSON.stringify({ ...job, file: temporary })], {
      env: {},
      timeout: MAX_MAKING_MS,
      killSignal: 'SIGKILL',
    });
    const bytes = await readFile(temporary);
    for await (const old of glob(`${job.name}-*.tgz`, { cwd: folder })) await rm(join(folder, old), { force: true });
    await rename(temporary, job.file);
    return bytes;
  } finally {
    await rm(temporary, { force: true });
  }
}
