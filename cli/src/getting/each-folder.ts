// Works on the folders that a command names, also where one of them fails.
import type { CommandContext } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { failureOf, InterruptedError } from '../failure.ts';
import { reportFailure } from '../report-failure.ts';
import { shellWords } from '../settings/program-name.ts';

type Work = (context: CommandContext, folder: string) => Promise<number | void>;

/** Returns the largest exit code. A single folder fails as a command does. */
export async function inEachFolder(context: CommandContext, folders: string[], work: Work): Promise<number> {
  const [first = '.', ...others] = folders;
  if (others.length === 0) return (await work(context, first)) ?? exitCodes.done;
  let code: number = exitCodes.done;
  for (const [at, folder] of folders.entries()) {
    const words = wordsWithout(context.words, folders, at);
    const typedWith = (...more: string[]) => `${context.programName} ${shellWords([...words, ...more])}`;
    code = Math.max(code, await tried({ ...context, typedWith }, folder, work));
  }
  return code;
}

/** The same. As JSON, the records of several folders are one list, also where some or all of the folders fail. */
export async function listEachFolder(context: CommandContext, folders: string[], work: Work): Promise<number> {
  const { output } = context;
  if (!output.isJson || folders.length <= 1) return inEachFolder(context, folders, work);
  const records: object[] = [];
  const listed = { ...output, record: (row: object) => void records.push(row) };
  try {
    return await inEachFolder({ ...context, output: listed }, folders, work);
  } finally {
    output.records(records, []);
  }
}

/** The words of the command with one of its folders alone. A word behind an option is its value, if the folder is somewhere else. */
function wordsWithout(words: readonly string[], folders: string[], kept: number): string[] {
  const left = [...words];
  let end = left.length;
  for (const [at, folder] of [...folders.entries()].toReversed()) {
    const isFolder = (word: string, index: number) => word === folder && index < end;
    const free = left.findLastIndex((word, index) => isFolder(word, index) && !left[index - 1]?.startsWith('-'));
    const found = free < 0 ? left.findLastIndex(isFolder) : free;
    if (found < 0) continue;
    end = found;
    if (at !== kept) left.splice(found, 1);
  }
  return left;
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
