// The version and the help, which load nothing that they do not print.
import type { Environment } from './terminal/io.ts';

const JSON_OPTION = /^--(?:nd)?json(?:=version)?$/;

/** The text for these words, if they ask for nothing else. */
export async function answerAtOnce(words: string[], env: Environment): Promise<string | undefined> {
  const [word, ...more] = words.filter((one) => !JSON_OPTION.test(one));
  const isJson = words.some((one) => JSON_OPTION.test(one));
  if (more.length > 0) return undefined;
  if (word === '--version' || word === '-V') {
    const version = (await import('./version.ts')).readVersion();
    return `${isJson ? JSON.stringify({ version }) : version}\n`;
  }
  if (isJson) return undefined;
  if (word !== undefined && word !== '--help' && word !== '-h' && word !== 'help') return undefined;
  const [{ programHelp }, { programName }] = await Promise.all([
    import('./help.ts'),
    import('./settings/program-name.ts'),
  ]);
  return programHelp(programName(env));
}
