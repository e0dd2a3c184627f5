// Makes one file of the modules of a package, with all that they need.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundledFiles, bundleFiles } from '../server/src/bundles/make-bundle.ts';

/** In place of the modules. The packages of others in it may ask for a newer Node than ours promises, and npm would refuse them where it is told to be strict; the one file is tested on the oldest Node. */
export async function bundleCommandLine(stage: string): Promise<void> {
  rmSync(join(stage, 'dist'), { recursive: true });
  write(stage, await bundledFiles('cli'));
}

/** Beside the modules: `dist/browser.js`, which pages load with one request. */
export async function addBrowserFile(entry: string, stage: string): Promise<void> {
  write(stage, await bundleFiles({ entryPoints: { browser: entry }, platform: 'browser', minifyIdentifiers: true }));
}

export function write(stage: string, files: [path: string, content: string | Buffer][]): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(stage, path)), { recursive: true });
    writeFileSync(join(stage, path), content);
  }
}
