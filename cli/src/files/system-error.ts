// Errors of the file system in plain words.

interface SystemError extends Error {
  code: string;
  syscall: string;
  path?: string;
  /** Of a rename: where to. */
  dest?: string;
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  EXDEV: 'it is on another disk',
  ENAMETOOLONG: 'a name in it is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};

const WRITING = new Set(['mkdir', 'mkdtemp', 'rename', 'unlink', 'rmdir', 'copyfile', 'write', 'chmod', 'symlink']);
const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC', 'EDQUOT']);

function isSystemError(error: unknown): error is SystemError {
  const { code, syscall } = Object(error) as Partial<SystemError>;
  return error instanceof Error && typeof code === 'string' && typeof syscall === 'string';
}

/** Whether another place might do: the user, the disk or the path does not allow writing here. */
export const isNotWritable = (error: unknown): error is Error => isSystemError(error) && NOT_WRITABLE.has(error.code);

/** Whether nothing can be known of a file, since a folder around it is closed to this user. */
export const isClosed = (error: unknown): error is Error =>
  isSystemError(error) && (error.code === 'EACCES' || error.code === 'EPERM');

/** Where a part of the path is a file, nothing is there either. */
export const isMissing = (error: unknown) =>
  isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** Such as “permission denied (EACCES)”. */
export function systemReason(error: unknown): string {
  if (!isSystemError(error)) return String(error);
  return `${reasons[error.code] ?? error.message} (${error.code})`;
}

/** A sentence about the path that an error names; undefined for other errors. */
export function systemErrorText(error: unknown): string | undefined {
  if (!isSystemError(error) || !Object.hasOwn(reasons, error.code)) return undefined;
  const { path, dest = path, syscall } = error;
  // Where a file is written beside its place, and moved there, its place alone is meant.
  if (path !== undefined && dest !== undefined && path !== dest && !path.startsWith(`${dest}.`))
    return `${path} cannot be moved to ${dest}: ${systemReason(error)}.`;
  const place = dest?.replace(/\.[0-9a-f]{12}\.tmp$/, '');
  return place && `${place} cannot be ${WRITING.has(syscall) ? 'written' : 'used'}: ${systemReason(error)}.`;
}
