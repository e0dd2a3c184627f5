// The settings of second factors: the authenticator app, recovery codes and passkeys. Each form does what an operation of the API does.
import {
  newAppPage,
  newPasskeyPage,
  newRecoveryCodesPage,
  NEW_FORM,
  readValues,
  secondFactorsPage,
  type FormState,
  type SettingsMessage,
} from '@realm-catalog/web/account';
import type { Config } from '../config.ts';
import { qrCode } from '../second-factors/qr-code.ts';
import { totpUri } from '../second-factors/totp.ts';
import { failedForm } from './failed-form.ts';
import { forRecentViewer, requireRecentSignIn } from './for-viewers.ts';
import type { FormRequest, FormResult, PageRequest, PersonalPage } from './page.ts';

const PATH = '/settings/second-factors';

type Asked = Pick<PageRequest | FormRequest, 'site' | 'perform'>;

const done = (message: SettingsMessage): FormResult => ({ seeOther: `${PATH}?done=${message}` });

async function showFactors({ site, perform }: Asked, said?: string, form = NEW_FORM): Promise<PersonalPage> {
  const factors = await perform('getSecondFactors');
  return { personalHtml: secondFactorsPage(site, { factors, done: said, form }) };
}

export const factorPages = {
  settingsFactors: forRecentViewer((request) => showFactors(request, request.query.get('done') ?? undefined)),
};

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

const forRecent = (handler: (request: FormRequest) => Promise<FormResult>) => requireRecentSignIn(PATH, handler);

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
    addApp: forRecent(async (request) => {
      try {
        return await showApp(request, (await request.perform('createTotp')).secret);
      } catch (error) {
        const failed = failedForm(error, {});
        return { ...(await showFactors(request, undefined, failed)), status: failed.status };
      }
    }),
    confirmApp: forRecent(async (request) => {
      const { secret = '', code = '' } = readValues(request.form, 'secret', 'code');
      try {
        await request.perform('confirmTotp', { body: { code } });
      } catch (error) {
        const failed = failedForm(error, {});
        if (!/^[A-Z2-7]{32}$/.test(secret)) return done('app-failed');
        return { ...(await showApp(request, secret, failed)), status: failed.status };
      }
      return done('app');
    }),
    removeApp: forRecent((request) => attempt(request, 'app-removed', () => request.perform('deleteTotp'))),
    makeCodes: forRecent(async (request) => showCodes(request, (await request.perform('createRecoveryCodes')).codes)),
    confirmCodes: forRecent(async (request) => {
      const { code = '', codes = '' } = readValues(request.form, 'code', 'codes');
      try {
        await request.perform('confirmRecoveryCodes', { body: { code } });
      } catch (error) {
        const failed = failedForm(error, {});
        const shown = codes.split(' ').filter((text) => /^[\da-f-]{19}$/.test(text));
        return { ...showCodes(request, shown, failed), status: failed.status };
      }
      return done('codes');
    }),
    askPasskey: forRecent((request) => showPasskey(request, {})),
    addPasskey: forRecent(async (request) => {
      const { name = '', passkey = '', response = '' } = readValues(request.form, 'name', 'passkey', 'response');
      try {
        await request.perform('createPasskey', { body: { name, token: passkey, response } });
      } catch (error) {
        return showPasskey(request, { name }, error);
      }
      return done('passkey');
    }),
    removePasskey: forRecent((request) =>
      attempt(request, 'passkey-removed', () =>
        request.perform('deletePasskey', { params: { id: request.form.get('id') ?? '' } }),
      ),
    ),
  };
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
