// The settings of one's profile: name and text with a preview, and the picture, which is uploaded or drawn.
import { byteSize } from '@realm-catalog/web';
import { NEW_FORM, profilePage, readValues, type FormState, type SettingsMessage } from '@realm-catalog/web/account';
import { maxBodySizes } from '../http/connection-limits.ts';
import { problem } from '../http/problem.ts';
import { failedForm } from './failed-form.ts';
import { formForViewer, forViewer } from './for-viewers.ts';
import type { FormRequest, FormResult, PageRequest, PersonalPage } from './page.ts';
import { oneLine } from './realm-form.ts';

const PATH = '/settings';

const done = (message: SettingsMessage): FormResult => ({ seeOther: `${PATH}?done=${message}` });

interface Shown {
  done?: string | undefined;
  form?: FormState;
  pictureForm?: FormState;
}

async function showProfile({ site, perform }: PageRequest | FormRequest, shown: Shown): Promise<PersonalPage> {
  const { quota, image, name, bio } = await perform('getMe');
  const rate = await perform('getRateLimit');
  const { form = { ...NEW_FORM, values: { name, bio } }, pictureForm = NEW_FORM } = shown;
  return { personalHtml: profilePage(site, { form, pictureForm, done: shown.done, image, quota, rate }) };
}

/** One of the two buttons saves; the other shows what was typed as others would see it. */
async function saveProfile(request: FormRequest): Promise<FormResult> {
  const { name = '', bio } = readValues(request.form, 'name', 'bio');
  const values = { name, bio: oneLine(bio) };
  if (request.form.has('preview')) return showProfile(request, { form: { ...NEW_FORM, values } });
  try {
    await request.perform('updateMe', { body: values });
  } catch (error) {
    const form = failedForm(error, values);
    return { ...(await showProfile(request, { form })), status: form.status };
  }
  return done('saved');
}

/** After a refusal, the browser sends the rest of the file all the same, and then shows the page that says why. */
async function uploadPicture(request: FormRequest): Promise<FormResult> {
  const { file, perform, signal } = request;
  if (!file) throw new Error('the form has no file');
  const { declaredBytes = 0 } = file;
  try {
    if (!file.isChosen) throw problem('unprocessable', 'Choose a picture first.');
    if (declaredBytes > maxBodySizes.picture)
      throw problem('payload_too_large', `The picture has ${byteSize(declaredBytes)}. At most 1 MB is taken.`);
    await perform('putAvatar', { archive: file.content, signal });
  } catch (error) {
    const pictureForm = failedForm(error, {});
    await file.discard();
    return { ...(await showProfile(request, { pictureForm })), status: pictureForm.status };
  }
  return done('picture');
}

export const profilePages = {
  settings: forViewer((request) => showProfile(request, { done: request.query.get('done') ?? undefined })),
};

export const profileForms = {
  settings: formForViewer(PATH, saveProfile),
  avatar: formForViewer(PATH, uploadPicture),
  removeAvatar: formForViewer(PATH, async ({ perform }) => {
    await perform('deleteAvatar');
    return done('picture-removed');
  }),
};
