// The settings of one's profile: name and text beside what others see of them, the picture, and what the account may use and has used.
import { field, formError, type FormState } from '../../forms/form.ts';
import { html, type Html } from '../../html.ts';
import { byteSize, exactNumber } from '../../numbers.ts';
import { portrait } from '../../parts/portrait.ts';
import type { Site } from '../../site.ts';
import { settingsPage } from './settings-page.ts';

interface Usage {
  used: number;
  limit: number;
}

export interface ProfileView {
  form: FormState;
  pictureForm: FormState;
  done: string | undefined;
  /** The address of the picture; empty if it is drawn. */
  image: string;
  quota: { bytes: Usage; realms: Usage };
  /** Requests in this hour, and when it ends in Unix seconds. */
  rate: { limit: number; remaining: number; reset: number };
}

export function profilePage(site: Site, { form, pictureForm, done, image, quota, rate }: ProfileView): string {
  return settingsPage(
    site,
    '/settings',
    done,
    html`<div class="grid">
        <form method="post" action="${site.basePath}/settings" class="ask-form">
          ${formError(form)} ${field(form, { name: 'name', label: 'Name', autocomplete: 'name', maxLength: 100 })}
          ${field(form, { name: 'bio', label: 'About you', rows: 4, maxLength: 500, help: 'At most 500 characters.' })}
          <div class="ask-actions">
            <button class="primary">Save the profile</button>
            <button name="preview" value="yes" formnovalidate>Preview</button>
          </div>
        </form>
        ${preview(site, form, image)}
      </div>
      ${picture(site, pictureForm, image)} ${inUse(quota, rate)}`,
  );
}

/** What is typed, saved or not. A script keeps it up to date while someone types. */
function preview(site: Site, { values: { name = '', bio = '' } }: FormState, image: string): Html {
  const username = site.viewer?.username ?? '';
  return html`<section class="panel">
    <div class="stack">
      <h2>As others see you</h2>
      <div class="person">
        ${portrait(site, { username, image }, 64)}
        <div>
          <p><strong dir="auto" data-shows="name" data-or="${username}">${name || username}</strong></p>
          <p class="small soft">@${username}</p>
        </div>
      </div>
      <p class="card-title" dir="auto" data-shows="bio">${bio}</p>
      <p class="small"><a href="${site.basePath}/@${username}">See your page</a></p>
    </div>
  </section>`;
}

/** A picture at another address was set by a program; pages do not show it. */
function picture({ basePath }: Site, form: FormState, image: string): Html {
  return html`<section class="stack">
    <h2>Picture</h2>
    <form method="post" action="${basePath}/settings/avatar" enctype="multipart/form-data" class="ask-form">
      ${formError(form)}
      <div class="field">
        <label for="picture">A picture of you</label>
        <input
          id="picture"
          name="picture"
          type="file"
          accept="image/png,image/jpeg,image/webp,image/avif"
          required
          aria-describedby="picture-help"
        />
        <p class="field-help" id="picture-help">
          PNG, JPEG, WebP or AVIF of at most 1 MiB; its middle becomes a square.
          ${image === '' && 'Without a picture, the catalog draws one from your user name.'}
        </p>
      </div>
      <div class="ask-actions"><button>Upload the picture</button></div>
    </form>
    ${
      image !== '' &&
      html`<form method="post" action="${basePath}/settings/avatar/remove">
        <button class="link">Remove it, and have one drawn</button>
      </form>`
    }
  </section>`;
}

/** A bar for each limit is filled as far as it is used. */
function inUse({ bytes, realms }: ProfileView['quota'], { limit, remaining, reset }: ProfileView['rate']): Html {
  const requests = { used: limit - remaining, limit };
  return html`<section class="panel">
    <div class="stack">
      <h2>In use</h2>
      ${usage('Stored archives', bytes, byteSize)} ${usage('Realms', realms, exactNumber)}
      ${usage('API requests this hour', requests, exactNumber)}
      <p class="small soft">The hour ends at ${new Date(reset * 1_000).toISOString().slice(11, 16)} UTC.</p>
    </div>
  </section>`;
}

const usage = (name: string, { used, limit }: Usage, show: (value: number) => string): Html =>
  html`<div>
    <dl class="facts">
      <dt>${name}</dt>
      <dd>${show(used)} of ${show(limit)}</dd>
    </dl>
    <svg class="bar-line" aria-hidden="true">
      <rect width="${Math.min(100, (used * 100) / Math.max(1, limit))}%" height="100%" />
    </svg>
  </div>`;
