// The inputs of the action, which the runner passes by variables.

export interface Inputs {
  command: 'validate' | 'publish';
  folder: string;
  /** Empty if there is none. */
  registry: string;
  token: string;
  slug: string;
  allowSecret: string[];
}

type Environment = Record<string, string | undefined>;

/** Throws an error that names the input that is wrong. */
export function readInputs(env: Environment): Inputs {
  const input = (name: string) => (env[`INPUT_${name.toUpperCase()}`] ?? '').trim();
  const command = input('command') || 'publish';
  if (command !== 'validate' && command !== 'publish')
    throw new Error(`The input command is validate or publish, and not ${command}.`);
  const inputs: Inputs = {
    command,
    folder: input('folder') || '.',
    registry: input('registry'),
    token: input('token'),
    slug: input('slug'),
    allowSecret: input('allow-secret')
      .split(/\s*\n\s*/)
      .filter(Boolean),
  };
  const missing = (['registry', 'token'] as const).filter((name) => inputs[name] === '');
  if (command === 'publish' && missing.length > 0)
    throw new Error(`To publish, the action needs the input ${missing.join(' and ')}.`);
  return inputs;
}
