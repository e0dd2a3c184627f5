// The tree of files and folders that an archive would unpack to. It finds paths that collide.
import { foldName } from './names.ts';
import { Refusal, type EntryName } from './refusal.ts';

export type Kind = 'file' | 'folder';

interface Node {
  spelling: string;
  kind: Kind | 'implied folder';
  children: Map<string, Node>;
}

/** `maxImplied` is how many folders may be implied by paths, besides those that are listed. */
export function openTree(maxImplied: number) {
  const root: Node = { spelling: '', kind: 'implied folder', children: new Map() };
  let implied = 0;
  let files = 0;
  const topNames: string[] = [];

  /** The child with this name, which is made if there is none. Two names that differ only in spelling collide. */
  function childOf(folder: Node, segment: string, kind: Node['kind'], name: EntryName): Node {
    const key = foldName(segment);
    const found = folder.children.get(key);
    if (found && found.spelling !== segment)
      throw new Refusal(`collides with “${found.spelling}”, which many systems take for the same name`, name);
    const child: Node = found ?? { spelling: segment, kind, children: new Map() };
    if (!found) folder.children.set(key, child);
    if (!found && kind === 'implied folder') implied += 1;
    if (!found && folder === root && !isAppleDouble(segment)) topNames.push(segment);
    return child;
  }

  return {
    put(segments: string[], kind: Kind, name: EntryName) {
      let node = root;
      for (const segment of segments.slice(0, -1)) {
        node = childOf(node, segment, 'implied folder', name);
        if (node.kind === 'file') throw new Refusal('lies in a folder that is also a file', name);
      }
      if (implied > maxImplied) throw new Refusal(`has more than ${maxImplied.toLocaleString('en')} folders`);
      const last = segments.at(-1);
      const isNew = last !== undefined && !node.children.has(foldName(last));
      if (last !== undefined) node = childOf(node, last, kind, name);
      if (!isNew && node.kind === kind) throw new Refusal('appears twice', name);
      if (!isNew && (node.kind === 'file' || kind === 'file')) throw new Refusal('is both a file and a folder', name);
      node.kind = kind;
      if (kind === 'file') files += 1;
    },
    fileCount: () => files,
    /** Whether a file lies where `realm.json` may be: at the root, or in the first top folder, which may turn out to be the only one. */
    mayHoldManifest(segments: string[]) {
      return segments.length === 1 || (segments.length === 2 && topNames[0] === segments[0]);
    },
    /** The one folder that contains everything but the files of macOS beside it; otherwise empty. */
    topFolder() {
      const [top = '', ...others] = topNames;
      return others.length === 0 && root.children.get(foldName(top))?.kind !== 'file' ? top : '';
    },
  };
}

/** macOS puts the attributes of files into `._name` and `__MACOSX` when it packs for other systems. */
function isAppleDouble(name: string): boolean {
  return name.startsWith('._') || name === '__MACOSX';
}
