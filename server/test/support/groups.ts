// Which files of tests run together in one process: to load the server takes a fifth of the time of a file that starts a catalog in its process.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isFull } from './size.ts';

/** Files that take long, so that a process of their own adds little to them. */
const LONG = /\/(?:admin|faults|inspection|leaks|many-processes|releases|search-index|worst-cases)\//;

const STARTS_CATALOG = /\bstartCatalog\(|\/published\.ts'/;
/** What belongs to the whole process, such as its metrics, or may keep it busy after the tests. */
const OWN_PROCESS =
  /\bprocess\.(?:chdir|env|memoryUsage|on|umask)\b|\bglobalThis\b|METRICS_TOKEN|\/servers\/|\/processes\.ts'/;

/** So few that a group takes no longer than a long file, and so many that loading is a small part of it. */
const GROUP_SIZE = 6;

export interface Groups {
  /** What is to be run: files, and an entry for each group. What takes long is first, so that none of it runs alone at the end. */
  entries: string[];
  /** The files of each entry. */
  filesOf: Map<string, string[]>;
}

/** `npm run test:all` runs every file by itself, which shows that none needs another. The entries are written into `folder`. */
export function groupsOf(root: string, files: string[], folder: string): Groups {
  const shared = isFull ? [] : files.filter((file) => sharesProcess(file, readFileSync(join(root, file), 'utf8')));
  const count = Math.ceil(shared.length / GROUP_SIZE);
  const groups = Array.from({ length: count }, (_, group) => shared.filter((_file, at) => at % count === group));
  const written = mkdtempSync(join(folder, 'groups-'));
  const filesOf = new Map(
    groups.map((group, at) => [writeEntry(join(written, `group-${at + 1}.mjs`), root, group), group]),
  );
  const alone = files.filter((file) => !shared.includes(file));
  const long = alone.filter((file) => LONG.test(file));
  return { entries: [...new Set([...long, ...filesOf.keys(), ...alone])], filesOf };
}

function sharesProcess(file: string, text: string): boolean {
  return !LONG.test(file) && STARTS_CATALOG.test(text) && !OWN_PROCESS.test(text);
}

const runner = pathToFileURL(join(import.meta.dirname, 'group.ts')).href;

function writeEntry(path: string, root: string, files: string[]): string {
  writeFileSync(
    path,
    `import { runGroup } from '${runner}';\nrunGroup(${JSON.stringify(root)}, ${JSON.stringify(files)});\n`,
  );
  return path;
}
