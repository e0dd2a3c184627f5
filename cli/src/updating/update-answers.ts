// The answers for a new version: those that were given before, as far as they still fit, and answers to what is new.
import type { Answers, Template } from '@realm-catalog/archive/templates';
import type { CommandContext } from '../context.ts';
import type { GivenAnswers } from '../getting/answer-options.ts';
import { answerText, askAnswers, fittingAnswers } from '../getting/ask-answers.ts';

export async function updateAnswers(
  context: CommandContext,
  template: Template,
  { before, given, folder }: { before: Answers; given: GivenAnswers; folder: string },
): Promise<Answers> {
  const kept = fittingAnswers(template, before, folder);
  const answers = await askAnswers(context, template, { ...kept, ...given }, folder);
  const assumed = Object.keys(answers).filter((name) => !Object.hasOwn(kept, name) && !Object.hasOwn(given, name));
  if (!context.isInteractive)
    for (const name of assumed)
      context.output.note(`The question ${name} is new. Its default was used: ${answerText(answers[name] ?? '')}`);
  return answers;
}
