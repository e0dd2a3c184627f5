// Publishes the packages to the registry, in order, or shows what would be done.
//   npm run release -- --dry-run [--repository URL]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { outputFolder, readManifest, root } from './packages.ts';
import { packAll } from './tarballs.ts';

const { values } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, repository: { type: 'string' } },
});

/** What stands in the way of a release. */
function faults(version: string, isDryRun: boolean): string[] {
  const workspaces = ['.', 'archive', 'cli', 'client', 'contract', 'server', 'web'];
  const others = workspaces.filter((folder) => readManifest(folder).version !== version);
  const changelog = readFileSync(`${root}CHANGELOG.md`, 'utf8');
  const isClean = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }) === '';
  return [
    ...others.map((folder) => `${folder}/package.json has another version than ${version}: versions move together.`),
    ...(changelog.includes(`\n## ${version}`) ? [] : [`CHANGELOG.md has no section for ${version}.`]),
    ...(isClean || isDryRun ? [] : ['There are changes that are not committed.']),
  ];
}

const { version } = readManifest('client');
const isDryRun = values['dry-run'];
const found = faults(version, isDryRun);
for (const fault of found) console.error(`realm-catalog: ${fault}`);
if (found.length > 0) process.exitCode = 1;
if (found.length > 0 && !isDryRun) process.exit();

console.log(`Release ${version}: these packages, in this order${isDryRun ? '; nothing is published' : ''}.`);
for (const { name, file, size, sha256 } of packAll(outputFolder, outputFolder, values.repository)) {
  const publish = ['publish', file, '--access', 'public'];
  console.log(`\n${name}@${version}  ${size} bytes  sha256 ${sha256}\n  npm ${publish.join(' ')}`);
  if (!isDryRun) execFileSync('npm', publish, { stdio: 'inherit' });
}
console.log(`\nThen: git tag v${version}`);
