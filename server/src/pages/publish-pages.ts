// The pages that publish: a new realm, and the archive of its first or next version. Each form does what an operation of the API does.
import type { PerformAs } from '../api/in-process.ts';
import { NEW_FORM, publishPage, uploadPage, type FormState } from '@realm-catalog/web/account';
import type { UploadCaller } from '../credentials/caller.ts';
import { findUploadToken } from '../credentials/queries.ts';
import { hashSecret } from '../credentials/secrets.ts';
import type { Database } from '../db/database.ts';
import { problem, revokedMeanwhile } from '../http/problem.ts';
import type { FormFile } from '../http/file-form.ts';
import { nextVersion } from '../realms/next-version.ts';
import { failedForm } from './failed-form.ts';
import { formForViewer, forViewer } from './for-viewers.ts';
import { doneIn, forManager, formForManager, type ManagedForm, type ManagedPage } from './managed-realm.ts';
import type { FormRequest, FormResult, PageRequest, PersonalPage } from './page.ts';
import { listCategories, readRealmForm, realmBody } from './realm-form.ts';
import { failedSlugForm } from './slug-proposal.ts';

interface PublishServices {
  db: Database;
  performAs: PerformAs;
  /** The path of the script of these pages, below that of the catalog. */
  scriptPath: string;
}

async function showNew(
  { site, read }: PageRequest | FormRequest,
  scriptPath: string,
  form = NEW_FORM,
): Promise<PersonalPage> {
  const script = site.basePath + scriptPath;
  return { personalHtml: publishPage(site, { form, script, categories: await listCategories(read) }) };
}

async function showUpload(
  { site, read, realm }: ManagedPage | ManagedForm,
  scriptPath: string,
  view: { done?: string | undefined; form?: FormState },
): Promise<PersonalPage> {
  const { versions } = await read('listVersions', { params: { slug: realm.slug } });
  const { form = NEW_FORM, done } = view;
  const next = nextVersion(versions.map(({ version }) => version));
  return { personalHtml: uploadPage(site, { realm, form, next, done, script: site.basePath + scriptPath }) };
}

export const createPublishPages = ({ db, scriptPath }: Omit<PublishServices, 'performAs'>) => ({
  publish: forViewer((request) => showNew(request, scriptPath)),
  upload: forManager(db, (request) => showUpload(request, scriptPath, { done: doneIn(request) })),
});

export function createPublishForms(services: PublishServices) {
  const { db, scriptPath } = services;
  return {
    publish: formForViewer('/publish', async (request) => {
      const { slug = '', ...values } = readRealmForm(request.form, 'slug');
      try {
        const body = { ...realmBody(values), ...(slug !== '' && { slug }) };
        const created = await request.perform('createRealm', { body });
        return { seeOther: `/realms/${created.slug}/upload?done=created` };
      } catch (error) {
        const failed = await failedSlugForm(db, error, { ...values, slug }, slug);
        return { ...(await showNew(request, scriptPath, failed)), status: failed.status };
      }
    }),

    upload: formForManager(db, 'upload', (request) => publishFile(services, request)),
  };
}

async function publishFile(services: PublishServices, request: ManagedForm): Promise<FormResult> {
  const { read, realm, file } = request;
  if (!file) throw new Error('the form has no file');
  const { versions } = await read('listVersions', { params: { slug: realm.slug } });
  try {
    if (!file.isChosen) throw problem('unprocessable', 'Choose an archive first.');
    const { version } = await upload(services, request, file);
    const isNew = versions.every((one) => one.version !== version);
    return { seeOther: isNew ? `/realms/${realm.slug}?done=published` : `/realms/${realm.slug}/upload?done=existing` };
  } catch (error) {
    const { status, values, error: detail, errors } = failedForm(error, {});
    const form = { values, errors: [], error: detail ?? errors.map((one) => `The form ${one.message}.`).join(' ') };
    return { ...(await showUpload(request, services.scriptPath, { form })), status };
  }
}

/** As a program does it: the account opens an upload, whose token then publishes the archive. The type of the archive is seen from its bytes. */
async function upload({ db, performAs }: PublishServices, request: ManagedForm, { content, declaredBytes }: FormFile) {
  const { perform, ip, requestId, signal, realm } = request;
  const params = { slug: realm.slug };
  const { uploadToken } = await perform('openUpload', { params });
  const tokenHash = hashSecret(uploadToken);
  const opened = await findUploadToken(db, tokenHash, new Date().toISOString());
  if (!opened) throw revokedMeanwhile();
  const caller: UploadCaller = { kind: 'upload', scopes: [], tokenHash, ...opened };
  const headers = declaredBytes === undefined ? {} : { 'content-length': String(declaredBytes) };
  return performAs(caller, { ip, requestId, headers })('uploadArchive', { params, archive: content, signal });
}
