// What a command works with.
import type { Client } from '@realm-catalog/client';
import { createCatalogClient } from './catalog/catalog-client.ts';
import { readConfigFile, type ConfigFile } from './settings/config-file.ts';
import { findCredential, type Credential } from './credentials/credential.ts';
import type { Environment, Io } from './terminal/io.ts';
import type { GlobalOptions } from './options.ts';
import { createOutput, type Output } from './terminal/output.ts';
import { cacheFolder } from './settings/paths.ts';
import { programName, shellWords } from './settings/program-name.ts';
import { createProgress, type Progress } from './terminal/progress.ts';
import { canPrompt, createPrompt, type Prompt } from './terminal/prompt.ts';
import { settingsOf, type Settings } from './settings/settings.ts';
import { systemReason } from './files/system-error.ts';

export interface CommandContext {
  readonly client: Client;
  readonly output: Output;
  readonly prompt: Prompt;
  /** Whether a person can be asked. */
  readonly isInteractive: boolean;
  readonly settings: Settings;
  readonly config: ConfigFile;
  readonly options: GlobalOptions;
  readonly env: Environment;
  readonly io: Io;
  /** It is aborted by Ctrl-C. Every call of the client takes it. */
  readonly signal: AbortSignal;
  /** What starts this program here, such as `npx realm`. */
  readonly programName: string;
  /** The token for this catalog, if there is one; looked up once. */
  readonly credential: () => Promise<Credential | undefined>;
  readonly progress: (label: string) => Progress;
  /** What was typed after the program's name. */
  readonly words: readonly string[];
  /** The command as it was typed with more words, to show what to type instead. */
  readonly typedWith: (...more: string[]) => string;
  /** Says once that nothing is kept, and why. What was said is in the warnings. */
  readonly goOnWithoutCache: (cause: unknown) => void;
  readonly cacheWarnings: readonly string[];
}

export function createContext(
  words: string[],
  io: Io,
  options: GlobalOptions,
  fields?: readonly string[],
): CommandContext {
  const output = createOutput(io, options, fields);
  const warn = (text: string) => output.warn(text);
  const config = readConfigFile(io.env, warn);
  const name = programName(io.env);
  let settings: Settings | undefined;
  let client: Client | undefined;
  let found: Promise<Credential | undefined> | undefined;
  const getSettings = () => (settings ??= settingsOf(options, io.env, config));
  const credential = () => (found ??= findCredential(getSettings().registry, io, options, warn));
  const cacheWarnings: string[] = [];
  return {
    // Read when they are needed: `realm config` must also run where the config file names no catalog, to mend that.
    get settings() {
      return getSettings();
    },
    get client() {
      return (client ??= createCatalogClient({ io, settings: getSettings(), options, credential }));
    },
    output,
    prompt: createPrompt(io, options),
    isInteractive: canPrompt(io, options),
    config,
    options,
    env: io.env,
    io,
    signal: io.signal,
    programName: name,
    credential,
    progress: (label) => createProgress(io, options, label),
    words,
    typedWith: (...more) => `${name} ${shellWords([...words, ...more])}`,
    cacheWarnings,
    goOnWithoutCache(cause) {
      if (cacheWarnings.length > 0) return;
      const text = `The cache in ${cacheFolder(io.env)} cannot be written, so nothing is cached: ${systemReason(cause)}.`;
      cacheWarnings.push(text);
      output.warn(text);
    },
  };
}
