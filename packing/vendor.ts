// Puts packages of others into a compiled package, one module for each, with their licences: who installs it needs no other package.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleFiles } from '../server/src/bundles/make-bundle.ts';
import { write } from './bundle.ts';
import { root } from './packages.ts';

const placeOf = (name: string) => `vendor/${name}`;

export async function vendorPackages(names: string[], stage: string): Promise<void> {
  if (names.length === 0) return;
  const entryPoints = Object.fromEntries(
    names.map((name) => [placeOf(name), relative(root, fileURLToPath(import.meta.resolve(name)))]),
  );
  write(stage, await bundleFiles({ entryPoints, platform: 'neutral' }));
  for (const path of globSync('**/*.js', { cwd: join(stage, 'dist') }))
    importVendored(names, join(stage, 'dist'), path);
}

/** Lets a compiled module import them from their place. */
function importVendored(names: string[], folder: string, path: string): void {
  const before = readFileSync(join(folder, path), 'utf8');
  const after = names.reduce((text, name) => {
    const target = relative(dirname(path), `${placeOf(name)}.js`);
    return text.replaceAll(`from '${name}'`, `from '${target.startsWith('.') ? target : `./${target}`}'`);
  }, before);
  if (after !== before) writeFileSync(join(folder, path), after);
}
