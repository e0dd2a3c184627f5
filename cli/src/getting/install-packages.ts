// `get --install`: installs the packages of a project. That may run code of the realm, so it is said, and asked, each time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { shellWords } from '../settings/program-name.ts';
import { kindOf } from './project-kinds.ts';

export interface InstallOptions {
  install?: boolean;
  trust?: boolean;
}

/** Before anything is fetched: without a person who answers, only `--trust` allows it. `--yes` is for other questions. */
export function refuseUnasked({ isInteractive, typedWith }: CommandContext, { install, trust }: InstallOptions): void {
  if (!install || trust || isInteractive) return;
  throw new CommandError('usage', '--install may run code from the realm, and there is no terminal to ask on.', {
    code: 'input_needed',
    hint: `If you trust the realm, run\n  ${typedWith('--trust')}`,
  });
}

/** Whether packages were installed. */
export async function installPackages(
  context: CommandContext,
  folder: string,
  paths: string[],
  { trust }: InstallOptions,
): Promise<boolean> {
  const { output, prompt, typedWith } = context;
  const kind = kindOf(paths);
  if (!kind) {
    output.warn('--install found no lockfile of npm, pnpm, yarn, bun, uv, go or cargo.');
    return false;
  }
  const command = shellWords(kind.install);
  output.note(`This will run in ${folder}: ${command}\nIt may run code from the realm and from its packages.`);
  const isWanted =
    trust === true ||
    (await prompt.confirm({ message: `Run ${command}?`, default: false, otherwise: typedWith('--trust') }));
  if (isWanted) await run(context, folder, kind.install);
  return isWanted;
}

/** What it prints goes to stderr: stdout has data alone. */
async function run({ io, signal }: CommandContext, folder: string, [program = '', ...args]: string[]): Promise<void> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...io.env, NoDefaultCurrentDirectoryInExePath: '1' }, // by which the shell of Windows takes no program from the folder itself
    signal,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32', // npm is a script there
  });
  for (const stream of [child.stdout, child.stderr]) stream.pipe(io.stderr, { end: false });
  const [code] = (await once(child, 'close').catch((error: unknown) => {
    signal.throwIfAborted();
    throw new CommandError('unexpected', `${program} cannot be run.`, { cause: error });
  })) as [number | null];
  if (code !== 0)
    throw new CommandError('unexpected', `${shellWords([program, ...args])} failed. The files are in place.`);
}
