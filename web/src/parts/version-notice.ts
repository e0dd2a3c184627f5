// What every page of a version says of it: that it was yanked, and why, or that there is a newer one.
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
