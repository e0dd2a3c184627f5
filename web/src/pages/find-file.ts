// Every file of a version in one list, to go to one of them: a script filters it as one types, and without one the browser finds words in it.
import type { RealmDetail } from '@realm-catalog/contract';
import { filePath } from '../file-paths.ts';
import { html } from '../html.ts';
import { layout } from '../layout.ts';
import { counted, exactNumber } from '../numbers.ts';
import { realmHead } from '../parts/realm-head.ts';
import { versionNotice, type VersionState } from '../parts/version-notice.ts';
import type { Site } from '../site.ts';

export interface FindFileView {
  realm: RealmDetail;
  version: string;
  state: VersionState;
  /** The paths from `offset` on, as many as fit. */
  paths: string[];
  offset: number;
  total: number;
}

export function findFilePage(site: Site, view: FindFileView): string {
  const { realm, version, paths, offset, total } = view;
  const path = `/realms/${realm.slug}/find/${version}`;
  const end = offset + paths.length;
  return layout(site, {
    title: `Go to a file of ${realm.name} ${version}`,
    description: `All files of ${realm.name} ${version}.`,
    path,
    isIndexed: false,
    content: html`${realmHead(site, realm, 'files')}${versionNotice(site, realm, view.state)}
      <find-file>
        <div class="list-head">
          <h2>Go to file</h2>
          <p class="soft" role="status">
            ${paths.length < total ? `${exactNumber(offset + 1)} to ${exactNumber(end)} of ${counted(total, 'file')}` : counted(total, 'file')}
          </p>
        </div>
        <input
          type="search"
          class="find-box"
          aria-label="Part of a path"
          placeholder="Part of a path"
          autocomplete="off"
        />
        <ul class="tree">
          ${paths.map(
            (one) =>
              html`<li>
                <a href="${filePath(site, view, one)}"><bdi>${one}</bdi></a>
              </li>`,
          )}
        </ul>
        ${end < total && html`<p><a rel="next" href="${site.basePath}${path}?offset=${end}">More files</a></p>`}
      </find-file>`,
  });
}
