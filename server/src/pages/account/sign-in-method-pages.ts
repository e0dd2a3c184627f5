// The settings of the sign-in methods of an account: its mail address, and its identities at another provider.
import { NEW_FORM, readValues, type FormState } from '@realm-catalog/web/forms/form';
import type { SettingsMessage } from '@realm-catalog/web/pages/account/settings-page';
import { identitiesPage, mailPage } from '@realm-catalog/web/pages/account/sign-in-methods';
import type { SecretCipher } from '../../credentials/secret-cipher.ts';
import { doneIn } from '../form-outcome.ts';
import { failedForm } from '../failed-form.ts';
import { linkToken } from './link-token.ts';
import type {
  FormRequest,
  FormResult,
  PersonalPage,
  Signed,
  SignedAsked,
  SignedFormHandler,
  SignedPageHandler,
} from '../page.ts';

const MAIL_PATH = '/settings/mail';
const IDENTITIES_PATH = '/settings/identities';

interface WayServices {
  keyring: { cipher: SecretCipher };
}

type ShowIdentities = (asked: SignedAsked, said?: string, form?: FormState) => Promise<PersonalPage>;

async function showMail({ site, perform }: SignedAsked, said?: string, failed?: FormState): Promise<PersonalPage> {
  const { email, isEmailVerified } = await perform('getMe');
  const form = failed ?? { ...NEW_FORM, values: { email } };
  return { personalHtml: mailPage(site, { form, done: said, email, isVerified: isEmailVerified }) };
}

const identitiesShower =
  (cipher: SecretCipher): ShowIdentities =>
  async ({ site, viewer, perform }, said, form = NEW_FORM) => {
    const { identities } = await perform('listIdentities');
    const proof = linkToken(cipher, viewer);
    return { personalHtml: identitiesPage(site, { form, done: said, identities, proof }) };
  };

export function createSignInMethodPages({ keyring }: WayServices) {
  const showIdentities = identitiesShower(keyring.cipher);
  return {
    settingsMail: (request) => showMail(request, doneIn(request)),
    settingsIdentities: (request) => showIdentities(request, doneIn(request)),
  } satisfies Record<string, SignedPageHandler>;
}

const back = (path: string, message: SettingsMessage): FormResult => ({ seeOther: `${path}?done=${message}` });

async function mailAttempt(
  request: Signed<FormRequest>,
  values: Record<string, string>,
  message: SettingsMessage,
  work: () => Promise<unknown>,
): Promise<FormResult> {
  try {
    await work();
    return back(MAIL_PATH, message);
  } catch (error) {
    const failed = failedForm(error, values);
    return { ...(await showMail(request, undefined, failed)), status: failed.status };
  }
}

export function createSignInMethodForms({ keyring }: WayServices) {
  const showIdentities = identitiesShower(keyring.cipher);
  return {
    async settingsMail(request) {
      const { email = '' } = readValues(request.form, 'email');
      return mailAttempt(request, { email }, 'mail', () => request.perform('updateMe', { body: { email } }));
    },
    async sendVerification(request) {
      const { email } = await request.perform('getMe');
      return mailAttempt(request, { email }, 'mail-sent', () => request.perform('requestEmailVerification'));
    },
    async unlink(request) {
      try {
        await request.perform('unlinkIdentity', { params: { id: request.form.get('id') ?? '' } });
        return back(IDENTITIES_PATH, 'unlinked');
      } catch (error) {
        const failed = failedForm(error, {});
        return { ...(await showIdentities(request, undefined, failed)), status: failed.status };
      }
    },
  } satisfies Record<string, SignedFormHandler>;
}
