// The clients of Python and Go that a catalog serves: their sources, and the versions by which the tools of these languages know them.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../../', import.meta.url));

const languages = ['python', 'go'] as const;
export type Language = (typeof languages)[number];

export function isLanguage(name: string): name is Language {
  return (languages as readonly string[]).includes(name);
}

/** A name that nobody can own. */
export const GO_MODULE = 'realm-catalog.invalid/client';

/** What is in a package; what tests need is not. */
const patterns: Record<Language, { include: string[]; exclude: string[] }> = {
  python: { include: ['pyproject.toml', 'README.md', 'src/**/*.{py,typed}'], exclude: [] },
  go: {
    include: ['go.mod', 'README.md', '**/*.go'],
    exclude: ['**/*_test.go', '**/testdata/**', 'internal/scenariorunner/**'],
  },
};

/** A path in the folder of the client, and what is there. */
export type SourceFile = [path: string, content: Buffer];

/** In the order of their paths, after the licence. */
export function sourcesOf(language: Language): SourceFile[] {
  const folder = `${root}clients/${language}/`;
  const { include, exclude } = patterns[language];
  const paths = globSync(include, { cwd: folder, exclude });
  const names = paths.map((path) => path.replaceAll('\\', '/')).toSorted();
  const files = names.map((name): SourceFile => [name, readFileSync(folder + name)]);
  return [['LICENSE', readFileSync(`${root}LICENSE`)], ...files];
}

/** What a Go module says of itself. */
export async function readGoModule(): Promise<Buffer> {
  return readFile(`${root}clients/go/go.mod`);
}

/** What makes a package of the sources. */
const generators = ['bundles/make-package.ts', 'inspection/zip-writer.ts'];

/**
 * The address of the catalog is no part of it: catalogs with the same sources serve the same package. A letter stands before the digits, because a
 * pre-release of Go must not be a number with a zero before it, and Python would drop that zero.
 */
export function languageVersion(language: Language): string {
  const digest = createHash('sha256');
  for (const [path, content] of sourcesOf(language)) digest.update(`\0${path}\0`).update(content);
  for (const path of generators) digest.update(`\0${path}\0`).update(readFileSync(`${root}server/src/${path}`));
  const build = `h${digest.digest('hex').slice(0, 8)}`;
  return language === 'python' ? `${manifest.version}+${build}` : `v${manifest.version}-${build}`;
}
