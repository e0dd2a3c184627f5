// Reads a number of a command's options.
import { InvalidArgumentError } from 'commander';

export function toCount(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It is no whole number.');
  return Number(text);
}
