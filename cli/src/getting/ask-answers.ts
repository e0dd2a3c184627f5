// Asks what a realm asks. Where nobody can answer, defaults hold; where there is none, the command ends and says what to type.
import { basename } from 'node:path';
import {
  codeWords,
  defaultValue,
  isAsked,
  readCode,
  readValue,
  resolveAnswers,
  type AnswerFault,
  type Answers,
  type Template,
} from '@realm-catalog/archive/templates';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { printableLine } from '../terminal/printable.ts';
import type { GivenAnswers } from './answer-options.ts';

type Variable = Template['variables'][string];

/** All answers, with defaults for those that are not given. `folder` is that of the project, whose name may be a default. */
export async function askAnswers(
  context: CommandContext,
  template: Template,
  given: GivenAnswers,
  folder: string,
): Promise<Answers> {
  const unknown = Object.keys(given).filter((name) => !isAsked(template, name));
  if (unknown.length > 0) throw answerError(context, template, faultsOf(template, given, folder));
  const asked = context.isInteractive ? await askMissing(context, template, given, folder) : {};
  const { answers, faults } = resolveAnswers(template, { ...asked, ...given }, basename(folder));
  if (faults.length > 0) throw answerError(context, template, faults);
  return answers;
}

const faultsOf = (template: Template, given: GivenAnswers, folder: string) =>
  resolveAnswers(template, given, basename(folder)).faults;

/** For people. */
export const answerText = (value: string | boolean) => (typeof value === 'string' ? value : value ? 'yes' : 'no');

/** Of answers that were given before, those that still fit what is asked. */
export function fittingAnswers(template: Template, before: GivenAnswers, folder: string): GivenAnswers {
  const unfit = new Set(faultsOf(template, before, folder).map(({ name }) => name));
  return Object.fromEntries(Object.entries(before).filter(([name]) => !unfit.has(name)));
}

async function askMissing(
  context: CommandContext,
  { variables, parts }: Template,
  given: GivenAnswers,
  folder: string,
): Promise<GivenAnswers> {
  const found: GivenAnswers = {};
  const isMissing = (name: string) => !Object.hasOwn(given, name) || given[name] === undefined; // a name may be `constructor`
  for (const [name, variable] of Object.entries(variables)) {
    if (isMissing(name)) found[name] = await askVariable(context, name, variable, basename(folder));
    const code = `${name}.code`;
    const { value } = readValue(variable, String(isMissing(name) ? found[name] : given[name]));
    const needsCode = value !== undefined && codeWords(value, variable.format).length === 0;
    if (needsCode && isMissing(code)) found[code] = await askCode(context, code, value);
  }
  for (const [name, { ask, default: isWanted }] of Object.entries(parts))
    if (isMissing(name))
      found[name] = await context.prompt.confirm({
        message: ask,
        default: isWanted,
        otherwise: context.typedWith('--with', name),
      });
  return found;
}

function askVariable(
  { prompt, typedWith }: CommandContext,
  name: string,
  variable: Variable,
  folder: string,
): Promise<string> {
  const { ask, choices } = variable;
  const question = {
    message: ask,
    default: defaultValue(variable, folder),
    otherwise: typedWith('--set', `${name}=…`),
  };
  if (choices.length > 0) return prompt.select({ ...question, options: choices.map((value) => ({ value })) });
  return prompt.text({ ...question, validate: (text) => sentence(readValue(variable, text).fault) });
}

function askCode({ prompt, typedWith }: CommandContext, name: string, value: string): Promise<string> {
  return prompt.text({
    message: `How should “${value}” be written in code?`,
    validate: (text) => sentence(readCode(text).fault),
    otherwise: typedWith('--set', `${name}=my-shop`),
  });
}

const sentence = (fault: string | undefined) => fault && `It ${fault}.`;

function answerError({ typedWith }: CommandContext, template: Template, faults: AnswerFault[]): CommandError {
  const message = faults.map(({ name, fault }) => `${printableLine(name)} ${fault}.`).join('\n');
  const code = faults.find(({ name }) => name.endsWith('.code') && isAsked(template, name));
  const names = [
    ...Object.keys(template.variables).map((name) => `--set ${name}=…`),
    ...Object.keys(template.parts).map((name) => `--without ${name}`),
  ];
  const known = names.length > 0 ? `Possible answers: ${names.join(', ')}` : 'This realm asks no questions.';
  return new CommandError('usage', message, {
    code: 'invalid_answers',
    hint: code ? `Run\n  ${typedWith('--set', `${code.name}=my-shop`)}` : known,
  });
}
