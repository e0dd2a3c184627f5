// The settings of keys. Each form does what an operation of the API does.
import { scopes, type Scope } from '@realm-catalog/contract';
import { NEW_FORM, readValues, type FormState } from '@realm-catalog/web/forms/form';
import { keysPage } from '@realm-catalog/web/pages/account/keys';
import type { SettingsMessage } from '@realm-catalog/web/pages/account/settings-page';
import type { Viewer } from '../../accounts/sign-in/web-sessions.ts';
import { hasRole } from '../../credentials/caller.ts';
import { doneIn } from '../form-outcome.ts';
import { failedForm } from '../failed-form.ts';
import type {
  FormRequest,
  FormResult,
  PersonalPage,
  Signed,
  SignedAsked,
  SignedFormHandler,
  SignedPageHandler,
} from '../page.ts';

/** The scopes that the role of the account allows. */
export const scopesOf = ({ caller }: Viewer): Scope[] => scopes.filter((scope) => hasRole(caller.account.role, scope));

const done = (message: SettingsMessage): FormResult => ({ seeOther: `/settings/keys?done=${message}` });

async function showKeys(
  { site, viewer, perform }: SignedAsked,
  view: { done?: string | undefined; form?: FormState; made?: { name: string; key: string } },
): Promise<PersonalPage> {
  const { keys } = await perform('listKeys');
  const allowed = scopesOf(viewer);
  const { form = NEW_FORM, made } = view;
  return { personalHtml: keysPage(site, { form, done: view.done, keys, allowed, made }) };
}

export const keyPages = {
  settingsKeys: (request) => showKeys(request, { done: doneIn(request) }),
} satisfies Record<string, SignedPageHandler>;

export const keyForms = {
  settingsKeys: makeKey,
  async revokeKey({ form, perform }) {
    await perform('revokeKey', { params: { id: form.get('id') ?? '' } });
    return done('key-revoked');
  },
} satisfies Record<string, SignedFormHandler>;

async function makeKey(request: Signed<FormRequest>): Promise<FormResult> {
  const { form, perform } = request;
  const chosen = form.getAll('scopes');
  const { name = '', expiresAt = '' } = readValues(form, 'name', 'expiresAt');
  const values = { name, expiresAt, scopes: chosen.join(' ') };
  const lastMoment = expiresAt === '' ? {} : { expiresAt: `${expiresAt}T23:59:59.999Z` };
  try {
    const made = await perform('createKey', { body: { name, scopes: chosen, ...lastMoment } });
    return await showKeys(request, { made });
  } catch (error) {
    const failed = failedForm(error, values);
    return { ...(await showKeys(request, { form: failed })), status: failed.status };
  }
}
