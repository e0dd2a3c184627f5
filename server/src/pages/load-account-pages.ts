// What is loaded at the first request for a page of an account, or with a form: their views and handlers.
import type { SignInServices } from '../accounts/sign-in.ts';
import type { InProcess } from '../api/in-process.ts';
import type { Config } from '../config.ts';
import type { Keyring } from '../credentials/keyring.ts';
import type { Limiter } from '../limits/limiter.ts';
import { downloadForm } from './download-form.ts';
import { adminForms, adminPages } from './admin-pages.ts';
import { clientForms, clientPages } from './client-pages.ts';
import { createFactorForms, factorPages } from './factor-pages.ts';
import { createLeavingForms, createLeavingPages } from './leaving-pages.ts';
import { createManageForms, createManagePages } from './manage-pages.ts';
import { createMyPages } from './my-pages.ts';
import { createProviderPages } from './provider-pages.ts';
import { createPublishForms, createPublishPages } from './publish-pages.ts';
import { createSettingsForms, settingsPages } from './settings-pages.ts';
import { createSignForms, signPages } from './sign-pages.ts';
import { createStepForms } from './second-step-pages.ts';
import { createWayForms, createWayPages } from './way-pages.ts';
import { curateForms, curatePages } from './curate-pages.ts';
import { createMailForms, createMailPages } from './mail-pages.ts';
import { profileForms, profilePages } from './profile-pages.ts';
import { slugCheck } from './slug-proposal.ts';
import type { AccountPages } from './page.ts';
import { starForm } from './stars.ts';

export interface AccountPageServices extends SignInServices {
  config: Config;
  keyring: Keyring;
  limiter: Limiter;
}

export function loadAccountPages(
  { performAs }: Pick<InProcess, 'performAs'>,
  services: AccountPageServices,
  scriptPath: string,
): AccountPages {
  const { db } = services;
  return {
    handlers: {
      ...signPages,
      ...createMailPages(db),
      ...createProviderPages(services),
      ...factorPages,
      ...createWayPages(services),
      ...createMyPages(services),
      ...createPublishPages({ db, scriptPath }),
      publishSlug: slugCheck(db),
      ...createManagePages(db),
      ...settingsPages,
      ...profilePages,
      ...createLeavingPages(db),
      ...clientPages,
      ...adminPages,
      ...curatePages,
    },
    forms: {
      ...createSignForms(services),
      ...createStepForms(services),
      ...createMailForms(db),
      ...createSettingsForms(services),
      ...profileForms,
      ...createLeavingForms(services),
      ...createFactorForms(services),
      ...createWayForms(services),
      ...clientForms,
      ...adminForms,
      ...curateForms,
      ...createPublishForms({ db, performAs, scriptPath }),
      ...createManageForms(db),
      star: starForm,
      download: downloadForm,
      downloadVersion: downloadForm,
    },
  };
}
