// The files of one version: a folder, or one file with numbered lines.
import type { RealmDetail } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { icons } from '../icons.ts';
import { layout } from '../layout.ts';
import { byteSize, counted } from '../numbers.ts';
import { empty } from '../parts/empty.ts';
import { pageLinks } from '../parts/page-links.ts';
import { realmPath } from '../parts/realm-card.ts';
import { realmHead } from '../parts/realm-head.ts';
import type { Site } from '../site.ts';

interface Place {
  realm: RealmDetail;
  version: string;
  /** The newest versions, for the choice of another one. */
  versions: string[];
  /** The path of the folder or file; empty for the root. */
  path: string;
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
  /** Each line as safe HTML; undefined if the file is not text, or too large to show. */
  lines: Html[] | undefined;
  isText: boolean;
}

export function folderPage(site: Site, view: FolderView): string {
  const base = filesPath(site, view) + (view.path === '' ? '' : `/${encodePath(view.path)}`);
  return page(
    site,
    view,
    html`<ul class="rows listing">
        ${view.folders.map(
          ({ name, fileCount }) =>
            html`<li class="row compact">
              ${icons.folder}<a href="${base}/${encodePath(name)}"><bdi>${name}</bdi></a
              ><span class="small soft">${counted(fileCount, 'file')}</span>
            </li>`,
        )}
        ${view.files.map(
          ({ name, size }) =>
            html`<li class="row compact">
              ${icons.file}<a href="${base}/${encodePath(name)}"><bdi>${name}</bdi></a
              ><span class="small soft number">${byteSize(size)}</span>
            </li>`,
        )}
      </ul>
      ${pageLinks(view, (offset) => `${base}${offset > 0 ? `?offset=${offset}` : ''}`)}`,
  );
}

export function filePage(site: Site, view: FileView): string {
  const raw = `${site.basePath}/v1/realms/${view.realm.slug}/versions/${view.version}/files/${encodePath(view.path)}`;
  return page(
    site,
    view,
    html`<div class="file">
      <div class="file-head">
        <span class="small soft"
          >${byteSize(view.size)}${view.lines && html` · ${counted(view.lines.length, 'line')}`}</span
        ><a href="${raw}">Raw</a>
      </div>
      ${
        view.lines
          ? html`<code-lines
              ><ol class="code" tabindex="0">
                ${view.lines.map((line, at) => html`<li id="L${at + 1}"><a href="#L${at + 1}" aria-label="Line ${at + 1}"></a><code>${line}</code></li>`)}
              </ol></code-lines
            >`
          : empty(
              view.isText ? 'This file is too large to show' : 'This file is not text',
              html`<a href="${raw}">Download it</a>.`,
            )
      }
    </div>`,
  );
}

function page(site: Site, place: Place, content: Html): string {
  const { realm, version, path } = place;
  return layout(site, {
    title: `${path === '' ? 'Files' : path} of ${realm.name} ${version}`,
    description: `Files of ${realm.name} ${version}.`,
    path: `/realms/${realm.slug}/files/${version}${path === '' ? '' : `/${encodePath(path)}`}`,
    isIndexed: realm.visibility === 'public' && version === realm.version,
    content: html`${realmHead(site, realm, 'files')}
      <div class="file-bar">${breadcrumb(site, place)}${versionLinks(site, place)}</div>
      ${content}`,
  });
}

function breadcrumb(site: Site, place: Place): Html {
  const names = place.path === '' ? [] : place.path.split('/');
  const root = filesPath(site, place);
  return html`<nav class="breadcrumb" aria-label="Folders">
    <a href="${root}">${place.realm.slug}</a>${names.map(
      (name, at) =>
        html`<span aria-hidden="true">/</span>${
            at === names.length - 1
              ? html`<span aria-current="page"><bdi>${name}</bdi></span>`
              : html`<a href="${root}/${encodePath(names.slice(0, at + 1).join('/'))}"><bdi>${name}</bdi></a>`
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

const filesPath = (site: Site, { realm, version }: Place): string => `${realmPath(site, realm.slug)}/files/${version}`;

/** An apostrophe may stand in an address, and would take more bytes as an entity of HTML. */
const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/').replaceAll("'", '%27');
