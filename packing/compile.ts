// Compiles a published package by `tsc`, together with the packages inside it, in a folder that is then ready to be packed.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { publishedManifest, readManifest, root, type PublishedPackage } from './packages.ts';

/**
 * Returns the folder, which is in `stages` and takes what it needs of other packages from there. The compiler finds the types of Node only if
 * `stages` is in the repository, and compiles nothing in `node_modules`.
 */
export function compilePackage(published: PublishedPackage, stages: string, repository?: string): string {
  const { folder, inside, hasTypes } = published;
  const stage = join(stages, folder);
  rmSync(stage, { recursive: true, force: true });
  copySource(folder, stage, '', inside);
  for (const [name, place] of Object.entries(inside)) copySource(name.replace(/.*\//, ''), stage, place, inside);
  linkClient(stages, stage);
  const configuration = {
    ...compilerOptions(),
    include: ['src'],
    exclude: Object.values(inside).map((place) => `src/${place}`),
  };
  writeFileSync(join(stage, 'tsconfig.json'), JSON.stringify(configuration));
  compile(stage, '--removeComments');
  if (hasTypes) compile(stage, '--declaration', '--emitDeclarationOnly'); // with the comments, which editors show
  for (const path of globSync('dist/**/*.d.ts', { cwd: stage })) importCompiled(join(stage, path));
  cpSync(join(root, folder, 'README.md'), join(stage, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
  writeFileSync(
    join(stage, 'package.json'),
    `${JSON.stringify(publishedManifest(published, repository), undefined, 2)}\n`,
  );
  return stage;
}

/** Copies the source of a workspace, which then imports the packages inside by their place. */
function copySource(folder: string, stage: string, place: string, inside: PublishedPackage['inside']): void {
  for (const path of globSync('**/*.ts', { cwd: join(root, folder, 'src') })) {
    const target = join(stage, 'src', place, path);
    const text = readFileSync(join(root, folder, 'src', path), 'utf8');
    const local = text
      .replaceAll(/'(@realm-catalog\/\w+)(\/[\w/-]+)?'/g, (specifier, name: string, part = '') =>
        inside[name] ? `'${relativeTo(target, join(stage, 'src', inside[name], fileOf(name, part)))}'` : specifier,
      )
      // The compiler rewrites the endings of imports, and leaves other addresses of modules as they are.
      .replaceAll(/new URL\('(\.[^']+)\.ts', import\.meta\.url\)/g, "new URL('$1.js', import.meta.url)");
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, local);
  }
}

/** The file that an entry of a workspace leads to, below its `src`. */
function fileOf(name: string, part: string): string {
  const file = readManifest(name.replace(/.*\//, '')).exports?.[`.${part}`];
  if (!file) throw new Error(`${name} has no entry .${part}`);
  return file.replace('./src/', '');
}

function relativeTo(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

/** A package that needs the client is compiled against the compiled one. */
function linkClient(stages: string, stage: string): void {
  mkdirSync(join(stage, 'node_modules/@realm-catalog'), { recursive: true });
  symlinkSync(join(stages, 'clients/typescript'), join(stage, 'node_modules/@realm-catalog/client'));
}

function compile(stage: string, ...options: string[]): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', stage, ...options], { stdio: 'inherit' });
}

/** The compiler rewrites the endings of imports in the code alone. */
function importCompiled(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/((?:from |import\()['"]\.[^'"]+)\.ts(['"])/g, '$1.js$2'));
}

/** `lib` is what Node 20.19 has: the compiler refuses what came later. */
function compilerOptions(): object {
  return {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023'],
      typeRoots: [join(root, 'node_modules/@types')],
      noEmit: false,
      rootDir: 'src',
      outDir: 'dist',
      sourceMap: true,
      inlineSources: true,
    },
  };
}
