// Facts about one thing, by name: aligned on a terminal, tab-separated when piped.
import { printableLine } from './printable.ts';
import type { Styles } from './style.ts';

/** An empty fact is left out on a terminal. */
export function factsText(facts: [name: string, value: string | number][], isTerminal: boolean, style: Styles): string {
  if (!isTerminal) return facts.map(([name, value]) => `${name}\t${printableLine(String(value))}\n`).join('');
  const width = Math.max(...facts.map(([name]) => name.length));
  return facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${style.dim(name.padEnd(width))}  ${printableLine(String(value))}\n`)
    .join('');
}
