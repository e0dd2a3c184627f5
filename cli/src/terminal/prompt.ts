// Questions to a person. Where nobody can answer, the default holds, or the command ends and says what to type instead.
// Their texts may come from a catalog or an archive, and are made printable here.
import { CommandError, InterruptedError } from '../failure.ts';
import type { Environment, Io } from './io.ts';
import type { GlobalOptions } from '../options.ts';
import { printable, printableLine } from './printable.ts';
import { searchOptions, type Find, type SearchOption } from './search-prompt.ts';

interface Question {
  message: string;
  /** What to type where nobody can answer: the whole command. */
  otherwise: string;
}

export interface Prompt {
  /** `--yes` means yes; if `needsTerminal`, only where a person could be asked. */
  confirm(question: Question & { default?: boolean; needsTerminal?: boolean }): Promise<boolean>;
  text(question: Question & { default?: string; validate?: (text: string) => string | undefined }): Promise<string>;
  select<Value extends string>(
    question: Question & { options: SearchOption<Value>[]; default?: Value },
  ): Promise<Value>;
  /** What is found changes with what is typed. */
  search(question: Question & { find: Find }): Promise<string>;
  /** The answer is not shown. */
  password(question: Question): Promise<string>;
}

/** Questions are for people at a terminal: never in CI, and never where a program reads the output. */
export function canPrompt({ stdin, stderr, env }: Io, options: GlobalOptions): boolean {
  const isForProgram = options.json !== undefined || options.ndjson === true;
  return !!stdin.isTTY && !!stderr.isTTY && !isCi(env) && !options.yes && options.input && !isForProgram;
}

const isCi = ({ CI: ci }: Environment) => ci !== undefined && ci !== '' && ci !== '0' && ci !== 'false';

const load = () => import('@clack/prompts');

function shownOption({ value, label = value, hint }: SearchOption): SearchOption {
  return { value, label: printableLine(label), ...(hint && { hint: printableLine(hint) }) };
}

async function ask<Value>(
  show: (prompts: Awaited<ReturnType<typeof load>>) => Promise<Value | symbol>,
): Promise<Value> {
  const prompts = await load();
  const value = await show(prompts);
  if (prompts.isCancel(value)) throw new InterruptedError();
  return value as Value;
}

export function createPrompt(io: Io, options: GlobalOptions): Prompt {
  const isInteractive = canPrompt(io, options);
  // Questions go to stderr: stdout has data alone.
  const streams = { input: io.stdin, output: io.stderr, signal: io.signal };

  const answer = async <Value>(question: Question & { default?: Value }, show: Parameters<typeof ask<Value>>[0]) =>
    isInteractive ? ask(show) : defaultOf(question);

  return {
    async confirm(question) {
      if (options.yes && (!question.needsTerminal || canPrompt(io, { ...options, yes: false }))) return true;
      const initialValue = question.default ?? true;
      return answer<boolean>(question, ({ confirm }) =>
        confirm({ ...streams, message: printableLine(question.message), initialValue }),
      );
    },
    text: (question) =>
      answer<string>(question, ({ text }) =>
        text({
          ...streams,
          message: printableLine(question.message),
          validate: (value = '') => question.validate?.(value),
          ...(question.default !== undefined && { initialValue: printable(question.default) }),
        }),
      ),
    select: (question) =>
      answer(question, ({ select }) =>
        select<string>({
          ...streams,
          message: printableLine(question.message),
          options: question.options.map(shownOption),
          ...(question.default !== undefined && { initialValue: question.default }),
        }),
      ) as never,
    search(question) {
      const { options: optionsFor } = searchOptions(question.find);
      return answer<string>(question, ({ autocomplete }) =>
        autocomplete({
          ...streams,
          message: printableLine(question.message),
          maxItems: 10,
          options() {
            const text = this.userInput.trim();
            const found = optionsFor(text, () => {
              this.emit('userInput', `${text} `); // asks for the options again
              io.stderr.emit('resize'); // draws them
            });
            return found.map(shownOption);
          },
          filter: () => true, // what was found need not have the words where they are shown
          validate: (value) => (value === undefined ? 'Choose one.' : undefined),
        }),
      );
    },
    password: (question) =>
      answer<string>(question, ({ password }) => password({ ...streams, message: printableLine(question.message) })),
  };
}

function defaultOf<Value>(question: Question & { default?: Value }): Value {
  if (question.default !== undefined) return question.default;
  throw new CommandError('usage', `This needs an answer: ${question.message}`, {
    code: 'input_needed',
    hint: `Without a terminal, run\n  ${question.otherwise}`,
  });
}
