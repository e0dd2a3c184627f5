// Answers to what a realm asks, as they are typed: `--set`, `--with`, `--without` and `--answers`.
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { OptionDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { parseJson } from '../files/parse-json.ts';
import { readBounded } from '../files/read-bounded.ts';

export interface AnswerOptions {
  set?: string[];
  with?: string[];
  without?: string[];
  answers?: string;
}

/** By the names of variables and parts, and by `NAME.code`; not checked yet. */
export type GivenAnswers = Record<string, unknown>;

export const answerOptions: OptionDefinition[] = [
  { flags: '--set <name=value...>', description: 'answer a question; name.code=… is the spelling in code' },
  { flags: '--with <part...>', description: 'include this part of the realm' },
  { flags: '--without <part...>', description: 'leave out this part' },
  {
    flags: '--answers <file>',
    description: 'read the answers from JSON: texts for questions, true or false for parts',
  },
];

/** What is typed counts more than what is in the file. */
export async function givenAnswers({ io }: CommandContext, options: AnswerOptions): Promise<GivenAnswers> {
  const { set = [], with: wanted = [], without: unwanted = [], answers: file } = options;
  const both = wanted.find((part) => unwanted.includes(part));
  if (both !== undefined) throw new CommandError('usage', `${both} is named by both --with and --without.`);
  const typed = set.map((word): [string, string] => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
    if (name === undefined || value === undefined)
      throw new CommandError('usage', `--set needs a name and a value, such as projectName='My shop', not ${word}.`);
    return [name, value];
  });
  return {
    ...(file !== undefined && (await readAnswers(resolve(io.cwd, file)))),
    ...Object.fromEntries(typed),
    ...Object.fromEntries(wanted.map((part) => [part, true])),
    ...Object.fromEntries(unwanted.map((part) => [part, false])),
  };
}

async function readAnswers(file: string): Promise<GivenAnswers> {
  const text = await readBounded(createReadStream(file)).catch((cause: unknown) => {
    if (cause instanceof CommandError) throw cause;
    throw new CommandError('usage', `The file of --answers cannot be read: ${file}`, { cause });
  });
  return parseAnswers(text, file);
}

/** `source` is named if the text is not a JSON object. */
export function parseAnswers(text: string, source: string): GivenAnswers {
  const value = parseJson(text, source);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as GivenAnswers;
  throw new CommandError('usage', `${source} is not a JSON object.`);
}
