// Runs a command; if it fails, prints what went wrong and what to do about it.
import type { AnyCommand } from './command.ts';
import { askForCatalog, isWithoutCatalog } from './settings/first-run.ts';
import { createContext, type CommandContext } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { failureOf, type Failure } from './failure.ts';
import { hintFor } from './hints.ts';
import type { Io } from './terminal/io.ts';
import type { GlobalOptions } from './options.ts';
import { refuseUnknownFields } from './terminal/output.ts';
import { reportFailure } from './report-failure.ts';

interface Typed {
  words: string[];
  io: Io;
  options: GlobalOptions;
}

/** Resolves to the exit code. */
export async function runCommand(
  { run, fields }: AnyCommand,
  args: unknown[],
  options: unknown,
  { words, io, options: globalOptions }: Typed,
): Promise<number> {
  let context = createContext(words, io, globalOptions, fields);
  const start = async () => {
    if (fields) refuseUnknownFields(globalOptions.json ?? [], fields);
    return (await run?.(context, args as never, options as never)) ?? exitCodes.done;
  };
  try {
    try {
      return await start();
    } catch (error) {
      const registry = isWithoutCatalog(error, context) ? await askForCatalog(context) : undefined;
      if (registry === undefined) throw error;
      context = createContext(words, io, { ...globalOptions, registry }, fields);
      return await start();
    }
  } catch (error) {
    return reportFailure(await explained(error, context), words, io);
  }
}

async function explained(error: unknown, context: CommandContext): Promise<Failure> {
  // Whatever an interruption has made fail is an interruption.
  if (context.signal.aborted) return failureOf(context.signal.reason);
  const failure = failureOf(error);
  if (failure.hint) return failure;
  try {
    const hint = await hintFor(error, context);
    return hint ? { ...failure, hint } : failure;
  } catch {
    return failure; // the hint needs the catalog, which may be the problem
  }
}
