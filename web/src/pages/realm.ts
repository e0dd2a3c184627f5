// The page of a realm: how to get it, its README, and its facts.
import { GENERATED_VERSION, type RealmDetail, type RealmSummary } from '@realm-catalog/contract';
import { avatar, emblem } from '../emblem.ts';
import { html, type Html } from '../html.ts';
import { icons } from '../icons.ts';
import { realmData } from '../json-ld.ts';
import { layout } from '../layout.ts';
import { byteSize, counted, day, exactNumber } from '../numbers.ts';
import { sparkline, type Point } from '../parts/charts.ts';
import { empty } from '../parts/empty.ts';
import { getIt } from '../parts/get-it.ts';
import { realmPath } from '../parts/realm-card.ts';
import { realmHead } from '../parts/realm-head.ts';
import { sharing } from '../parts/sharing.ts';
import type { Site } from '../site.ts';

export interface RealmView {
  realm: RealmDetail;
  /** The README as safe HTML; undefined if the realm has none. */
  readme: Html | undefined;
  /** Downloads of the last 90 days. */
  downloads: Point[];
  related: RealmSummary[];
}

export function realmPage(site: Site, view: RealmView): string {
  const { realm, readme } = view;
  return layout(site, {
    title: realm.name,
    description: realm.description,
    path: `/realms/${realm.slug}`,
    isIndexed: realm.visibility === 'public',
    head: html`${sharing(site, `/realms/${realm.slug}`, `${realm.name}: ${realm.description}`)}
      <link rel="alternate" type="text/markdown" href="${realmPath(site, realm.slug)}.md" />
      ${realmData(site, realm)}`,
    content: html`${realmHead(site, realm, 'readme')}
      <div class="realm-grid">
        ${getIt(site, realm)}
        <aside class="side" aria-label="Facts">
          <details class="fold">
            <summary>Facts and author</summary>
            <div class="side-panels">${facts(view)}${people(site, realm)}${related(site, view.related)}</div>
          </details>
        </aside>
        <article class="readme panel" aria-label="README">
          ${readme ? html`<div class="prose">${readme}</div>` : empty('No README', 'The author has not written one yet.')}
        </article>
      </div>`,
  });
}

function facts({ realm, downloads }: RealmView): Html {
  const { requirements, features } = realm;
  const recent = downloads.reduce((sum, { value }) => sum + value, 0);
  const rows: [string, Html | string][] = [
    ['Version', realm.version === GENERATED_VERSION ? 'none uploaded yet' : realm.version],
    ...(realm.publishedAt === '' ? [] : [['Published', day(realm.publishedAt)] as [string, Html]]),
    ...(realm.size === 0
      ? []
      : [['Size', `${byteSize(realm.size)} · ${counted(realm.fileCount, 'file')}`] as [string, string]]),
    ...(realm.license === '' ? [] : [['License', realm.license] as [string, string]]),
    ...(requirements.node === '' ? [] : [['Node', requirements.node] as [string, string]]),
    ...(requirements.npm === '' ? [] : [['npm', requirements.npm] as [string, string]]),
    ['Accounts', yesNo(features.auth)],
    ['Database', yesNo(features.database)],
    ['Payments', yesNo(features.payments)],
    ...(realm.repository === '' ? [] : [['Repository', link(realm.repository)] as [string, Html]]),
    ...(realm.demo === '' ? [] : [['Demo', link(realm.demo)] as [string, Html]]),
  ];
  return html`<section class="panel">
      <h2>Downloads</h2>
      <p class="big number">${exactNumber(realm.downloadCount)}</p>
      ${recent > 0 && sparkline(downloads)}
      <p class="small soft">${exactNumber(recent)} in the last 90 days</p>
    </section>
    <section class="panel">
      <h2>Facts</h2>
      <dl class="facts">
        ${rows.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
    </section>`;
}

const yesNo = (is: boolean): Html =>
  is ? html`${icons.check}<span class="hidden-text">yes</span>` : html`<span class="soft">no</span>`;

function link(address: string): Html {
  return html`<a href="${address}" rel="nofollow noopener ugc">${new URL(address).host}</a>`;
}

function people(site: Site, { author }: RealmDetail): Html {
  return html`<section class="panel">
    <h2>Author</h2>
    <a class="person" href="${site.basePath}/@${author.username}"
      >${avatar(author.username, 40)}<span
        ><strong><bdi>${author.name || author.username}</bdi></strong
        ><span class="soft">More by ${author.username}</span></span
      ></a
    >
  </section>`;
}

function related(site: Site, realms: RealmSummary[]): Html {
  return html`${
    realms.length > 0 &&
    html`<section class="panel">
      <h2>Related</h2>
      <ul class="related">
        ${realms.map(
          ({ slug, category, name }) =>
            html`<li>
              <a href="${realmPath(site, slug)}">${emblem(slug, category, 24)}<bdi>${name}</bdi></a>
            </li>`,
        )}
      </ul>
    </section>`
  }`;
}
