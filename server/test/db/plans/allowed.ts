// What a statement may walk through: tables that do not grow with the catalog, and a few statements, each for a reason.

/** Tables that have one row, or a few, however large the catalog is. */
const SMALL_TABLES = new Set([
  'audit_head',
  'batch_conditions',
  'collections', // made by curators
  'jobs',
  'migrations',
  'pending_downloads', // emptied twice a second
  'revisions',
  'score_run',
  'secrets',
  'snapshots', // one for each process that saved one lately
  'store_facts',
  'totals',
]);

export function isSmall(table: string): boolean {
  return SMALL_TABLES.has(table) || table.startsWith('sqlite_');
}

export interface AllowedWalk {
  statement: RegExp;
  /** `*` for any. */
  table: string;
  why: string;
}

export const allowedWalks: AllowedWalk[] = [
  {
    statement: /^insert into accounts /,
    table: 'versions',
    why: 'SQLite looks for rows that refer to a new one only while a reference is broken in the transaction, and no batch breaks one.',
  },
  {
    statement: /^delete from rate_windows returning /,
    table: 'rate_windows',
    why: 'A start takes over all windows that the last stop has saved.',
  },
  {
    statement: /^delete from upload_tokens where hash in \(select .* limit \?\)/,
    table: 'upload_tokens',
    why: 'The expired tokens that are locked, and so not deleted, are those of running uploads.',
  },
  {
    statement: /^select revision, seq, nonce from changes where nonce = \? order by revision desc limit 1$/,
    table: 'changes',
    why: 'It goes back from the newest change to one that was committed a moment ago.',
  },
  {
    statement: /^select .*\bfrom download_scores where seq > \? (and day = \? )?order by seq limit \?/,
    table: 'download_scores',
    why: 'A realm has scores of two days at most.',
  },
  {
    statement: /^delete from download_scores where seq > \? and seq <= \?/,
    table: 'download_scores',
    why: 'The statement before has counted the realms between the two numbers.',
  },
  {
    statement: /^delete from changes where revision < .* and revision < \(select min\(revision\) from changes\) \+/,
    table: 'changes',
    why: 'It begins at the oldest revision, and takes a fixed number of them.',
  },
  {
    statement:
      /^select audit\.id, .* where audit\.position is not null (and audit\.id (<|>=) \? )*order by audit\.id desc limit \?$/,
    table: 'audit',
    why: 'The entries without a position are the newest ones, which are sealed within seconds.',
  },
  {
    statement:
      /^select accounts\.id, accounts\.username, .* from accounts left join usage .* order by accounts\.(id desc|username) limit \?$/,
    table: 'accounts',
    why: 'An administrator reads a page in the order of an index: that of the filter that fewest accounts meet. Removed accounts are passed over.',
  },
  {
    statement: /^select position from audit where hash = \?$/,
    table: 'audit',
    why: 'A command that verifies the audit asks this once, and reads every entry anyway.',
  },
  {
    statement: /^select (count\(\*\) as rows from \w+|count\(distinct digest\) as archives from versions)$/,
    table: '*',
    why: 'Commands that copy or verify the whole store say how much there is to do.',
  },
  {
    statement:
      /^select versions\.digest, .* where versions\.digest > \? group by versions\.digest order by versions\.digest limit \?$/,
    table: 'versions',
    why: 'Such a command reads the versions of so many archives with each statement.',
  },
];
