// What the program reads and writes; tests give it other streams than those of the process.
import type { Readable, Writable } from 'node:stream';

export type Environment = Record<string, string | undefined>;

export interface Io {
  stdin: Readable & { isTTY?: boolean };
  /** Data alone. */
  stdout: Writable & { isTTY?: boolean; columns?: number };
  /** Everything else: notes, progress, questions, errors. */
  stderr: Writable & { isTTY?: boolean; columns?: number };
  env: Environment;
  cwd: string;
  /** It is aborted by Ctrl-C. */
  signal: AbortSignal;
}
