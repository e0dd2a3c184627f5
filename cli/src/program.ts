// The program beyond its version and its help: commands by the parser, and every error as one message and an exit code.
import { exitCodes } from './exit-codes.ts';
import { failureOf } from './failure.ts';
import type { Io } from './terminal/io.ts';

/** Runs the words that were typed after the program's name; resolves to the exit code. */
export async function runProgram(words: string[], io: Io): Promise<number> {
  const [first, ...more] = words;
  try {
    if (first === 'complete' && more[0] === '--') return await answerShell(more.slice(1), io);
    // The parser and what it needs take longer to load than these answers.
    const { parseAndRun } = await import('./parse.ts');
    return await parseAndRun(words, io);
  } catch (error) {
    const { reportFailure } = await import('./report-failure.ts');
    return reportFailure(failureOf(error), words, io);
  }
}

/** What the scripts of `realm completion` ask. */
async function answerShell(words: string[], { stdout, env }: Io): Promise<number> {
  const { complete } = await import('./completion/complete.ts');
  const found = await complete(words, env);
  stdout.write(found.map(({ word, meaning }) => `${word}\t${meaning}\n`).join(''));
  return exitCodes.done;
}
