// Writes the whole blog as static files: `npm run build`, or `npm run build -- some/folder`.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readSite } from './site.js';

const root = join(import.meta.dirname, '..');
const target = resolve(process.argv[2] ?? join(root, 'dist'));
const site = readSite(root);

for (const [address, { body }] of site) {
  const file = join(target, address.endsWith('/') ? `${address}index.html` : address);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, body);
}
console.log(`${site.size} files are in ${target}`);
