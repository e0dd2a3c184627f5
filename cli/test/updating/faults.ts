// Breaks a program at one of the operations by which it changes the disk: it ends there, as if it were killed.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const CHANGING = [
  'chmodSync',
  'linkSync',
  'mkdirSync',
  'openSync',
  'renameSync',
  'rmdirSync',
  'rmSync',
  'writeFileSync',
] as const;
type Call = (...args: unknown[]) => unknown;

/** As on a disk that has no hard links. */
export const withoutLinks = () =>
  watchOperations((_, name) => {
    if (name === 'linkSync') throw Object.assign(new Error('no links'), { code: 'EPERM' });
  });

/** Calls `onOperation` before each operation, with its number, from 1, and its name. Until it is disposed of. */
export function watchOperations(onOperation: (number: number, name: string) => void): Disposable {
  const functions = fs as unknown as Record<string, Call>;
  const before = CHANGING.map((name) => [name, functions[name]] as const);
  let count = 0;
  for (const [name, call] of before)
    functions[name] = (...args) => {
      const isReading = name === 'openSync' && (args[1] ?? 'r') === 'r';
      if (!isReading) onOperation((count += 1), name);
      return call?.(...args);
    };
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]() {
      for (const [name, call] of before) if (call) functions[name] = call;
      syncBuiltinESMExports();
    },
  };
}
