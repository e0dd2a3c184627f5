// Reads the words that were typed, by commander, and runs the command that they name.
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { AnyCommand, OptionDefinition } from './command.ts';
import { commands } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import { CommandError } from './failure.ts';
import { programHelp } from './help.ts';
import type { Io } from './terminal/io.ts';
import { globalOptions, type GlobalOptions } from './options.ts';
import { programName } from './settings/program-name.ts';
import { runCommand } from './run-command.ts';

/** Resolves to the exit code; words that cannot be read are thrown. */
export async function parseAndRun(words: string[], io: Io): Promise<number> {
  let exitCode: number = exitCodes.done;
  const program = createProgram(io, async (definition, args, options) => {
    exitCode = await runCommand(definition, args, options, { words, io, options: readOptions(program) });
  });
  try {
    await program.parseAsync(separated(words), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw usageError(error, words, program);
  }
  return exitCode;
}

function createProgram(io: Io, run: Run): Command {
  const name = programName(io.env);
  const program = new Command(name)
    .exitOverride()
    .helpCommand(false)
    .configureOutput({ writeOut: (text) => void io.stdout.write(text), writeErr: () => undefined });
  program.helpInformation = () => programHelp(name);
  for (const [flags, description] of globalOptions) program.addOption(globalOption(flags, description));
  for (const [word, { summary }] of commands) program.command(word).summary(summary).description(summary);
  program.hook('preSubcommand', async (_, subcommand) => {
    const entry = commands.get(subcommand.name());
    if (entry) define(subcommand, (await entry.load()).command, run);
  });
  return program;
}

type Run = (command: AnyCommand, args: unknown[], options: unknown) => Promise<void>;

/** Gives commander what the command's module says. */
function define(target: Command, definition: AnyCommand, run: Run): void {
  for (const { name, description, choices } of definition.arguments ?? []) {
    const argument = new Argument(name, description);
    target.addArgument(choices ? argument.choices([...choices]) : argument);
  }
  for (const option of definition.options ?? []) target.addOption(commandOption(option));
  for (const [word, subcommand] of Object.entries(definition.subcommands ?? {}))
    define(target.command(word).summary(subcommand.summary).description(subcommand.summary), subcommand, run);
  target.addHelpText('after', () => moreHelp(target, definition.examples ?? []));
  if (definition.run) target.action((...given: unknown[]) => run(definition, given.slice(0, -2), given.at(-2)));
}

function commandOption({ flags, description, choices, default: value, parse }: OptionDefinition): Option {
  const isRepeated = flags.includes('...>');
  const option = new Option(flags.replace('...>', '>'), isRepeated ? `${description} (may be repeated)` : description);
  if (choices) option.choices([...choices]);
  if (value !== undefined) option.default(value);
  if (parse) option.argParser(parse);
  // Commander's own option for several values would take the arguments after it, too.
  if (isRepeated) option.argParser((word, before: string[] | undefined) => [...(before ?? []), word]);
  return option;
}

function moreHelp(target: Command, examples: [string, string][]): string {
  let root = target;
  while (root.parent) root = root.parent;
  const lines = examples.map(([words, meaning]) => `  ${root.name()} ${words}\n      ${meaning}\n`);
  const title = lines.length > 0 ? `\nExamples:\n${lines.join('')}` : '';
  return `${title}\nOptions of every command: ${root.name()} --help`;
}

const MAX_TIMEOUT_S = 86_400;

function globalOption(flags: string, description: string): Option {
  const option = new Option(flags.replace(' [=fields]', ' [fields]'), description);
  if (flags.startsWith('--timeout'))
    option.argParser((word) => {
      const seconds = Number(word);
      if (seconds > 0 && seconds <= MAX_TIMEOUT_S) return seconds * 1_000;
      throw new InvalidArgumentError('It must be a number of seconds.');
    });
  if (flags.startsWith('--json')) option.argParser((word) => word.split(',').filter((field) => field !== ''));
  return option;
}

function readOptions(program: Command): GlobalOptions {
  const { timeout, ...options } = program.opts<GlobalOptions & { timeout?: number }>();
  return { ...options, ...(timeout !== undefined && { timeoutMs: timeout }) };
}

/** Fields follow `--json` after a `=` alone: in `--json blog`, blog is a word of the command. `help WORD` is `WORD --help`. */
function separated(words: string[]): string[] {
  const end = words.indexOf('--');
  const all = words.map((word, at) => (word === '--json' && (end < 0 || at < end) ? '--json=' : word));
  const [first, second = ''] = all;
  return first === 'help' && second !== 'help' && commands.has(second) ? [second, '--help'] : all;
}

/** What commander says is wrong, and how to see what is right. */
function usageError(error: CommanderError, words: string[], program: Command): CommandError {
  const name = program.name();
  if (error.code === 'commander.help')
    return new CommandError('usage', 'No command was given.', { hint: `${name} --help` });
  const [message = '', ...more] = error.message.replace(/^error: /, '').split('\n');
  const word = words.find((one) => commands.has(one));
  const subcommands = program.commands.find((one) => one.name() === word)?.commands ?? [];
  // A command that also runs alone takes the word for an argument of its own.
  const [, taker, extra] = /^too many arguments for '(.*)'\. .*?: (.*?)(?:,|\.$)/.exec(message) ?? [];
  if (taker === word && subcommands.length > 0)
    return new CommandError('usage', `There is no command ${word} ${extra}.`, {
      code: 'unknown_command',
      hint: subcommands.map((one) => `${name} ${word} ${one.name()}`).join('\n'),
    });
  return new CommandError('usage', `${message.charAt(0).toUpperCase()}${message.slice(1)}`, {
    code: error.code.replace('commander.', '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    hint: [...more, [name, word, '--help'].filter(Boolean).join(' ')].join('\n'),
  });
}
