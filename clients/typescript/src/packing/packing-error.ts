// Why a folder cannot be packed, in words for people.

export type PackingFault =
  | 'no_folder'
  | 'no_files'
  | 'not_a_file'
  | 'not_utf8'
  | 'too_many_files'
  | 'too_large'
  | 'too_deep'
  | 'bad_ignore_file'
  | 'git_failed'
  | 'files_needed'
  | 'secrets';

export class PackingError extends Error {
  override readonly name = 'PackingError';
  readonly code: PackingFault;
  /** What to do about it; empty where nothing is known. */
  readonly hint: string;

  constructor(code: PackingFault, message: string, hint = '') {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

const MAX_SHOWN = 10;

/** The first paths of a list, for a message. */
export function shownPaths(paths: readonly string[]): string {
  const rest = paths.length - MAX_SHOWN;
  return paths.slice(0, MAX_SHOWN).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
