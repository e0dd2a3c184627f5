// The files of one version: a folder, or one file as a picture, as a document, or with numbered lines. The tree of files stands beside it.
import type { RealmDetail } from '@realm-catalog/contract';
import { encodePath, filePath, rawPath } from '../file-paths.ts';
import { html, type Html } from '../html.ts';
import { icons } from '../icons.ts';
import { layout } from '../layout.ts';
import { byteSize, counted } from '../numbers.ts';
import { empty } from '../parts/empty.ts';
import { fileSide, type Tree } from '../parts/file-tree.ts';
import { pageLinks } from '../parts/page-links.ts';
import { realmPath } from '../parts/realm-card.ts';
import { realmHead } from '../parts/realm-head.ts';
import { versionNotice, type VersionState } from '../parts/version-notice.ts';
import type { Site } from '../site.ts';

interface Place {
  realm: RealmDetail;
  version: string;
  state: VersionState;
  /** The newest versions, for the choice of another one. */
  versions: string[];
  /** The path of the folder or file; empty for the root. */
  path: string;
  tree: Tree;
}

export interface FolderView extends Place {
  folders: { name: string; fileCount: number }[];
  files: { name: string; size: number }[];
  /** How many entries the folder has; this page has those from `offset` on. */
  total: number;
  limit: number;
  offset: number;
}

export interface FileView extends Place {
  size: number;
  isText: boolean;
  /** What is shown of the file; undefined if it is neither text nor a picture, or too large to show. */
  content: FileContent | undefined;
  /** Whether the file can be seen both as it looks and as text. */
  hasSource: boolean;
}

/** Its lines as safe HTML, a document as safe HTML, or a picture. */
export type FileContent = { lines: Html[] } | { document: Html } | { picture: { width: number; height: number } };

export function folderPage(site: Site, view: FolderView): string {
  const base = filePath(site, view, view.path);
  return page(
    site,
    view,
    html`<ul class="rows listing">
        ${view.folders.map(
          ({ name, fileCount }) =>
            html`<li>
              ${icons.folder}<a href="${base}/${encodePath(name)}"><bdi>${name}</bdi></a
              ><span class="small soft">${counted(fileCount, 'file')}</span>
            </li>`,
        )}
        ${view.files.map(
          ({ name, size }) =>
            html`<li>
              ${icons.file}<a href="${base}/${encodePath(name)}"><bdi>${name}</bdi></a
              ><span class="small soft number">${byteSize(size)}</span>
            </li>`,
        )}
      </ul>
      ${pageLinks(view, (offset) => `${base}${offset > 0 ? `?offset=${offset}` : ''}`)}`,
  );
}

export function filePage(site: Site, view: FileView): string {
  const { content } = view;
  const raw = `${site.basePath}/v1/realms/${view.realm.slug}/versions/${view.version}/files/${encodePath(view.path)}`;
  return page(
    site,
    view,
    html`<div class="file">
      <div class="file-head">
        <span class="small soft">${factsOf(view)}</span>
        <span class="file-links"
          >${view.hasSource && viewLinks(site, view)}<a href="${raw}">Raw</a>${
            content && 'lines' in content && html`<copy-button></copy-button>`
          }</span
        >
      </div>
      ${content ? fileContent(site, view, content) : notShown(view.isText, raw)}
    </div>`,
  );
}

function factsOf({ size, content }: FileView): string {
  const lines = content && 'lines' in content ? ` · ${counted(content.lines.length, 'line')}` : '';
  const pixels = content && 'picture' in content ? ` · ${content.picture.width} × ${content.picture.height}` : '';
  return byteSize(size) + lines + pixels;
}

function viewLinks(site: Site, view: FileView): Html {
  const isSource = view.content !== undefined && 'lines' in view.content;
  const address = filePath(site, view, view.path);
  return html`<nav class="views" aria-label="View">
    <a href="${address}" ${!isSource && html`aria-current="true"`}>Preview</a
    ><a href="${address}?view=source" ${isSource && html`aria-current="true"`}>Source</a>
  </nav>`;
}

function fileContent(site: Site, view: FileView, content: FileContent): Html {
  if ('document' in content)
    return html`<article class="readme"><div class="prose">${content.document}</div></article>`;
  if ('picture' in content) {
    const { width, height } = content.picture;
    const name = view.path.slice(view.path.lastIndexOf('/') + 1);
    return html`<p class="file-picture">
      <img src="${rawPath(site, view, view.path)}" alt="${name}" width="${width}" height="${height}" />
    </p>`;
  }
  return html`<code-lines
    ><ol class="code" tabindex="0">
      ${content.lines.map((line, at) => html`<li id="L${at + 1}"><a href="#L${at + 1}" aria-label="Line ${at + 1}"></a><code>${line}</code></li>`)}
    </ol></code-lines
  >`;
}

function notShown(isText: boolean, raw: string): Html {
  return empty(
    isText ? 'This file is too large to show' : 'This file is not text',
    html`<a href="${raw}">Download it</a>.`,
  );
}

function page(site: Site, place: Place, content: Html): string {
  const { realm, version, path, state } = place;
  return layout(site, {
    title: `${path === '' ? 'Files' : path} of ${realm.name} ${version}`,
    description: `Files of ${realm.name} ${version}.`,
    path: `/realms/${realm.slug}/files/${version}${path === '' ? '' : `/${encodePath(path)}`}`,
    isIndexed: realm.visibility === 'public' && version === realm.version,
    content: html`${realmHead(site, realm, 'files')}${versionNotice(site, realm, state)}
      <div class="file-grid">
        ${fileSide(site, place, place.tree)}
        <div>
          <div class="file-bar">${breadcrumb(site, place)}${versionLinks(site, place)}</div>
          ${content}
        </div>
      </div>`,
  });
}

function breadcrumb(site: Site, place: Place): Html {
  const names = place.path === '' ? [] : place.path.split('/');
  return html`<nav class="breadcrumb" aria-label="Folders">
    <a href="${filePath(site, place)}">${place.realm.slug}</a>${names.map(
      (name, at) =>
        html`<span aria-hidden="true">/</span>${
            at === names.length - 1
              ? html`<span aria-current="page"><bdi>${name}</bdi></span>`
              : html`<a href="${filePath(site, place, names.slice(0, at + 1).join('/'))}"><bdi>${name}</bdi></a>`
          }`,
    )}
  </nav>`;
}

function versionLinks(site: Site, { realm, version, versions }: Place): Html {
  return html`<details class="menu">
    <summary>${version}</summary>
    <ul class="menu-list">
      ${versions.map(
        (one) =>
          html`<li>
            <a
              class="number"
              href="${realmPath(site, realm.slug)}/files/${one}"
              ${one === version && html` aria-current="true"`}
              >${one}</a
            >
          </li>`,
      )}
      <li><a href="${realmPath(site, realm.slug)}/versions">All versions</a></li>
    </ul>
  </details>`;
}
