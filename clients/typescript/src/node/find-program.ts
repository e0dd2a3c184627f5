// Finds a program in the absolute folders of PATH. Windows would first look in the folder where the program is to run, and every system looks there
// if PATH says so: what somebody sent may have a program of this name.
import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';

export function findProgram(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  platform = process.platform,
): string | undefined {
  const isWindows = platform === 'win32';
  const rules = isWindows ? win32 : posix;
  const path = Object.entries(env).find(([key]) => (isWindows ? key.toUpperCase() : key) === 'PATH')?.[1] ?? '';
  return (isWindows ? path.replaceAll('"', '') : path)
    .split(rules.delimiter)
    .filter((folder) => rules.isAbsolute(folder))
    .map((folder) => `${folder}/${name}${isWindows ? '.exe' : ''}`)
    .find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
