// Opens a file that is to be packed: a regular one, and no link.
import { closeSync, constants, fstatSync, openSync } from 'node:fs';

/** Both are not defined on Windows. Without `O_NONBLOCK`, opening a named pipe would wait for a writer. */
const READ_FILE = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface OpenFile {
  fd: number;
  size: number;
  isExecutable: boolean;
}

/** The caller closes it. */
export function openRegularFile(path: string): OpenFile {
  const fd = openSync(path, READ_FILE);
  const { size, mode } = fstatSync(fd);
  if ((mode & constants.S_IFMT) === constants.S_IFREG) return { fd, size, isExecutable: (mode & 0o111) !== 0 };
  closeSync(fd);
  throw new Error(`${path} is no file.`);
}
