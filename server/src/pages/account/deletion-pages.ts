// The deletion of an account, with what becomes of its realms.
import { NEW_FORM, readValues, type FormState } from '@realm-catalog/web/forms/form';
import { accountDeletedPage, deleteAccountPage } from '@realm-catalog/web/pages/account/data-and-deletion';
import { countHiddenRealms, listHiddenRealms } from '../../accounts/deletion-queries.ts';
import { findPasswordHash } from '../../accounts/queries.ts';
import type { Viewer, WebSessions } from '../../accounts/sign-in/web-sessions.ts';
import type { Database } from '../../db/database.ts';
import { CodedError } from '../../errors.ts';
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

/** An account that came from another provider has no password. */
const hasNoPassword = async (db: Database, { caller }: Viewer): Promise<boolean> =>
  (await findPasswordHash(db, caller.account.id)) === '';

async function showDeletion(
  db: Database,
  { site, viewer, perform }: SignedAsked,
  form = NEW_FORM,
): Promise<PersonalPage> {
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

export const createDeletionPages = ({ db }: { db: Database }) =>
  ({
    deleteAccount: (request) => showDeletion(db, request),
  }) satisfies Record<string, SignedPageHandler>;

export function createDeletionForms({ db, webSessions }: { db: Database; webSessions: WebSessions }) {
  async function deleteAccount(request: Signed<FormRequest>): Promise<FormResult> {
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

  return { deleteAccount } satisfies Record<string, SignedFormHandler>;
}

/** A code is a field of the form as the password is. */
function failedDeletion(error: unknown): FormState & { status: number } {
  if (!(error instanceof CodedError) || error.public.code !== 'second_factor_required') return failedForm(error, {});
  const message = 'is wrong, or was used before; after ten wrong ones within an hour, only recovery codes are taken';
  return { status: 400, values: {}, errors: [{ field: 'code', message }] };
}
