// What changed between two versions of a realm. Added and removed lines differ by their sign as well as by their shade.
import type { RealmDetail } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { layout } from '../layout.ts';
import { counted } from '../numbers.ts';
import { empty } from '../parts/empty.ts';
import { pageLinks } from '../parts/page-links.ts';
import { realmHead } from '../parts/realm-head.ts';
import type { Site } from '../site.ts';

interface ChangedFile {
  path: string;
  change: 'added' | 'removed' | 'changed';
  isText: boolean;
  isTooLarge: boolean;
  /** Unified text. */
  diff: string;
}

export interface DiffView {
  realm: RealmDetail;
  from: string;
  to: string;
  files: ChangedFile[];
  /** How many files changed; this page has those from `offset` on. */
  total: number;
  limit: number;
  offset: number;
}

export function diffPage(site: Site, { realm, from, to, files, ...page }: DiffView): string {
  const path = `/realms/${realm.slug}/diff/${from}...${to}`;
  const raw = rawDiff(site, realm.slug, from, to, page.offset);
  return layout(site, {
    title: `${realm.name} ${from} to ${to}`,
    description: `What changed in ${realm.name} from ${from} to ${to}.`,
    path,
    isIndexed: false,
    content: html`${realmHead(site, realm, 'versions')}
      <div class="list-head">
        <h2><span class="number">${from}</span> to <span class="number">${to}</span></h2>
        <p class="soft">${counted(page.total, 'changed file')}</p>
      </div>
      ${files.length > 1 && fileLinks(files)}
      ${files.length === 0 ? empty('Nothing changed', 'Both versions have the same files.') : html`<div class="stack">${files.map((file, at) => fileDiff(file, at, raw))}</div>`}
      ${pageLinks(page, (offset) => `${site.basePath}${path}${offset > 0 ? `?offset=${offset}` : ''}`)}`,
  });
}

/** The answer of the API, which has more of the changes. */
function rawDiff(site: Site, slug: string, from: string, to: string, offset: number): string {
  const query = new URLSearchParams({ from, to, ...(offset > 0 && { offset: String(offset) }) });
  return `${site.basePath}/v1/realms/${slug}/diff?${query.toString()}`;
}

const signs = { added: '+', removed: '−', changed: '±' };

function fileLinks(files: ChangedFile[]): Html {
  return html`<ul class="chips chosen" aria-label="Changed files">
    ${files.map(
      ({ path, change }, at) =>
        html`<li>
          <a class="chip" href="#file-${at + 1}"
            ><span aria-hidden="true">${signs[change]}</span><span class="hidden-text">${change} </span
            ><bdi>${path}</bdi></a
          >
        </li>`,
    )}
  </ul>`;
}

function fileDiff({ path, change, isText, isTooLarge, diff }: ChangedFile, at: number, raw: string): Html {
  return html`<details class="file" id="file-${at + 1}" open>
    <summary><code>${path}</code> <span class="badge ${badges[change]}">${change}</span></summary>
    ${
      isTooLarge
        ? html`<p class="soft">These changes are too large to show here. <a href="${raw}">Read them as JSON</a></p>`
        : isText
          ? html`<div class="diff-lines" tabindex="0" role="region" aria-label="Changes of ${path}">
              <pre>${linesOf(diff).map(diffLine)}</pre>
            </div>`
          : html`<p class="soft">This file is not text.</p>`
    }
  </details>`;
}

const badges = { added: 'success', removed: 'danger', changed: '' } as const;

/** Without the names of the files, which stand above. */
const linesOf = (diff: string): string[] =>
  diff
    .replace(/^--- .*\n\+\+\+ .*\n/, '')
    .replace(/\n$/, '')
    .split('\n');

function diffLine(line: string): Html {
  const kind = line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : line.startsWith('@@') ? 'place' : '';
  return html`<span class="${kind}">${`${line}\n`}</span>`;
}
