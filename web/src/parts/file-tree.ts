// The tree of files beside a file: folders open in place, or lead to their page where the tree has nothing of them.
import { filePath } from '../file-paths.ts';
import { bytesAsHtml, html, type Html } from '../html.ts';
import type { Site } from '../site.ts';

export interface TreeEntry {
  name: string;
  /** From the root of the archive. */
  path: string;
  /** What stands in a folder; undefined for a file, and for a folder whose content the tree leaves out. */
  content?: TreeLevel | undefined;
  isFolder: boolean;
}

export interface TreeLevel {
  entries: TreeEntry[];
  /** How many more entries the folder has. */
  more: number;
  isOpen: boolean;
}

/** The outermost folder that is shown, which is the root of the archive as a rule. */
export interface Tree {
  root: string;
  level: TreeLevel;
}

interface TreePlace {
  realm: { slug: string };
  version: string;
  /** The file or folder that the page shows. */
  path: string;
}

/** What a page writes around an entry. */
const ENTRY_BYTES = 120;

/** How many bytes an entry takes in a page, at most. */
export const treeEntryBytes = (site: Site, place: TreePlace, { name, path }: TreeEntry): number =>
  filePath(site, place, path).length + bytesAsHtml(name) + ENTRY_BYTES;

/** The folders beside the page: closed on a phone, always open on a desk. */
export function fileSide(site: Site, place: TreePlace, tree: Tree): Html {
  return html`<aside class="file-side" tabindex="0" aria-label="Files of ${place.version}">
    <details class="fold">
      <summary>Files</summary>
      <file-tree class="tree-box">
        <a class="go-to-file" href="${site.basePath}/realms/${place.realm.slug}/find/${place.version}"
          >Go to file<kbd>t</kbd></a
        >
        ${tree.root !== '' && html`<a class="tree-up" href="${filePath(site, place)}">All files</a>`}
        ${levelList(site, place, tree.level, tree.root)}
      </file-tree>
    </details>
  </aside>`;
}

function levelList(site: Site, place: TreePlace, { entries, more }: TreeLevel, folder: string): Html {
  return html`<ul class="tree">
    ${entries.map((entry) => html`<li>${treeEntry(site, place, entry)}</li>`)}
    ${more > 0 && html`<li><a class="soft" href="${filePath(site, place, folder)}">${more} more</a></li>`}
  </ul>`;
}

function treeEntry(site: Site, place: TreePlace, { name, path, content, isFolder }: TreeEntry): Html {
  const isCurrent = path === place.path;
  if (!content)
    return html`<a
      ${isFolder && html`class="folder"`}
      href="${filePath(site, place, path)}"
      ${isCurrent && html`aria-current="page"`}
      ><bdi>${name}</bdi></a
    >`;
  return html`<details ${content.isOpen && html`open`}>
    <summary ${isCurrent && html`aria-current="page"`}><bdi>${name}</bdi></summary>
    ${levelList(site, place, content, path)}
  </details>`;
}
