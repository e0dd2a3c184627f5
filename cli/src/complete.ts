// Completes the last of the words that were typed: commands, options and the values that they can have.
import type { AnyCommand, OptionDefinition } from './command.ts';
import { commands } from './commands.ts';
import { globalOptions } from './options.ts';

export interface Completion {
  word: string;
  meaning: string;
}

interface KnownOption {
  names: string[];
  meaning: string;
  takesValue: boolean;
  choices: readonly string[];
}

/** The last of the words is the one to complete; it is empty after a blank. */
export async function complete(words: string[]): Promise<Completion[]> {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const ofProgram = globalOptions.map(([flags, description]) => known({ flags, description }));
  const { command, name, rest } = await commandIn(before, ofProgram);
  const options = [...(command?.options ?? []).map(known), ...ofProgram];
  const valueOf = optionBefore(before, current, options);
  if (valueOf)
    return starting(
      valueOf.choices.map((word) => ({ word, meaning: '' })),
      current.replace(/^=/, ''),
    );
  const [, flag = '', value] = /^(--[\w-]+)=(.*)$/.exec(current) ?? [];
  if (value !== undefined)
    return starting(
      (find(options, flag)?.choices ?? []).map((choice) => ({ word: `${flag}=${choice}`, meaning: '' })),
      current,
    );
  if (current.startsWith('-')) return starting(options.flatMap(optionWords), current);
  if (!name)
    return starting(
      Array.from(commands, ([word, { summary }]) => ({ word, meaning: summary })),
      current,
    );
  return starting(argumentWords(command, rest.length), current);
}

/** The command that was typed, or its subcommand, and the arguments after it. */
async function commandIn(words: string[], options: KnownOption[]) {
  const [name, second, ...others] = withoutOptions(words, options);
  const command = await commands
    .get(name ?? '')
    ?.load()
    .then((module) => module.command);
  const subcommand = command?.subcommands?.[second ?? ''];
  if (subcommand) return { name, command: subcommand as AnyCommand, rest: others };
  return { name, command, rest: second ? [second, ...others] : [] };
}

function withoutOptions(words: string[], options: KnownOption[]): string[] {
  return words.filter((word, at) => {
    const previous = words[at - 1] ?? '';
    return !word.startsWith('-') && !find(options, previous)?.takesValue;
  });
}

/** The option whose value comes next. Bash splits `--sort=name` at the equals sign. */
function optionBefore(before: string[], current: string, options: KnownOption[]): KnownOption | undefined {
  const last = before.at(-1) === '=' || current === '=' ? before.at(current === '=' ? -1 : -2) : before.at(-1);
  const option = find(options, last ?? '');
  return option?.takesValue ? option : undefined;
}

const find = (options: KnownOption[], name: string) => options.find(({ names }) => names.includes(name));

function known({ flags, description, choices = [] }: OptionDefinition): KnownOption {
  const names = flags.match(/--?[a-zA-Z][\w-]*/g) ?? [];
  return { names, meaning: description, takesValue: flags.includes('<'), choices };
}

const optionWords = ({ names, meaning }: KnownOption) => names.map((word) => ({ word, meaning }));

function argumentWords(command: AnyCommand | undefined, at: number): Completion[] {
  const subcommands = at === 0 ? Object.entries(command?.subcommands ?? {}) : [];
  const choices = command?.arguments?.[at]?.choices ?? [];
  return [
    ...subcommands.map(([word, { summary }]) => ({ word, meaning: summary })),
    ...choices.map((word) => ({ word, meaning: '' })),
  ];
}

const starting = (completions: Completion[], prefix: string) =>
  completions.filter(({ word }) => word.startsWith(prefix));
