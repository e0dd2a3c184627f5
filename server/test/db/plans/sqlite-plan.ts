// Reads a plan of SQLite: the lines of `explain query plan` say what is walked, and the program of `explain` whether a limit ends the walk.
import { findsFew, type Walk } from './walk.ts';

/** A row of `explain`: https://sqlite.org/opcode.html. */
export interface Instruction {
  addr: number;
  opcode: string;
  p1: number;
  p2: number;
}

/** The first page and the table of each table and index, by its name. */
export type Pages = Map<string, { page: number; table: string }>;

export interface SqlitePlan {
  lines: string[];
  /** Those of triggers and references come after that of the statement. Each begins with the address 0. */
  program: Instruction[];
}

/**
 * `SCAN x USING COVERING INDEX y`, `SEARCH x USING INDEX y (a=? AND b>?)`, `SEARCH x USING PRIMARY KEY ((a,b)>(?,?)) LEFT-JOIN`. A table is named by
 * its alias.
 */
const LINE =
  /^(?<verb>SCAN|SEARCH) (?<name>\w+)(?<automatic> USING AUTOMATIC)?(?:.* INDEX (?<index>\w+))?(?:.*? \((?<conditions>.+)\))?/;

export function sqliteWalks(text: string, { lines, program }: SqlitePlan, pages: Pages): Walk[] {
  const programs = programsOf(program);
  return lines.flatMap((line) => {
    const { verb, name = '', automatic, index = '', conditions } = LINE.exec(line)?.groups ?? {};
    const table = verb && (pages.get(index)?.table ?? tableOf(name, text, pages));
    if (!table) return []; // a step that reads no table, or the rows of another step
    if (automatic) return [{ table, line }]; // an index that is made of the whole table for this statement
    // A search without a condition finds the least or the greatest.
    if (verb === 'SEARCH' && (!conditions || findsFew(equalColumns(conditions)))) return [];
    const page = (pages.get(index) ?? pages.get(table))?.page;
    // SQLite seeks by all columns of `(a,b)>(?,?)`, and compares each row with it once more: this drops one row at most.
    const recheck = /\)[<>]\(/.test(conditions ?? '') ? 1 : 0;
    return endsByLimit(programs, page, recheck) ? [] : [{ table, line }];
  });
}

function equalColumns(conditions: string): string[] {
  return conditions.split(' AND ').flatMap((condition) => /^(.+)=\?$/.exec(condition)?.[1] ?? []);
}

/** The table of this name, or the one that the statement gives this alias. Other names are those of subqueries. */
function tableOf(name: string, text: string, pages: Pages): string | undefined {
  if (pages.has(name)) return name;
  const words = [...text.matchAll(new RegExp(`\\b(\\w+) (?:as )?${name}\\b`, 'g'))].map(([, word = '']) => word);
  return words.find((word) => pages.has(word));
}

function programsOf(instructions: Instruction[]): Instruction[][] {
  const starts = instructions.flatMap(({ addr }, at) => (addr === 0 ? at : []));
  return starts.map((start, at) => instructions.slice(start, starts[at + 1]));
}

const COMPARISONS = new Set([
  'Eq',
  'Ne',
  'Lt',
  'Le',
  'Gt',
  'Ge',
  'If',
  'IfNot',
  'IsNull',
  'NotNull',
  'IsTrue',
  'Found',
]);

/** Whether every loop over this page is left after so many rows, and no comparison but `rechecks` goes to the next row before a row is counted. */
function endsByLimit(programs: Instruction[][], page: number | undefined, rechecks: number): boolean {
  const loops = programs.flatMap((program) => {
    const opened = program.filter(({ opcode, p2 }) => /^Open(Read|Write)$/.test(opcode) && p2 === page);
    const cursors = new Set(opened.map(({ p1 }) => p1));
    return program
      .filter(({ opcode, p1 }) => (opcode === 'Next' || opcode === 'Prev') && cursors.has(p1))
      .map(({ addr: end, p2: begin }) => ({ end, body: program.slice(begin, end) }));
  });
  const isLimited = ({ end, body }: { end: number; body: Instruction[] }) =>
    body.some(({ opcode, p2 }) => opcode === 'DecrJumpZero' && p2 > end) &&
    body.filter(({ opcode, p2 }) => COMPARISONS.has(opcode) && p2 === end).length <= rechecks;
  return loops.length > 0 && loops.every(isLimited);
}
