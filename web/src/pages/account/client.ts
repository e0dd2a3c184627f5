// An application of one's own: the form that registers it, and the page where it is changed, gets another secret, and is removed.
import type { OAuthClient, Scope } from '@realm-catalog/contract';
import { choices } from '../../forms/choices.ts';
import { field, formError, type FormState } from '../../forms/form.ts';
import { scopeChoice } from '../../forms/scope-choice.ts';
import { html, type Html } from '../../html.ts';
import { calendarDay } from '../../numbers.ts';
import { command } from '../../parts/command.ts';
import type { Site } from '../../site.ts';
import { settingsPage } from './settings-page.ts';

interface ClientFormView {
  form: FormState;
  /** The scopes that the role of the account allows. */
  allowed: Scope[];
}

export interface ClientView extends ClientFormView {
  done: string | undefined;
  client: OAuthClient;
  /** A secret that was just made, and when the one before it ends; empty if there is none that is still good. */
  secret: { text: string; formerEndsAt: string } | undefined;
}

const PATH = '/settings/applications';

export function newClientPage(site: Site, { form, allowed }: ClientFormView): string {
  return settingsPage(
    site,
    PATH,
    undefined,
    html`<form method="post" action="${site.basePath}${PATH}/new" class="ask-form">
      <h2>Register an application</h2>
      ${formError(form)}
      ${choices(form, {
        name: 'type',
        legend: 'It runs',
        noun: 'The type',
        type: 'radio',
        options: [
          ['public', 'on people’s own machines, or in their browsers: it cannot keep a secret'],
          ['confidential', 'on a server of yours: it gets a secret'],
        ],
        usual: 'public',
      })}
      ${clientFields(form, allowed)}
      <div class="ask-actions">
        <button class="primary">Register the application</button>
        <a class="button" href="${site.basePath}${PATH}">Cancel</a>
      </div>
    </form>`,
  );
}

function clientFields(form: FormState, allowed: Scope[]): Html {
  return html`${field(form, { name: 'name', label: 'Name', isRequired: true, maxLength: 100, help: 'People see it when they are asked for access.' })}
  ${field(form, {
    name: 'redirectUris',
    label: 'Redirect addresses',
    rows: 3,
    help: 'One on each line, exactly, such as http://127.0.0.1/callback. Leave empty if people only enter codes from a device.',
  })}
  ${choices(form, {
    name: 'grantTypes',
    legend: 'It gets tokens by',
    noun: 'The ways',
    type: 'checkbox',
    options: [
      ['authorization_code', html`<code>authorization_code</code> people who sign in with their browser`],
      ['refresh_token', html`<code>refresh_token</code> an earlier token, without asking again`],
      ['device_code', html`<code>device_code</code> a code that people type into another device`],
      ['client_credentials', html`<code>client_credentials</code> its secret, for your own account`],
    ],
    usual: 'authorization_code refresh_token',
  })}
  ${scopeChoice(form, allowed)}`;
}

export function clientPage(site: Site, { client, form, allowed, done, secret }: ClientView): string {
  const path = `${site.basePath}${PATH}/${client.id}`;
  return settingsPage(
    site,
    PATH,
    done,
    html`<p><a href="${site.basePath}${PATH}">All applications</a></p>
      ${secret && newSecret(secret)}
      <section class="stack">
        <h2><bdi>${client.name}</bdi></h2>
        <p class="small soft">
          A ${client.type} client, registered on ${calendarDay(client.createdAt)}. Its <code>client_id</code>:
        </p>
        ${command(client.id)}
        <p class="small soft">
          Its addresses are in
          <a href="${site.basePath}/.well-known/oauth-authorization-server">the catalog’s metadata</a>.
        </p>
      </section>
      <form method="post" action="${path}" class="ask-form">
        <h2>Change it</h2>
        ${formError(form)} ${clientFields(form, allowed)}
        <p class="small soft">If you remove a scope, every token with that scope ends.</p>
        <div class="ask-actions"><button class="primary">Save the application</button></div>
      </form>
      ${client.type === 'confidential' && secretForm(path)} ${removal(path)}`,
  );
}

function newSecret({ text, formerEndsAt }: { text: string; formerEndsAt: string }): Html {
  return html`<section class="notice success stack" role="status">
    <p>This is the secret of the application. You see it only now: keep it with your passwords.</p>
    ${command(text)}
    ${formerEndsAt !== '' && html`<p>The old secret works until ${formerEndsAt.replace('T', ' ').slice(0, 16)} UTC.</p>`}
  </section>`;
}

const secretForm = (path: string): Html =>
  html`<form method="post" action="${path}/secret" class="ask-form">
    <h2>Another secret</h2>
    <p>The current secret works for 24 more hours, so that you can change your servers to the new one.</p>
    <div class="choice">
      <label><input type="checkbox" name="revoke" value="yes" /><span>End the present one at once</span></label>
    </div>
    <div class="ask-actions"><button>Make another secret</button></div>
  </form>`;

const removal = (path: string): Html =>
  html`<details class="panel">
    <summary>Remove the application</summary>
    <form method="post" action="${path}/remove" class="ask-form">
      <p>It loses access to all accounts at once, and nobody can use its <code>client_id</code> again.</p>
      <div class="ask-actions"><button>Remove it for good</button></div>
    </form>
  </details>`;
