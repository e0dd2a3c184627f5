// Facts about one thing, by name: aligned on a terminal, tab-separated when piped.
import { printableLine } from './printable.ts';
import type { Styles } from './style.ts';

/** An empty fact is left out on a terminal. */
export function factsText(facts: [name: string, value: string | number][], isTerminal: boolean, style: Styles): string {
  const lines = facts.map(([name, value]): [string, string] => [printableLine(name), printableLine(String(value))]);
  if (!isTerminal) return lines.map(([name, value]) => `${name}\t${value}\n`).join('');
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${style.dim(name.padEnd(width))}  ${value}\n`)
    .join('');
}
