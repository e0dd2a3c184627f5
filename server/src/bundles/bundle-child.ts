// The process that makes a bundle, as its argument says, and prints it in base64: esbuild is not loaded into the server, and its memory goes when this ends.
import { writeFileSync } from 'node:fs';
import type { BundleJob } from './make-bundle.ts';
import type { PackageJob } from './make-package.ts';
import { isLanguage } from './language-sources.ts';

const job = JSON.parse(process.argv[2] ?? '') as BundleJob | PackageJob;
writeFileSync(1, (await make()).toString('base64'));

async function make(): Promise<Buffer> {
  if (isOfLanguage(job)) return (await import('./make-package.ts')).makePackage(job);
  return (await import('./make-bundle.ts')).makeBundle(job);
}

function isOfLanguage(of: BundleJob | PackageJob): of is PackageJob {
  return isLanguage(of.name);
}
