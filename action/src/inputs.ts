// The inputs of the action, which the runner passes by variables.

export interface Inputs {
  command: (typeof commands)[number];
  folder: string;
  /** Empty if there is none. */
  registry: string;
  token: string;
  slug: string;
  allowSecret: string[];
  /** Whether git is not asked, and what it ignores is taken as well. */
  withoutGit: boolean;
}

const commands = ['validate', 'publish', 'check'] as const;

type Environment = Record<string, string | undefined>;

const needed = { validate: [], publish: ['registry', 'token'], check: ['registry'] } as const;

/** Throws an error that names the input that is wrong. */
export function readInputs(env: Environment): Inputs {
  const input = (name: string) => (env[`INPUT_${name.toUpperCase()}`] ?? '').trim();
  const word = input('mode') || input('command') || 'publish';
  const command = commands.find((one) => one === word);
  if (!command) throw new Error(`The input command is validate, publish or check, and not ${word}.`);
  const inputs: Inputs = {
    command,
    folder: input('folder') || '.',
    registry: input('registry'),
    token: input('token'),
    slug: input('slug'),
    allowSecret: input('allow-secret')
      .split(/\s*\n\s*/)
      .filter(Boolean),
    withoutGit: isTrue('no-git', input('no-git')),
  };
  const missing = needed[command].filter((name) => inputs[name] === '');
  if (missing.length > 0) throw new Error(`To ${command}, the action needs the input ${missing.join(' and ')}.`);
  return inputs;
}

/** An input is text: `true` or `false` in any case, and false if it is not given. */
function isTrue(name: string, word: string): boolean {
  if (!/^(?:true|false)?$/i.test(word)) throw new Error(`The input ${name} is true or false, and not ${word}.`);
  return word.toLowerCase() === 'true';
}
