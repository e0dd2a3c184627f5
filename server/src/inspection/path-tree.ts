// The paths of an archive as the folders and files they would become, so that no two ever fall on one another.
import { foldName } from './names.ts';
import { Refusal } from './refusal.ts';

export type Kind = 'file' | 'folder';

interface Node {
  spelling: string;
  kind: Kind | 'implied folder';
  children: Map<string, Node>;
}

/** `most`: how many folders may be implied by paths, besides those that are listed. */
export function openTree(most: number) {
  const root: Node = { spelling: '', kind: 'implied folder', children: new Map() };
  let implied = 0;
  let files = 0;
  const tops: string[] = [];

  /** The folder's child of this name, made when there is none; two that differ only in spelling are a collision. */
  function childOf(folder: Node, segment: string, kind: Node['kind'], name: Buffer): Node {
    const key = foldName(segment);
    const found = folder.children.get(key);
    if (found && found.spelling !== segment)
      throw new Refusal(`collides with “${found.spelling}”, which many systems take for the same name`, name);
    const child: Node = found ?? { spelling: segment, kind, children: new Map() };
    if (!found) folder.children.set(key, child);
    if (!found && kind === 'implied folder') implied += 1;
    if (!found && folder === root && !isAppleDouble(segment)) tops.push(segment);
    return child;
  }

  return {
    put(segments: string[], kind: Kind, name: Buffer) {
      let node = root;
      for (const segment of segments.slice(0, -1)) {
        node = childOf(node, segment, 'implied folder', name);
        if (node.kind === 'file') throw new Refusal('lies in a folder that is also a file', name);
      }
      if (implied > most) throw new Refusal(`has more than ${most.toLocaleString('en')} folders`);
      const last = segments.at(-1);
      const isNew = last !== undefined && !node.children.has(foldName(last));
      if (last !== undefined) node = childOf(node, last, kind, name);
      if (!isNew && node.kind === kind) throw new Refusal('appears twice', name);
      if (!isNew && (node.kind === 'file' || kind === 'file')) throw new Refusal('is both a file and a folder', name);
      node.kind = kind;
      if (kind === 'file') files += 1;
    },
    isEmpty: () => files === 0,
    /** Whether this file may turn out to lie where `realm.json` is looked for. Only one top folder ever may. */
    mayBeHome(segments: string[]) {
      return segments.length === 1 || (segments.length === 2 && tops[0] === segments[0]);
    },
    /** The one folder that holds everything, but for what macOS puts beside it; else empty. */
    topFolder() {
      const [top = '', ...others] = tops;
      return others.length === 0 && root.children.get(foldName(top))?.kind !== 'file' ? top : '';
    },
  };
}

/** `._name` and `__MACOSX` are where macOS keeps a file's attributes when it packs for other systems. */
function isAppleDouble(name: string): boolean {
  return name.startsWith('._') || name === '__MACOSX';
}
