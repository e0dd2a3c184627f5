// The ledger of one inspection: it records the entries of an archive, enforces the limits, and captures the two files that are read.
import type { Place } from './file-index.ts';
import type { FileRecorder } from './file-recorder.ts';
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
  /** Milliseconds that an inspection may take. */
  time: number;
  /** MiB of heap for the inspecting process, which reads the archive in chunks of 64 KiB. */
  memory: number;
}

const MiB = 1_024 ** 2;
export const LIMITS: ArchiveLimits = { unpacked: 512 * MiB, entries: 10_000, ratio: 100, time: 20_000, memory: 64 };

/** Below this size the ratio is not checked: small projects of repetitive text compress better than 100 and are harmless. */
const MIN_RATIO_BYTES = MiB;
const MAX_MANIFEST_BYTES = 64 * 1_024;
const MAX_README_BYTES = MiB;

/** setuid and setgid run a file as another user; sticky has no meaning on a file. */
const SPECIAL_BITS = 0o7000;

/** A file that may be the manifest or the README, with its bytes up to the limit. */
interface CapturedFile {
  name: Buffer;
  maxBytes: number;
  size: number;
  chunks: Buffer[];
}

interface Contents {
  /** Listed files and folders. */
  entries: number;
  fileCount: number;
  unpackedSize: number;
  topFolder: string;
  manifest: Buffer | undefined;
  readme: Buffer | undefined;
}

export interface Ledger {
  /** Records the next entry, with the raw bytes of its name, its Unix mode and, in a zip, the place of its bytes. */
  enter(name: Buffer, kind: Kind, mode: number, place?: Place): void;
  /** Records actual bytes of the file that was entered last, whatever size its header declares. */
  add(bytes: Buffer): void;
  close(): Contents;
}

/** With a recorder, the files are indexed as well. */
export function openLedger(packedSize: number, limits: ArchiveLimits, recorder?: FileRecorder): Ledger {
  const tree = openTree(limits.entries);
  const maxUnpacked = Math.min(limits.unpacked, Math.max(MIN_RATIO_BYTES, packedSize * limits.ratio));
  const captured = new Map<string, CapturedFile>();
  let current: CapturedFile | undefined;
  let entries = 0;
  let unpackedSize = 0;

  return {
    enter(name, kind, mode, place) {
      recorder?.end();
      entries += 1;
      if (entries > limits.entries) throw new Refusal(`has more than ${limits.entries.toLocaleString('en')} entries`);
      // On folders these bits are common and harmless.
      if (kind === 'file' && mode & SPECIAL_BITS) throw new Refusal('is setuid, setgid or sticky', name);
      const segments = segmentsOf(name);
      tree.put(segments, kind, name);
      const file = kind === 'file' && tree.mayHoldManifest(segments) ? fileToCapture(segments) : undefined;
      current = file && { name, maxBytes: file.maxBytes, size: 0, chunks: [] };
      if (file && current) captured.set(file.key, current);
      if (kind === 'file') recorder?.begin(segments.join('/'), mode, place);
    },
    add(bytes) {
      unpackedSize += bytes.length;
      if (unpackedSize > limits.unpacked)
        throw new Refusal(`unpacks to more than ${Math.floor(limits.unpacked / MiB)} MiB`);
      if (unpackedSize > maxUnpacked) throw new Refusal(`unpacks to more than ${limits.ratio} times its size`);
      recorder?.add(bytes);
      if (!current) return;
      current.size += bytes.length;
      if (current.size <= current.maxBytes) current.chunks.push(Buffer.from(bytes)); // a copy, so that the chunk can be freed
    },
    close() {
      recorder?.end();
      if (tree.fileCount() === 0) throw new Refusal('has no file in it');
      const topFolder = tree.topFolder();
      const contentOf = (name: string) => {
        const file = captured.get(topFolder ? `${topFolder}/${name}` : name);
        if (file && file.size > file.maxBytes)
          throw new Refusal(`is larger than ${(file.maxBytes / 1_024).toLocaleString('en')} KiB`, file.name);
        return file && Buffer.concat(file.chunks);
      };
      const contents = { entries, fileCount: tree.fileCount(), unpackedSize, topFolder };
      return { ...contents, manifest: contentOf('realm.json'), readme: contentOf('readme.md') };
    },
  };
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
