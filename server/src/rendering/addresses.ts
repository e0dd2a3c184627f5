// What an address in the README of an archive means: a place in the document, a file of the archive, or something elsewhere.

/** Where the files of the archive are on this site. */
export interface MarkdownBase {
  /** The address of the file browser, with a slash at its end, such as `/realms/blog/files/1.2.0/`. */
  files: string;
  /** The address below which images of the archive are served, with a slash at its end. */
  images: string;
  /** The folder of the document in the archive, with a slash at its end; empty for the root. */
  folder?: string | undefined;
  /** What the ids of the document begin with: a page may show two. */
  idPrefix?: string | undefined;
  /** What the page names the document: a first heading that says the same is left out. */
  title?: string | undefined;
  /** By how many levels its headings are lower on the page; one by default. */
  headingShift?: number | undefined;
}

export type Address =
  | { kind: 'place'; id: string }
  | { kind: 'file'; path: string; fragment: string }
  | { kind: 'web' | 'mail'; href: string };

const ARCHIVE = 'https://archive.invalid';

/** Reads an address in a document of this folder as browsers do; undefined where it is not one, or has a scheme that is not shown. No file lies above the archive's root. */
export function parseAddress(text: string, folder = ''): Address | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (trimmed.startsWith('#')) return { kind: 'place', id: trimmed.slice(1) };
  const url = URL.parse(trimmed, `${ARCHIVE}/${encodePath(folder.split('/'))}/`);
  if (url?.protocol === 'mailto:') return { kind: 'mail', href: url.href };
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined;
  if (url.origin !== ARCHIVE) return { kind: 'web', href: url.href };
  const path = decodePath(url.pathname);
  return path === undefined ? undefined : { kind: 'file', path: encodePath(path), fragment: url.hash };
}

/** Returns the names in the path; undefined if a name hides a slash or a step upwards, which a proxy may decode. */
function decodePath(path: string): string[] | undefined {
  try {
    const names = path.split('/').filter(Boolean).map(decodeURIComponent);
    return names.some((name) => name === '..' || name === '.' || /[/\\]/.test(name)) ? undefined : names;
  } catch {
    return undefined; // malformed escapes
  }
}

const encodePath = (names: string[]): string => names.filter(Boolean).map(encodeURIComponent).join('/');
