// The first run: where no catalog is named, and none runs on this machine, a person is asked once for the address of theirs, which is kept.
import { isCatalogError } from '@realm-catalog/client';
import { configPath, writeConfigFile } from './config-file.ts';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { isLoopback, registryAddress } from './settings.ts';
import { servedBy } from './serving-catalog.ts';

const MAX_TRIES = 3;

/** Whether a command failed because nobody has said which catalog to ask. A program that came from a catalog asks that one. */
export function isWithoutCatalog(error: unknown, context: CommandContext): boolean {
  const isRefused = isCatalogError(error, 'network') && error.message.includes('ECONNREFUSED');
  if (!isRefused || servedBy || !context.isInteractive || context.signal.aborted) return false;
  return context.settings.source === 'the default';
}

/** The address of a catalog that answers; undefined if none was found. */
export async function askForCatalog(context: CommandContext): Promise<string | undefined> {
  const { env, config, output, prompt, programName, settings } = context;
  const { checkAnswer } = await import('../doctor/answer-check.ts');
  output.note(`No catalog is set, and none is running at ${settings.registry}.`);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const text = await prompt.text({
      message: 'Address of your catalog',
      validate: addressFault,
      otherwise: `${programName} config set registry https://…`,
    });
    const registry = addressOf(text);
    const { finding } = await checkAnswer({ ...context, settings: { registry, source: 'your answer' } });
    if (!finding.isGood) {
      output.note([finding.message, finding.hint].filter(Boolean).join('\n'));
      continue;
    }
    await writeConfigFile(env, { ...config, registry }).then(
      () => output.note(`${registry} is your catalog from now on (${configPath(env)}).`),
      () => output.warn(`${configPath(env)} cannot be written. You will be asked again.`),
    );
    return registry;
  }
  return undefined;
}

/** As people type it: perhaps without the scheme, or as the address of a page. */
function addressOf(text: string): string {
  const plain = text.trim().replace(/\/realms(?:\/.*)?$/, '');
  if (plain.includes('://')) return registryAddress(plain);
  return registryAddress(`${isLoopback(`http://${plain}`) ? 'http' : 'https'}://${plain}`);
}

function addressFault(text: string): string | undefined {
  try {
    addressOf(text);
    return undefined;
  } catch (error) {
    return error instanceof CommandError ? error.message : 'It looks like https://catalog.example';
  }
}
