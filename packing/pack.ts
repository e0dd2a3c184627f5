// Makes the tarballs of the packages that are published.
//   npm run pack                                               into the folder packages/
//   npm run pack -- --out FOLDER --repository URL              elsewhere, with the address of the source in the manifests
import { parseArgs } from 'node:util';
import { root } from './packages.ts';
import { packAll } from './tarballs.ts';

const { values } = parseArgs({
  options: { out: { type: 'string', default: `${root}packages` }, repository: { type: 'string' } },
});
for (const { file, size, sha256 } of packAll(values.out, values.repository))
  console.log(`${file}  ${size} bytes  sha256 ${sha256}`);
