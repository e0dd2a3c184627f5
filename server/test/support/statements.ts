// The statements that the tests of a run have prepared. Each process of tests adds those that it sees first to one file for all.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { preparations } from '../../src/telemetry.ts';

export function collectStatements(log: string): void {
  const seen = new Set<string>();
  let unwritten = '';
  /** A test may keep its process from writing files for a while. */
  function write(): void {
    try {
      appendFileSync(log, unwritten);
      unwritten = '';
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EFBIG') throw error;
    }
  }
  preparations.subscribe((text) => {
    if (seen.has(text)) return;
    const line = JSON.stringify(normalized(text));
    if (!seen.has(line)) unwritten += `${line}\n`;
    if (unwritten !== '') write();
    seen.add(text).add(line);
  });
  process.on('exit', write);
}

const { TEST_STATEMENT_LOG: log } = process.env;
const program = new URL('./collect-statements.ts', import.meta.url).href;

/** What a process of the catalog is started with, so that its statements are collected as well. */
export const collecting = log
  ? { args: ['--import', program], env: { TEST_STATEMENT_LOG: log } }
  : { args: [], env: {} };

/** Each once, with `?` for each value. A statement has the same text on both databases. */
export function readStatements(log: string): string[] {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [];
  return [...new Set(lines)].map((line) => JSON.parse(line) as string);
}

/** What a list of several values is explained with. The longer a list, the more does another way tempt a database, so it is long. */
const LIST_LENGTH = 50;

/** The same text for statements that differ in the length of a list alone: `in (?,?)`, or rows as `(?,?),(?,?)`. */
export function normalized(text: string): string {
  return oneLine(text)
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/\bin \(\?(?:, ?\?)+\)/g, `in (${listOf('?')})`)
    .replaceAll(/(\((?:[^()]|\([^()]*\))*\))(?:, ?\1)+/g, (_rows, row: string) => listOf(row));
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function listOf(item: string): string {
  return Array.from({ length: LIST_LENGTH }, () => item).join(',');
}
