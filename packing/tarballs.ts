// Packs what was compiled, or bundled, into tarballs.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addBrowserFile, bundleCommandLine } from './bundle.ts';
import { compilePackage } from './compile.ts';
import { publishedPackages, type PublishedPackage } from './packages.ts';
import { vendorPackages } from './vendor.ts';

export interface Tarball {
  name: string;
  version: string;
  file: string;
  size: number;
  sha256: string;
}

/** Returns the folder with everything that is packed. */
export async function stagePackage(published: PublishedPackage, stages: string, repository?: string): Promise<string> {
  const stage = compilePackage(published, stages, repository); // which refuses what Node 20.19 lacks
  if (published.isBundled) await bundleCommandLine(stage);
  await vendorPackages(published.vendored, stage);
  if (published.browserEntry) await addBrowserFile(published.browserEntry, stage);
  return stage;
}

/** Into `out`, in the order in which they are published. They are compiled in `stages`, a folder of the repository. */
export async function packAll(out: string, stages = out, repository?: string): Promise<Tarball[]> {
  mkdirSync(out, { recursive: true });
  const tarballs: Tarball[] = [];
  for (const published of publishedPackages) {
    const stage = await stagePackage(published, stages, repository);
    const told = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', out], {
      cwd: stage,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ name, version, filename }] = JSON.parse(told) as [{ name: string; version: string; filename: string }];
    const file = join(out, filename);
    const bytes = readFileSync(file);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    tarballs.push({ name, version, file, size: bytes.length, sha256 });
  }
  return tarballs;
}
