// The process that makes a bundle, as its argument says: esbuild is not loaded into the server, and its memory goes when this ends.
import { makeBundle, type BundleJob } from './make-bundle.ts';

await makeBundle(JSON.parse(process.argv[2] ?? '') as BundleJob);
