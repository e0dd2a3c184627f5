// The settings of an account: password, sessions, applications and keys. Each form does what an operation of the API does.
import { MAX_LIMIT, scopes, type Scope } from '@realm-catalog/contract';
import {
  applicationsPage,
  keysPage,
  NEW_FORM,
  passwordPage,
  readValues,
  sessionsPage,
  type FormState,
  type SettingsMessage,
  type SettingsPath,
} from '@realm-catalog/web/account';
import { batchAs } from '../accounts/caller-writes.ts';
import { deleteOtherSessions } from '../accounts/session-queries.ts';
import type { Viewer, WebSessions } from '../accounts/web-sessions.ts';
import { accountActor, newAuditEntry } from '../audit/entry.ts';
import { hasRole } from '../credentials/caller.ts';
import { isStillValid } from '../credentials/queries.ts';
import type { Database } from '../db/database.ts';
import { failedForm } from './failed-form.ts';
import { formForViewer, forRecentViewer, forViewer, requireRecentSignIn } from './for-viewers.ts';
import type { FormRequest, FormResult, PageRequest, PersonalPage } from './page.ts';

const FIRST = { query: { limit: MAX_LIMIT } };

/** The scopes that the role of the account allows. */
export const scopesOf = (viewer: Viewer | undefined): Scope[] =>
  scopes.filter((scope) => hasRole(viewer?.caller.account.role ?? 'user', scope));

type Asked = Pick<PageRequest | FormRequest, 'site' | 'viewer' | 'perform'>;

const doneIn = ({ query }: PageRequest): string | undefined => query.get('done') ?? undefined;

/** Back to the page of the form, which says what was done. */
const done = (path: SettingsPath, message: SettingsMessage): FormResult => ({ seeOther: `${path}?done=${message}` });

async function showKeys(
  { site, viewer, perform }: Asked,
  view: { done?: string | undefined; form?: FormState; made?: { name: string; key: string } },
): Promise<PersonalPage> {
  const { keys } = await perform('listKeys');
  const allowed = scopesOf(viewer);
  const { form = NEW_FORM, made } = view;
  return { personalHtml: keysPage(site, { form, done: view.done, keys, allowed, made }) };
}

const showPassword = ({ site }: Asked, said?: string, form = NEW_FORM): PersonalPage => ({
  personalHtml: passwordPage(site, { form, done: said }),
});

export const settingsPages = {
  settingsPassword: forRecentViewer(async (request) => showPassword(request, doneIn(request))),
  settingsSessions: forViewer(async (request) => {
    const { sessions, pagination } = await request.perform('listSessions', FIRST);
    const view = { sessions, total: pagination.total, done: doneIn(request) };
    return { personalHtml: sessionsPage(request.site, view) };
  }),
  settingsApplications: forViewer(async (request) => {
    const { grants, pagination } = await request.perform('listGrants', FIRST);
    const { clients } = await request.perform('listOAuthClients');
    const view = { grants, clients, total: pagination.total, done: doneIn(request) };
    return { personalHtml: applicationsPage(request.site, view) };
  }),
  settingsKeys: forRecentViewer((request) => showKeys(request, { done: doneIn(request) })),
};

export function createSettingsForms({ db, webSessions }: { db: Database; webSessions: WebSessions }) {
  return {
    settingsPassword: requireRecentSignIn('/settings/password', (request) => changePassword(db, webSessions, request)),

    settingsSessions: formForViewer('/settings/sessions', async ({ viewer, form, perform, ...origin }) => {
      const { id } = viewer.caller.account;
      const entry = () =>
        newAuditEntry(accountActor(id, 'browser', origin), 'login.end', id, { session: 'all others' });
      if (form.get('others') !== null) await batchAs(db, viewer.caller, deleteOtherSessions(viewer.sessionId, entry()));
      else await perform('endSession', { params: { id: form.get('id') ?? '' } });
      return done('/settings/sessions', form.get('others') === null ? 'ended' : 'others');
    }),

    settingsApplications: formForViewer('/settings/applications', async ({ form, perform }) => {
      await perform('revokeGrant', { params: { id: form.get('id') ?? '' } });
      return done('/settings/applications', 'revoked');
    }),

    settingsKeys: requireRecentSignIn('/settings/keys', makeKey),

    revokeKey: requireRecentSignIn('/settings/keys', async ({ form, perform }) => {
      await perform('revokeKey', { params: { id: form.get('id') ?? '' } });
      return done('/settings/keys', 'key-revoked');
    }),
  };
}

/** Who knows the new password goes on in a new session: whoever had the cookie of the old one has lost it. */
async function changePassword(db: Database, webSessions: WebSessions, request: FormRequest): Promise<FormResult> {
  const { form, perform, caller } = request;
  const {
    password = '',
    currentPassword = '',
    repeated = '',
  } = readValues(form, 'password', 'currentPassword', 'repeated');
  if (password !== repeated) {
    const errors = [{ field: 'repeated', message: 'is not the same' }];
    return { ...showPassword(request, undefined, { values: {}, errors }), status: 400 };
  }
  try {
    await perform('updateMe', { body: { password, currentPassword } });
  } catch (error) {
    const failed = failedForm(error, {});
    return { ...showPassword(request, undefined, failed), status: failed.status };
  }
  if (caller.kind !== 'browser') throw new Error('nobody is signed in');
  const { account } = caller;
  const started = await webSessions.start(account, isStillValid(caller.source), request); // unless yet another password has ended it
  return { ...done('/settings/password', 'password'), ...(started && { setCookie: started.setCookie }) };
}

async function makeKey(request: FormRequest): Promise<FormResult> {
  const { form, perform } = request;
  const chosen = form.getAll('scopes');
  const { name = '', expiresAt = '' } = readValues(form, 'name', 'expiresAt');
  const values = { name, expiresAt, scopes: chosen.join(' ') };
  const lastMoment = expiresAt === '' ? {} : { expiresAt: `${expiresAt}T23:59:59.999Z` };
  try {
    const made = await perform('createKey', { body: { name, scopes: chosen, ...lastMoment } });
    return await showKeys(request, { made });
  } catch (error) {
    const failed = failedForm(error, values);
    return { ...(await showKeys(request, { form: failed })), status: failed.status };
  }
}
