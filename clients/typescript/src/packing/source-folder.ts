// A folder whose files are to be packed, on a disk or in a page: what it can be asked, and what is known of its files.

export interface FolderEntry {
  name: string;
  /** `other` is a link, a pipe, or a folder of another repository; `not_utf8` is a name that no archive can have. */
  kind: 'file' | 'folder' | 'other' | 'not_utf8';
  /** In bytes, of a file. */
  size?: number;
  /** What git says of it, where git was asked. */
  git?: 'tracked' | 'not_ignored' | 'ignored' | undefined;
  /** Undefined where the disk says it. */
  isExecutable?: boolean | undefined;
}

/** A folder of a disk, or of a page. Paths in it have `/` between names; that of a folder ends in a slash, and that of the root is empty. */
export interface SourceFolder {
  list(folder: string): Promise<FolderEntry[]>;
  /** The text of an ignore file. */
  read(path: string): Promise<string>;
}

export interface ChosenFile {
  path: string;
  size: number;
  git: FolderEntry['git'];
  isExecutable: boolean | undefined;
}
