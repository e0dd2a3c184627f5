// What changed between two versions of a realm: a list of the files, and each with its lines. Added and removed lines differ by their sign as
// well as by their shade.
import type { RealmDetail } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { layout } from '../layout.ts';
import { counted } from '../numbers.ts';
import { empty } from '../parts/empty.ts';
import { pageLinks } from '../parts/page-links.ts';
import { realmPath } from '../parts/realm-card.ts';
import { realmHead } from '../parts/realm-head.ts';
import { versionNotice, type VersionState } from '../parts/version-notice.ts';
import type { Site } from '../site.ts';

export interface DiffLine {
  kind: 'added' | 'removed' | 'same' | 'place';
  /** The numbers of the line in both versions, as they are shown. */
  numbers: string;
  /** Without its sign. */
  content: Html | string;
}

interface ShownChange {
  path: string;
  change: 'added' | 'removed' | 'changed';
  isText: boolean;
  isTooLarge: boolean;
  lines: DiffLine[];
}

export interface DiffView {
  realm: RealmDetail;
  from: VersionState;
  to: VersionState;
  files: ShownChange[];
  /** How many files changed; this page has those from `offset` on. */
  total: number;
  limit: number;
  offset: number;
}

/** A file with more changed lines is closed at first. */
const MAX_OPEN_LINES = 400;

export function diffPage(site: Site, { realm, from, to, files, ...page }: DiffView): string {
  const path = `/realms/${realm.slug}/diff/${from.version}...${to.version}`;
  const raw = rawDiff(site, realm.slug, from.version, to.version, page.offset);
  return layout(site, {
    title: `${realm.name} ${from.version} to ${to.version}`,
    description: `What changed in ${realm.name} from ${from.version} to ${to.version}.`,
    path,
    isIndexed: false,
    content: html`${realmHead(site, realm, 'versions')}
      ${[from, to].map((version) => version.yanked && versionNotice(site, realm, version))}
      <div class="list-head">
        <h2>${versionLink(site, realm, from)} to ${versionLink(site, realm, to)}</h2>
        <p class="soft">${counted(page.total, 'changed file')}</p>
      </div>
      ${
        files.length === 0
          ? empty('Nothing changed', 'Both versions have the same files.')
          : html`<div class="file-grid">
              ${changeTree(files)}
              <div class="stack">${files.map((file, at) => fileDiff(file, at, raw))}</div>
            </div>`
      }
      ${pageLinks(page, (offset) => `${site.basePath}${path}${offset > 0 ? `?offset=${offset}` : ''}`)}`,
  });
}

const versionLink = (site: Site, { slug }: RealmDetail, { version }: VersionState): Html =>
  html`<a class="number" href="${realmPath(site, slug)}/versions/${version}">${version}</a>`;

/** The answer of the API, which has more of the changes. */
function rawDiff(site: Site, slug: string, from: string, to: string, offset: number): string {
  const query = new URLSearchParams({ from, to, ...(offset > 0 && { offset: String(offset) }) });
  return `${site.basePath}/v1/realms/${slug}/diff?${query.toString()}`;
}

const signs = { added: '+', removed: '−', changed: '±' };

/** The changed files by their folders. */
function changeTree(files: ShownChange[]): Html {
  const folders = Map.groupBy(files.keys(), (at) => folderOf(files[at]?.path ?? ''));
  return html`<aside class="file-side" tabindex="0" aria-label="Changed files">
    <details class="fold">
      <summary>Changed files</summary>
      <div class="tree-box">
        <ul class="tree">
          ${[...folders].map(([folder, inside]) => {
            const links = inside.map((at) => changeLink(files[at] as ShownChange, at));
            return folder === ''
              ? links
              : html`<li>
                  <details open>
                    <summary><bdi>${folder}</bdi></summary>
                    <ul class="tree">
                      ${links}
                    </ul>
                  </details>
                </li>`;
          })}
        </ul>
      </div>
    </details>
  </aside>`;
}

function changeLink({ path, change }: ShownChange, at: number): Html {
  return html`<li>
    <a href="#file-${at + 1}"
      ><span class="sign ${change}" aria-hidden="true">${signs[change]}</span
      ><bdi>${path.slice(folderOf(path).length).replace('/', '')}</bdi><span class="hidden-text"> ${change}</span></a
    >
  </li>`;
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function fileDiff({ path, change, isText, isTooLarge, lines }: ShownChange, at: number, raw: string): Html {
  const isOpen = lines.length <= MAX_OPEN_LINES;
  const [added, removed] = (['added', 'removed'] as const).map(
    (kind) => lines.filter((line) => line.kind === kind).length,
  );
  return html`<details class="file" id="file-${at + 1}" ${isOpen && html`open`}>
    <summary>
      <code>${path}</code>
      ${lines.length > 0 && html`<span class="small soft number">+${added} &minus;${removed}</span>`}
      <span class="badge ${badges[change]}">${change}</span>
    </summary>
    ${
      isTooLarge
        ? html`<p class="soft">These changes are too large to show here. <a href="${raw}">Read them as JSON</a></p>`
        : isText
          ? html`<div class="diff-lines" tabindex="0" role="region" aria-label="Changes of ${path}">
              <pre>${lines.map(diffLine)}</pre>
            </div>`
          : html`<p class="soft">This file is not text.</p>`
    }
  </details>`;
}

const badges = { added: 'success', removed: 'danger', changed: '' } as const;
const lineSigns = { added: '+', removed: '-', same: ' ', place: '' };

/** The numbers are no part of the text, so that they are not copied with it. */
function diffLine({ kind, numbers, content }: DiffLine): Html {
  return html`<span class="${kind}" data-n="${numbers}">${lineSigns[kind]}${content}${'\n'}</span>`;
}
