// Which Node and SQLite the catalog runs on. Plain JavaScript, so that an older Node can read it and say no clearly.

const NODE = '24.18.1';
// Before 3.51.3, and in 3.52.0, a WAL reset may lose a committed write: https://sqlite.org/wal.html
const SQLITE = '3.51.3';
const SQLITE_BROKEN = '3.52.0';

/**
 * @param {{ node: string, sqlite?: string }} versions such as `process.versions`
 * @returns {string | undefined} why the catalog does not run on these, if it does not
 */
export function refusal({ node, sqlite }) {
  if (isOlder(node, NODE)) return `Realm Catalog needs Node ${NODE} or newer; this is Node ${node}.`;
  if (!sqlite || isOlder(sqlite, SQLITE) || sqlite === SQLITE_BROKEN)
    return `Realm Catalog needs SQLite ${SQLITE} or newer, and not ${SQLITE_BROKEN}, which may lose writes; this Node has ${sqlite ?? 'none'}.`;
  return undefined;
}

/** By numbers alone: comparing by the rules of a language takes 20 ms at every start.
 * @type {(version: string, least: string) => boolean} */
function isOlder(version, least) {
  return inOrder(version) < inOrder(least);
}

/** @type {(version: string) => number} */
function inOrder(version) {
  const parts = version.split('.', 3);
  return parts.reduce((sum, part) => sum * 1_000 + Number.parseInt(part, 10), 0);
}
