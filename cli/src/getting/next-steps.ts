// What to type after a realm was fetched. It is printed as text: nothing of a realm is run unless that is asked for.
import { shellWords } from '../settings/program-name.ts';
import { kindOf } from './project-kinds.ts';

/** `folder` is where the files are, `typed` how to get there from here; empty for here. */
export async function nextSteps(
  folder: string,
  paths: string[],
  typed: string,
  isInstalled: boolean,
): Promise<string[]> {
  const kind = kindOf(paths);
  const start = await kind?.start?.(folder);
  return [
    ...(typed === '' ? [] : [`cd ${shellWords([typed])}`]),
    ...(kind && !isInstalled ? [shellWords(kind.install)] : []),
    ...(start ? [shellWords(start)] : []),
  ];
}
