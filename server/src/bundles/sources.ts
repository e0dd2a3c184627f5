// What each bundle is made of, and the version that its address has: it changes with the sources and with the address of the catalog.
import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** `publish` is the script of the pages that publish. */
export type BundleName = 'cli' | 'client' | 'publish';

/** The workspaces whose source is in a bundle. The first has its README, if it is a package of npm; each names the packages that it needs. */
const workspaces: Record<BundleName, [string, ...string[]]> = {
  cli: ['cli', 'clients/typescript', 'archive', 'contract'],
  client: ['clients/typescript', 'archive', 'contract'],
  publish: ['web', 'clients/typescript', 'contract'],
};

/** The workspace with the manifest and the README of a bundle. */
export const folderOf = (name: BundleName) => workspaces[name][0];

/** What makes a bundle of the sources. */
const makers = ['bundles/make-bundle.ts', 'archives/make-tar.ts'].map((path) => `server/src/${path}`);

/** Such as `0.3.0-1a2b3c4d`. npx remembers what it has fetched by the address alone, so another program must have another address. */
export async function bundleVersion(name: BundleName, publicUrl: string): Promise<string> {
  const own = folderOf(name);
  const patterns = [
    ...workspaces[name].flatMap((folder) => [`${folder}/package.json`, `${folder}/src/**/*.ts`]),
    `${own}/{declarations,publish}/**/*.ts`,
  ];
  const sources = await Array.fromAsync(glob(patterns, { cwd: root }));
  const readme = name === 'publish' ? [] : [`${own}/README.md`];
  const files = ['LICENSE', ...makers, ...readme, ...sources.toSorted()];
  const digest = createHash('sha256').update(JSON.stringify([publicUrl, manifest.dependencies.esbuild]));
  for (const file of files) digest.update(`\0${file}\0`).update(await readFile(root + file));
  return `${manifest.version}-${digest.digest('hex').slice(0, 8)}`;
}
