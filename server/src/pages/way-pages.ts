// The settings of the ways into an account: its mail address, and its identities at another provider.
import {
  identitiesPage,
  mailPage,
  NEW_FORM,
  readValues,
  type FormState,
  type SettingsMessage,
} from '@realm-catalog/web/account';
import type { Viewer } from '../accounts/web-sessions.ts';
import type { SecretCipher } from '../credentials/secret-cipher.ts';
import { failedForm } from './failed-form.ts';
import { forRecentViewer, requireRecentSignIn } from './for-viewers.ts';
import { linkProof } from './link-proof.ts';
import type { FormRequest, FormResult, PageRequest, PersonalPage } from './page.ts';

const MAIL_PATH = '/settings/mail';
const IDENTITIES_PATH = '/settings/identities';

type Asked = Pick<PageRequest | FormRequest, 'site' | 'perform'> & { viewer: Viewer };

interface WayServices {
  keyring: { cipher: SecretCipher };
}

type ShowIdentities = (asked: Asked, said?: string, form?: FormState) => Promise<PersonalPage>;

async function showMail({ site, perform }: Asked, said?: string, failed?: FormState): Promise<PersonalPage> {
  const { email, isEmailVerified } = await perform('getMe');
  const form = failed ?? { ...NEW_FORM, values: { email } };
  return { personalHtml: mailPage(site, { form, done: said, email, isVerified: isEmailVerified }) };
}

const identitiesShower =
  (cipher: SecretCipher): ShowIdentities =>
  async ({ site, viewer, perform }, said, form = NEW_FORM) => {
    const { identities } = await perform('listIdentities');
    const proof = linkProof(cipher, viewer);
    return { personalHtml: identitiesPage(site, { form, done: said, identities, proof }) };
  };

export function createWayPages({ keyring }: WayServices) {
  const showIdentities = identitiesShower(keyring.cipher);
  return {
    settingsMail: forRecentViewer((request) => showMail(request, request.query.get('done') ?? undefined)),
    settingsIdentities: forRecentViewer((request) => showIdentities(request, request.query.get('done') ?? undefined)),
  };
}

const back = (path: string, message: SettingsMessage): FormResult => ({ seeOther: `${path}?done=${message}` });

async function mailAttempt(
  request: FormRequest & { viewer: Viewer },
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

export function createWayForms({ keyring }: WayServices) {
  const showIdentities = identitiesShower(keyring.cipher);
  return {
    settingsMail: requireRecentSignIn(MAIL_PATH, async (request) => {
      const { email = '' } = readValues(request.form, 'email');
      return mailAttempt(request, { email }, 'mail', () => request.perform('updateMe', { body: { email } }));
    }),
    sendVerification: requireRecentSignIn(MAIL_PATH, async (request) => {
      const { email } = await request.perform('getMe');
      return mailAttempt(request, { email }, 'mail-sent', () => request.perform('requestEmailVerification'));
    }),
    unlink: requireRecentSignIn(IDENTITIES_PATH, async (request) => {
      try {
        await request.perform('unlinkIdentity', { params: { id: request.form.get('id') ?? '' } });
        return back(IDENTITIES_PATH, 'unlinked');
      } catch (error) {
        const failed = failedForm(error, {});
        return { ...(await showIdentities(request, undefined, failed)), status: failed.status };
      }
    }),
  };
}
