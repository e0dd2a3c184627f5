// The ledger of one inspection: which entries were seen, how much they hold, and the two files that are read.
import { segmentsOf } from './names.ts';
import { openTree, type Kind } from './path-tree.ts';
import { Refusal } from './refusal.ts';

export interface Limits {
  /** Bytes that all files may have together. */
  unpacked: number;
  /** Files and folders listed; as many folders again may be implied by the paths of files. */
  entries: number;
  /** How many times larger than the archive its files may be. */
  ratio: number;
  /** Milliseconds that an inspection may take. */
  time: number;
  /** MiB that its process may have for its own objects; the archive goes through it in chunks of 64 KiB. */
  memory: number;
}

const MiB = 1_024 ** 2;
export const LIMITS: Limits = { unpacked: 512 * MiB, entries: 10_000, ratio: 100, time: 10_000, memory: 64 };

/** Below this no ratio is judged: a small project of much alike text packs better than 100, and harms nobody. */
const RATIO_FLOOR = MiB;
const MANIFEST_BYTES = 64 * 1_024;
const README_BYTES = MiB;

/** setuid and setgid run a file as somebody else; sticky means nothing on a file. */
const SPECIAL_BITS = 0o7000;

/** A file that may be read, with its bytes as long as they are not too many. */
interface Kept {
  name: Buffer;
  most: number;
  size: number;
  chunks: Buffer[];
}

interface Contents {
  entries: number;
  unpackedSize: number;
  topFolder: string;
  manifest: Buffer | undefined;
  readme: Buffer | undefined;
}

export interface Ledger {
  /** Takes the next entry in, by the bytes of its name, with its mode as Unix has it. */
  enter(name: Buffer, kind: Kind, mode: number): void;
  /** Takes in bytes of the file entered last, as they really are, whatever its header declares. */
  add(bytes: Buffer): void;
  close(): Contents;
}

export function openLedger(packedSize: number, limits: Limits): Ledger {
  const tree = openTree(limits.entries);
  const most = Math.min(limits.unpacked, Math.max(RATIO_FLOOR, packedSize * limits.ratio));
  const kept = new Map<string, Kept>();
  let current: Kept | undefined;
  let entries = 0;
  let unpackedSize = 0;

  return {
    enter(name, kind, mode) {
      entries += 1;
      if (entries > limits.entries) throw new Refusal(`has more than ${limits.entries.toLocaleString('en')} entries`);
      // On folders these bits are common, and run nothing.
      if (kind === 'file' && mode & SPECIAL_BITS) throw new Refusal('is setuid, setgid or sticky', name);
      const segments = segmentsOf(name);
      tree.put(segments, kind, name);
      const read = kind === 'file' && tree.mayBeHome(segments) ? readable(segments) : undefined;
      current = read && { name, most: read.most, size: 0, chunks: [] };
      if (read && current) kept.set(read.key, current);
    },
    add(bytes) {
      unpackedSize += bytes.length;
      if (unpackedSize > limits.unpacked)
        throw new Refusal(`unpacks to more than ${Math.floor(limits.unpacked / MiB)} MiB`);
      if (unpackedSize > most) throw new Refusal(`unpacks to more than ${limits.ratio} times its size`);
      if (!current) return;
      current.size += bytes.length;
      if (current.size <= current.most) current.chunks.push(Buffer.from(bytes)); // a copy, not to hold the whole chunk
    },
    close() {
      if (tree.isEmpty()) throw new Refusal('has no file in it');
      const topFolder = tree.topFolder();
      const keptAs = (name: string) => {
        const file = kept.get(topFolder ? `${topFolder}/${name}` : name);
        if (file && file.size > file.most)
          throw new Refusal(`is larger than ${(file.most / 1_024).toLocaleString('en')} KiB`, file.name);
        return file && Buffer.concat(file.chunks);
      };
      return { entries, unpackedSize, topFolder, manifest: keptAs('realm.json'), readme: keptAs('readme.md') };
    },
  };
}

/** The two files that are read, at the root or in a top folder; `README.md` in any spelling, of which there is one. */
function readable(segments: string[]): { key: string; most: number } | undefined {
  const path = segments.join('/');
  const nameAt = path.lastIndexOf('/') + 1;
  const name = path.slice(nameAt);
  const key = path.slice(0, nameAt) + name.toLowerCase();
  if (name === 'realm.json') return { key, most: MANIFEST_BYTES };
  return name.toLowerCase() === 'readme.md' ? { key, most: README_BYTES } : undefined;
}
