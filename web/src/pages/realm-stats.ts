// The downloads of one realm over time: all of them, or those of a period or a version, as the address says.
import type { Interval, RealmDetail } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { layout } from '../layout.ts';
import { counted } from '../numbers.ts';
import { change } from '../parts/change.ts';
import { barTable, totals } from '../parts/figures.ts';
import { realmPath } from '../parts/realm-card.ts';
import { realmHead } from '../parts/realm-head.ts';
import { seriesFigure, type Series } from '../parts/series.ts';
import type { Site } from '../site.ts';

/** What was chosen: empty means everything since the first download, and all versions. */
export interface StatsState {
  by: Interval | '';
  version: string;
}

export interface RealmStatsView {
  realm: RealmDetail;
  state: StatsState;
  sums: {
    /** Downloads of the last 90 days, today among them. */
    recent: number;
    /** Of 90 whole days, and of the 90 days before these. */
    now: number;
    before: number;
  };
  downloads: Series;
  /** The most downloaded first. */
  byVersion: { version: string; count: number }[];
}

const SHOWN_VERSIONS = 12;

const choices = [
  ['', 'All'],
  ['day', 'Days'],
  ['week', 'Weeks'],
  ['month', 'Months'],
] as const;

/** The address of a state of the page, or with an ending of the same numbers in another format. */
export function realmStatsPath(site: Site, slug: string, { by, version }: StatsState, ending = ''): string {
  const query = new URLSearchParams({ ...(by && { by }), ...(version && { version }) }).toString();
  return `${realmPath(site, slug)}/stats${ending}${query && `?${query}`}`;
}

export function realmStatsPage(site: Site, { realm, state, sums, downloads, byVersion }: RealmStatsView): string {
  return layout(site, {
    title: `Statistics of ${realm.name}`,
    description: `Downloads of ${realm.name} over time.`,
    path: `/realms/${realm.slug}/stats`,
    isIndexed: realm.visibility === 'public',
    content: html`${realmHead(site, realm, 'stats')}
      <div class="stack">
        ${totals([
          ['Downloads', realm.downloadCount],
          ['In the last 90 days', sums.recent, change(sums.now, sums.before, '90 days')],
          ['Stars', realm.starCount],
        ])}
        ${choice(site, realm, state)} ${seriesFigure(downloads)} ${versionTable(site, realm, state, byVersion)}
        <p class="small soft"><a href="${site.basePath}/docs/counting">How we count</a></p>
      </div>`,
  });
}

/** Links alone, so that each choice is an address. */
function choice(site: Site, { slug }: RealmDetail, state: StatsState): Html {
  return html`<div class="list-head">
    <nav class="views" aria-label="Period">
      ${choices.map(
        ([by, text]) =>
          html`<a
            href="${realmStatsPath(site, slug, { ...state, by })}"
            ${by === state.by && html` aria-current="true"`}
            >${text}</a
          >`,
      )}
    </nav>
    ${
      state.version !== '' &&
      html`<p class="chips chosen">
        <a class="chip" href="${realmStatsPath(site, slug, { ...state, version: '' })}"
          ><span class="number">${state.version}</span> <span aria-hidden="true">×</span
          ><span class="hidden-text"> show all versions</span></a
        >
      </p>`
    }
  </div>`;
}

/** Each version leads to its own chart. */
function versionTable(site: Site, { slug }: RealmDetail, state: StatsState, counts: RealmStatsView['byVersion']): Html {
  const more = counts.length - SHOWN_VERSIONS;
  return html`${
    counts.length > 0 &&
    barTable(
      'by-version',
      'Downloads by version in 90 days',
      counts.slice(0, SHOWN_VERSIONS).map(({ version, count }) => ({
        label: html`<a
          class="number"
          href="${realmStatsPath(site, slug, { ...state, version })}"
          ${version === state.version && html` aria-current="true"`}
          >${version}</a
        >`,
        hue: '',
        count,
      })),
    )
  }
  ${more > 0 && html`<p class="small"><a href="${realmPath(site, slug)}/versions">${counted(more, 'more version')}</a></p>`}`;
}
