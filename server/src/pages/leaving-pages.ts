// The settings of those who leave: all their data to take along, and the deletion of the account, with what becomes of its realms.
import {
  accountDeletedPage,
  dataPage,
  deleteAccountPage,
  NEW_FORM,
  readValues,
  type FormState,
} from '@realm-catalog/web/account';
import { countHiddenRealms, listHiddenRealms } from '../accounts/deletion-queries.ts';
import { findPasswordHash } from '../accounts/queries.ts';
import type { Viewer, WebSessions } from '../accounts/web-sessions.ts';
import type { Database } from '../db/database.ts';
import { CodedError } from '../errors.ts';
import { failedForm } from './failed-form.ts';
import { forRecentViewer, forViewer, requireRecentSignIn } from './for-viewers.ts';
import type { FormRequest, FormResult, PageRequest, PageResult, PersonalPage } from './page.ts';

const PATH = '/settings/delete';

type Asked = (PageRequest | FormRequest) & { viewer: Viewer };

/** As the API gives it. */
async function sendData({ perform }: PageRequest): Promise<PageResult> {
  const result = await perform.raw('getMyData');
  if (!('open' in result)) throw new Error('the data of an account is no stream');
  return { ...result, mediaType: 'application/json; charset=utf-8' };
}

/** An account that came from another provider has no password. */
const hasNoPassword = async (db: Database, { caller }: Viewer): Promise<boolean> =>
  (await findPasswordHash(db, caller.account.id)) === '';

async function showDeletion(db: Database, { site, viewer, perform }: Asked, form = NEW_FORM): Promise<PersonalPage> {
  const { id, role } = viewer.caller.account;
  const { quota } = await perform('getMe');
  const factors = await perform('getSecondFactors');
  const hidden = await countHiddenRealms(db, id);
  const view = {
    form,
    isCurator: role !== 'user',
    publicCount: quota.realms.used - hidden,
    hidden: { count: hidden, slugs: (await listHiddenRealms(db, id)).map(({ slug }) => slug) },
    asked: { password: !(await hasNoPassword(db, viewer)), code: factors.isOn, hasApp: factors.hasTotp },
  };
  return { personalHtml: deleteAccountPage(site, view) };
}

export const createLeavingPages = (db: Database) => ({
  settingsData: forViewer(async ({ site }) => ({ personalHtml: dataPage(site) })),
  myData: forViewer(sendData),
  deleteAccount: forRecentViewer((request) => showDeletion(db, request)),
});

export function createLeavingForms({ db, webSessions }: { db: Database; webSessions: WebSessions }) {
  async function deleteAccount(request: FormRequest & { viewer: Viewer }): Promise<FormResult> {
    const { form, site, viewer, perform } = request;
    const { username = '', password = '', code = '' } = readValues(form, 'username', 'password', 'code');
    const refuse = async (failed: FormState, status: number) => ({
      ...(await showDeletion(db, request, failed)),
      status,
    });
    if ((await hasNoPassword(db, viewer)) && username.trim() !== viewer.caller.account.username)
      return refuse(
        { values: { username }, errors: [{ field: 'username', message: 'is not the name of this account' }] },
        400,
      );
    try {
      await perform('deleteMe', { body: { password, ...(code !== '' && { code: code.trim() }) } });
    } catch (error) {
      const { status, ...failed } = failedDeletion(error);
      return refuse(failed, status);
    }
    return { personalHtml: accountDeletedPage({ ...site, viewer: undefined }), setCookie: webSessions.clearCookie };
  }

  return { deleteAccount: requireRecentSignIn(PATH, deleteAccount) };
}

/** A code is a field of the form as the password is. */
function failedDeletion(error: unknown): FormState & { status: number } {
  if (!(error instanceof CodedError) || error.public.code !== 'second_factor_required') return failedForm(error, {});
  const message = 'is wrong, or was used before; after ten wrong ones within an hour, only recovery codes are taken';
  return { status: 400, values: {}, errors: [{ field: 'code', message }] };
}
