// Works on the folders that a command names, also where one of them fails.
import type { CommandContext } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { failureOf, InterruptedError } from '../failure.ts';
import { reportFailure } from '../report-failure.ts';

type Work = (context: CommandContext, folder: string) => Promise<number | void>;

/** Returns the largest exit code. A single folder fails as a command does; of several, the records are one list. */
export async function inEachFolder(context: CommandContext, folders: string[], work: Work): Promise<number> {
  const [first = '.', ...others] = folders;
  if (others.length === 0) return (await work(context, first)) ?? exitCodes.done;
  const records: object[] = [];
  const { output } = context;
  const listed = output.isJson ? { ...output, record: (row: object) => void records.push(row) } : output;
  let code: number = exitCodes.done;
  for (const folder of folders) code = Math.max(code, await tried({ ...context, output: listed }, folder, work));
  if (records.length > 0) output.records(records, []);
  return code;
}

async function tried(context: CommandContext, folder: string, work: Work): Promise<number> {
  const { io, options, output, signal } = context;
  try {
    return (await work(context, folder)) ?? exitCodes.done;
  } catch (error) {
    if (signal.aborted || error instanceof InterruptedError) throw error;
    const words = [...(output.isJson ? ['--json'] : []), ...(options.color ? [] : ['--no-color'])];
    return reportFailure(failureOf(error), words, io);
  }
}
