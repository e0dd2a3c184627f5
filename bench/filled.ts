// The filled store of each version: filled by its own code, started once so that its search index is saved, and kept; a run works on copies.
import { execFile } from 'node:child_process';
import { constants, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { endsWithUs } from './children.ts';
import type { Checkout } from './checkouts.ts';
import type { Seeded } from './seeded.ts';
import { nodeOf, startCatalog } from './servers.ts';

export interface Filled {
  seeded: Seeded;
  /** Of an account that may write. */
  key: string;
  /** A copy of the filled folder, as it was before any request. */
  copy(): string;
}

export async function fill(checkout: Checkout, realms: number): Promise<Filled> {
  const folder = join(checkout.folder, `sqlite-${realms}`);
  const note = `${folder}.json`;
  const found = existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as { revision: string }) : undefined;
  if (found?.revision !== checkout.revision) {
    for (const path of [folder, note]) rmSync(path, { recursive: true, force: true });
    process.stderr.write(`Filling a store for ${checkout.name}.\n`);
    const prepared = await prepareBy(checkout, folder, realms);
    await saveIndex(checkout, folder);
    writeFileSync(note, JSON.stringify({ revision: checkout.revision, ...prepared }));
  }
  const { seeded, key } = JSON.parse(readFileSync(note, 'utf8')) as Filled;
  return { seeded, key, copy: () => copyOf(folder) };
}

/** With the `prepare` of its own benchmark, which knows its tables. */
async function prepareBy({ root }: Checkout, folder: string, realms: number): Promise<Pick<Filled, 'seeded' | 'key'>> {
  mkdirSync(folder, { recursive: true });
  const stores = pathToFileURL(join(root, 'bench/stores.ts')).href;
  const program = `const { prepare } = await import(${JSON.stringify(stores)});
    console.log('\\n' + JSON.stringify(await prepare({ DATA_DIR: ${JSON.stringify(folder)} }, ${realms})));`;
  const running = promisify(execFile)(nodeOf(root), ['--input-type=module', '--eval', program], {
    cwd: folder, // without the .env of a developer
    env: { PATH: process.env['PATH'] },
    maxBuffer: 2 ** 26,
  });
  endsWithUs(running.child);
  const { stdout } = await running;
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Pick<Filled, 'seeded' | 'key'>;
}

/** The first start reads the whole store; its end saves what all others begin with. It fills the compile cache, too. */
async function saveIndex({ root }: Checkout, folder: string): Promise<void> {
  await using catalog = await startCatalog({ DATA_DIR: folder }, root);
  await catalog.atRest();
}

function copyOf(folder: string): string {
  const copy = `${folder}-run`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return copy;
}
