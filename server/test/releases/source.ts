// The source of a release: as a tarball in its fixture, and unpacked again as a program that runs beside a later version.
import { globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { makeTar } from '../../src/archives/make-tar.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = 'realm-catalog';
const SMALLEST = { params: { [constants.ZSTD_c_compressionLevel]: 19 } };
/** What the server needs to run on a store that is there, by name and folder: everything but the packages of others. */
const PACKAGES: Record<string, string> = {
  archive: 'archive',
  cli: 'cli',
  client: 'clients/typescript',
  contract: 'contract',
  server: 'server',
  web: 'web',
};
const folders = Object.values(PACKAGES).join();
const FILES = [
  'package.json',
  'LICENSE',
  'docs/*.md',
  '{cli,clients/typescript}/README.md',
  `{${folders}}/package.json`,
  `{${folders}}/src/**/*.*`,
  'web/{fonts,islands,publish,styles}/**/*.*',
];

/** Of this working tree. */
export async function packSource(): Promise<Buffer> {
  const files = globSync(FILES, { cwd: root }).toSorted();
  return packFolder(root, files);
}

export async function packFolder(folder: string, files: string[]): Promise<Buffer> {
  const contents = files.map((file): [string, Buffer] => [file, readFileSync(join(folder, file))]);
  return zstdCompressSync(await makeTar(FOLDER, contents), SMALLEST); // by a fifth smaller than gzip
}

export async function unpackInto(folder: string, tarball: Buffer): Promise<void> {
  for (const { header, data } of await unpackTar(zstdDecompressSync(tarball))) {
    if (header.type !== 'file') continue;
    const path = join(folder, header.name.slice(FOLDER.length + 1));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, data ?? '');
  }
}

/** A version that processes can be started of. */
export interface Program {
  /** The file that starts it. */
  main: string;
  migrations: URL;
  /** The settings that it needs for being where it is. */
  env: Record<string, string>;
}

export const thisVersion: Program = programIn(root);

/**
 * The program in a tarball, unpacked in `folder`. Its own packages are its own; all others are those of this working tree, and not
 * necessarily the versions that it was released with, since tests install nothing.
 */
export async function unpackProgram(folder: string, tarball: Buffer): Promise<Program> {
  await unpackInto(folder, tarball);
  const [packages, ours] = [join(root, 'node_modules'), '@realm-catalog'];
  mkdirSync(join(folder, 'node_modules', ours), { recursive: true });
  for (const name of readdirSync(packages))
    if (name !== ours) symlinkSync(join(packages, name), join(folder, 'node_modules', name));
  for (const [name, path] of Object.entries(PACKAGES))
    symlinkSync(join(folder, path), join(folder, 'node_modules', ours, name));
  return programIn(folder, { NODE_COMPILE_CACHE: join(folder, 'compiled') }); // and goes with the folder
}

function programIn(folder: string, env: Record<string, string> = {}): Program {
  const src = join(folder, 'server/src');
  return { main: join(src, 'main.ts'), migrations: pathToFileURL(join(src, 'db/migrations/')), env };
}
