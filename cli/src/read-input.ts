// Reads stdin to its end, unless it is longer than anything that is expected there, or nobody can type it.
import type { CommandContext } from './context.ts';
import { CommandError } from './failure.ts';

export async function readInput(context: CommandContext, maxBytes: number): Promise<string> {
  const { io, isInteractive, signal, typedWith } = context;
  const { stdin } = io;
  if (stdin.isTTY && !isInteractive)
    throw new CommandError('usage', 'This reads its input from a file, and here nobody can be asked.', {
      code: 'input_needed',
      hint: `Run\n  ${typedWith()} < FILE`,
    });
  signal.throwIfAborted();
  const stop = () => void stdin.destroy(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const part = Buffer.from(chunk as Buffer | string);
    bytes += part.length;
    if (bytes > maxBytes) throw new CommandError('usage', `The input is longer than ${maxBytes} bytes.`);
    chunks.push(part);
  }
  signal.removeEventListener('abort', stop);
  return Buffer.concat(chunks).toString();
}
