// The packages that are published: what each is made of, and the manifest that it is published with.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));
/** Where packages are compiled and packed; git ignores it. */
export const outputFolder = `${root}packages`;

interface Manifest {
  name: string;
  version: string;
  description?: string;
  workspaces?: string[];
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
}

export const readManifest = (folder: string) =>
  JSON.parse(readFileSync(`${root}${folder}/package.json`, 'utf8')) as Manifest;

export interface PublishedPackage {
  /** Its folder in the repository. */
  folder: 'clients/typescript' | 'cli';
  /** Packages that nobody publishes, by name, and the folder in this package that each is compiled into. */
  inside: Record<string, string>;
  /** Packages of others, by name, that are in it as well. */
  vendored: string[];
  hasTypes: boolean;
  /** The module that is also packed as one file for pages, `dist/browser.js`. */
  browserEntry?: string;
  /** Whether it is one file with all that it needs. */
  isBundled: boolean;
  /** What only the published manifest has. */
  manifest: object;
}

const entry = (file: string) => ({ types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` });

/** In the order in which they are published. */
export const publishedPackages: PublishedPackage[] = [
  {
    folder: 'clients/typescript',
    inside: { '@realm-catalog/contract': 'contract', '@realm-catalog/archive': 'archive' },
    vendored: ['ignore'],
    hasTypes: true,
    browserEntry: 'clients/typescript/src/index.ts',
    isBundled: false,
    manifest: {
      exports: {
        '.': entry('index'),
        './node': entry('node/index'),
        './oauth': entry('oauth/index'),
        './packing': entry('packing/index'),
        './templates': entry('templates/index'),
        './browser': { types: './dist/index.d.ts', default: './dist/browser.js' },
        './package.json': './package.json',
      },
      sideEffects: false,
    },
  },
  {
    folder: 'cli',
    inside: { '@realm-catalog/contract': 'contract' },
    vendored: [],
    hasTypes: false,
    isBundled: true,
    manifest: { bin: { realm: './dist/realm.js' } },
  },
];

/** The manifest of a package as it is published. `repository` is where its source is, if that is to be named. */
export function publishedManifest(published: PublishedPackage, repository?: string): object {
  const { folder, inside, vendored, isBundled, manifest } = published;
  const { name, version, description, dependencies = {} } = readManifest(folder);
  const needed = Object.entries(isBundled ? {} : dependencies).filter(
    ([name]) => !(name in inside) && !vendored.includes(name),
  );
  return {
    name,
    version,
    description,
    license: 'MIT',
    ...(repository && { repository: { type: 'git', url: repository, directory: folder } }),
    type: 'module',
    ...manifest,
    files: ['dist', 'LICENSES-OF-OTHERS.txt'],
    ...(needed.length > 0 && { dependencies: Object.fromEntries(needed) }),
    engines: { node: '>=20.19.0' },
  };
}
