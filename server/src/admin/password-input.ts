// Reads a password from standard input, where it appears in no list of processes and in no history of the shell.
import type { Readable } from 'node:stream';
import { OperatorError } from '../config/config.ts';

/** Longer than any password with a line feed. */
const MAX_INPUT_BYTES = 4_096;

/** Returns the text without the line feed at its end. */
export async function readPassword(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_INPUT_BYTES) throw new OperatorError('Standard input holds more than a password.');
  }
  const password = decode(Buffer.concat(chunks)).replace(/\r?\n$/, '');
  if (password === '') throw new OperatorError('Standard input holds no password.');
  return password;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new OperatorError('The password from standard input is not valid UTF-8.');
  }
}
