// Completes the last of the words that were typed: commands, options, the values that they can have, and words of the catalog.
import type { AnyCommand, CatalogWord, OptionDefinition } from '../command.ts';
import { commands } from '../commands.ts';
import type { Completion } from './completion-cache.ts';
import type { Environment } from '../terminal/io.ts';
import { globalOptions } from '../options.ts';

interface KnownOption {
  names: string[];
  meaning: string;
  takesValue: boolean;
  choices: readonly string[];
  completes?: CatalogWord | undefined;
}

/** The last of the words is the one to complete; it is empty after a blank. */
export async function complete(typed: string[], env: Environment): Promise<Completion[]> {
  const { words, cut } = joined(typed);
  const found = await completionsOf(words, env);
  return found.map(({ word, meaning }) => ({ word: word.slice(cut.length), meaning }));
}

/** Bash splits `blog@1` at the sign, and replaces only the sign and what comes after it: `cut` is what stays. */
function joined(typed: string[]): { words: string[]; cut: string } {
  const words: string[] = [];
  let isOpen = false;
  for (const word of typed) {
    if (isOpen || word === '@') words.push(`${words.pop() ?? ''}${word}`);
    else words.push(word);
    isOpen = word === '@';
  }
  const last = words.at(-1) ?? '';
  const isSplit = typed.at(-1) === '@' || typed.at(-2) === '@';
  return { words, cut: isSplit ? last.slice(0, last.lastIndexOf('@')) : '' };
}

async function completionsOf(words: string[], env: Environment): Promise<Completion[]> {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const ofProgram = globalOptions.map(([flags, description]) => known({ flags, description }));
  const { command, name, rest } = await commandIn(before, ofProgram);
  const options = [...(command?.options ?? []).map(known), ...ofProgram];
  const fromCatalog = async (kind: CatalogWord | undefined, prefix: string) =>
    kind ? (await import('./catalog-words.ts')).catalogWords(kind, prefix, namedCatalog(before), env) : [];
  const valuesOf = async (option: KnownOption | undefined, prefix: string) => [
    ...starting(option?.choices.map((word) => ({ word, meaning: '' })) ?? [], prefix),
    ...(await fromCatalog(option?.completes, prefix)),
  ];
  const valueOf = optionBefore(before, current, options);
  if (valueOf) return valuesOf(valueOf, current.replace(/^=/, ''));
  const [, flag = '', value] = /^(--[\w-]+)=(.*)$/.exec(current) ?? [];
  if (value !== undefined) {
    const values = await valuesOf(find(options, flag), value);
    return values.map(({ word, meaning }) => ({ word: `${flag}=${word}`, meaning }));
  }
  if (current.startsWith('-')) return starting(options.flatMap(optionWords), current);
  if (!name)
    return starting(
      Array.from(commands, ([word, { summary }]) => ({ word, meaning: summary })),
      current,
    );
  const ofCommand = starting(argumentWords(command, rest.length), current);
  return [...ofCommand, ...(await fromCatalog(command?.arguments?.[rest.length]?.completes, current))];
}

/** The catalog that the words before name, by `--registry` or `--profile`. */
function namedCatalog(words: string[]): { registry?: string; profile?: string } {
  const valueOf = (flag: string) => {
    const at = words.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
    if (at < 0) return undefined;
    const value = words[at] === flag ? words[at + (words[at + 1] === '=' ? 2 : 1)] : words[at]?.slice(flag.length + 1);
    return value || undefined;
  };
  const [registry, profile] = [valueOf('--registry'), valueOf('--profile')];
  return { ...(registry && { registry }), ...(profile && { profile }) };
}

/** The command that was typed, or its subcommand, and the arguments after it. */
async function commandIn(words: string[], options: KnownOption[]) {
  const [name, second = ''] = withoutOptions(words, options);
  const command = await commands
    .get(name ?? '')
    ?.load()
    .then((module) => module.command);
  const subcommand = command?.subcommands?.[second] as AnyCommand | undefined;
  const named = subcommand ?? command;
  const rest = withoutOptions(words, [...(named?.options ?? []).map(known), ...options]).slice(subcommand ? 2 : 1);
  return { name, command: named, rest };
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

function known({ flags, description, choices = [], completes }: OptionDefinition): KnownOption {
  const names = flags.match(/--?[a-zA-Z][\w-]*/g) ?? [];
  return { names, meaning: description, takesValue: flags.includes('<'), choices, completes };
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
