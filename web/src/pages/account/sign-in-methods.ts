// The settings of the sign-in methods of an account: its mail address, and its identities at another provider.
import type { Identity } from '@realm-catalog/contract';
import { buttonForm, field, formError, type FormState } from '../../forms/form.ts';
import { html, type Html } from '../../html.ts';
import { day } from '../../numbers.ts';
import { cellTable } from '../../parts/cell-table.ts';
import { empty } from '../../parts/empty.ts';
import type { Site } from '../../site.ts';
import { settingsPage } from './settings-page.ts';

export interface MailView {
  form: FormState;
  done: string | undefined;
  email: string;
  isVerified: boolean;
}

export function mailPage(site: Site, { form, done, email, isVerified }: MailView): string {
  const action = `${site.basePath}/settings/mail`;
  return settingsPage(
    site,
    '/settings/mail',
    done,
    html`<form method="post" action="${action}" class="ask-form">
        ${formError(form)}
        ${field(form, { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'email', maxLength: 254, help: `Shown to nobody else.${site.signIn.hasMail ? '' : ' This catalog sends no mails.'}` })}
        <div class="ask-actions"><button class="primary">Save</button></div>
      </form>
      ${
        site.signIn.hasMail &&
        email !== '' &&
        (isVerified
          ? html`<p>
              <span class="badge success">confirmed</span> We tell you there of new keys and of sign-ins from new
              devices, and you can set a new password by mail.
            </p>`
          : html`<p>The address is not confirmed yet. Until then, we send only the link to confirm it.</p>
              ${buttonForm(`${action}/verify`, 'Send the link')}`)
      }`,
  );
}

export interface IdentitiesView {
  form: FormState;
  done: string | undefined;
  identities: Identity[];
  /** What the address that links another one asks for, so that no other page leads to it. */
  proof: string;
}

export function identitiesPage(site: Site, { form, done, identities, proof }: IdentitiesView): string {
  const { basePath, signIn } = site;
  return settingsPage(
    site,
    '/settings/identities',
    done,
    html`${formError(form)}
    ${
      identities.length > 0 &&
      cellTable(
        'Identities',
        ['Name', 'Provider', 'Linked', 'Last used', ''],
        identities.map(({ id, name, issuer, createdAt, lastUsedAt }) => [
          html`<bdi>${name}</bdi>`,
          issuer,
          day(createdAt),
          lastUsedAt === '' ? 'never' : day(lastUsedAt),
          buttonForm(`${basePath}/settings/identities/unlink`, 'Unlink', { id }),
        ]),
      )
    }
    ${
      signIn.provider === undefined
        ? noProvider(site, identities.length > 0)
        : html`<p>Sign in with your account at ${signIn.provider} instead of a password.</p>
            <div class="ask-actions">
              <a class="button" rel="nofollow" href="${basePath}/sign-in/provider?link=${encodeURIComponent(proof)}"
                >Link ${signIn.provider}</a
              >
            </div>`
    }`,
  );
}

/** Identities that were linked before stay, and sign nobody in. */
const noProvider = ({ basePath, signIn }: Site, hasIdentities: boolean): Html =>
  empty(
    'No other provider',
    html`This catalog offers no sign-in with another provider${hasIdentities && ' any more'}. Use a
      <a href="${basePath}/settings/password">password</a>${
        signIn.hasPasskeys && html` or a <a href="${basePath}/settings/second-factors">passkey</a>`
      }.`,
  );
