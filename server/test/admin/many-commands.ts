// Runs many admin commands one after the other in one process: each of them prints what it prints, then its code between two NULs.
import { runCommand } from '../../src/admin.ts';

for (const words of JSON.parse(process.argv[2] ?? '[]') as string[][]) {
  const code = await runCommand(words);
  process.stdout.write(`\0${code}\0`);
  process.stderr.write('\0');
}
