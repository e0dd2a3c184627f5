// The settings of one's own OAuth clients. Whoever controls one can ask people for access, so each step needs a sign-in of the last half hour.
import type { OAuthClient } from '@realm-catalog/contract';
import { NEW_FORM, readValues, type FormState } from '@realm-catalog/web/forms/form';
import { clientPage, newClientPage } from '@realm-catalog/web/pages/account/client';
import { problem } from '../../http/problem.ts';
import { doneIn } from '../form-outcome.ts';
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
import { scopesOf } from './key-pages.ts';

const PATH = '/settings/applications';

async function findClient({ perform, params }: SignedAsked): Promise<OAuthClient> {
  const { clients } = await perform('listOAuthClients');
  const client = clients.find(({ id }) => id === params['id']);
  if (!client) throw problem('not_found', 'You have no application with this id.');
  return client;
}

const showNew = ({ site, viewer }: SignedAsked, form = NEW_FORM): PersonalPage => ({
  personalHtml: newClientPage(site, { form, allowed: scopesOf(viewer) }),
});

interface Shown {
  done?: string | undefined;
  form?: FormState;
  secret?: { text: string; formerEndsAt: string };
}

function showClient({ site, viewer }: SignedAsked, client: OAuthClient, { done, form, secret }: Shown): PersonalPage {
  const allowed = scopesOf(viewer);
  return {
    personalHtml: clientPage(site, {
      client,
      form: form ?? { ...NEW_FORM, values: valuesOf(client) },
      allowed,
      done,
      secret,
    }),
  };
}

/** As the fields of the form have them. */
const valuesOf = ({ name, redirectUris, grantTypes, scopes }: OAuthClient): Record<string, string> => ({
  name,
  redirectUris: redirectUris.join('\n'),
  grantTypes: grantTypes.join(' '),
  scopes: scopes.join(' '),
});

/** What was typed, and the same as the API takes it. */
function readClient(form: URLSearchParams) {
  const { name = '', redirectUris = '', type = '' } = readValues(form, 'name', 'redirectUris', 'type');
  const [grantTypes, scopes] = [form.getAll('grantTypes'), form.getAll('scopes')];
  const lines = redirectUris.split('\n').map((line) => line.trim());
  return {
    values: { name, redirectUris, type, grantTypes: grantTypes.join(' '), scopes: scopes.join(' ') },
    body: { name, redirectUris: lines.filter(Boolean), grantTypes, scopes },
  };
}

/** An error of one address names it: they are lines of one field. */
function failedClient(error: unknown, { values, body }: ReturnType<typeof readClient>): FormState & { status: number } {
  const failed = failedForm(error, values);
  const errors = failed.errors.map(({ field, message }) => {
    const [name = '', at] = field.split('/');
    return {
      field: name,
      message: at === undefined ? message : `“${body[name as 'redirectUris']?.[Number(at)]}” ${message}`,
    };
  });
  return { ...failed, errors };
}

async function registerClient(request: Signed<FormRequest>): Promise<FormResult> {
  const read = readClient(request.form);
  try {
    const { clientSecret, ...client } = await request.perform('createOAuthClient', {
      body: { ...read.body, type: read.values.type },
    });
    if (clientSecret === undefined) return { seeOther: `${PATH}/${client.id}?done=registered` };
    return showClient(request, client, { done: 'registered', secret: { text: clientSecret, formerEndsAt: '' } });
  } catch (error) {
    const failed = failedClient(error, read);
    return { ...showNew(request, failed), status: failed.status };
  }
}

async function changeClient(request: Signed<FormRequest>): Promise<FormResult> {
  const client = await findClient(request);
  const read = readClient(request.form);
  try {
    await request.perform('updateOAuthClient', { params: { id: client.id }, body: read.body });
  } catch (error) {
    const failed = failedClient(error, read);
    return { ...showClient(request, client, { form: failed }), status: failed.status };
  }
  return { seeOther: `${PATH}/${client.id}?done=changed` };
}

async function makeSecret(request: Signed<FormRequest>): Promise<FormResult> {
  const client = await findClient(request);
  const body = { revoke: request.form.get('revoke') !== null };
  const made = await request.perform('createClientSecret', { params: { id: client.id }, body });
  return showClient(request, client, { secret: { text: made.clientSecret, formerEndsAt: made.formerSecretEndsAt } });
}

async function removeClient({ perform, params }: FormRequest): Promise<FormResult> {
  await perform('deleteOAuthClient', { params: { id: params['id'] ?? '' } });
  return { seeOther: `${PATH}?done=removed` };
}

export const clientPages = {
  newClient: async (request) => showNew(request),
  ownClient: async (request) => showClient(request, await findClient(request), { done: doneIn(request) }),
} satisfies Record<string, SignedPageHandler>;

export const clientForms = {
  newClient: registerClient,
  ownClient: changeClient,
  clientSecret: makeSecret,
  removeClient,
} satisfies Record<string, SignedFormHandler>;
