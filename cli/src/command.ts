// What a command's module exports: how it is typed, and what it does.
import type { CommandContext } from './context.ts';

/** What the catalog completes a word with: a slug, a slug with perhaps a version, a tag or a category. */
export type CatalogWord = 'slug' | 'realm' | 'tag' | 'category';

export interface OptionDefinition {
  /** Such as `--sort <order>`, `-o, --output <file>`, `--dry-run`; `--tag <tag...>` may be given several times, with one value each. */
  flags: string;
  description: string;
  choices?: readonly string[];
  completes?: CatalogWord;
  /** A value as `parse` gives it. */
  default?: string | number | boolean | string[];
  /** Turns the word into a value; what is wrong with it is thrown as `CommandError`. */
  parse?: (word: string) => unknown;
}

interface ArgumentDefinition {
  /** Such as `<slug>`, `[folder]`, `[words...]`. */
  name: string;
  description: string;
  choices?: readonly string[];
  completes?: CatalogWord;
}

/** The realm that a command is about, by its slug. */
export const slugArgument: ArgumentDefinition = {
  name: '<realm>',
  description: 'its slug, or the address of its page',
  completes: 'slug',
};

export interface CommandDefinition<Args extends unknown[] = never, Options = never> {
  /** In the order in which they are typed. */
  arguments?: ArgumentDefinition[];
  options?: OptionDefinition[];
  /** What `--json=` can name, of a command that changes something: a wrong name is found before that is done. */
  fields?: readonly string[];
  /** Words after the program's name, with what they do. */
  examples?: [words: string, meaning: string][];
  /** What follows the command, such as `get` of `config get`; then `run` is what it does alone. */
  subcommands?: Record<string, CommandDefinition & { summary: string }>;
  /** Resolves to the exit code if that is not 0. */
  run?: (context: CommandContext, args: Args, options: Options) => Promise<number | void>;
}

/** A command as the table and the parser have it; which arguments and options it takes is known to its module. */
export type AnyCommand = CommandDefinition;
