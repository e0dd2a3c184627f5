// The page from which an owner publishes the next version of a realm: an archive by a form, or with a script also a folder.
import { GENERATED_VERSION } from '@realm-catalog/contract';
import { formError, type FormState } from '../../forms/form.ts';
import { html, type Html } from '../../html.ts';
import { command } from '../../parts/command.ts';
import { realmPath } from '../../parts/realm-card.ts';
import { publisherStylesheet } from '../../parts/stylesheet.ts';
import type { Site } from '../../site.ts';
import { managePage, type ManageView } from './manage-page.ts';
import { publishScript } from './publish-script.ts';

export interface UploadView extends ManageView {
  form: FormState;
  /** The version that an archive gets whose realm.json names none. */
  next: string;
  /** The path of the script. */
  script: string;
}

const ARCHIVE_TYPES = '.tar.gz,.tgz,.zip,application/gzip,application/zip';

export function uploadPage(site: Site, view: UploadView): string {
  const { form, next, realm, script } = view;
  const { slug, version } = realm;
  const number = html`The next upload gets the version in its <code>realm.json</code>, or
    <strong class="number">${next}</strong> if that names none.`;
  const content = html`<p>
      ${
        version === GENERATED_VERSION
          ? html`There is no version to download yet. ${number}`
          : html`The newest version is <strong class="number">${version}</strong>. ${number}`
      }
    </p>
    <upload-form data-slug="${slug}" data-next="${next}">
      ${formError(form)} ${archiveForm(`${realmPath(site, slug)}/upload`, form.error !== undefined)} ${uploader}
    </upload-form>
    <details>
      <summary>From a terminal</summary>
      <p class="soft">In the folder of its files:</p>
      ${command(`npx ${site.commandLine} publish --slug ${slug}`)}
    </details>`;
  const head = html`${publisherStylesheet(site)}${publishScript(script)}`;
  return managePage(site, view, { title: 'New version', below: 'upload', current: 'upload', head, content });
}

/** What is there without a script. */
const archiveForm = (action: string, isRefused: boolean): Html =>
  html`<form method="post" action="${action}" enctype="multipart/form-data" class="ask-form">
    <div class="field">
      <label for="archive">Archive</label>
      <input
        id="archive"
        name="archive"
        type="file"
        required
        accept="${ARCHIVE_TYPES}"
        aria-describedby="archive-help${isRefused && ' error'}"
        ${isRefused && html` aria-invalid="true"`}
      />
      <p class="field-help" id="archive-help">
        A .tar.gz or a .zip of at most 100 MiB: files and folders, no links. Each file is checked before anything is
        published.
      </p>
    </div>
    <div class="ask-actions"><button class="primary">Publish</button></div>
  </form>`;

/** What takes its place with one (`web/publish/upload-form.ts`). */
const uploader = html`<div class="uploader" hidden>
  <div class="empty drop-place">
    <p><strong>Drop the folder of its files here</strong></p>
    <p class="small soft">or an archive: a .tar.gz or a .zip of at most 100 MiB</p>
    <p class="buttons">
      <label class="button primary">Choose a folder<input id="folder" type="file" webkitdirectory /></label>
      <label class="button">Choose an archive<input id="packed" type="file" accept="${ARCHIVE_TYPES}" /></label>
    </p>
  </div>
  <section class="panel chosen-files" hidden>
    <h2 aria-live="polite"></h2>
    <div class="table chosen-list" role="region" aria-label="Files that will be sent" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col" class="end">Size</th>
          </tr>
        </thead>
        <tbody></tbody>
      </table>
    </div>
    <details class="left-out">
      <summary></summary>
      <p class="small soft">
        These are named by a <code>.gitignore</code> or a <code>.realmignore</code>, look like secrets, or are never
        published.
      </p>
      <ul></ul>
    </details>
    <p class="buttons"><button type="button" class="primary"></button></p>
  </section>
  <div class="upload-progress" hidden>
    <p role="status"></p>
    <progress max="1" aria-label="Progress"></progress>
  </div>
  <div class="notice danger upload-refusal" role="alert" hidden>
    <p></p>
    <ul></ul>
    <button type="button" hidden>Leave them out</button>
  </div>
</div>`;
