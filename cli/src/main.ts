#!/usr/bin/env node
// Starts the command line. Compiled code is cached before anything else is loaded: this halves the time to start.
import module from 'node:module';

module.enableCompileCache?.(); // Node 20 has none
const { runProcess } = await import('./process.ts');
await runProcess();
