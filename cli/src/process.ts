// Runs the program in this process: its streams, its signals, its exit code.
import process from 'node:process';
import { exitCodes } from './exit-codes.ts';
import { InterruptedError } from './failure.ts';
import { systemReason } from './files/system-error.ts';
import { runProgram } from './program.ts';

const SIGNALS = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated } as const;

export async function runProcess(): Promise<void> {
  endWhenUnwritable();
  process.exitCode = await runProgram(process.argv.slice(2), {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    signal: abortedBySignals(),
  });
}

/** The first signal lets the command clean up; the second one ends the process. */
function abortedBySignals(): AbortSignal {
  const controller = new AbortController();
  for (const [name, code] of Object.entries(SIGNALS))
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(code);
      controller.abort(new InterruptedError(code));
    });
  return controller.signal;
}

/** `realm search | head` closes our output early, which is no error. A full disk is one. */
function endWhenUnwritable(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(exitCodes.done);
      process.stderr.write(`Error: The output cannot be written: ${systemReason(error)}.\n`);
      process.exit(exitCodes.unexpected);
    });
}
