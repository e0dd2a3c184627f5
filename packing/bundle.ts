// Replaces the compiled modules of a package by one file with all that it needs. The packages of others in it may ask for a newer Node than ours
// promises, and npm would refuse them where it is told to be strict; the one file is tested on the oldest Node.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundledFiles } from '../server/src/bundles/make-bundle.ts';
import type { PublishedPackage } from './packages.ts';

export async function bundlePackage(folder: PublishedPackage['folder'], stage: string): Promise<void> {
  rmSync(join(stage, 'dist'), { recursive: true });
  for (const [path, content] of await bundledFiles(folder)) {
    mkdirSync(dirname(join(stage, path)), { recursive: true });
    writeFileSync(join(stage, path), content);
  }
}
