// The exit codes, one for each kind of outcome, as `realm help exit-codes` shows them.

export const exitCodes = {
  done: 0,
  unexpected: 1,
  usage: 2,
  notFound: 3,
  login: 4,
  forbidden: 5,
  conflict: 6,
  rateLimited: 7,
  network: 8,
  integrity: 9,
  outdated: 10,
  interrupted: 130,
  terminated: 143,
} as const;

export type Outcome = keyof typeof exitCodes;

export const meanings: Record<Outcome, string> = {
  done: 'Done. Also when a search finds nothing, and when a version is already published with the same files.',
  unexpected: 'Something unexpected: an error in the catalog or in this program.',
  usage: 'The command is wrong, or it needs a terminal to ask a question.',
  notFound: 'It does not exist, or this account may not see it.',
  login: 'You are not logged in, or the token is expired or revoked.',
  forbidden: 'This account or token may not do that.',
  conflict: 'A conflict: with an existing file, with a published version, or in files that an update could not merge.',
  rateLimited: 'Too many requests. The message says when to try again.',
  network: 'No response, or one that is not from a catalog. `realm doctor` finds out why.',
  integrity: 'The archive is unsafe, or not the one that the catalog announced.',
  outdated: '`realm outdated --exit-code` or `realm update --check` found a newer version, or yours was yanked.',
  interrupted: 'Interrupted by Ctrl-C.',
  terminated: 'Ended by SIGTERM.',
};
