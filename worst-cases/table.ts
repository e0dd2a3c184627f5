// The table of worst cases, for people and for docs/reliability.md, and which of them break a bound.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, type as system } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Measured } from './measure.ts';

/** No input may keep the event loop from others for longer. */
const HELD_UP_MS = 20;

const document = fileURLToPath(new URL('../docs/reliability.md', import.meta.url));
const [BEGIN, END] = ['<!-- npm run worst-cases -- --write: begin -->', '<!-- end -->'];

const isTooLong = ({ answeredMs, maxAnsweredMs = Infinity }: Measured) => answeredMs > maxAnsweredMs;
const isTooMuch = ({ keptBytes, maxKeptBytes = Infinity }: Measured) => keptBytes > maxKeptBytes;

export function isBroken(row: Measured): boolean {
  return (row.heldUpMs > HELD_UP_MS && row.reason === undefined) || isTooLong(row) || isTooMuch(row);
}

export function tableOf(measured: Measured[]): string {
  const rows = measured.map((row) => [
    row.name,
    row.worst,
    row.heldUpMs.toFixed(1) + (row.heldUpMs > HELD_UP_MS ? ` (${row.reason ?? '**too long**'})` : ''),
    row.answeredMs.toFixed(0) + (isTooLong(row) ? ' **too long**' : ''),
    (row.keptBytes / 1_024).toFixed(1) + (isTooMuch(row) ? ' **too much**' : ''),
  ]);
  const head = ['Input', 'Its worst variant', 'Event loop busy, ms', 'Answered, ms', 'Kept, KiB'];
  return [head, ['---', '---', '---', '---', '---'], ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function writeTable(measured: Measured[], realms: number): void {
  const [before, , after] = splitAtMarkers(readFileSync(document, 'utf8'));
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${day}, ${cpus().length} cores, ${system()}, Node ${process.versions.node}, ${realms.toLocaleString('en')} realms`;
  writeFileSync(document, `${before}${BEGIN}\n\n${machine}:\n\n${tableOf(measured)}\n\n${END}${after}`);
}

function splitAtMarkers(text: string): [before: string, table: string, after: string] {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error('docs/reliability.md has no place for the table');
  return [text.slice(0, from), text.slice(from, to), text.slice(to + END.length)];
}
