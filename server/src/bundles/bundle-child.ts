// The process that makes a bundle, as its argument says: esbuild is not loaded into the server, and its memory goes when this ends.
import type { BundleJob } from './make-bundle.ts';
import type { PackageJob } from './make-package.ts';
import { isLanguage } from './language-sources.ts';

const job = JSON.parse(process.argv[2] ?? '') as BundleJob | PackageJob;
if (isOfLanguage(job)) await import('./make-package.ts').then(({ makePackage }) => makePackage(job));
else await import('./make-bundle.ts').then(({ makeBundle }) => makeBundle(job));

function isOfLanguage(job: BundleJob | PackageJob): job is PackageJob {
  return isLanguage(job.name);
}
