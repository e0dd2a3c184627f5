// The answers for a new version: those that were given before, as far as they still fit, and answers to what is new.
import { basename } from 'node:path';
import { resolveAnswers, type Answers, type Template } from '@realm-catalog/archive/templates';
import type { CommandContext } from '../context.ts';
import type { GivenAnswers } from '../getting/answer-options.ts';
import { askAnswers } from '../getting/ask-answers.ts';

export async function updateAnswers(
  context: CommandContext,
  template: Template,
  { before, given, folder }: { before: Answers; given: GivenAnswers; folder: string },
): Promise<Answers> {
  const { faults } = resolveAnswers(template, before, basename(folder));
  const unfit = new Set(faults.map(({ name }) => name));
  const kept = Object.fromEntries(Object.entries(before).filter(([name]) => !unfit.has(name)));
  const answers = await askAnswers(context, template, { ...kept, ...given }, folder);
  const assumed = Object.keys(answers).filter((name) => !Object.hasOwn(kept, name) && !Object.hasOwn(given, name));
  if (!context.isInteractive)
    for (const name of assumed) context.output.note(`${name} is new, and has its default: ${String(answers[name])}`);
  return answers;
}
