// A real terminal: a pseudo-terminal that `script` of util-linux opens, with a program on it and the keys that a person presses.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { shellWords } from '../../src/settings/program-name.ts';

export interface Terminal extends Disposable {
  /** Everything that the terminal was sent. */
  readonly screen: string;
  type(keys: string): void;
  /** Resolves when the screen, without colours, has this. */
  shows(pattern: RegExp): Promise<void>;
  /** The exit code of the program. */
  readonly exitCode: Promise<number>;
}

export const CTRL_C = '\u0003';
export const ENTER = '\r';

const SCRIPT = '/usr/bin/script';
/** Every Debian has it. That of BSD and macOS takes other options. */
export const withoutTerminal = process.platform === 'linux' && existsSync(SCRIPT) ? false : `${SCRIPT} is not there`;

const MAX_WAIT_MS = 20_000;

const noChange = () => undefined;

/** The size is that of the oldest terminals. */
export function openTerminal(words: string[], env: Record<string, string | undefined>): Terminal {
  const program = `stty cols 80 rows 24; exec ${shellWords(words)}`;
  const child = spawn(SCRIPT, ['-qefc', program, '/dev/null'], { env: { TERM: 'xterm', ...env, SHELL: '/bin/sh' } });
  let screen = '';
  let onChange: () => void = noChange;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    onChange();
  });
  const exitCode = new Promise<number>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => {
      resolve(code ?? -1);
      onChange();
    });
  });
  return {
    get screen() {
      return screen;
    },
    type: (keys) => void child.stdin.write(keys),
    shows: (pattern) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`${pattern} is not shown: ${JSON.stringify(screen)}`)),
          MAX_WAIT_MS,
        );
        onChange = () => {
          if (!pattern.test(stripVTControlCharacters(screen))) return;
          clearTimeout(timer);
          resolve();
        };
        onChange();
      }),
    exitCode,
    [Symbol.dispose]: () => void child.kill(), // which hangs up on the program
  };
}
