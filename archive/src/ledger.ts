// The ledger of one archive: it records the entries, enforces the limits, captures the two files that are read, and passes all on to a receiver.
import { MAX_ARCHIVE_ENTRIES, MAX_UNPACKED_BYTES } from '@realm-catalog/contract/archive-size';
import { segmentsOf } from './names.ts';
import { openTree, type Kind } from './path-tree.ts';
import { Refusal } from './refusal.ts';

export interface ArchiveLimits {
  /** Bytes of all files together. */
  unpacked: number;
  /** Listed files and folders. As many folders again may be implied by the paths of files. */
  entries: number;
  /** How many times larger than the archive its files may be. */
  ratio: number;
}

const MiB = 1_024 ** 2;
export const LIMITS: ArchiveLimits = { unpacked: MAX_UNPACKED_BYTES, entries: MAX_ARCHIVE_ENTRIES, ratio: 100 };

/** Below this size the ratio is not checked: small projects of repetitive text compress better than 100 and are harmless. */
const MIN_RATIO_BYTES = MiB;
const MAX_MANIFEST_BYTES = 64 * 1_024;
const MAX_README_BYTES = MiB;

/** setuid and setgid run a file as another user; sticky has no meaning on a file. */
const SPECIAL_BITS = 0o7000;

/** Where the bytes of a file are in a zip. */
export interface ZipLocation {
  from: number;
  packedSize: number;
  isDeflated: boolean;
}

/** Gets the entries of an archive in their order. Every path is checked: it lies inside the archive's folder and collides with none before it. */
export interface FileReceiver {
  /** A folder that is listed. Folders that only the paths of files imply are not passed on. */
  folder?(path: string): void;
  /** Begins a file, with its Unix mode (0 if the archive has none). Its location is known only if the archive is a zip. */
  begin(path: string, mode: number, location: ZipLocation | undefined): void;
  /** The next bytes of the file that was begun last. */
  add(bytes: Buffer): void;
  /** Ends the file. */
  end(): void;
}

/** A file that may be the manifest or the README, with its bytes up to the limit. */
interface CapturedFile {
  name: Buffer;
  maxBytes: number;
  size: number;
  chunks: Buffer[];
}

export interface ArchiveContents {
  /** The one folder that contains everything; empty where there is none. */
  topFolder: string;
  /** Listed files and folders. */
  entries: number;
  fileCount: number;
  unpackedSize: number;
  /** The files, relative to the top folder. What lies beside it, as macOS writes, is left out. */
  paths: string[];
  /** The bytes of `realm.json` and of `README.md`, if there are any; `readFacts` checks them. */
  manifest: Buffer | undefined;
  readme: Buffer | undefined;
}

export interface Ledger {
  /** Records the next entry, with the raw bytes of its name, its Unix mode and, in a zip, the location of its bytes. */
  enter(name: Buffer, kind: Kind, mode: number, location?: ZipLocation): void;
  /** Records actual bytes of the file that was entered last, whatever size its header declares. */
  add(bytes: Buffer): void;
  close(): ArchiveContents;
}

export function openLedger(packedSize: number, limits: ArchiveLimits, receiver?: FileReceiver): Ledger {
  const tree = openTree(limits.entries);
  const maxUnpacked = Math.min(limits.unpacked, Math.max(MIN_RATIO_BYTES, packedSize * limits.ratio));
  const captured = new Map<string, CapturedFile>();
  const paths: string[] = [];
  let current: CapturedFile | undefined;
  let entries = 0;
  let unpackedSize = 0;
  let isOpen = false;

  function endFile(): void {
    if (isOpen) receiver?.end();
    isOpen = false;
  }

  return {
    enter(name, kind, mode, location) {
      endFile();
      entries += 1;
      if (entries > limits.entries) throw new Refusal(`has more than ${limits.entries.toLocaleString('en')} entries`);
      // On folders these bits are common and harmless.
      if (kind === 'file' && mode & SPECIAL_BITS) throw new Refusal('is setuid, setgid or sticky', name);
      const segments = segmentsOf(name);
      tree.put(segments, kind, name);
      const file = kind === 'file' && tree.mayHoldManifest(segments) ? fileToCapture(segments) : undefined;
      current = file && { name, maxBytes: file.maxBytes, size: 0, chunks: [] };
      if (file && current) captured.set(file.key, current);
      const path = segments.join('/');
      if (kind === 'folder') return receiver?.folder?.(path);
      paths.push(path);
      receiver?.begin(path, mode, location);
      isOpen = true;
    },
    add(bytes) {
      unpackedSize += bytes.length;
      if (unpackedSize > limits.unpacked)
        throw new Refusal(`unpacks to more than ${Math.floor(limits.unpacked / MiB)} MiB`);
      if (unpackedSize > maxUnpacked) throw new Refusal(`unpacks to more than ${limits.ratio} times its size`);
      receiver?.add(bytes);
      if (!current) return;
      current.size += bytes.length;
      if (current.size <= current.maxBytes) current.chunks.push(Buffer.from(bytes)); // a copy, so that the chunk can be freed
    },
    close() {
      endFile();
      if (tree.fileCount() === 0) throw new Refusal('has no file in it');
      const topFolder = tree.topFolder();
      const contentOf = (name: string) => wholeFile(captured.get(topFolder ? `${topFolder}/${name}` : name));
      const contents = {
        entries,
        fileCount: tree.fileCount(),
        unpackedSize,
        topFolder,
        paths: inside(paths, topFolder),
      };
      return { ...contents, manifest: contentOf('realm.json'), readme: contentOf('readme.md') };
    },
  };
}

function wholeFile(file: CapturedFile | undefined): Buffer | undefined {
  if (file && file.size > file.maxBytes)
    throw new Refusal(`is larger than ${(file.maxBytes / 1_024).toLocaleString('en')} KiB`, file.name);
  return file && Buffer.concat(file.chunks);
}

function inside(paths: string[], topFolder: string): string[] {
  const start = topFolder && `${topFolder}/`;
  return start ? paths.filter((path) => path.startsWith(start)).map((path) => path.slice(start.length)) : paths;
}

/** `realm.json` and `README.md`, at the root or in a top folder. `README.md` may be in any case, since paths that differ in case collide. */
function fileToCapture(segments: string[]): { key: string; maxBytes: number } | undefined {
  const path = segments.join('/');
  const nameAt = path.lastIndexOf('/') + 1;
  const name = path.slice(nameAt);
  const key = path.slice(0, nameAt) + name.toLowerCase();
  if (name === 'realm.json') return { key, maxBytes: MAX_MANIFEST_BYTES };
  return name.toLowerCase() === 'readme.md' ? { key, maxBytes: MAX_README_BYTES } : undefined;
}
