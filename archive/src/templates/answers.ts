// Answers to what a realm asks: texts for variables, `true` or `false` for parts, and under `NAME.code` how the value of a variable is written in code.
import type { Template, Variable } from '@realm-catalog/contract/templates';
import { codeWords, defaultValue, readCode, readValue, type ValueReading } from './values.ts';

export type Answers = Record<string, string | boolean>;

/** An answer that cannot be taken, or that is missing. */
export interface AnswerFault {
  /** Of the variable or part, or `NAME.code`. */
  name: string;
  /** What is wrong, as the end of a sentence that begins with the name. */
  fault: string;
}

const CODE = '.code';

/** Whether the realm asks for this: a variable, a part, or `NAME.code` of a variable. */
export function isAsked({ variables, parts }: Template, name: string): boolean {
  const variable = name.endsWith(CODE) ? name.slice(0, -CODE.length) : name;
  return Object.hasOwn(variables, variable) || Object.hasOwn(parts, name);
}

/**
 * All answers, in the order of the questions: those that were given, and defaults for the others. With a fault they cannot be used: an answer
 * is unknown or not allowed, or a value has no words for names in code, so that `NAME.code` has to be asked for.
 */
export function resolveAnswers(
  template: Template,
  given: Readonly<Record<string, unknown>>,
  folder: string,
): { answers: Answers; faults: AnswerFault[] } {
  const answers: [string, string | boolean][] = [];
  const faults: AnswerFault[] = Object.keys(given)
    .filter((name) => !isAsked(template, name))
    .map((name) => ({ name, fault: 'is not asked by this realm' }));
  const answerTo = (name: string) => (Object.hasOwn(given, name) ? given[name] : undefined);

  function take(name: string, typed: unknown, read: (typed: string) => ValueReading): string | undefined {
    const { value, fault } = typeof typed === 'string' ? read(typed) : { fault: 'must be text' };
    if (value === undefined) faults.push({ name, fault });
    else answers.push([name, value]);
    return value;
  }

  for (const [name, variable] of Object.entries(template.variables)) {
    const typed = answerTo(name) === undefined ? defaultValue(variable, folder) : answerTo(name);
    const value = take(name, typed, (text) => readValue(variable, text));
    const code = answerTo(name + CODE);
    if (code !== undefined) take(name + CODE, code, readCode);
    else if (value !== undefined && codeWords(value, variable.format).length === 0)
      faults.push({ name: name + CODE, fault: `is needed: “${value}” has no word that can stand in code` });
  }
  for (const [name, part] of Object.entries(template.parts)) {
    const answer = answerTo(name) === undefined ? part.default : answerTo(name);
    if (typeof answer === 'boolean') answers.push([name, answer]);
    else faults.push({ name, fault: 'must be true or false' });
  }
  return { answers: Object.fromEntries(answers), faults };
}

/** The words that a variable's names in code are made of. */
export function wordsOf(name: string, format: Variable['format'], answers: Answers): string[] {
  const code = answers[name + CODE];
  return typeof code === 'string' ? codeWords(code, 'identifier') : codeWords(String(answers[name]), format);
}
