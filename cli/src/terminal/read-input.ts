// Reads stdin to its end, unless it is longer than anything that is expected there, or nobody can type it.
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { readBounded } from '../files/read-bounded.ts';

export async function readInput(context: CommandContext, maxBytes: number): Promise<string> {
  const { io, isInteractive, signal, typedWith } = context;
  const { stdin } = io;
  if (stdin.isTTY && !isInteractive)
    throw new CommandError('usage', 'This command reads stdin: redirect a file to it.', {
      code: 'input_needed',
      hint: `Run\n  ${typedWith()} < FILE`,
    });
  signal.throwIfAborted();
  const stop = () => void stdin.destroy(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await readBounded(stdin, maxBytes);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
