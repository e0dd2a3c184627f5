// Which files of tests run together in one process: to load the server takes a fifth of the time of a file that starts a catalog in its process.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runLineOf } from './run-line.ts';
import { isFull } from './size.ts';

/** Files that take long start first. */
const LONG =
  /^(?:faults|worst-cases|server\/test\/(?:admin|browser|inspection|leaks|many-processes|releases|search-index))\/|\/(?:failover|start)\.test\.ts$/;

/** So few that a group takes no longer than a long file, and so many that loading is a small part of it. */
const GROUP_SIZE = 12;

/** Files run once on each of these, as they say themselves (`run-line.ts`): how their names end in the report. */
const rounds = {
  /** This machine's disk and memory, and the smallest browser. */
  small: '',
  large: ' on PostgreSQL, S3 and Redis',
  /** The browser that people have. */
  chromium: ' in the full Chromium',
};

export type Round = keyof typeof rounds;
const ROUNDS = Object.keys(rounds) as Round[];

export interface Groups {
  /** What is to be run: files, and an entry for each group. What takes long is first, so that none of it runs alone at the end. */
  entries: string[];
  /** The names of the files of each entry, as its process reports them. */
  namesOf: Map<string, string[]>;
}

/**
 * All rounds run side by side, each in processes of its own. `npm run test:long` runs every file by itself, which shows that none needs
 * another. The entries are written into `folder`.
 */
export function groupsOf(root: string, files: Record<Round, string[]>, folder: string): Groups {
  const written = mkdtempSync(join(folder, 'groups-'));
  const namesOf = new Map<string, string[]>();
  function writeEntry(group: string[], round: Round): string {
    const path = join(written, `group-${namesOf.size + 1}.mjs`);
    const values = [root, group, round].map((value) => JSON.stringify(value));
    writeFileSync(path, `import { runGroup } from '${runner}';\nrunGroup(${values.join(', ')});\n`);
    namesOf.set(
      path,
      group.map((file) => nameIn(round, file)),
    );
    return path;
  }
  const parts = ROUNDS.map((round) => {
    const { shared = [], alone = [] } = Object.groupBy(files[round], (file) =>
      !isFull && runLineOf(join(root, file)).sharesProcess ? 'shared' : 'alone',
    );
    const entryOf = (file: string) => (round === 'small' ? file : writeEntry([file], round));
    return {
      long: alone.filter((file) => LONG.test(file)).map(entryOf),
      groups: inGroups(shared).map((group) => writeEntry(group, round)),
      others: alone.filter((file) => !LONG.test(file)).map(entryOf),
    };
  });
  const entries = (['long', 'groups', 'others'] as const).flatMap((kind) => parts.flatMap((part) => part[kind]));
  return { entries, namesOf };
}

/** What a file of tests is called in the report. */
export function nameIn(round: Round, file: string): string {
  return file + rounds[round];
}

export function roundOf(name: string): Round {
  return ROUNDS.find((round) => round !== 'small' && name.endsWith(rounds[round])) ?? 'small';
}

function inGroups(files: string[]): string[][] {
  const count = Math.ceil(files.length / GROUP_SIZE);
  return Array.from({ length: count }, (_, group) => files.filter((_file, at) => at % count === group));
}

const runner = pathToFileURL(join(import.meta.dirname, 'group.ts')).href;
