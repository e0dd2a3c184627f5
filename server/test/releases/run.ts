// Leaves the fixture of the release that is being made, in a folder of its version:
//   npm run release:fixtures              server/test/releases/VERSION
//   npm run release:fixtures -- FOLDER    there
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../src/config/config.ts';
import { makeFixture, RELEASES } from './fixture.ts';

const folder = process.argv[2] ?? join(RELEASES, version);
if (existsSync(folder)) {
  console.error(`${folder} is there. A release is made once: remove the folder if this one was not published.`);
  process.exit(1);
}
await makeFixture(folder);
for (const file of globSync('*', { cwd: folder }).toSorted())
  console.log(`${file.padEnd(24)} ${statSync(join(folder, file)).size} bytes`);
process.exit(0);
