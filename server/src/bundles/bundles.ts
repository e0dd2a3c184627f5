// What this catalog bundles and serves: the command line and the clients as packages, and the script of the pages that publish. Each is made at the
// first request, once for each build, as a file in the data folder; where that has no room, in memory alone.
import { hash, randomUUID } from 'node:crypto';
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { runScript, type WorkLimits } from '../concurrency/isolated-work.ts';
import { serialQueue } from '../concurrency/jobs.ts';
import { diskError } from '../errors.ts';
import { GO_MODULE, isLanguage, languageVersion, type Language } from './language-sources.ts';
import type { BundleJob } from './make-bundle.ts';
import type { PackageJob } from './make-package.ts';
import { bundleVersion, type BundleName } from './sources.ts';

interface BundleFile {
  bytes: Buffer;
  sha256: string;
}

export interface Bundle {
  version: string;
  /** Below the address of the catalog. */
  path: string;
  url: string;
  /** Makes the file if it is not there yet. Then it stays in memory: all together have 750 KB. */
  read(): Promise<BundleFile>;
}

export type Bundles = Record<BundleName | Language, Bundle>;

/** It takes about a second. */
const LIMITS: WorkLimits = { cpuMs: 120_000, wallMs: 120_000, memoryMib: 512 };
const SCRIPT = new URL('bundle-child.ts', import.meta.url);

const paths: Record<keyof Bundles, (version: string) => string> = {
  cli: (version) => `/cli/${version}/realm.tgz`,
  client: (version) => `/clients/typescript/${version}/realm-catalog-client.tgz`,
  publish: (version) => `/assets/${version}/publish.js`,
  python: (version) => `/clients/python/realm_catalog-${version}-py3-none-any.whl`,
  go: (version) => `/clients/go/${GO_MODULE}/@v/${version}.zip`,
};

export async function openBundles(publicUrl: string, dataDir: string): Promise<Bundles> {
  const folder = join(dataDir, 'bundles');
  const inTurn = serialQueue();

  async function open(name: keyof Bundles): Promise<Bundle> {
    const version = isLanguage(name) ? languageVersion(name) : bundleVersion(name, publicUrl);
    const path = paths[name](version);
    const url = publicUrl + path;
    const file = join(folder, `${name}-${version}${extname(path)}`);
    let found: Promise<BundleFile> | undefined;
    async function findOrMake(): Promise<BundleFile> {
      const bytes =
        (await readFile(file).catch(() => undefined)) ??
        (await make(isLanguage(name) ? { name, version } : { name, publicUrl, url }, file));
      return { bytes, sha256: hash('sha256', bytes) };
    }
    const read = () =>
      (found ??= inTurn(findOrMake).catch((error: unknown) => {
        found = undefined; // the next request tries again
        throw error;
      }));
    return { version, path, url, read };
  }
  return {
    cli: await open('cli'),
    client: await open('client'),
    publish: await open('publish'),
    python: await open('python'),
    go: await open('go'),
  };
}

/** In a process of its own. */
async function make(job: BundleJob | PackageJob, file: string): Promise<Buffer> {
  const bytes = Buffer.from(await runScript(SCRIPT, job, LIMITS), 'base64');
  await store(bytes, job.name, file).catch((error: unknown) => {
    if (!diskError(error)) throw error;
  });
  return bytes;
}

/** In place of what an earlier build has left. */
async function store(bytes: Buffer, name: keyof Bundles, file: string): Promise<void> {
  const folder = dirname(file);
  const temporary = `${file}.${randomUUID()}`;
  await mkdir(folder, { recursive: true });
  try {
    // After a power cut, a name without its bytes would be served for ever.
    await writeFile(temporary, bytes, { flush: true });
    for await (const old of glob(`${name}-*${extname(file)}`, { cwd: folder }))
      await rm(join(folder, old), { force: true });
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}
