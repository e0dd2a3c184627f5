// Realms for administrators: one by its slug, to feature or to quarantine it, and the list of those that are quarantined.
import type { QuarantinedRealm, RealmDetail } from '@realm-catalog/contract';
import { buttonForm, field, formError, type FormState } from '../../forms/form.ts';
import { html, type Html } from '../../html.ts';
import { calendarDay, day } from '../../numbers.ts';
import { cellTable } from '../../parts/cell-table.ts';
import { empty } from '../../parts/empty.ts';
import { realmPath } from '../../parts/realm-card.ts';
import type { Site } from '../../site.ts';
import { adminPage, olderLink } from './admin-page.ts';

export interface AdminRealmsView {
  /** The slug that was asked for; empty if none was. */
  slug: string;
  /** Undefined if none was asked for, or there is none. */
  realm: RealmDetail | undefined;
  quarantined: QuarantinedRealm[];
  next: string;
  done: string | undefined;
  form: FormState;
}

export function adminRealmsPage(site: Site, view: AdminRealmsView): string {
  const { slug, realm, quarantined, next, done, form } = view;
  const path = `${site.basePath}/admin/realms`;
  return adminPage(
    site,
    '/admin/realms',
    done,
    html`<form class="filter-line" method="get" action="${path}">
        <label>Slug of a realm <input name="slug" value="${slug}" maxlength="64" required /></label>
        <button>Show</button>
      </form>
      ${slug !== '' && !realm && html`<p class="notice danger" role="alert">No realm has the slug <bdi>${slug}</bdi>.</p>`}
      ${realm && oneRealm(site, path, realm, form)}
      <h2>Quarantined</h2>
      ${
        quarantined.length === 0
          ? empty('No realm is quarantined', 'To withdraw a realm that harms people, enter its slug above.')
          : cellTable(
              'Quarantined realms',
              ['Realm', 'Owner', 'Was', 'Since', 'Reason', ''],
              quarantined.map(({ slug, name, owner, visibility, since, reason }) => [
                html`<a href="${path}?slug=${slug}"><bdi>${name}</bdi></a>`,
                html`<a href="${site.basePath}/@${owner}"><bdi>${owner}</bdi></a>`,
                visibility,
                day(since),
                html`<bdi>${reason}</bdi>`,
                buttonForm(path, 'Release', { slug, quarantined: 'false' }),
              ]),
            )
      }
      ${olderLink(site, '/admin/realms', {}, next)}`,
  );
}

function oneRealm(site: Site, path: string, realm: RealmDetail, form: FormState): Html {
  const { slug, name, author, visibility, featured, quarantine } = realm;
  return html`<section class="stack" aria-labelledby="realm">
    <h2 id="realm">
      <a href="${realmPath(site, slug)}"><bdi>${name}</bdi></a>
    </h2>
    <p>
      Of <a href="${site.basePath}/@${author.username}"><bdi>${author.username}</bdi></a
      >,
      ${quarantine ? html`quarantined since ${calendarDay(quarantine.since)}: <q dir="auto">${quarantine.reason}</q>` : visibility},
      ${featured ? 'featured' : 'not featured'}.
    </p>
    ${buttonForm(path, featured ? 'Remove from featured' : 'Feature', { slug, featured: String(!featured) })}
    ${
      quarantine
        ? buttonForm(path, 'End the quarantine', { slug, quarantined: 'false' })
        : html`<form method="post" action="${path}" class="ask-form">
            ${formError(form)}
            <input type="hidden" name="slug" value="${slug}" />
            <input type="hidden" name="quarantined" value="true" />
            ${field(form, {
              name: 'reason',
              label: 'Reason',
              rows: 2,
              isRequired: true,
              maxLength: 500,
              help: 'The owner sees the reason. Everyone else loses access at once.',
            })}
            <div class="ask-actions"><button class="danger">Quarantine</button></div>
          </form>`
    }
  </section>`;
}
