// One's own realms, of every visibility, with their numbers and what each of them needs next.
import { GENERATED_VERSION, type RealmSummary } from '@realm-catalog/contract';
import { html, type Html } from '../../html.ts';
import { counted, day, exactNumber } from '../../numbers.ts';
import { change } from '../../parts/change.ts';
import { sparkline, type Point } from '../../parts/charts.ts';
import { command } from '../../parts/command.ts';
import { cover } from '../../parts/cover.ts';
import { totals } from '../../parts/figures.ts';
import { pageLinks } from '../../parts/page-links.ts';
import { deprecatedBadge, realmPath } from '../../parts/realm-card.ts';
import { sortChoice } from '../../parts/sort-choice.ts';
import type { Site } from '../../site.ts';
import { firstSteps } from './first-steps.ts';
import { minePage, type MineView } from './mine.ts';

export interface Trend {
  /** Downloads of 90 whole days, and of the 90 days before these. */
  now: number;
  before: number;
  /** The 90 days in some equal steps. */
  points: Point[];
}

export interface OwnRealm {
  realm: RealmSummary;
  /** Yanked ones included. Without any, the realm is a draft. */
  versionCount: number;
  /** Whether an operator has withdrawn it; its page says why. */
  isQuarantined: boolean;
  /** Undefined where there is too much to add up. */
  trend: Trend | undefined;
}

export interface DashboardView extends MineView {
  realms: OwnRealm[];
  /** Over all pages. */
  sums: { drafts: number; downloads: number; recent: number; stars: number };
  sort: string;
  /** Whether a realm was just deleted. */
  isDeleted: boolean;
}

/** The orders of the list; the first is the usual one. */
export const ownSorts = [
  { value: 'updated', text: 'Last changed' },
  { value: 'recent', text: 'Downloads in 90 days' },
  { value: 'trending', text: 'Trending' },
  { value: 'downloads', text: 'Most downloads' },
  { value: 'stars', text: 'Most stars' },
  { value: 'newest', text: 'Newest' },
  { value: 'name', text: 'Name' },
] as const;

export function dashboardPage(site: Site, view: DashboardView): string {
  return minePage(
    site,
    '/me',
    'My realms',
    html`${view.isDeleted && html`<p class="notice success" role="status">The realm is deleted.</p>`}
    ${view.total === 0 ? firstSteps(site) : dashboard(site, view)}`,
  );
}

function dashboard(site: Site, { realms, sums, sort, ...page }: DashboardView): Html {
  const linkTo = (offset: number) => `${site.basePath}/me?sort=${sort}${offset > 0 ? `&offset=${offset}` : ''}`;
  return html`<div class="stack">
    ${totals([
      ['Downloads', sums.downloads],
      ['In the last 90 days', sums.recent],
      ['Stars', sums.stars],
    ])}
    <div id="results">
      <div class="list-head">
        <h2>${counted(page.total, 'realm')}${sums.drafts > 0 && `, ${counted(sums.drafts, 'draft')}`}</h2>
        <form class="sort" action="${site.basePath}/me">
          ${sortChoice(
            ownSorts.map(({ value, text }) => [value, text]),
            sort,
          )}
        </form>
        <a class="button primary" href="${site.basePath}/publish">Publish a realm</a>
      </div>
      ${table(site, realms)} ${pageLinks(page, linkTo)}
    </div>
  </div>`;
}

function table(site: Site, realms: OwnRealm[]): Html {
  return html`<div class="table own-realms">
    <table>
      <thead>
        <tr>
          <th scope="col">Realm</th>
          <th scope="col">Last 90 days</th>
          ${['Downloads', 'Stars', 'Versions'].map((name) => html`<th scope="col" class="end">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${realms.map((one) => row(site, one))}
      </tbody>
    </table>
  </div>`;
}

function row(site: Site, own: OwnRealm): Html {
  const { realm, versionCount } = own;
  return html`<tr>
    <th scope="row">
      <div class="own-realm">
        ${cover(site, realm, 'thumb')}
        <div>
          <a href="${realmPath(site, realm.slug)}"><bdi>${realm.name}</bdi></a>
          ${marks(own)}
          <p class="small soft">
            Changed ${day(realm.updatedAt)} · <a href="${realmPath(site, realm.slug)}/edit">Manage</a>
          </p>
        </div>
      </div>
    </th>
    ${
      versionCount === 0
        ? html`<td colspan="4">${nextStep(site, realm)}</td>`
        : html`<td>${trendOf(site, own)}</td>
            ${figure('Downloads', realm.downloadCount)} ${figure('Stars', realm.starCount)}
            ${figure('Versions', versionCount)}`
    }
  </tr>`;
}

const figure = (name: string, value: number): Html =>
  html`<td class="end number" data-name="${name}">${exactNumber(value)}</td>`;

/** Its newest version, and what is particular about it. */
function marks({ realm: { version, visibility, isDeprecated }, versionCount, isQuarantined }: OwnRealm): Html {
  const isYanked = versionCount > 0 && version === GENERATED_VERSION;
  return html`${versionCount === 0 && html`<span class="badge warning">draft</span>`}
  ${isYanked && html`<span class="badge danger">all versions yanked</span>`}
  ${versionCount > 0 && !isYanked && html`<span class="badge number">${version}</span>`}
  ${isQuarantined && html`<span class="badge danger">quarantined</span>`}
  ${visibility !== 'public' && !isQuarantined && html`<span class="badge warning">${visibility}</span>`}
  ${isDeprecated && deprecatedBadge}`;
}

/** A realm that nothing was uploaded to can be downloaded, but has nothing of its author. */
const nextStep = (site: Site, { slug }: RealmSummary): Html =>
  html`<div class="next-step">
    <p class="small">
      Nothing is uploaded yet. <a href="${realmPath(site, slug)}/upload">Upload its files</a>, or in their folder:
    </p>
    ${command(`npx ${site.commandLine} publish --slug ${slug}`)}
  </div>`;

function trendOf(site: Site, { realm, trend }: OwnRealm): Html {
  const { slug, name, recentDownloads } = realm;
  return html`<a class="trend" href="${realmPath(site, slug)}/stats">
    ${trend && sparkline(trend.points, 120, 32, true)}
    <span class="number"
      >${exactNumber(trend?.now ?? recentDownloads)}<span class="hidden-text"> downloads in 90 days</span></span
    >
    ${trend && change(trend.now, trend.before, '90 days')}<span class="hidden-text">, statistics of ${name}</span>
  </a>`;
}
