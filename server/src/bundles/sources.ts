// What each bundle is made of, and the version that its address has: it changes with the sources and with the address of the catalog.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
const generators = ['bundles/make-bundle.ts', 'archives/make-tar.ts'].map((path) => `server/src/${path}`);

/**
 * Such as `0.3.0-1a2b3c4d`. npx remembers what it has fetched by the address alone, so another program must have another address. Without promises,
 * reading these hundreds of small files takes a quarter of the processor time.
 */
export function bundleVersion(name: BundleName, publicUrl: string): string {
  const own = folderOf(name);
  const sources = [
    ...workspaces[name].flatMap((folder) => [`${folder}/package.json`, ...sourcesIn(`${folder}/src`)]),
    ...['declarations', 'publish'].flatMap((folder) => sourcesIn(`${own}/${folder}`)),
  ];
  const readme = name === 'publish' ? [] : [`${own}/README.md`];
  const files = ['LICENSE', ...generators, ...readme, ...sources.toSorted()];
  const digest = createHash('sha256').update(JSON.stringify([publicUrl, manifest.dependencies.esbuild]));
  for (const file of files) digest.update(`\0${file}\0`).update(readFileSync(root + file));
  return `${manifest.version}-${digest.digest('hex').slice(0, 8)}`;
}

function sourcesIn(folder: string): string[] {
  const names = existsSync(root + folder) ? readdirSync(root + folder, { recursive: true, encoding: 'utf8' }) : [];
  return names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}
