// What every page of a version says of it: that it was yanked, and why, or that there is a newer one; and what a realm says that has no other.
import { GENERATED_VERSION } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { realmPath } from './realm-card.ts';
import type { Site } from '../site.ts';

export interface VersionState {
  version: string;
  yanked: boolean;
  /** Why it was yanked, or empty. */
  reason: string;
}

export function versionNotice(
  site: Site,
  realm: { slug: string; version: string },
  { version, yanked, reason }: VersionState,
): Html | false {
  const hasNewest = realm.version !== GENERATED_VERSION && realm.version !== version;
  const newest = html`<a class="number" href="${realmPath(site, realm.slug)}/versions/${realm.version}"
    >${realm.version}</a
  >`;
  if (yanked)
    return html`<p class="notice warning">
      <strong>Version ${version} was yanked.</strong> <bdi>${reason}</bdi>
      ${hasNewest ? html`The newest version is ${newest}.` : 'No other version is left.'}
    </p>`;
  return hasNewest && html`<p class="notice">This is not the newest version, which is ${newest}.</p>`;
}

const SHOWN_REASONS = 3;

/** For a realm whose versions were all yanked; they are given with the newest first. */
export function allYankedNotice(site: Site, { slug }: { slug: string }, versions: VersionState[]): Html {
  const path = `${realmPath(site, slug)}/versions`;
  const withReason = versions.filter(({ reason }) => reason !== '').slice(0, SHOWN_REASONS);
  return html`<div class="notice warning">
    <p>
      <strong>All versions were yanked.</strong> There is nothing to download until there is another.
      <a href="${path}">Look at the versions</a>.
    </p>
    ${withReason.map(
      ({ version, reason }) =>
        html`<p><a class="number" href="${path}/${version}">${version}</a>: <bdi>${reason}</bdi></p>`,
    )}
  </div>`;
}
