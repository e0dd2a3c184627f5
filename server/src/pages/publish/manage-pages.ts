// The pages on which an owner changes a realm: its details, its slug, its deprecation, its versions and its end. Each form does what an operation of the API does.
import { NEW_FORM, readValues, type FormState } from '@realm-catalog/web/forms/form';
import { editPage } from '@realm-catalog/web/pages/publish/edit';
import type { ManageMessage } from '@realm-catalog/web/pages/publish/manage-page';
import { realmSettingsPage } from '@realm-catalog/web/pages/publish/realm-settings';
import { yankPage } from '@realm-catalog/web/pages/publish/yank';
import type { Database } from '../../db/database.ts';
import { failedForm, type FailedForm } from '../failed-form.ts';
import { doneIn } from '../form-outcome.ts';
import { forManager, type ManagedForm, type ManagedPage } from './managed-realm.ts';
import type { FormResult, PersonalPage, SignedFormHandler, SignedPageHandler } from '../page.ts';
import { listCategories, oneLine, readRealmForm, realmBody, valuesOf } from './realm-form.ts';
import { failedSlugForm } from './slug-proposal.ts';

/** Back to a page of the realm, which says what was done. */
const done = (slug: string, below: string, message: ManageMessage): FormResult => ({
  seeOther: `/realms/${slug}/${below}?done=${message}`,
});

async function showEdit(
  { site, read, realm }: ManagedPage | ManagedForm,
  said?: string,
  form: FormState = { ...NEW_FORM, values: valuesOf(realm) },
): Promise<PersonalPage> {
  return { personalHtml: editPage(site, { realm, form, done: said, categories: await listCategories(read) }) };
}

type SettingsForm = 'rename' | 'deprecate' | 'delete';

/** The page again after one of its forms was refused. */
function showFailed({ site, realm }: ManagedForm, of: SettingsForm, form: FailedForm): FormResult {
  return { personalHtml: realmSettingsPage(site, { realm, failed: { of, form } }), status: form.status };
}

async function showYank(
  { site, read, realm, params }: ManagedPage | ManagedForm,
  failed?: FormState,
): Promise<PersonalPage> {
  const version = await read('getVersion', { params: { slug: realm.slug, version: params['version'] ?? '' } });
  const form = failed ?? { ...NEW_FORM, values: { reason: version.reason } };
  return { personalHtml: yankPage(site, { realm, version, form }) };
}

async function showSettings(request: ManagedPage): Promise<PersonalPage> {
  const { site, realm } = request;
  return { personalHtml: realmSettingsPage(site, { realm, done: doneIn(request) }) };
}

export const createManagePages = ({ db }: { db: Database }) =>
  ({
    edit: forManager(db, (request: ManagedPage) => showEdit(request, doneIn(request))),
    realmSettings: forManager(db, showSettings, 'delete'),
    yank: forManager(db, (request: ManagedPage) => showYank(request)),
  }) satisfies Record<string, SignedPageHandler>;

async function edit(request: ManagedForm): Promise<FormResult> {
  const { form, realm, perform } = request;
  const values = readRealmForm(form, 'demo');
  try {
    await perform('updateRealm', { params: { slug: realm.slug }, body: realmBody(values) });
  } catch (error) {
    const failed = failedForm(error, values);
    return { ...(await showEdit(request, undefined, failed)), status: failed.status };
  }
  return done(realm.slug, 'edit', 'saved');
}

async function rename(db: Database, request: ManagedForm): Promise<FormResult> {
  const { form, realm, perform } = request;
  const slug = (form.get('slug') ?? '').trim();
  try {
    const renamed = await perform('updateRealm', { params: { slug: realm.slug }, body: { slug } });
    return done(renamed.slug, 'settings', 'renamed');
  } catch (error) {
    return showFailed(request, 'rename', await failedSlugForm(db, error, { slug }, slug));
  }
}

async function deprecate(request: ManagedForm): Promise<FormResult> {
  const { form, realm, perform } = request;
  const isUndone = form.get('undo') !== null;
  const { message = '', successor = '' } = readValues(form, 'message', 'successor');
  const values = { message: oneLine(message), successor: successor.trim() };
  try {
    await perform('updateRealm', { params: { slug: realm.slug }, body: { deprecated: isUndone ? null : values } });
  } catch (error) {
    const failed = failedForm(error, values);
    return showFailed(request, 'deprecate', { ...failed, errors: failed.errors.map(ofSuccessor) });
  }
  return done(realm.slug, 'settings', isUndone ? 'not-deprecated' : 'deprecated');
}

/** The API names the object that both fields are in. The browser bounds the length of the other one. */
const ofSuccessor = ({ message }: FormState['errors'][number]) => ({
  field: 'successor',
  message: `cannot be used: ${message}`,
});

async function remove(request: ManagedForm): Promise<FormResult> {
  const { form, realm, perform } = request;
  const { slug } = realm;
  const { confirmation = '' } = readValues(form, 'confirmation');
  if (confirmation.trim() !== slug) {
    const errors = [{ field: 'confirmation', message: 'is not what you typed' }];
    return showFailed(request, 'delete', { values: { confirmation }, errors, status: 400 });
  }
  await perform('deleteRealm', { params: { slug } });
  return { seeOther: '/me?done=deleted' };
}

async function yank(request: ManagedForm): Promise<FormResult> {
  const { form, realm, params, perform } = request;
  const { slug } = realm;
  const version = params['version'] ?? '';
  const yanked = form.get('undo') === null;
  const reason = oneLine(readValues(form, 'reason')['reason']);
  try {
    await perform('updateVersion', { params: { slug, version }, body: yanked ? { yanked, reason } : { yanked } });
  } catch (error) {
    const failed = failedForm(error, { reason });
    return { ...(await showYank(request, failed)), status: failed.status };
  }
  return { seeOther: `/realms/${slug}/versions` };
}

export const createManageForms = ({ db }: { db: Database }) =>
  ({
    edit: forManager(db, edit),
    renameRealm: forManager(db, (request: ManagedForm) => rename(db, request)),
    deprecateRealm: forManager(db, deprecate),
    deleteRealm: forManager(db, remove, 'delete'),
    yank: forManager(db, yank),
  }) satisfies Record<string, SignedFormHandler>;
