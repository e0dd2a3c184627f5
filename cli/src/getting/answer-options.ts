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
  { flags: '--set <name=value...>', description: 'the answer to a question; name.code=… is how it is written in code' },
  { flags: '--with <part...>', description: 'with this part of the realm' },
  { flags: '--without <part...>', description: 'without this part' },
  { flags: '--answers <file>', description: 'answers as JSON: texts for questions, true or false for parts' },
];

/** What is typed counts more than what is in the file. */
export async function givenAnswers({ io }: CommandContext, options: AnswerOptions): Promise<GivenAnswers> {
  const { set = [], with: wanted = [], without: unwanted = [], answers: file } = options;
  const both = wanted.find((part) => unwanted.includes(part));
  if (both !== undefined) throw new CommandError('usage', `${both} is given both by --with and by --without.`);
  const typed = set.map((word): [string, string] => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
    if (name === undefined || value === undefined)
      throw new CommandError(
        'usage',
        `--set needs a name and a value, such as projectName='My shop', and not ${word}.`,
      );
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
    throw new CommandError('usage', `--answers names a file that cannot be read: ${file}`, { cause });
  });
  return parseAnswers(text, file);
}

/** `source` is named if the text is no JSON object. */
export function parseAnswers(text: string, source: string): GivenAnswers {
  const value = parseJson(text, source);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as GivenAnswers;
  throw new CommandError('usage', `${source} is no JSON object.`);
}
