// The settings to export the data of an account and to delete the account, which first say what becomes of its realms.
import { field, formError, hiddenUsername, type FormState } from '../../forms/form.ts';
import { html, type Html } from '../../html.ts';
import { counted } from '../../numbers.ts';
import { realmPath } from '../../parts/realm-card.ts';
import type { Site } from '../../site.ts';
import { cardPage } from '../oauth/card.ts';
import { settingsPage } from './settings-page.ts';

const PATH = '/settings/data';

export function dataPage(site: Site): string {
  return settingsPage(
    site,
    PATH,
    undefined,
    html`<section class="stack">
        <h2>Take your data with you</h2>
        <p>
          One JSON document with all that this catalog has of you: the account, your realms with their versions, stars,
          collections, keys and sessions without their secrets, applications, second factors and linked identities, and
          what you did here.
        </p>
        <p><a class="button" href="${site.basePath}${PATH}.json" download>Download your data</a></p>
        <p class="small soft">Download the archives of your realms on their own pages.</p>
      </section>
      <section class="stack">
        <h2>Delete the account</h2>
        <p>The next page shows what happens to your realms. Nothing is deleted yet.</p>
        <p><a class="button danger" href="${site.basePath}/settings/delete">Delete the account…</a></p>
      </section>`,
  );
}

export interface DeletionView {
  form: FormState;
  /** Curators have made collections, perhaps. */
  isCurator: boolean;
  publicCount: number;
  /** Those that are deleted with the account: how many, and the first of them. */
  hidden: { count: number; slugs: string[] };
  /** What shows that it is the owner who asks; without a password the username is typed. */
  asked: { password: boolean; code: boolean; hasApp: boolean };
}

export function deleteAccountPage(site: Site, view: DeletionView): string {
  const { form, asked } = view;
  return settingsPage(
    site,
    PATH,
    undefined,
    html`<h2>Delete the account ${site.viewer?.username ?? ''}</h2>
      ${consequences(site, view)}
      <form method="post" action="${site.basePath}/settings/delete" class="ask-form">
        ${formError(form)}
        ${
          asked.password
            ? html`${hiddenUsername(site.viewer?.username ?? '')}
              ${field(form, {
                name: 'password',
                label: 'Password',
                type: 'password',
                autocomplete: 'current-password',
                isRequired: true,
              })}`
            : field(form, {
                name: 'username',
                label: 'Your user name',
                autocomplete: 'off',
                isRequired: true,
                maxLength: 64,
                help: 'Type it to confirm.',
              })
        }
        ${asked.password && asked.code && codeField(site, form, asked.hasApp)}
        <div class="ask-actions">
          <button class="danger">Delete the account for good</button>
          <a class="button" href="${site.basePath}${PATH}">Keep it</a>
        </div>
      </form>`,
  );
}

const codeField = ({ basePath }: Site, form: FormState, hasApp: boolean): Html =>
  field(form, {
    name: 'code',
    label: hasApp ? 'Code of your app, or a recovery code' : 'Recovery code',
    autocomplete: hasApp ? 'one-time-code' : 'off',
    isRequired: true,
    maxLength: 64,
    help: html`Lost them? <a href="${basePath}/settings/second-factors">Make new recovery codes</a> first.`,
  });

function consequences(site: Site, { isCurator, publicCount, hidden }: DeletionView): Html {
  return html`<ul class="ask-scopes">
    ${
      publicCount > 0 &&
      html`<li>
        <strong>${counted(publicCount, 'public realm')} ${publicCount === 1 ? 'stays' : 'stay'}</strong>, for those who
        use them. Your name, picture and text go from there, and nobody can change them any more:
        <a href="${site.basePath}/me">delete first</a> what should not stay.
      </li>`
    }
    ${hidden.count > 0 && hiddenRealms(site, hidden)}
    ${publicCount + hidden.count === 0 && html`<li>You have no realms.</li>`}
    ${isCurator && html`<li>Collections that you made stay.</li>`}
    <li>All sessions, keys and applications end at once. Other applications lose access to your account.</li>
    <li>Your mail address, password and second factors are deleted. The audit log keeps what you did.</li>
    <li>Nobody can use the name ${site.viewer?.username ?? ''} again, not even you.</li>
  </ul>`;
}

function hiddenRealms(site: Site, { count, slugs }: DeletionView['hidden']): Html {
  return html`<li>
    <strong>${counted(count, 'private or unlisted realm')} ${count === 1 ? 'is' : 'are'} deleted</strong>, with all
    versions:
    ${slugs.map((slug, at) => html`${at > 0 && ', '}<a href="${realmPath(site, slug)}">${slug}</a>`)}${
      count > slugs.length && html`, and ${counted(count - slugs.length, 'other')}`
    }.
  </li>`;
}

export const accountDeletedPage = (site: Site): string =>
  cardPage(
    site,
    'Your account is deleted',
    html`<p role="status">Nothing can use it any more. Thank you for what you made here.</p>
      <div class="ask-actions"><a class="button primary" href="${site.basePath}/">Go to ${site.name}</a></div>`,
  );
