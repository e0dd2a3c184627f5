// Bundles the command line or the client, with all that it needs, as an npm tarball that has no dependency: npx asks no registry for it. The
// script of the pages that publish is one file.
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { makeTar } from '../archives/make-tar.ts';
import { folderOf, root, type BundleName } from './sources.ts';

export interface BundleJob {
  name: BundleName;
  /** The address of the catalog, and that of the bundle. */
  publicUrl: string;
  url: string;
}

/** Packages that are not modules load parts of Node by `require`, which modules do not have. */
const REQUIRE =
  "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);";

/** In characters; longer strings stay whole. For an error that nobody catches, Node prints the line that threw it. */
const LINE_LIMIT = 160;

const entry = (name: string, declaration: string) => ({
  types: `./dist/${declaration}.d.ts`,
  default: `./dist/${name}.js`,
});

const recipes: Record<BundleName, { options: BuildOptions; manifest?: object }> = {
  cli: {
    options: {
      entryPoints: { realm: 'cli/src/main.ts' },
      platform: 'node',
      banner: { js: REQUIRE },
      lineLimit: LINE_LIMIT,
    },
    manifest: { bin: { realm: './dist/realm.js' } },
  },
  client: {
    options: {
      entryPoints: {
        index: 'clients/typescript/src/index.ts',
        node: 'clients/typescript/src/node/index.ts',
        oauth: 'clients/typescript/src/oauth/index.ts',
        packing: 'clients/typescript/src/packing/index.ts',
        templates: 'clients/typescript/src/templates/index.ts',
        browser: 'clients/typescript/src/index.ts',
      },
      platform: 'neutral',
      external: ['node:*'],
      lineLimit: LINE_LIMIT,
      sourcemap: 'linked',
      sourcesContent: false, // which would double the tarball
    },
    manifest: {
      exports: {
        '.': entry('index', 'index'),
        './node': entry('node', 'node/index'),
        './oauth': entry('oauth', 'oauth/index'),
        './packing': entry('packing', 'packing/index'),
        './templates': entry('templates', 'templates/index'),
        './browser': { types: './dist/index.d.ts', default: './dist/browser.js' },
        './package.json': './package.json',
      },
    },
  },
  publish: {
    options: {
      entryPoints: { publish: 'web/publish/main.ts' },
      platform: 'browser',
      target: 'es2022',
      minifyIdentifiers: true,
    },
  },
};

/** Paths in the tarball, and what is there. */
type BundledFiles = [path: string, content: string | Buffer][];

/** The code of a bundle, and the licences of the packages in it. */
export const bundledFiles = (name: BundleName, define: Record<string, string> = {}) =>
  bundleFiles({ ...recipes[name].options, define });

/** The same of any entries; their paths are relative to the root of the repository. */
export async function bundleFiles(options: BuildOptions): Promise<BundledFiles> {
  const { outputFiles, metafile } = await build({
    target: 'node20.19',
    ...options,
    absWorkingDir: root,
    outdir: 'dist',
    write: false,
    bundle: true,
    format: 'esm',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none', // the licences are in a file of their own
    metafile: true,
    logLevel: 'error',
  });
  const code = outputFiles.map(({ path, contents }): [string, Buffer] => [relative(root, path), Buffer.from(contents)]);
  return [...licencesOf(metafile), ...code];
}

/** The same sources give the same bytes with the same version of Node, whose zlib compresses them. */
export async function makeBundle({ name, publicUrl, url }: BundleJob): Promise<Buffer> {
  const files = await bundledFiles(name, {
    CATALOG_URL: JSON.stringify(publicUrl),
    TARBALL_URL: JSON.stringify(url),
  });
  return name === 'publish' ? Buffer.from(scriptOf(files)) : tarballOf(name, files);
}

/** The code, after the licences of the packages in it. */
function scriptOf(files: BundledFiles): string {
  const texts = files.map(([path, content]) => (path.endsWith('.js') ? String(content) : `/*\n${String(content)}*/\n`));
  return texts.join('');
}

async function tarballOf(name: 'cli' | 'client', files: BundledFiles): Promise<Buffer> {
  const { name: packageName, version, description } = readManifest(folderOf(name));
  const published = {
    name: packageName,
    version,
    description,
    license: 'MIT',
    type: 'module',
    ...recipes[name].manifest,
    engines: { node: '>=20.19.0' },
  };
  const tar = await makeTar('package', [
    ['package.json', `${JSON.stringify(published, undefined, 2)}\n`],
    ['README.md', readFileSync(`${root}${folderOf(name)}/README.md`)],
    ['LICENSE', readFileSync(`${root}LICENSE`)],
    ...files,
    ...(name === 'client' ? declarations() : []),
  ]);
  return gzipSync(tar, { level: 9 });
}

/** The declarations that `npm run docs` has written, and the types of the API, whose source is its own declaration. */
function declarations(): [name: string, content: string][] {
  const paths = globSync('**/*.d.ts', { cwd: `${root}clients/typescript/declarations` }).toSorted();
  const generated = readFileSync(`${root}clients/typescript/src/generated.ts`, 'utf8').replaceAll(".ts';", ".js';");
  return [
    ...paths.map((path): [string, string] => [
      `dist/${path}`,
      readFileSync(`${root}clients/typescript/declarations/${path}`, 'utf8'),
    ]),
    ['dist/generated.d.ts', generated],
  ];
}

function readManifest(folder: string): { name: string; version: string; description?: string } {
  return JSON.parse(readFileSync(`${root}${folder}/package.json`, 'utf8'));
}

/** The licences of the packages of others that are in the bundle, as these licences ask. */
function licencesOf({ inputs }: Metafile): [name: string, content: string][] {
  const folders = new Set(
    Object.keys(inputs).flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []),
  );
  const texts = [...folders].toSorted().map((folder) => {
    const [licence] = globSync('{LICENSE,LICENCE,license}*', { cwd: join(root, folder) }).toSorted();
    if (!licence) throw new Error(`${folder} has no licence`);
    return `${folder.replace(/.*node_modules\//, '')}\n\n${readFileSync(join(root, folder, licence), 'utf8')}`;
  });
  return texts.length > 0 ? [['LICENSES-OF-OTHERS.txt', texts.join(`\n${'-'.repeat(80)}\n\n`)]] : [];
}
