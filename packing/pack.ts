// Makes the tarballs of the packages that are published.
//   npm run pack                            into the folder packages/
//   npm run pack -- --repository URL        with the address of the source in the manifests
import { parseArgs } from 'node:util';
import { outputFolder } from './packages.ts';
import { packAll } from './tarballs.ts';

const { values } = parseArgs({ options: { repository: { type: 'string' } } });
for (const { file, size, sha256 } of await packAll(outputFolder, outputFolder, values.repository))
  console.log(`${file}  ${size} bytes  sha256 ${sha256}`);
