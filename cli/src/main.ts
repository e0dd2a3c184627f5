#!/usr/bin/env node
// Starts the command line. Compiled code is cached before anything else is loaded: this halves the time to start.
import module from 'node:module';

module.enableCompileCache?.(); // Node 20 has none
const { answerAtOnce } = await import('./version-and-help.ts');
const answer = await answerAtOnce(process.argv.slice(2), process.env);
if (answer === undefined) {
  const { runProcess } = await import('./process.ts');
  await runProcess();
} else process.stdout.on('error', () => undefined).write(answer); // nobody may be reading any more
