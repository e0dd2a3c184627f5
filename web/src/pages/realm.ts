// The page of a realm: what it is and how to take it in one screen, then its README and its facts.
import type { RealmDetail, RealmSummary } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { icons } from '../icons.ts';
import { realmData } from '../json-ld.ts';
import { layout } from '../layout.ts';
import { exactNumber } from '../numbers.ts';
import { sparkline, type Point } from '../parts/charts.ts';
import { cover } from '../parts/cover.ts';
import { empty } from '../parts/empty.ts';
import { questions } from '../parts/questions.ts';
import { deprecatedBadge, realmPath } from '../parts/realm-card.ts';
import { realmTop, type RealmFindings } from '../parts/realm-head.ts';
import { sharing } from '../parts/sharing.ts';
import type { Site } from '../site.ts';

export interface RealmView extends RealmFindings {
  realm: RealmDetail;
  /** The README as safe HTML; undefined if the realm has none. */
  readme: Html | undefined;
  /** Downloads of the last 90 days. */
  downloads: Point[];
  related: RealmSummary[];
  /** Whether its owner has just published its version. */
  isJustPublished: boolean;
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
      ${realmData(site, realm, view.isAuthorRemoved)}`,
    content: html`${view.isJustPublished && justPublished(realm)} ${realmTop(site, realm, view)}
      <div class="realm-grid">
        <article class="readme panel" aria-label="README">
          ${readme ? html`<div class="prose">${readme}</div>` : noReadme(view)}
        </article>
        <aside class="side-panels" aria-label="Facts">
          ${downloadPanel(view)}${needs(realm)}${questions(realm)}${related(site, view.related)}
        </aside>
      </div>`,
  });
}

const noReadme = ({ yanked }: RealmView): Html =>
  empty(
    'No README',
    yanked.length > 0 ? 'The versions that had one were yanked.' : 'The author has not written a README yet.',
  );

/** What the owner is told after publishing, above the page as others see it. */
const justPublished = ({ version, visibility }: RealmDetail): Html =>
  html`<p class="notice success" role="status">
    Version <span class="number">${version}</span> is published.
    ${visibility === 'private' ? 'Only you see this page.' : 'This is its page, as others see it.'}
  </p>`;

function downloadPanel({ realm, downloads }: RealmView): Html {
  const recent = downloads.reduce((sum, { value }) => sum + value, 0);
  return html`<section class="panel">
    <h2>Downloads</h2>
    <p class="big number">${exactNumber(realm.downloadCount)}</p>
    ${recent > 0 && sparkline(downloads)}
    <p class="small soft">${exactNumber(recent)} in the last 90 days</p>
  </section>`;
}

/** What it needs, and what it has: only what its author has set. */
function needs({ requirements, features, fileCount }: RealmDetail): Html {
  const rows = [
    ['Node', requirements.node],
    ['npm', requirements.npm],
    ['Accounts', features.auth && yes],
    ['Database', features.database && yes],
    ['Payments', features.payments && yes],
    ['Files', fileCount > 0 && exactNumber(fileCount)],
  ] as const;
  const set = rows.filter(([, value]) => value !== '' && value !== false);
  return html`${
    set.length > 0 &&
    html`<section class="panel">
      <h2>Facts</h2>
      <dl class="facts">
        ${set.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
    </section>`
  }`;
}

const yes = html`${icons.check}<span class="hidden-text">yes</span>`;

function related(site: Site, realms: RealmSummary[]): Html {
  return html`${
    realms.length > 0 &&
    html`<section class="panel">
      <h2>Related</h2>
      <ul class="related">
        ${realms.map(
          (realm) =>
            html`<li>
              <a href="${realmPath(site, realm.slug)}"
                >${cover(site, realm, 'thumb')}<bdi>${realm.name}</bdi>${realm.isDeprecated && deprecatedBadge}</a
              >
            </li>`,
        )}
      </ul>
    </section>`
  }`;
}
