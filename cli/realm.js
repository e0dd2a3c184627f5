#!/usr/bin/env node
// Starts the command line in a clone, from its source. Plain JavaScript: the types of everything else are then removed once, and cached.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

if (process.features.typescript) {
  module.enableCompileCache?.();
  await import('./src/main.ts');
} else await startWithOwnNode();

/** npx puts the Node of this repository first on the PATH; others who start this may not. */
async function startWithOwnNode() {
  const { spawnSync } = await import('node:child_process');
  const { constants } = await import('node:os');
  const node = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
  const words = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const { status, signal, error } = spawnSync(node, words, { stdio: 'inherit' });
  if (error) console.error('This needs Node 24: npm start installs it.');
  process.exitCode = status ?? (signal ? 128 + constants.signals[signal] : 1);
}
