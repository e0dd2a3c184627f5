// The pages that publish: a new realm, and the archive of its first or next version. Each form does what an operation of the API does.
import { NEW_FORM, type FormState } from '@realm-catalog/web/forms/form';
import { publishPage } from '@realm-catalog/web/pages/publish/create';
import { uploadPage } from '@realm-catalog/web/pages/publish/upload';
import type { UploadCaller } from '../../credentials/caller.ts';
import { findUploadToken } from '../../credentials/queries.ts';
import { hashSecret } from '../../credentials/secrets.ts';
import { problem, revokedMeanwhile } from '../../http/problem.ts';
import type { FormFile } from '../../http/file-form.ts';
import { nextVersion } from '../../realms/next-version.ts';
import { failedForm } from '../failed-form.ts';
import { doneIn } from '../form-outcome.ts';
import { forManager, type ManagedForm, type ManagedPage } from './managed-realm.ts';
import type { Asked, FormResult, PersonalPage, SignedFormHandler, SignedPageHandler } from '../page.ts';
import type { PageTools } from '../tools.ts';
import { listCategories, readRealmForm, realmBody } from './realm-form.ts';
import { failedSlugForm } from './slug-proposal.ts';

type Tools = Pick<PageTools, 'db' | 'performAs' | 'bundles'>;

async function showNew({ bundles }: Tools, { site, read }: Asked, form = NEW_FORM): Promise<PersonalPage> {
  const script = site.basePath + bundles.publish.path;
  return { personalHtml: publishPage(site, { form, script, categories: await listCategories(read) }) };
}

async function showUpload(
  { bundles }: Tools,
  { site, read, realm }: ManagedPage | ManagedForm,
  view: { done?: string | undefined; form?: FormState },
): Promise<PersonalPage> {
  const { versions } = await read('listVersions', { params: { slug: realm.slug } });
  const { form = NEW_FORM, done } = view;
  const next = nextVersion(versions.map(({ version }) => version));
  const script = site.basePath + bundles.publish.path;
  return { personalHtml: uploadPage(site, { realm, form, next, done, script }) };
}

export const createPublishPages = (tools: Tools) =>
  ({
    publish: (request) => showNew(tools, request),
    upload: forManager(tools.db, (request: ManagedPage) => showUpload(tools, request, { done: doneIn(request) })),
  }) satisfies Record<string, SignedPageHandler>;

export const createPublishForms = (tools: Tools) =>
  ({
    async publish(request) {
      const { slug = '', ...values } = readRealmForm(request.form, 'slug');
      try {
        const body = { ...realmBody(values), ...(slug !== '' && { slug }) };
        const created = await request.perform('createRealm', { body });
        return { seeOther: `/realms/${created.slug}/upload?done=created` };
      } catch (error) {
        const failed = await failedSlugForm(tools.db, error, { ...values, slug }, slug);
        return { ...(await showNew(tools, request, failed)), status: failed.status };
      }
    },
    upload: forManager(tools.db, (request: ManagedForm) => publishFile(tools, request)),
  }) satisfies Record<string, SignedFormHandler>;

async function publishFile(tools: Tools, request: ManagedForm): Promise<FormResult> {
  const { read, realm, file } = request;
  if (!file) throw new Error('the form has no file');
  const { versions } = await read('listVersions', { params: { slug: realm.slug } });
  try {
    if (!file.isChosen) throw problem('unprocessable', 'Choose an archive first.');
    const { version } = await upload(tools, request, file);
    const isNew = versions.every((one) => one.version !== version);
    return { seeOther: isNew ? `/realms/${realm.slug}?done=published` : `/realms/${realm.slug}/upload?done=existing` };
  } catch (error) {
    const { status, values, error: detail, errors } = failedForm(error, {});
    const form = { values, errors: [], error: detail ?? errors.map((one) => `The form ${one.message}.`).join(' ') };
    return { ...(await showUpload(tools, request, { form })), status };
  }
}

/** As a program does it: the account opens an upload, whose token then publishes the archive. The type of the archive is seen from its bytes. */
async function upload({ db, performAs }: Tools, request: ManagedForm, { content, declaredBytes }: FormFile) {
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
