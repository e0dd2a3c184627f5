// The last part of `npm run docs`: compiles the client, and keeps the declarations that a catalog serves with it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compilePackage } from './compile.ts';
import { declarationFolder, declarationsOf } from './declarations.ts';
import { outputFolder, publishedPackages, root } from './packages.ts';

const stages = join(outputFolder, 'declarations');
for (const published of publishedPackages.filter(({ folder }) => folder !== 'cli')) {
  const stage = compilePackage(published, stages);
  const folder = join(root, declarationFolder);
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of declarationsOf(join(stage, 'dist'))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
rmSync(stages, { recursive: true });
