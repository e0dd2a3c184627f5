// Checks the names of entries: each must mean the same file, inside the archive's folder, on every operating system. It runs in browsers, too.
import { Refusal } from './refusal.ts';

/** The limits of common file systems: 255 bytes a name everywhere, 1,024 bytes a path on macOS. */
const MAX_SEGMENT_BYTES = 255;
const MAX_PATH_BYTES = 1_024;
const MAX_DEPTH = 32;

/** Devices, with any extension and blanks before it: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)/i;
/** Git reads settings and runs hooks from such a folder; `git~1` is its short name on NTFS. */
const GIT = new Set(['.GIT', 'GIT~1']);
/** Directional marks make a name look like another one, and HFS+ compares names without joiners. All of them are invisible. */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}]/u;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** The folders and the last name of a path; none for `.`, the root itself. `./a`, as tar writes it, is `a`. */
export function segmentsOf(name: Uint8Array): string[] {
  const refuse = (why: string): never => {
    throw new Refusal(why, name);
  };
  if (name.length > MAX_PATH_BYTES) refuse(`is a path of more than ${MAX_PATH_BYTES.toLocaleString('en')} bytes`);
  const text = decode(name);
  if (text === '') refuse('is an empty name');
  if (/^[/\\]/.test(text)) refuse('is an absolute path');
  if (/^[a-z]:/i.test(text)) refuse('is an absolute path, with a drive letter');
  if (text.startsWith('~')) refuse('begins with “~”, which shells read as a home folder');
  if (text.includes('\\')) refuse('holds “\\”, which is a separator on Windows');

  const path = text.replace(/^\.\/|^\.$/, '').replace(/\/$/, '');
  if (path === '') return text === '.' || text === './' ? [] : refuse('is an absolute path');
  const segments = path.split('/');
  if (segments.includes('..')) refuse('climbs out of its folder with “..”');
  if (segments.length > MAX_DEPTH) refuse(`lies more than ${MAX_DEPTH} folders deep`);
  for (const segment of segments) {
    const why = fault(segment);
    if (why) refuse(why);
  }
  return segments;
}

function decode(name: Uint8Array): string {
  try {
    return utf8.decode(name);
  } catch {
    throw new Refusal('is not named in UTF-8', name);
  }
}

function fault(segment: string): string | undefined {
  if (segment === '' || segment === '.') return 'has an empty part or “.” in its path';
  if (encoder.encode(segment).length > MAX_SEGMENT_BYTES) return `has a name of more than ${MAX_SEGMENT_BYTES} bytes`;
  if (/\p{Cc}/u.test(segment)) return 'has a control character in its name';
  if (INVISIBLE.test(segment)) return 'has an invisible or directional character in its name';
  if (/[<>:"|?*]/.test(segment)) return 'has one of < > : " | ? * in its name, which Windows does not allow';
  if (/[. ]$/.test(segment)) return 'has a name that ends in a dot or a blank, which Windows drops';
  if (isGitName(segment)) return 'has “.git” in its path, from where git would run hooks';
  if (DEVICE.test(segment)) return 'has a name that Windows reserves for a device';
  return undefined;
}

/** Whether some file system takes a name for `.git`: Windows drops dots and blanks at its end, and what follows a colon; HFS+ what is invisible. */
export function isGitName(segment: string): boolean {
  const [name = ''] = segment.split(':', 1);
  const visible = Array.from(name).filter((character) => !INVISIBLE.test(character));
  const last = visible.findLastIndex((character) => character !== '.' && character !== ' ');
  return GIT.has(foldName(visible.slice(0, last + 1).join('')));
}

/**
 * The form in which file systems compare names that ignore case and composition (NTFS, APFS, HFS+). Lower case and then upper case gives the
 * full case folding of Unicode: ß is SS, ς is Σ, the Kelvin sign is K.
 */
export function foldName(segment: string): string {
  return segment.normalize('NFD').toLowerCase().toUpperCase().normalize('NFD');
}
