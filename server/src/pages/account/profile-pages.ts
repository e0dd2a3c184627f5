// The settings of one's profile: name and text with a preview, and the picture, which is uploaded or drawn.
import { byteSize } from '@realm-catalog/web/numbers';
import { NEW_FORM, readValues, type FormState } from '@realm-catalog/web/forms/form';
import { profilePage } from '@realm-catalog/web/pages/account/profile';
import type { SettingsMessage } from '@realm-catalog/web/pages/account/settings-page';
import { maxBodySizes } from '../../http/socket/connection-limits.ts';
import { problem } from '../../http/problem.ts';
import { doneIn } from '../form-outcome.ts';
import { failedForm } from '../failed-form.ts';
import type { Asked, FormRequest, FormResult, PersonalPage, SignedFormHandler, SignedPageHandler } from '../page.ts';
import { oneLine } from '../publish/realm-form.ts';

const PATH = '/settings';

const done = (message: SettingsMessage): FormResult => ({ seeOther: `${PATH}?done=${message}` });

interface Shown {
  done?: string | undefined;
  form?: FormState;
  pictureForm?: FormState;
}

async function showProfile({ site, perform }: Asked, shown: Shown): Promise<PersonalPage> {
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
      throw problem('payload_too_large', `The picture has ${byteSize(declaredBytes)}. At most 1 MiB is taken.`);
    await perform('putAvatar', { archive: file.content, signal });
  } catch (error) {
    const pictureForm = failedForm(error, {});
    await file.discard();
    return { ...(await showProfile(request, { pictureForm })), status: pictureForm.status };
  }
  return done('picture');
}

export const profilePages = {
  settings: (request) => showProfile(request, { done: doneIn(request) }),
} satisfies Record<string, SignedPageHandler>;

export const profileForms = {
  settings: saveProfile,
  avatar: uploadPicture,
  async removeAvatar({ perform }) {
    await perform('deleteAvatar');
    return done('picture-removed');
  },
} satisfies Record<string, SignedFormHandler>;
