// The version and the help, which load nothing that they do not print.
import type { Environment } from './io.ts';

/** The text for these words, if they ask for nothing else. */
export async function answerAtOnce(words: string[], env: Environment): Promise<string | undefined> {
  const [word, ...more] = words;
  if (more.length > 0) return undefined;
  if (word === '--version' || word === '-V') return `${(await import('./version.ts')).readVersion()}\n`;
  if (word !== undefined && word !== '--help' && word !== '-h' && word !== 'help') return undefined;
  const [{ programHelp }, { programName }] = await Promise.all([import('./help.ts'), import('./program-name.ts')]);
  return programHelp(programName(env));
}
