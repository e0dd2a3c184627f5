// Runs Go for the tests of its client: without a network, and with what was compiled before.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProgram, unpacked } from '../../../server/test/support/servers/debian.ts';

export const module = fileURLToPath(new URL('..', import.meta.url));
const cache = fileURLToPath(new URL('../../../node_modules/.cache/go', import.meta.url));

/** A compiler from cold to warm, on a machine that does other things as well. */
const MAX_RUN_MS = 590_000;

/** What makes Go ask nobody: it has no other module, and is no other version than the one that is here. */
const offline = { GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local', GOWORK: 'off', GOCACHE: cache };

type Environment = Record<string, string | undefined>;

/** The program, and an environment in which it asks nobody. */
export function goProgram() {
  const program = findProgram('go');
  if (!program) throw new Error('there is no Go');
  return { path: program.path, env: { ...program.env, ...offline, CGO_ENABLED: '0' } };
}

/** Runs `go`, or `gofmt` beside it, and gives what it prints. */
export async function go(words: string[], { folder = module, env = {} }: { folder?: string; env?: Environment } = {}) {
  const program = goProgram();
  const [first = '', ...rest] = words;
  const [path, args] = first === 'gofmt' ? [join(dirname(program.path), first), rest] : [program.path, words];
  const { stdout } = await promisify(execFile)(path, args, {
    cwd: folder,
    env: { ...program.env, ...env },
    timeout: MAX_RUN_MS,
    maxBuffer: 64 * 1_024 ** 2,
  }).catch((error: Error & { stdout?: string; stderr?: string }) => {
    throw new Error(`go ${words.join(' ')} failed:\n${error.stdout}${error.stderr}`, { cause: error });
  });
  return stdout;
}

/** The environment for Go with the race detector, which needs a compiler of C; undefined where there is none that works. */
export async function withRaceDetector(): Promise<Environment | undefined> {
  const gcc = findProgram('gcc');
  if (!gcc) return undefined;
  const isUnpacked = gcc.path.startsWith(unpacked) && existsSync(join(unpacked, 'usr/include/stdio.h'));
  const env: Environment = {
    ...gcc.env,
    PATH: [dirname(gcc.path), gcc.env['PATH']].join(delimiter),
    CC: isUnpacked ? `${gcc.path} --sysroot=${unpacked}` : gcc.path,
    CGO_ENABLED: '1',
  };
  const program = ['-x', 'c', '-include', 'stdio.h', '/dev/null', '-c', '-o', '/dev/null'];
  const [compiler = '', ...words] = env['CC']!.split(' ');
  const works = await promisify(execFile)(compiler, [...words, ...program], { env }).then(
    () => true,
    () => false,
  );
  return works ? env : undefined;
}
