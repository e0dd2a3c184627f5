// The page of one version: how to take it, what changed since the one before, its README, and its files beside them.
import type { RealmDetail } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { icons } from '../icons.ts';
import { layout } from '../layout.ts';
import { byteSize, counted, day, exactNumber } from '../numbers.ts';
import { empty } from '../parts/empty.ts';
import { fileSide, type Tree } from '../parts/file-tree.ts';
import { realmPath } from '../parts/realm-card.ts';
import { realmHead } from '../parts/realm-head.ts';
import { sharing } from '../parts/sharing.ts';
import { downloadForm, newCommand } from '../parts/take.ts';
import { versionNotice, type VersionState } from '../parts/version-notice.ts';
import type { Site } from '../site.ts';

interface VersionFacts extends VersionState {
  createdAt: string;
  publishedBy: string;
  size: number;
  unpackedSize: number;
  fileCount: number;
  sha256: string;
  license: string;
  downloadCount: number;
  requirements: { node: string; npm: string };
}

export interface VersionView {
  realm: RealmDetail;
  version: VersionFacts;
  /** The version before this one, and how many files changed since; undefined for the first, and while its files cannot be read. */
  since: { version: string; added: number; removed: number; changed: number } | undefined;
  /** What the changelog of the archive says of this version, as safe HTML. */
  changelog: Html | undefined;
  /** The README as safe HTML; undefined if the version has none. */
  readme: Html | undefined;
  tree: Tree;
}

export function versionPage(site: Site, view: VersionView): string {
  const { realm, version } = view;
  const path = `/realms/${realm.slug}/versions/${version.version}`;
  const place = { realm, version: version.version, path: '' };
  return layout(site, {
    title: `${realm.name} ${version.version}`,
    description: realm.description,
    path,
    isIndexed: realm.visibility === 'public' && version.version === realm.version,
    head: sharing(site, `/realms/${realm.slug}`, `${realm.name}: ${realm.description}`),
    content: html`${realmHead(site, realm, 'versions')}${versionNotice(site, realm, version)}
      <div class="file-grid">
        ${fileSide(site, place, view.tree)}
        <div class="stack version">${versionHead(site, view)}${changes(site, view)}${readme(view)}</div>
      </div>`,
  });
}

function versionHead(site: Site, { realm, version }: VersionView): Html {
  const { node, npm } = version.requirements;
  const facts: [string, Html | string][] = [
    ['Size', `${byteSize(version.size)}, unpacked ${byteSize(version.unpackedSize)}`],
    ['Downloads', exactNumber(version.downloadCount)],
    ...(version.license === '' ? [] : [['License', version.license] as [string, string]]),
    ...(node === '' ? [] : [['Node', node] as [string, string]]),
    ...(npm === '' ? [] : [['npm', npm] as [string, string]]),
    ['SHA-256', html`<code>${version.sha256}</code>`],
  ];
  return html`<section class="panel" aria-labelledby="version">
    <div class="list-head">
      <h2 id="version">Version <span class="number">${version.version}</span></h2>
      <p class="soft">
        By <a href="${site.basePath}/@${version.publishedBy}"><bdi>${version.publishedBy}</bdi></a> ·
        <a href="${realmPath(site, realm.slug)}/files/${version.version}">${counted(version.fileCount, 'file')}</a> ·
        published ${day(version.createdAt)}
      </p>
    </div>
    ${downloadForm(site, realm.slug, { version: version.version, label: html`${icons.download}Download` })}
    ${newCommand(site, `${realm.slug}@${version.version}`)}
    <dl class="facts">
      ${facts.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
  </section>`;
}

function changes(site: Site, { realm, version, since, changelog }: VersionView): Html | false {
  if (!since && !changelog) return false;
  return html`<section class="panel" aria-labelledby="changes">
    <div class="list-head">
      <h2 id="changes">What changed</h2>
      ${
        since &&
        html`<p>
          <a href="${realmPath(site, realm.slug)}/diff/${since.version}...${version.version}"
            >${countsText(since)} since ${since.version}</a
          >
        </p>`
      }
    </div>
    ${changelog && html`<div class="prose">${changelog}</div>`}
  </section>`;
}

/** 1 file added, 2 changed */
function countsText(counts: { added: number; removed: number; changed: number }): string {
  const named = (['added', 'changed', 'removed'] as const).filter((kind) => counts[kind] > 0);
  if (named.length === 0) return 'No file changed';
  return named.map((kind, at) => `${at === 0 ? counted(counts[kind], 'file') : counts[kind]} ${kind}`).join(', ');
}

function readme({ readme }: VersionView): Html {
  return html`<article class="readme panel" aria-label="README">
    ${readme ? html`<div class="prose">${readme}</div>` : empty('No README', 'This version has none.')}
  </article>`;
}
