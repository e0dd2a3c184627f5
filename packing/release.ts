// Publishes the packages to the registry, in order, or shows what would be done.
//   npm run release -- --dry-run [--repository URL]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { outputFolder, readManifest, root } from './packages.ts';
import { releaseFaults } from './release-faults.ts';
import { packAll } from './tarballs.ts';

const { values } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, repository: { type: 'string' } },
});
const isDryRun = values['dry-run'];
const { version, workspaces = [] } = readManifest('.');

const faults = releaseFaults({
  version,
  versions: Object.fromEntries(workspaces.map((folder) => [folder, readManifest(folder).version])),
  changelog: readFileSync(`${root}CHANGELOG.md`, 'utf8'),
  hasChanges: execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }) !== '',
});
for (const fault of faults) console.error(`realm-catalog: ${fault}`);
if (faults.length > 0) process.exitCode = 1;
if (faults.length > 0 && !isDryRun) process.exit();

console.log(`Release ${version}: these packages, in this order${isDryRun ? '; nothing is published' : ''}.`);
for (const { name, file, size, sha256 } of await packAll(outputFolder, outputFolder, values.repository)) {
  const publish = ['publish', file, '--access', 'public'];
  console.log(`\n${name}@${version}  ${size} bytes  sha256 ${sha256}\n  npm ${publish.join(' ')}`);
  if (!isDryRun) execFileSync('npm', publish, { stdio: 'inherit' });
}
console.log(`\nThen: git tag v${version}`);
