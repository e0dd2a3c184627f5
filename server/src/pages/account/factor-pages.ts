// The settings of second factors: the authenticator app, recovery codes and passkeys. Each form does what an operation of the API does.
import { NEW_FORM, readValues, type FormState } from '@realm-catalog/web/forms/form';
import {
  newAppPage,
  newPasskeyPage,
  newRecoveryCodesPage,
  secondFactorsPage,
} from '@realm-catalog/web/pages/account/second-factors';
import type { SettingsMessage } from '@realm-catalog/web/pages/account/settings-page';
import type { Config } from '../../config/config.ts';
import { qrCode } from '../../accounts/factors/qr-code.ts';
import { totpUri } from '../../accounts/factors/totp.ts';
import { failedForm } from '../failed-form.ts';
import { doneIn } from '../form-outcome.ts';
import type { Asked, FormRequest, FormResult, PersonalPage, SignedFormHandler, SignedPageHandler } from '../page.ts';

const PATH = '/settings/second-factors';

const done = (message: SettingsMessage): FormResult => ({ seeOther: `${PATH}?done=${message}` });

async function showFactors({ site, perform }: Asked, said?: string, form = NEW_FORM): Promise<PersonalPage> {
  const factors = await perform('getSecondFactors');
  return { personalHtml: secondFactorsPage(site, { factors, done: said, form }) };
}

export const factorPages = {
  settingsFactors: (request) => showFactors(request, doneIn(request)),
} satisfies Record<string, SignedPageHandler>;

/** Does something, and shows the page of all second factors again if it cannot be done. */
async function attempt(
  request: FormRequest,
  message: SettingsMessage,
  work: () => Promise<unknown>,
): Promise<FormResult> {
  try {
    await work();
    return done(message);
  } catch (error) {
    const failed = failedForm(error, {});
    return { ...(await showFactors(request, undefined, failed)), status: failed.status };
  }
}

const showCodes = ({ site }: FormRequest, codes: string[], form: FormState = NEW_FORM): PersonalPage => ({
  personalHtml: newRecoveryCodesPage(site, { form, codes }),
});

export function createFactorForms({ config }: { config: Pick<Config, 'site'> }) {
  async function showApp({ site }: FormRequest, secret: string, form: FormState = NEW_FORM): Promise<PersonalPage> {
    const uri = totpUri(secret, { issuer: config.site.name, username: site.viewer?.username ?? '' });
    const personalHtml = newAppPage(site, { form, secret, qr: await qrCode(uri) });
    return { personalHtml };
  }

  return {
    addApp: async (request) => {
      try {
        return await showApp(request, (await request.perform('createTotp')).secret);
      } catch (error) {
        const failed = failedForm(error, {});
        return { ...(await showFactors(request, undefined, failed)), status: failed.status };
      }
    },
    confirmApp: async (request) => {
      const { secret = '', code = '' } = readValues(request.form, 'secret', 'code');
      try {
        await request.perform('confirmTotp', { body: { code } });
      } catch (error) {
        const failed = failedForm(error, {});
        if (!/^[A-Z2-7]{32}$/.test(secret)) return done('app-failed');
        return { ...(await showApp(request, secret, failed)), status: failed.status };
      }
      return done('app');
    },
    removeApp: (request) => attempt(request, 'app-removed', () => request.perform('deleteTotp')),
    makeCodes: async (request) => showCodes(request, (await request.perform('createRecoveryCodes')).codes),
    confirmCodes: async (request) => {
      const { code = '', codes = '' } = readValues(request.form, 'code', 'codes');
      try {
        await request.perform('confirmRecoveryCodes', { body: { code } });
      } catch (error) {
        const failed = failedForm(error, {});
        const shown = codes.split(' ').filter((text) => /^[\da-f-]{19}$/.test(text));
        return { ...showCodes(request, shown, failed), status: failed.status };
      }
      return done('codes');
    },
    askPasskey: (request) => showPasskey(request, {}),
    addPasskey: async (request) => {
      const { name = '', passkey = '', response = '' } = readValues(request.form, 'name', 'passkey', 'response');
      try {
        await request.perform('createPasskey', { body: { name, token: passkey, response } });
      } catch (error) {
        return showPasskey(request, { name }, error);
      }
      return done('passkey');
    },
    removePasskey: (request) =>
      attempt(request, 'passkey-removed', () =>
        request.perform('deletePasskey', { params: { id: request.form.get('id') ?? '' } }),
      ),
  } satisfies Record<string, SignedFormHandler>;
}

async function showPasskey(request: FormRequest, values: Record<string, string>, error?: unknown): Promise<FormResult> {
  const { site, perform } = request;
  const failed = error === undefined ? undefined : failedForm(error, values);
  try {
    const question = await perform('askForPasskey');
    const personalHtml = newPasskeyPage(site, { form: failed ?? { ...NEW_FORM, values }, question });
    return { personalHtml, ...(failed && { status: failed.status }) };
  } catch (askError) {
    const refused = failedForm(askError, {});
    return { ...(await showFactors(request, undefined, refused)), status: refused.status };
  }
}
