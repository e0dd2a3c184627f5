// What a command works with.
import type { Client } from '@realm-catalog/client';
import { createCatalogClient } from './catalog-client.ts';
import { readConfigFile, type ConfigFile } from './config-file.ts';
import { findCredential, type Credential } from './credential.ts';
import type { Environment, Io } from './io.ts';
import type { GlobalOptions } from './options.ts';
import { createOutput, type Output } from './output.ts';
import { programName, shellWords } from './program-name.ts';
import { createProgress, type Progress } from './progress.ts';
import { canPrompt, createPrompt, type Prompt } from './prompt.ts';
import { settingsOf, type Settings } from './settings.ts';

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
  /** The command as it was typed with more words, to show what to type instead. */
  readonly typedWith: (...more: string[]) => string;
}

export function createContext(
  words: string[],
  io: Io,
  options: GlobalOptions,
  fields?: readonly string[],
): CommandContext {
  const config = readConfigFile(io.env);
  const name = programName(io.env);
  let settings: Settings | undefined;
  let client: Client | undefined;
  let found: Promise<Credential | undefined> | undefined;
  const getSettings = () => (settings ??= settingsOf(options, io.env, config));
  const credential = () => (found ??= findCredential(getSettings().registry, io, options));
  return {
    // Read when they are needed: `realm config` must also run where the config file names no catalog, to mend that.
    get settings() {
      return getSettings();
    },
    get client() {
      return (client ??= createCatalogClient({ io, settings: getSettings(), options, credential }));
    },
    output: createOutput(io, options, fields),
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
    typedWith: (...more) => `${name} ${shellWords([...words, ...more])}`,
  };
}
